"""Play a move that the board can follow; legality is somebody else's question."""

from __future__ import annotations

from mentis_records.games.mentis.key import RED_TO_MOVE, cell_key, hand_key
from mentis_records.games.mentis.move import MAX_STEPS, Capture, Deployment, Move, Movement
from mentis_records.games.mentis.position import RED, Position
from mentis_records.games.mentis.square import MIRROR, ON_HILL
from mentis_records.games.mentis.stack import MAX_HEIGHT, TILES_MASK, height, tiles_of
from mentis_records.games.mentis.tile import HAND_SHIFT, KING, WOLF, hand_count


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


def play_unchecked(position: Position, move: Move) -> Position:
    """Return the position after a move, with its keys brought up to date.

    The move must be one that the board can follow (``can_follow``).
    """
    cells = list(position.cells)
    hands = list(position.hands)
    side = position.side
    touched: tuple[int, ...]
    if isinstance(move, Capture):
        touched = (move.target,)
        rest = (cells[move.target] & TILES_MASK) >> 3
        cells[move.target] = rest | (1 - side) << 9 if rest else 0
    elif isinstance(move, Deployment):
        touched = (move.place,)
        below = cells[move.place] & TILES_MASK
        cells[move.place] = below << 3 * height(move.tiles) | move.tiles | side << 9
        for tile in tiles_of(move.tiles):
            hands[side] -= 1 << HAND_SHIFT[tile]
    else:
        touched = tuple(set(move.path))
        _walk(cells, side, move)
    key = position.key ^ RED_TO_MOVE
    mirror_key = position.mirror_key ^ RED_TO_MOVE
    for place in touched:
        old, new = position.cells[place], cells[place]
        key ^= cell_key(place, old) ^ cell_key(place, new)
        mirrored = MIRROR[place]
        mirror_key ^= cell_key(mirrored, old) ^ cell_key(mirrored, new)
    if hands[side] != position.hands[side]:
        change = hand_key(side, position.hands[side]) ^ hand_key(side, hands[side])
        key ^= change
        mirror_key ^= change
    return Position(
        tuple(cells),
        (hands[0], hands[1]),
        1 - side,
        position.move_number + (1 if side == RED else 0),
        key,
        mirror_key,
    )


def _walk(cells: list[int], side: int, move: Movement) -> None:
    """Carry the stack along the path, dropping and picking up (rulebook, Stacking Rules)."""
    colour = side << 9
    moving = 0
    for index, drop in enumerate(move.drops):
        here = move.path[index]
        tiles = (cells[here] & TILES_MASK) << 3 * height(moving) | moving
        going = height(tiles) - drop
        left = tiles >> 3 * going
        moving = tiles & (1 << 3 * going) - 1
        cells[here] = left | colour if left else 0
    last = move.path[-1]
    cells[last] = (cells[last] & TILES_MASK) << 3 * height(moving) | moving | colour
