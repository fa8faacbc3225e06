"""Codes about jumps."""

from mentis_records.core.diagnostic import Example
from mentis_records.games.antipode.code.entry import NOTATION, PLAY, entry, stated

LEG_DISTANCE = entry(
    401,
    "leg-distance",
    "the leg from {start} to {target} is not two spaces in a straight line",
    "every landing space, two spaces from the one before",
    NOTATION,
    "a jump names the spaces where it lands, not those of the pieces",
    """Every leg of a jump goes over the next space along a row or a column, and lands on the one
behind it. The notation names the landing spaces.""",
    (
        Example(stated("7/7/7/7/GS5/7/6s G 5/5 0/0 -,- pb 0", "1. a3xb3 *"), "a3xb3"),
        Example(stated("7/7/7/7/GS5/7/6s G 5/5 0/0 -,- pb 0", "1. a3xc3-c4 *"), "a3xc3-c4"),
    ),
)
NOTHING_TO_JUMP = entry(
    402,
    "nothing-to-jump",
    "no piece on {over} to jump",
    "a piece between {start} and {target}",
    PLAY,
    "a stone without a piece to jump moves one space",
    """A leg of a jump goes over a piece next to the stone: an own stone, an opposing one or the
Antipode. A captured stone is gone at once.""",
    (
        Example(stated("7/7/7/G6/7/7/6s G 5/5 0/0 -,- pb 0", "1. a4-c4 *"), "a4-c4"),
        Example(stated("7/7/7/7/GS5/7/6s G 5/5 0/0 -,- pb 0", "1. a3xc3xa3 *"), "a3xc3xa3"),
    ),
)
LANDING_OCCUPIED = entry(
    403,
    "landing-occupied",
    "{target} is not empty",
    "an empty space behind the piece",
    PLAY,
    "",
    """A leg of a jump lands on the empty space behind the piece.""",
    (
        Example(stated("7/7/7/GSS4/7/7/6s G 5/5 0/0 -,- pb 0", "1. a4xc4 *"), "a4xc4"),
        Example(stated("7/7/7/GSs4/7/7/7 G 5/5 0/0 -,- pb 0", "1. a4xc4 *"), "a4xc4"),
    ),
)
JUMP_SIGN = entry(
    404,
    "jump-sign",
    "the piece on {over} is {piece}, and a leg over it is written {sign}, not {found}",
    "{expected}",
    NOTATION,
    "x captures an opposing stone, - goes over an own one, ~ flips the Antipode",
    """The sign before a landing space says what the leg goes over: x an opposing stone, which is
captured, - an own stone, ~ the Antipode, which is flipped. It must say what is there.""",
    (
        Example(stated("7/7/7/GS5/7/7/6s G 5/5 0/0 -,- pb 0", "1. a4-c4 *"), "a4-c4"),
        Example(stated("7/7/7/Gs5/7/7/7 G 5/5 0/0 -,- pb 0", "1. a4xc4 *"), "a4xc4"),
    ),
)
PERIMETER_JUMP = entry(
    405,
    "perimeter-jump",
    "on {start} a stone is on the Perimeter, and may not jump {piece} on {over}, a Prime space",
    "a jump from an inner space, or over an own piece",
    "rules: Tournament; rulings R15",
    "this holds for every leg, and under tournament rules only",
    """Under tournament rules a stone on a Perimeter space may not jump an opposing piece on a
Prime space. Every leg counts: a stone that lands on the Perimeter in between is bound. The Antipode
is opposing when it shows the opponent's face.""",
    (
        Example(stated("7/7/7/GS5/7/7/6s G 9/9 0/0 -,- pt 7", "1. a4xc4 *"), "a4xc4"),
        Example(stated("7/7/7/7/7/2S4/GS4s G 9/9 0/0 -,- pt 7", "1. a1xc1xc3 *"), "a1xc1xc3"),
    ),
)
SITUATION_REPEATED = entry(
    406,
    "situation-repeated",
    "the leg to {target} returns to an earlier situation of the turn",
    "another space, another board or another face of the Antipode",
    "rulings R10",
    "",
    """A leg may not bring back a situation that the turn has had, its start included: the stone on
the same space, the same stones on the board and the same face of the Antipode.""",
    (
        Example(stated("7/7/7/7/7/GG5/6s G 5/5 0/0 -,- pb 0", "1. a2-c2-a2 *"), "a2-c2-a2"),
        Example(stated("7/7/7/7/7/Gs5/7 G 5/5 0/0 -,- pb 0", "1. a2~c2~a2 *"), "a2~c2~a2"),
    ),
)
TURN_ENDED = entry(
    407,
    "turn-ended",
    "the capture on {over} has ended the turn, and with it the round",
    "{expected}",
    "rulings R9",
    "",
    """The seventh capture, or the one that leaves the opponent fewer than seven pieces in a match,
ends the turn at once.""",
    (
        Example(stated("7/7/7/1S5/2S4/GS5/6s G 5/5 6/0 -,- pb 0", "1. a2xc2xc4 *"), "a2xc2xc4"),
        Example(stated("7/7/7/7/2S4/GS5/6s G 9/5 0/0 -,- pb 7", "1. a2xc2xc4 *"), "a2xc2xc4"),
    ),
)
