"""Tell which moves the board can follow, though they may be illegal."""

from __future__ import annotations

from mentis_records.games.mentis.rules.move import MAX_STEPS, Capture, Deployment, Move, Movement
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.square import ON_HILL
from mentis_records.games.mentis.rules.stack import MAX_HEIGHT, height, tiles_of
from mentis_records.games.mentis.rules.tile import KING, WOLF, hand_count


def can_follow(position: Position, move: Move) -> bool:
    """Tell whether the board can follow a move, though it may be illegal.

    The tiles must be there, belong to the side to move and fit where they go; and the position
    after it must be one that can be stated: hills, Kings and Wolves where they may stand.
    """
    cells, side = position.cells, position.side
    if isinstance(move, Capture):
        own, enemy = cells[move.place], cells[move.target]
        return bool(own and enemy) and own >> 9 == side and enemy >> 9 != side
    if isinstance(move, Deployment):
        cell, tiles = cells[move.place], tiles_of(move.tiles)
        has_tiles = all(
            tiles.count(tile) <= hand_count(position.hands[side], tile) for tile in tiles
        )
        is_free = not cell or (cell >> 9 == side and WOLF not in (cell & 7, *tiles))
        fits = height(cell) + len(tiles) <= MAX_HEIGHT and not ON_HILL[move.place]
        return has_tiles and is_free and fits and (WOLF not in tiles or len(tiles) == 1)
    return len(move.drops) <= MAX_STEPS and _can_walk(cells, side, move)


def _can_walk(cells: tuple[int, ...], side: int, move: Movement) -> bool:
    start = cells[move.path[0]]
    if not start or start >> 9 != side:
        return False
    left: dict[int, int] = {}
    tall = height(start)
    for index, drop in enumerate(move.drops):
        here, there = move.path[index], move.path[index + 1]
        if drop >= tall or here == there:
            return False
        left[here] = drop
        cell = cells[there]
        if ON_HILL[there] != (side + 1 if move.leader == KING else 0):
            return False
        if cell and (cell >> 9 != side or WOLF in (move.leader, cell & 7)):
            return False
        tall += left.get(there, height(cell)) - drop
        if tall > MAX_HEIGHT:
            return False
    return True
