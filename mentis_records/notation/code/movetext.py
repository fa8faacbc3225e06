"""Codes about movetext that is read although it is not quite as it should be."""

from mentis_records.core.diagnostic import Code, Severity

_ABOUT = "movetext that is read all the same"

NUMBER_WRONG = Code(
    id="N301",
    slug="number-wrong",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="move number {found}, expected {expected}",
    expected="{expected}",
    rule="notation: Lenient reading",
    hint="the plies count, not the numbers; is a ply missing or repeated?",
    page="""Move numbers do not say what was played, so a wrong one is only a warning, given once
where the count goes wrong and not for the numbers that follow from it.""",
    is_repaired=True,
)

NUMBER_MISSING = Code(
    id="N302",
    slug="number-missing",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="{count} missing in this line, the first one here",
    expected="{expected}",
    rule="notation: Lenient reading",
    hint="mentis fmt writes them",
    page="""A number stands before each ply of the side that moves first. There is one warning per
line of play; the second side's plies need no number.""",
    is_repaired=True,
)

NUMBER_BACK = Code(
    id="N304",
    slug="number-back",
    severity=Severity.ERROR,
    about="movetext that cannot be read",
    message="move number {found} comes after {before}",
    expected="the moves in the order in which they were played",
    rule="notation: Exact reading",
    hint="do the moves stand in columns? write each on a line of its own",
    page="""A number that was left out comes later, as when two columns of moves are read line by
line. The moves are then not in the order in which they were played, and the record is refused.""",
)

RESULT_TYPOGRAPHIC = Code(
    id="N303",
    slug="result-typographic",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="{found} is written with a typographic dash",
    expected="{expected}",
    rule="notation: Lenient reading",
    hint="write {expected}",
    page="""Word processors turn - into a longer dash. The result is read all the same; the
canonical form has a plain one.""",
    is_repaired=True,
)
