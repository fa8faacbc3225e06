"""Codes about moves of a stone by one space, and of the Antipode."""

from mentis_records.core.diagnostic import Example
from mentis_records.games.antipode.code.entry import PLAY, entry, stated

_OPEN = "7/7/7/1S1g2G/7/7/7 G 5/5 0/0 -,- pb 0"

NO_STONE_THERE = entry(
    201,
    "no-stone-there",
    "no stone on {space}",
    "a space with a stone of {side}",
    PLAY,
    "is the space right, or is a turn missing before it?",
    """A move or a jump begins on a space with a stone of the side whose turn it is.""",
    (Example(stated(_OPEN, "1. a1-a2 *"), "a1-a2"), Example(stated(_OPEN, "1. c4xa4 *"), "c4xa4")),
)
OPPOSING_STONE = entry(
    202,
    "opposing-stone",
    "the stone on {space} is {owner}'s",
    "a stone of {side}, whose turn it is",
    PLAY,
    "is a turn missing or repeated before it?",
    """A side moves and jumps with its own stones only.""",
    (
        Example(stated(_OPEN, "1. b4-b5 *"), "b4-b5"),
        Example(stated(_OPEN, "1. g4-g5 g5-g6 *"), "g5-g6"),
    ),
)
ANTIPODE_UNNAMED = entry(
    203,
    "antipode-unnamed",
    "on {space} is the Antipode, which is moved with an A: A{space}-...",
    "a stone of {side}",
    "rulings R4",
    "",
    """The moves of the Antipode begin with A. It never jumps.""",
    (Example(stated(_OPEN, "1. d4-d5 *"), "d4-d5"), Example(stated(_OPEN, "1. d4xb4 *"), "d4xb4")),
)
STEP_OCCUPIED = entry(
    204,
    "step-occupied",
    "{space} is occupied",
    "an empty space",
    PLAY,
    "",
    """A stone moves to an empty space next to its own. Over a piece it jumps, and lands behind
it.""",
    (
        Example(stated("7/7/7/GS5/7/7/6s G 5/5 0/0 -,- pb 0", "1. a4-b4 *"), "a4-b4"),
        Example(stated("7/7/7/GG5/7/7/6s G 5/5 0/0 -,- pb 0", "1. a4-b4 *"), "a4-b4"),
    ),
)
NOT_A_STEP = entry(
    205,
    "not-a-step",
    "{target} is neither one nor two spaces from {space} in a straight line",
    "one space for a move, two for a jump, along a row or a column",
    PLAY,
    "",
    """Stones move one space along a row or a column, and jump two. No stone moves diagonally.""",
    (Example(stated(_OPEN, "1. g4-f5 *"), "g4-f5"), Example(stated(_OPEN, "1. g4-g7 *"), "g4-g7")),
)
BACK_AND_FORTH = entry(
    206,
    "back-and-forth",
    "{found} takes back {last}, the turn of {side} before",
    "another turn",
    "rulings R7",
    "after any turn of another kind it may go back",
    """A piece may not move back and forth between the same two spaces on consecutive turns, be it
a stone or the Antipode. Jumps are free.""",
    (
        Example(stated("7/7/7/1S1g2G/7/7/7 G 5/5 0/0 d7d4,- pb 0", "1. Ad4-d7 *"), "Ad4-d7"),
        Example(stated(_OPEN, "1. g4-g5 b4-b5 2. g5-g4 *"), "g5-g4"),
    ),
)
ANTIPODE_ELSEWHERE = entry(
    301,
    "antipode-elsewhere",
    "the Antipode is on {space}, not on {found}",
    "A{space}-...",
    "notation: Antipode",
    "",
    """A move of the Antipode names the space where it stands and the one to which it goes.""",
    (
        Example(stated(_OPEN, "1. Ad5-d6 *"), "Ad5-d6"),
        Example(stated(_OPEN, "1. Ag4-g5 *"), "Ag4-g5"),
    ),
)
ANTIPODE_OPPOSING = entry(
    302,
    "antipode-opposing",
    "the Antipode shows the face of {owner}",
    "a turn with a stone, or a jump over the Antipode",
    "rulings R5",
    "",
    """Only the player whose colour is up moves the Antipode. Both may jump it, which flips it.""",
    (
        Example(stated("7/7/7/1S1s2G/7/7/7 G 5/5 0/0 -,- pb 0", "1. Ad4-d5 *"), "Ad4-d5"),
        Example(stated(_OPEN, "1. g4-g5 Ad4-d5 *"), "Ad4-d5"),
    ),
)
ANTIPODE_NOT_STRAIGHT = entry(
    303,
    "antipode-not-straight",
    "the Antipode moves in a straight line, not from {space} to {target}",
    "a space in the row or the column of {space}",
    PLAY,
    "",
    """The Antipode moves any number of open spaces along a row or a column.""",
    (
        Example(stated(_OPEN, "1. Ad4-e5 *"), "Ad4-e5"),
        Example(stated(_OPEN, "1. Ad4-c7 *"), "Ad4-c7"),
    ),
)
ANTIPODE_BLOCKED = entry(
    304,
    "antipode-blocked",
    "a piece on {blocker} is in the way of the Antipode",
    "open spaces all the way",
    "rulings R4",
    "the Antipode may not jump or land on a piece",
    """The Antipode moves over open spaces to an open space. It never jumps and never captures.""",
    (
        Example(stated(_OPEN, "1. Ad4-b4 *"), "Ad4-b4"),
        Example(stated(_OPEN, "1. Ad4-a4 *"), "Ad4-a4"),
    ),
)
PASS_WITH_TURNS = entry(
    501,
    "pass-not-forced",
    "a pass, though there is a legal turn such as {turn}",
    "a turn",
    "rulings R11",
    "",
    """A side passes only if it has no legal turn. When both sides have to, one after the other,
the round is drawn.""",
    (Example(stated(_OPEN, "1. -- *"), "--"), Example(stated(_OPEN, "1. g4-g5 -- *"), "--")),
)
