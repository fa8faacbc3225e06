"""Codes about records whose parts contradict each other or the rules' end of the game."""

from mentis_records.core.diagnostic import Code, Example, Severity

_SHUFFLE = "1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7 4. c1-d1 c7-d7"
_T = '[Event "x"]\n'
_WIN = '[Position "3k3/3N3/7/7/7/7/3K3 b -/- 1"]\n'

RESULT_CONTRADICTS_BOARD = Code(
    id="N401",
    slug="result-contradicts-board",
    severity=Severity.ERROR,
    message="the result {found}, but the board says {expected}",
    expected="{expected} ({termination})",
    rule="notation: Record files; rulebook, Ending the Game",
    hint="",
    page="""Where the board decides the game, the result must say the same, in the tag and at the
end of the movetext.""",
    examples=(
        Example(_WIN + "\n1. d6xd7 0-1\n", "0-1"),
        Example(_T + f"\n{_SHUFFLE} 1-0\n", "1-0"),
    ),
)

RESULTS_DISAGREE = Code(
    id="N402",
    slug="results-disagree",
    severity=Severity.ERROR,
    message="the movetext ends with {found}, the tag Result says {tag}",
    expected="one result",
    rule="notation: Record files",
    hint="",
    page="""The tag Result and the result after the last ply must be the same.""",
    examples=(
        Example(_T + '[Result "1-0"]\n\n1. TSNd2 0-1\n', "0-1"),
        Example(_T + '[Result "1/2-1/2"]\n\n1. TSNd2 *\n', "*"),
    ),
)

RESULT_MISSING = Code(
    id="N403",
    slug="result-missing",
    severity=Severity.WARNING,
    message="no result after the last ply",
    expected="{expected}",
    rule="notation: Exact reading",
    hint="the tag Result stands; is the record complete?",
    page="""A tagged record ends with its result. Without it the tag Result counts, or * where
that is missing too. The file may have been cut off.""",
    examples=(
        Example(_T + '[Result "1-0"]\n\n1. TSNd2\n', "TSNd2"),
        Example(_T + "\n1. TSNd2 TSNd6\n", "TSNd6"),
    ),
)

TERMINATION_CONTRADICTS = Code(
    id="N404",
    slug="termination-contradicts",
    severity=Severity.ERROR,
    message="the termination {found} contradicts {facts}",
    expected="{expected}",
    rule="notation: Exact reading",
    hint="",
    page="""Ends that the board shows must be named exactly when the board shows them. A
resignation or a forfeit has a winner, an agreement is a draw, an adjudication any result but *,
and unterminated goes with * alone.""",
    examples=(
        Example(_T + '[Termination "resignation"]\n\n1. TSNd2 1/2-1/2\n', '"resignation"'),
        Example(_T + '[Termination "repetition"]\n\n1. TSNd2 1/2-1/2\n', '"repetition"'),
    ),
)

PLYCOUNT_WRONG = Code(
    id="N405",
    slug="plycount-wrong",
    severity=Severity.ERROR,
    message="PlyCount says {found}, the record has {expected} plies",
    expected="{expected}",
    rule="notation: Exact reading",
    hint="are plies missing?",
    page="""PlyCount counts the plies of the mainline. Where it says otherwise, plies may have
been lost, and the game was not played as it stands here.""",
    examples=(
        Example(_T + '[PlyCount "7"]\n\n1. TSNd2 *\n', '"7"'),
        Example(_T + '[PlyCount "0"]\n\n1. TSNd2 *\n', '"0"'),
    ),
)

PLY_AFTER_END = Code(
    id="N406",
    slug="ply-after-end",
    severity=Severity.ERROR,
    message="the game is already over: {termination}",
    expected="the result {expected}",
    rule="rulebook, Ending the Game; rules R6, R14",
    hint="",
    page="""A King's capture and the third occurrence of a position end the game at once. Nothing
is played after that.""",
    examples=(
        Example(_WIN + "\n1. d6xd7 d7-c7 1-0\n", "d7-c7"),
        Example(_T + f"\n{_SHUFFLE} 5. d1-e1 1/2-1/2\n", "d1-e1"),
    ),
)

REPETITION_NOT_CLAIMED = Code(
    id="N407",
    slug="repetition-not-claimed",
    severity=Severity.NOTE,
    message="the same position stands after plies {plies}: a draw that the record does not claim",
    expected='1/2-1/2 and [Termination "repetition"]',
    rule="rules R6",
    hint="0 is the position before the first ply",
    page="""The third occurrence of a position ends the game as a draw. This note names the plies
after which the position stood.""",
    examples=(
        Example(_T + f"\n{_SHUFFLE} 1-0\n", "c7-d7"),
        Example(_T + f"\n{_SHUFFLE} 5. d1-e1 *\n", "c7-d7"),
    ),
)

LISTING_CONTINUES_NOTHING = Code(
    id="N501",
    slug="listing-continues-nothing",
    severity=Severity.ERROR,
    message="the listing begins at move {found}, and {reason}",
    expected="an earlier record of the file that reaches move {found}",
    rule="notation: The rulebook's own listing",
    hint="put the whole game first, or begin at 1.",
    page="""A listing that begins at a later number continues the nearest earlier record of the
same file, from the position before its move of that number. That record must be sound up to
there.""",
    examples=(
        Example("3. d2-d3 TSNd6\n", "3."),
        Example("1. TSNd2 TSNd6\n\nBlue Moves\tRed Moves\n4. d2-d3 d6-d5\n", "4."),
    ),
)

LISTING_EMPTY = Code(
    id="N502",
    slug="listing-empty",
    severity=Severity.ERROR,
    message="a listing without a ply",
    expected="numbered lines",
    rule="notation: The rulebook's own listing",
    hint="",
    page="""A header line announces numbered lines; none follow.""",
    examples=(
        Example("Blue Moves\tRed Moves\n", "Blue Moves\tRed Moves"),
        Example("1. TSNd2\n\nBlue Moves\tRed Moves\n", "Blue Moves\tRed Moves"),
    ),
)
