"""Codes about stones placed from the hand."""

from mentis_records.core.diagnostic import Example
from mentis_records.games.antipode.code.entry import SETUP, entry, plain, stated

SPACE_OCCUPIED = entry(
    101,
    "space-occupied",
    "{space} is occupied",
    "an empty space with no piece on any of the eight around it",
    "rulings R2",
    "",
    """A stone is placed on an empty space. That of the Antipode is occupied, always.""",
    (Example(plain("1. d4 *"), "d4"), Example(plain("1. b2 b2 *"), "b2")),
)
SPACE_ADJACENT = entry(
    102,
    "space-adjacent",
    "{space} is next to {blocker}, which is occupied",
    "an empty space with no piece on any of the eight around it",
    "rulings R1",
    "",
    """No piece may stand on any of the eight spaces around that on which a stone is placed, be
it a stone of either side or the Antipode.""",
    (Example(plain("1. d5 *"), "d5"), Example(plain("1. b2 c1 *"), "c1")),
)
NO_STONE_IN_HAND = entry(
    103,
    "no-stone-in-hand",
    "{side} has no stone in hand",
    "a move or a jump",
    "rulings R6",
    "captured stones never return to a hand",
    """Placing takes a stone from the hand. When it is empty, there are only moves and jumps.""",
    (
        Example(stated("7/7/7/G6/7/7/6s G 0/5 0/0 -,- pb 0", "1. d7 *"), "d7"),
        Example(stated("7/7/7/G6/7/7/6s S 5/0 0/0 -,- pb 0", "1. d7 *"), "d7"),
    ),
)
SETUP_PLACING = entry(
    104,
    "setup-placing",
    "{found} in set-up: {space} is still free for a stone",
    "a stone placed on a free space, such as {space}",
    SETUP + "; rulings R3",
    "",
    """Set-up lasts while a space is free that no piece is next to. In it a stone must be placed;
moves and jumps come after it.""",
    (Example(plain("1. b2 Ad4-d5 *"), "Ad4-d5"), Example(plain("1. b2 b6 2. b2-b3 *"), "b2-b3")),
)
