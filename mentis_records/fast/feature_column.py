"""The features of the positions of many games, in columns; knows neither games nor databases."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython
from mentis_records.fast.kernel import Kernel

if not cython.compiled:
    from mentis_records.fast.pointer import address32, address64, offset64


def fill_columns(
    kernel: Kernel,
    slots: Sequence[int],
    turns: Sequence[int],
    columns: array[int],
    seen: array[int],
) -> None:
    """Play games and write the features of all their positions, and what is seen in each game.

    Other threads may run meanwhile, but none that uses this kernel.

    Args:
        kernel: plays; its current position is lost.
        slots: where the kernel keeps the start of each game, 32-bit integers.
        turns: what led to each position, 64-bit integers, the positions of a game in order:
            -1 for the first, else the move's code times 8, plus the index of the side.
            ``Game.decode_move`` must know the codes.
        columns: takes the features, one after the other, each with the length of ``turns``, then
            those of the excerpt.
        seen: takes for each game the bits that its positions have in any feature, then its
            sightings, one game after the other.

    Raises:
        ValueError: there is too little room, there are not as many starts as slots, the first turn
            is no start, or the board cannot follow a move.
        IndexError: the kernel has no such slot.
    """
    size = len(turns)
    width = kernel.feature_count + kernel.excerpt_count
    if len(columns) < width * size:
        raise ValueError(f"{len(columns)} numbers are no room for {width} columns of {size}")
    games, breadth = len(slots), kernel.feature_count + kernel.sighting_count
    if len(seen) < games * breadth:
        raise ValueError(f"{len(seen)} numbers are no room for {breadth} of {games} games")
    sights = address64(seen)
    for at in range(games * breadth):
        sights[at] = 0
    for at in range(len(slots)):
        kernel.check_slot(slots[at])
    starts = address64(turns)
    if (size and starts[0] >= 0) or count_starts(starts, size) != len(slots):
        raise ValueError("the turns do not begin as many games as there are slots")
    row = array("q", bytes(8 * kernel.row_size))
    found, room, first = address64(row), address64(columns), address32(slots)
    at = 0
    while True:
        with cython.nogil:
            at = _fill(kernel, first, starts, at, size, found, width, room, sights)
        if at == size:
            return
        # A record may have illegal plies, if it says that they were played so.
        if turns[at] & 7 != kernel.side or not kernel.play_anyway(turns[at] >> 3):
            raise ValueError("a move that the board cannot follow")
        kernel.describe_after(turns[at] >> 3, found)
        _enter(found, at, size, width, room)
        _see(kernel, found, offset64(sights, (count_starts(starts, at) - 1) * breadth))
        at += 1


def is_ordered(game_ids: Sequence[int], plies: Sequence[int]) -> bool:
    """Tell whether positions stand by game, ascending, and in a game by ply from 0 on.

    Args:
        game_ids: the game of each position, 32-bit integers.
        plies: how many plies were played before it, 32-bit integers, as many.
    """
    games, numbers = address32(game_ids), address32(plies)
    for at in range(len(plies)):
        if numbers[at] == 0:
            if at and games[at] <= games[at - 1]:
                return False
        elif not at or games[at] != games[at - 1] or numbers[at] != numbers[at - 1] + 1:
            return False
    return True


def count_starts(turns: Sequence[int], size: int) -> int:
    """Return how many of the turns are those of a start."""
    found = 0
    for at in range(size):
        if turns[at] < 0:
            found += 1
    return found


def _fill(
    kernel: Kernel,
    slots: Sequence[int],
    turns: Sequence[int],
    at: int,
    size: int,
    row: array[int],
    width: int,
    columns: array[int],
    seen: array[int],
) -> int:
    """Go on from a position; return the first that no legal move of the side leads to."""
    game = count_starts(turns, at)
    breadth = kernel.feature_count + kernel.sighting_count
    sights = offset64(seen, (game - 1) * breadth if game else 0)
    while at < size:
        turn = turns[at]
        if turn < 0:
            kernel.restore(slots[game])
            sights = offset64(seen, game * breadth)
            game += 1
            kernel.describe(row)
        elif turn & 7 == kernel.side and kernel.play_legal(turn >> 3):
            kernel.describe_after(turn >> 3, row)
        else:
            break
        _enter(row, at, size, width, columns)
        _see(kernel, row, sights)
        at += 1
    return at


def _see(kernel: Kernel, row: Sequence[int], seen: MutableSequence[int]) -> None:
    """Add the features of a position, and what is to be seen in it, to those of its game."""
    width = kernel.feature_count
    for feature in range(width):
        seen[feature] |= row[feature]
    kernel.see(row, offset64(seen, width))


def _enter(row: Sequence[int], at: int, size: int, width: int, columns: array[int]) -> None:
    """Put the features of a position, the excerpt's included, where they belong."""
    for feature in range(width):
        columns[feature * size + at] = row[feature]
