"""Codes about Ludii's trials: their lines, and what they say that a game's rules do not."""

from collections.abc import Mapping

from mentis_records.core.diagnostic import Code, Severity
from mentis_records.core.trial import FaultKind

_ABOUT = "trials of Ludii"

_FORM = "Ludii's trial format"

TRIAL_GAME = Code(
    id="N011",
    slug="trial-game",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="a trial of {found}",
    expected="{expected}",
    rule=f"{_FORM}: game",
    hint="its rules are not known here: install the game, or remove the trial",
    page="""The first line of a trial of Ludii names the file of the rules by which it was
played. Trials can be read of games that know what Ludii's sites, pieces and actions mean in them;
this is one of another game.""",
)

TRIAL_LINE = Code(
    id="N012",
    slug="trial-line",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} cannot stand here",
    expected="{expected}",
    rule=f"{_FORM}: lines",
    hint="save the trial from Ludii again",
    page="""A trial of Ludii has its lines in a fixed order: the game, its options, the state of
the random numbers, the moves, the numbers of legal moves, and the end. This line is damaged, or is
not the one that comes next. Nothing after it is read.""",
)

TRIAL_CUT = Code(
    id="N013",
    slug="trial-cut",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the trial breaks off",
    expected="{expected}",
    rule=f"{_FORM}: lines",
    hint="is the file complete?",
    page="""A trial of Ludii ends with the line LUDII_VERSION. This one ends before it, so
moves may be missing. It is refused, and kept as far as it goes.""",
)

TRIAL_COUNT = Code(
    id="N014",
    slug="trial-count",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found}",
    expected="{expected}",
    rule=f"{_FORM}: numInitialPlacementMoves, LEGAL MOVES LIST SIZE",
    hint="lines are missing, or were added: save the trial from Ludii again",
    page="""A trial of Ludii says how many of its moves set up the board. It has as many
numbers of legal moves as there are moves of players, or none. Where these do not agree, lines are
missing or too many.""",
)

TRIAL_END = Code(
    id="N015",
    slug="trial-end",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found}, but {facts}",
    expected="{expected}",
    rule=f"{_FORM}: winner, endtype, rankings",
    hint="correct the line, or save the trial from Ludii again",
    page="""The last lines of a trial of Ludii say who won, whether the rules ended the game
(NaturalEnd), and the players' ranks: 1.0 of the winner, 2.0 of the loser, 1.5 of both in a draw.
They are compared with the board after the last move, and with each other.""",
)

TRIAL_OPTION = Code(
    id="N016",
    slug="trial-option",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the option {found} cannot be followed",
    expected="{expected}",
    rule=f"{_FORM}: GAME OPTIONS",
    hint="",
    page="""Options in a trial of Ludii choose the rules. What this one means for the game is not
known, or another one says something else, so the trial cannot be read by its rules.""",
)

TRIAL_PLACEMENT = Code(
    id="N017",
    slug="trial-placement",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} in the set-up",
    expected="{expected}",
    rule=f"{_FORM}: moves of mover 0",
    hint="the set-up is that of the rules: save the trial from Ludii again",
    page="""The first moves of a trial of Ludii put the pieces where the game begins, one a
line. They are compared with the start position.""",
)

TRIAL_MOVER = Code(
    id="N018",
    slug="trial-mover",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} makes ply {ply}",
    expected="{expected}",
    rule=f"{_FORM}: mover",
    hint="",
    page="""Each move of a trial of Ludii names the player who makes it. By the rules it is the
other one's turn.""",
)

TRIAL_MOVE = Code(
    id="N019",
    slug="trial-move",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} is no move that ply {ply} could be",
    expected="{expected}",
    rule=f"{_FORM}: from, to",
    hint="",
    page="""A move of a trial of Ludii goes from a site to a site. These are not sites of such a
move in this game, or two lines that make one turn do not belong together. Moves after it are not
read.""",
)

TRIAL_CONSEQUENCE = Code(
    id="N020",
    slug="trial-consequence",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} in ply {ply}",
    expected="{expected}",
    rule=f"{_FORM}: actions",
    hint="the trial was edited, or Ludii played by other rules",
    page="""A move of a trial of Ludii lists all that it changes: pieces that are put, taken and
promoted, and the variables of the rules. They are compared with what the rules make of the same
move. Only the first difference in a trial is reported, for the others may follow from it.""",
)

TRIAL_SIZE = Code(
    id="N021",
    slug="trial-size",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="{found} legal moves before ply {ply}",
    expected="{expected}",
    rule=f"{_FORM}: LEGAL MOVES LIST SIZE",
    hint="the line was edited, or Ludii counts by other rules",
    page="""A trial of Ludii may tell how many moves Ludii found legal before each move. The
number is compared with the rules, counted as Ludii counts. A difference does not make the record
invalid.""",
)

FAULT_CODES: Mapping[FaultKind, Code] = {
    FaultKind.OPTION: TRIAL_OPTION,
    FaultKind.PLACEMENT: TRIAL_PLACEMENT,
    FaultKind.MOVER: TRIAL_MOVER,
    FaultKind.MOVE: TRIAL_MOVE,
    FaultKind.CONSEQUENCE: TRIAL_CONSEQUENCE,
    FaultKind.SIZE: TRIAL_SIZE,
}
"""The codes of what a game finds in a trial."""
