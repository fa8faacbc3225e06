"""Codes about steps that the rules forbid, and passes."""

from mentis_records.games.cirkle_mind.code.entry import TURN, entry, stated

_MET = "7mc/8/8/8/3bx4/2yo1kt3/3Yx4/8/8/8/Gc7 G - -"
_MEET = "7mc/8/8/8/3bx4/2yo1kt3/3Yx4/8/8/8/Gc7 M - -"

NOTHING_THERE = entry(
    101,
    "no-piece-on-square",
    "nothing stands on {start}",
    "a piece of {side}",
    TURN,
    "",
    """A turn begins on a square with a piece of the side to move.""",
    (stated(_MET, "e5-e6"), stated(_MEET, "d8-d7")),
)
WRONG_SIDE = entry(
    102,
    "opposing-piece",
    "the piece on {start} is {enemy}'s",
    "a piece of {side}",
    TURN,
    "",
    """Each side moves its own pieces.""",
    (stated(_MET, "d7-e7"), stated(_MEET, "d5-d6")),
)
NOT_ONE_STEP = entry(
    103,
    "not-one-step",
    "{square} is not one step from {start}",
    "one square forward, backward or sideways",
    f"{TURN}; R5",
    "",
    """A piece moves one square forward, backward or sideways: never diagonally, never further, and
never nowhere.""",
    (stated(_MET, "d5-e6"), stated(_MEET, "d7-d9")),
)
STEP_BLOCKED = entry(
    104,
    "step-blocked",
    "{owner} stands on {square}",
    "an empty square",
    f"{TURN}; R5",
    "a piece is taken by an attack from beside it, such as d5-d6xd7+",
    """A step ends on an empty square. There is one piece on a square, none is jumped, and none is
captured by moving onto it.""",
    (
        stated("7mc/8/8/8/8/3bx4/3Yx4/8/8/8/Gc7 G - -", "d5-d6"),
        stated("6kxmc/8/8/8/8/8/3Yx4/8/8/8/Gc7 M - -", "h11-g11"),
    ),
)
PASS_WITH_TURNS = entry(
    105,
    "pass-with-steps",
    "{side} passes, but could play, for instance, {expected}",
    "a turn; a pass only if there is none",
    f"{TURN}; R18",
    "",
    """A side passes exactly when it has no legal turn. Two passes in a row are a draw.""",
    (stated(_MET, "--"), stated(_MEET, "--")),
)
