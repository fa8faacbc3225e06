"""Codes about movements that the rules forbid."""

from mentis_records.core.diagnostic import Example
from mentis_records.games.mentis.code.entry import MOVEMENT, STACKING, WOLF, entry, plain, stated

NOTHING_THERE = entry(
    101,
    "nothing-there",
    "{square} is empty",
    "a square with a tile of one's own",
    MOVEMENT,
    "is the square right, or is a ply missing before it?",
    """A move or capture starts from a square where the side to move has a tile.""",
    (Example(plain("1. d2-d3 *"), "d2"), Example(plain("1. TSNd2 TSNd6 2. d3xd6 *"), "d3xd6")),
)
WRONG_COLOUR = entry(
    102,
    "wrong-colour",
    "{tile} on {square} belongs to {owner}",
    "a tile of {side}, whose turn it is",
    MOVEMENT,
    "is a ply missing or repeated before it?",
    """A side moves and captures with its own tiles only.""",
    (Example(plain("1. d7-c7 *"), "d7"), Example(plain("1. TSNd2 TSNd6 2. d6-d5 *"), "d6")),
)
SAME_SQUARE = entry(
    103,
    "same-square",
    "a step from {square} to {square}",
    "a neighbouring square",
    MOVEMENT,
    "is a square written twice?",
    """Every step of a move leads to another square.""",
    (
        Example(plain("1. Sd2 Sd6 2. d2-d2 *"), "d2"),
        Example(plain("1. Nd2 Sd6 2. d2-d3-d3 *"), "d3"),
    ),
)
NOT_ADJACENT = entry(
    104,
    "not-adjacent",
    "{square} is not next to {previous}",
    "every square on the path, in order",
    MOVEMENT,
    "write all the squares on the way, such as d2-d3-d4 in place of d2-d4",
    """Tiles move one square at a time, and the notation names every square on the way.""",
    (
        Example(plain("1. Nd2 Sd6 2. d2-d4 *"), "d4"),
        Example(plain("1. Td2 Sd6 2. d2-d3-f3 *"), "f3"),
    ),
)
NOT_ORTHOGONAL = entry(
    105,
    "not-orthogonal",
    "the step from {previous} to {square} is diagonal",
    "a step forwards, backwards or sideways",
    MOVEMENT,
    "only the Wolf moves diagonally",
    """Tiles move orthogonally; the Wolf alone may step in all eight directions.""",
    (
        Example(plain("1. Sd2 Sd6 2. d2-e3 *"), "e3"),
        Example(plain("1. Nd2 Sd6 2. d2-d3-c4 *"), "c4"),
    ),
)
WRONG_DISTANCE = entry(
    106,
    "wrong-distance",
    "{tile} on {start} cannot move {steps}",
    "{expected}",
    "rulebook, Movement Summary Table",
    "the top tile of the stack decides how far it moves",
    """The King, the Spears and the Wolf move one square, the Trenchmen exactly two, the Nobles one
to three. The top tile decides for its whole stack.""",
    (
        Example(plain("1. Sd2 Sd6 2. d2-d3-d4 *"), "d2-d3-d4"),
        Example(plain("1. Td2 Sd6 2. d2-d3 *"), "d2-d3"),
    ),
)
NOT_STRAIGHT = entry(
    107,
    "not-straight",
    "Trenchmen turn at {previous}",
    "two squares in one straight line",
    MOVEMENT,
    "",
    """Trenchmen move exactly two squares and cannot change direction on the way.""",
    (
        Example(plain("1. Td2 Sd6 2. d2-d3-e3 *"), "e3"),
        Example(plain("1. STe2 Sd6 2. e2#-e3-e2 *"), "e2"),
    ),
)
ENTERS_HILL = entry(
    108,
    "hill",
    "{tile} would enter {owner}'s hill on {square}",
    "a square off the hills",
    MOVEMENT,
    "the hills are c1 d1 e1 and c7 d7 e7",
    """No tile but a King moves onto or across either side's hill.""",
    (
        Example(plain("1. Sd2 Sd6 2. d2-d1 *"), "d1"),
        Example(stated("3k3/7/1N5/7/7/7/3K3 b -/- 1", "1. b5-b6-b7-c7 *"), "c7"),
    ),
)
KING_LEAVES_HILL = entry(
    109,
    "king-leaves-hill",
    "the King would leave its hill for {square}",
    "{hill}",
    MOVEMENT,
    "",
    """A King moves on its own hill only.""",
    (Example(plain("1. d1-d2 *"), "d2"), Example(plain("1. Sd2 d7-d6 *"), "d6")),
)
ENEMY_THERE = entry(
    110,
    "enemy-there",
    "{owner}'s {tile} stands on {square}",
    "squares without enemy tiles",
    MOVEMENT,
    "a capture is written with x, and the capturing tile stays where it is",
    """No tile moves onto or across a square with an enemy tile. Captures are made from a
distance.""",
    (
        Example(stated("3k3/7/7/3s3/3N3/7/3K3 b -/- 1", "1. d3-d4 *"), "d4"),
        Example(stated("3k3/7/7/3s3/3T3/7/3K3 b -/- 1", "1. d3-d4-d5 *"), "d4"),
    ),
)
STACK_TOO_HIGH = entry(
    111,
    "stack-too-high",
    "{count} tiles would stand on {square}",
    "at most 3 tiles on a square, even in passing",
    STACKING,
    "leave tiles behind earlier with # or ##",
    """No square ever holds more than three tiles, not even while a stack passes: tiles crossed
without a mark are picked up.""",
    (
        Example(stated("3k3/7/7/7/3(ST)3/3(TN)3/3K3 b -/- 1", "1. d2-d3 *"), "d3"),
        Example(stated("3k3/7/7/3S3/3S3/3(TN)3/3K3 b -/- 1", "1. d2-d3-d4 *"), "d4"),
    ),
)
STACK_WITH_WOLF = entry(
    112,
    "stack-with-wolf",
    "{square} would hold the Wolf and another tile",
    "an empty square",
    WOLF,
    "",
    """The Wolf is never part of a stack: it enters no occupied square, and its own tiles do not
move onto or across its square.""",
    (
        Example(stated("3k3/7/7/7/3W3/3S3/3K3 b -/- 1", "1. d2-d3 *"), "d3"),
        Example(stated("3k3/7/7/7/3W3/2S4/3K3 b -/- 1", "1. d3-c2 *"), "c2"),
    ),
)
DROP_LEAVES_NOTHING = entry(
    113,
    "drop-leaves-nothing",
    "{marks} on {square} leaves nothing to move: {count} there",
    "fewer tiles left behind than there are",
    "rules R12",
    "the tile that leads the move always moves on",
    """# leaves behind the bottom tile of the stack there, ## the bottom two. The top
tile leads the move and is never left behind.""",
    (
        Example(plain("1. Sd2 Sd6 2. d2#-d3 *"), "#"),
        Example(plain("1. TNd2 Sd6 2. d2##-d3 *"), "##"),
    ),
)
LAST_SQUARE_MARKED = entry(
    114,
    "last-square-marked",
    "the last square {square} has a mark",
    "marks only on squares where tiles move on",
    "rules R11",
    "is the end of the path missing? if not, delete the mark",
    """A mark says how many tiles stay behind when the rest move on; nothing moves on from the
last square.""",
    (
        Example(plain("1. TNd2 Sd6 2. d2-d3# *"), "#"),
        Example(plain("1. TNd2 Sd6 2. d2#-d3-d4## *"), "##"),
    ),
)
RETURNED_UNCHANGED = entry(
    115,
    "returned-unchanged",
    "Nobles return to {square} with as many tiles as they left it with",
    "a tile dropped or picked up on the way",
    "rules R4",
    "",
    """Nobles may come back to the square where the move began only when the moving stack has a
different number of tiles than when it left. This also holds when the path goes on.""",
    (
        Example(plain("1. Nd2 Sd6 2. d2-d3-d2 *"), "d2"),
        Example(stated("3k3/7/7/3N3/7/7/3K3 b -/- 1", "1. d4-e4-d4-c4 *"), "d4"),
    ),
)
