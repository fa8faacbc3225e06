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
    hint="mentis fmt writes the usual numbers",
    page="""The numbers are only written in another way: one number a ply, or a constant offset, as
in an excerpt. They agree with the plies, so the record is read, and there is one warning.""",
    is_repaired=True,
)

NUMBER_MISPRINT = Code(
    id="N305",
    slug="number-misprint",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="move number {found}, expected {expected}; those before and after it are right",
    expected="{expected}",
    rule="notation: Lenient reading",
    hint="is it a misprint? mentis fmt leaves it as it is",
    page="""One number is wrong, and the numbers before and after it agree with the plies, as in
6. 17. 8. It is read as a misprint. mentis fmt leaves such a record as it is, because the number may
be evidence of another mistake.""",
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

NUMBER_CONTRADICTS = Code(
    id="N304",
    slug="number-contradicts",
    severity=Severity.ERROR,
    about="movetext that cannot be read",
    message="move number {found} contradicts the plies",
    expected="{expected}",
    rule="notation: Lenient reading",
    hint="{hint} Correct it, or read with --lenient",
    page="""A gap, a repetition, a step back or 1... before the first side's ply is evidence that
plies are missing, doubled or in another order, as when two columns of moves are read line by line.
The record may not be the game that was played, so it is refused. Correct the record, or read it
with --lenient if the plies are right and only the numbers are wrong.""",
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
