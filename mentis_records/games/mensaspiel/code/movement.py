"""Codes about moves, captures and turns to the Transmitter that the rules forbid, and passes."""

from mentis_records.games.mensaspiel.code.entry import (
    CAPTURE,
    MOVE,
    RINGS,
    TRANSPORT,
    entry,
    plain,
    stated,
)

NOTHING_THERE = entry(
    201,
    "no-piece-there",
    "nothing stands on {start}",
    "a stack of {side}",
    MOVE,
    "",
    """A move, capture or transport begins on a square with a stack of the side to move.""",
    (plain("1. Sb3 Se3 2.", "a3-a4"), plain("1. Sb3 Se3 2.", "c3xe3")),
)
WRONG_SIDE = entry(
    202,
    "enemy-stack",
    "the stack on {start} is {enemy}'s",
    "a stack of {side}",
    MOVE,
    "",
    """A stack belongs to the side whose piece is on top.""",
    (plain("1. Sb3 Se3 2.", "e3-e4"), stated("b3:WB W1.6.0/B3.5.0 W 3", "b3-d4:1")),
)
OWN_SQUARE = entry(
    203,
    "own-square",
    "the turn leads from {square} back to {square}",
    "another square",
    f"{MOVE}; R7",
    "",
    """A walk that leads back to where it began is no move. It can be a capture, of a stack on the
square of the same colour.""",
    (stated("a3:W,b5:W,c5:W,f5:B W0.6.0/B2.6.0 W 3", "a3-a3"), plain("1. Sb3 Se3 2.", "b3-b3")),
)
NO_RING_SQUARE = entry(
    204,
    "no-ring-square",
    "{square} is no coloured square",
    RINGS,
    "rules, Board",
    "",
    """Pieces stand on the coloured squares of the two rings. b4 and f4 are the bases, a1 and g1 the
prisons, b1 and f1 the reserves, d1 and d2 decoration. Only a stack with prisoners and the last
man go to d4, the Transmitter, and none stays there.""",
    (plain("1.", "Sb4"), plain("1. Sb3 Se3 2.", "b3-b1")),
)
NO_STEPS = entry(
    205,
    "no-steps",
    "{side}'s step length is 0: {found} cannot be",
    "a start, or a pass if there is none",
    MOVE,
    "",
    """The step length is the sum of the own pips on all squares that the side holds. With 0 pips no
stack walks.""",
    (
        stated("f5:W,e4:B W1.6.0/B2.6.0 W 3", "f5-g5"),
        stated("a3:B,g5:W W2.6.0/B1.6.0 B 3", "a3-b3"),
    ),
)
OUT_OF_STEPS = entry(
    206,
    "out-of-steps",
    "{square} is not {steps} from {start}",
    "a square that a walk of {steps} reaches",
    f"{MOVE}; R1",
    "",
    """A stack walks exactly as many steps as its side has pips, along the rings and over d4, and
never straight back over the step just made. What stands in the way does not matter.""",
    (
        stated("a3:W,c5:W,f3:B W1.6.0/B2.6.0 W 3", "a3-b3"),
        stated("b3:B,c5:BW W0.6.0/B2.5.0 W 3", "c5-a4"),
    ),
)
TARGET_OCCUPIED = entry(
    207,
    "move-occupied",
    "{owner} stands on {square}",
    "an empty square",
    MOVE,
    "a capture is written with x, and goes by way of the square of the same colour",
    """A move ends on an empty square.""",
    (
        stated("b3:W,c3:B,g4:B W2.6.0/B1.6.0 W 3", "b3-c3"),
        stated("a3:W,a4:W,e4:B W1.6.0/B2.6.0 W 3", "a3-a4"),
    ),
)
TARGET_EMPTY = entry(
    301,
    "no-enemy-there",
    "no enemy stands on {square}",
    "a stack of {enemy} on {square}",
    CAPTURE,
    "a move to an empty square is written with -",
    """A capture names the square of the stack that it takes.""",
    (
        stated("a3:W,b3:W,c3:W,f5:B,g5:B W0.6.0/B1.6.0 W 3", "c3xg4"),
        plain("1. Sb3 Se3 2.", "b3xe4"),
    ),
)
TARGET_OWN = entry(
    302,
    "own-stack",
    "the stack on {square} is {side}'s own",
    "a stack of {enemy}",
    CAPTURE,
    "",
    """Only enemy stacks are captured.""",
    (
        stated("a3:W,f5:W,e4:B W1.6.0/B2.6.0 W 3", "a3xf5"),
        stated("a3:W,f5:B,g5:B W2.6.0/B1.6.0 B 3", "f5xg5"),
    ),
)
CONTACT_OCCUPIED = entry(
    303,
    "contact-occupied",
    "{contact}, by way of which {square} would be captured, is occupied",
    "{contact} empty, or the square of the attacker",
    f"{CAPTURE}; R5, R6",
    "",
    """A stack captures another if its walk ends on the square of the same colour in the other ring.
That square must be empty, or the attacker's own: any other stack on it protects the one of the
same colour.""",
    (
        stated("b3:W,c3:B,g4:B W2.6.0/B1.6.0 W 3", "b3xg4"),
        stated("b3:W,c3:W,g4:B W1.6.0/B2.6.0 W 3", "b3xg4"),
    ),
)
CONTACT_OUT_OF_STEPS = entry(
    304,
    "contact-out-of-steps",
    "{contact}, by way of which {square} would be captured, is not {steps} from {start}",
    "a target whose colour a walk of {steps} reaches in the other ring",
    f"{CAPTURE}; R1, R6",
    "",
    """A stack captures another if it can walk exactly as many steps as its side has pips to the
square of the same colour in the other ring, or in a ring capture back to its own square.""",
    (
        stated("a3:W,e5:B W2.6.0/B2.6.0 W 3", "a3xe5"),
        stated("a3:W,f5:B W2.6.0/B2.6.0 W 3", "a3xf5"),
    ),
)
NO_STACK = entry(
    401,
    "no-stack",
    "a single piece on {start} has nothing to transport",
    "a stack with prisoners",
    f"{TRANSPORT}; R3",
    "single pieces step over d4; the last man is written {start}-d4=2",
    """Only a stack of two or more stops on the Transmitter: its own pieces go to the base, the
enemy's to the prison.""",
    (stated("c5:W,e4:B W2.6.0/B2.6.0 W 3", "c5-d4:1"), plain("1. Sb3 Se3 2.", "b3-d4:1")),
)
PRISONER_COUNT = entry(
    402,
    "prisoner-count",
    "{found} counts {wanted}, but {count} in the stack",
    "{expected}",
    TRANSPORT,
    "write {expected}",
    """The number after d4: says how many prisoners the transport makes: the enemy pieces in the
stack.""",
    (
        stated("b3:B,c5:BW W0.6.0/B2.5.0 W 3", "c5-d4:2"),
        stated("b3:B,c5:BBWBW W0.6.0/B2.3.0 W 3", "c5-d4:4"),
    ),
)
NOT_LAST_MAN = entry(
    501,
    "not-last-man",
    "{start} is not the last single piece of {side} on the rings",
    "one piece alone, the side's only square",
    "rules, Last man; R13",
    "",
    """A single piece goes to the Transmitter only if it is its side's last one on the rings. A
stack is transported, with the number of its prisoners: c5-d4:1.""",
    (
        stated("b3:B,c5:BW W0.6.0/B2.5.0 W 3", "c5-d4=2"),
        stated("b3:W,c5:W,e4:B W0.6.0/B2.6.0 W 3", "c5-d4=2"),
    ),
)
LAST_MAN_WITH_STARTER = entry(
    502,
    "last-man-with-starter",
    "{side} still has a starter in the base",
    "an empty base",
    "rules, Last man; R13",
    "",
    """The last man goes to the Transmitter only when no starter is left in the base.""",
    (
        stated("c5:W,e4:B W1.6.0/B2.6.0 W 3", "c5-d4=2"),
        stated("b3:W,e3:B W2.6.0/B2.6.0 B 3", "e3-d4=2"),
    ),
)
LAST_MAN_NO_RESERVE = entry(
    503,
    "last-man-no-reserve",
    "{side} has no piece in reserve for the last man",
    "a piece in reserve",
    "rules, Last man; R13",
    "",
    """The last man and a piece in reserve become two starters. Without a reserve he stays.""",
    (
        stated("b3:B,c5:W W0.0.0/B2.6.0 W 3", "c5-d4=2"),
        stated("b3:W,e3:B W2.6.0/B0.0.0 B 3", "e3-d4=2"),
    ),
)
PASS_WITH_TURNS = entry(
    601,
    "pass-with-turns",
    "{side} passes, but has other turns",
    "one of them, such as {expected}",
    "rules, Turn, forced pass; R15",
    "",
    """A side that has a turn has to take it, the exchange of a prisoner with its start included. A
pass is written -- where there is no other.""",
    (plain("1.", "--"), stated("a3:WB,a4:W,a5:W,b3:W,b5:W,c3:W,c4:W,c5:W W0.1.1/B0.7.0 W 3", "--")),
)
