"""What a side sees of a position: no tile under the top of a stack, and not the other's hand.

Neither player can look through a stack, whosever it is (rulebook, Stacking rules), and each can
keep the contents of the hand hidden (rulebook, Game Setup). How many tiles stand on a square or
are in a hand is seen.
"""

from __future__ import annotations

from functools import cache

from mentis_records.fast.mix import mix
from mentis_records.games.mentis.rules import key, square, stack, tile
from mentis_records.games.mentis.rules.position import Position


def view(position: Position, side: int) -> Position:
    """Return a position with ``tile.HIDDEN`` in place of each tile that a side cannot see."""
    cells = tuple(map(_covered, position.cells))
    blue, red = position.hands
    hands = (blue, tile.hidden_hand(red)) if side == 0 else (tile.hidden_hand(blue), red)
    sums = _sums(cells, hands, position.side)
    return Position(cells, hands, position.side, position.move_number, *sums)


def known(position: Position, side: int) -> frozenset[int]:
    """Return the squares with one tile: of a stack neither side sees all."""
    return frozenset(
        place
        for place, cell in enumerate(position.cells)
        if cell and stack.HEIGHT[cell & stack.TILES_MASK] == 1
    )


@cache
def _covered(cell: int) -> int:
    """Return a stack of which nothing but the top tile is seen."""
    *covered, top = stack.tiles_of(cell) or (0,)
    return stack.pack((*[tile.HIDDEN] * len(covered), top), stack.side_of(cell)) if cell else 0


def _sums(cells: tuple[int, ...], hands: tuple[int, int], side: int) -> tuple[int, int]:
    """Return the sum of a view and that of its mirror image; without hidden tiles the position's.

    Views have stacks and hands that no table of parts has (``rules.key``).
    """
    rest = key.RED_TO_MOVE if side else 0
    for owner, hand in enumerate(hands):
        rest ^= mix(owner << tile.HAND_BITS | hand | 1 << 20)
    plain = mirrored = rest
    for place, cell in enumerate(cells):
        if cell:
            plain ^= mix(place << 10 | cell)
            mirrored ^= mix(square.MIRROR[place] << 10 | cell)
    return plain, mirrored
