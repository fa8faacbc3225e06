"""Codes about records whose parts contradict each other or the rules' end of the game."""

from mentis_records.core.diagnostic import Code, Severity

_ABOUT = "results, ends and listings"

RESULT_CONTRADICTS_BOARD = Code(
    id="N401",
    slug="result-contradicts-board",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the result is {found}, but the board says {expected}",
    expected="{expected} ({termination})",
    rule="notation: Record files; the rules on the end of the game",
    hint="",
    page="""Where the board decides the game, the result must say the same, in the tag and at the
end of the movetext.""",
)

RESULTS_DISAGREE = Code(
    id="N402",
    slug="results-disagree",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the movetext ends with {found}, but the tag Result says {tag}",
    expected="one result",
    rule="notation: Record files",
    hint="",
    page="""The tag Result and the result after the last ply must be the same.""",
)

RESULT_MISSING = Code(
    id="N403",
    slug="result-missing",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="no result after the last ply",
    expected="{expected}",
    rule="notation: Exact reading",
    hint="it is read as {expected}; is the record complete?",
    page="""A tagged record ends with its result. Without it the tag Result counts; where that is
missing too, the result that the board shows, or else *. The file may have been cut
off.""",
)

TERMINATION_CONTRADICTS = Code(
    id="N404",
    slug="termination-contradicts",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the termination {found} contradicts {facts}",
    expected="{expected}",
    rule="notation: Exact reading",
    hint="",
    page="""Ends that the board shows must be named exactly when the board shows them. A
resignation or a forfeit has a winner, an agreement is a draw, an adjudication any result but *,
and unterminated goes with * alone.""",
)

PLYCOUNT_WRONG = Code(
    id="N405",
    slug="plycount-wrong",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="PlyCount says {found}, but the record has {expected} plies",
    expected="{expected}",
    rule="notation: Exact reading",
    hint="are plies missing?",
    page="""PlyCount counts the plies of the mainline. Where it says otherwise, plies may have
been lost, and this may not be the game that was played.""",
)

PLY_AFTER_END = Code(
    id="N406",
    slug="ply-after-end",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the game is already over: {termination}",
    expected="the result {expected}",
    rule="the rules on the end of the game",
    hint="",
    page="""An end that the board shows, or the third occurrence of a position, ends the game at
once. Nothing is played after that.""",
)

REPETITION_NOT_CLAIMED = Code(
    id="N407",
    slug="repetition-not-claimed",
    severity=Severity.NOTE,
    about=_ABOUT,
    message="the same position after plies {plies}: a draw that the record does not claim",
    expected='1/2-1/2 and [Termination "repetition"]',
    rule="the rules on repetition",
    hint="0 is the position before the first ply",
    page="""The third occurrence of a position ends the game as a draw. This note names the plies
after which the position was on the board.""",
)

LISTING_CONTINUES_NOTHING = Code(
    id="N501",
    slug="listing-continues-nothing",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the listing begins at move {found}, and {reason}",
    expected="a record directly before it that reaches move {found}",
    rule="notation: The rulebook's own listing",
    hint="put the whole game first, or begin at 1.",
    page="""A listing that begins at a later number continues the nearest earlier record of the
same file, from the position before its move of that number. That record must be sound up to
there.""",
)

LISTING_EMPTY = Code(
    id="N502",
    slug="listing-empty",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="a listing without a ply",
    expected="numbered lines",
    rule="notation: The rulebook's own listing",
    hint="",
    page="""A header line announces numbered lines; none follow.""",
)
