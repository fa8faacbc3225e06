"""How far tiles are from a King on its hill, on an empty board; knows no position."""

from __future__ import annotations

from array import array

from mentis_records.games.mentis.rules.reach import ATTACKED, WAYS
from mentis_records.games.mentis.rules.square import AROUND, COUNT, HILL, ON_HILL, SIZE, STEP
from mentis_records.games.mentis.rules.tile import KING, STEPS, TRENCHMEN, TYPES, WOLF

FAR = 9
"""In place of the moves that a tile needs to where it cannot come."""

HILL_SQUARES = HILL[0] + HILL[1]

CODES = WOLF + 1
"""How many tile codes there are, that of no tile included."""

HILL_NUMBER = array(
    "i", [HILL_SQUARES.index(at) if at in HILL_SQUARES else 0 for at in range(COUNT)]
)
"""The number of a hill's square among those of both hills; 0 off the hills."""

HILL_BIT = array(
    "i", [1 << HILL_SQUARES.index(at) % 3 if at in HILL_SQUARES else 0 for at in range(COUNT)]
)
"""One bit for each square of a hill; 0 off the hills."""

WAYS_OUT = array("i", [0, 2, 5, 0, 2, 0, 0, 0])
"""The squares of its hill to which a King can step, by the bit of its own."""

BIT_COUNT = array("i", [number.bit_count() for number in range(32)])


def _step(place: int, direction: int) -> int:
    """Return the next square off the hills, or -1 where there is none."""
    there = STEP[4 * place + direction] if place >= 0 else -1
    return there if there >= 0 and not ON_HILL[there] else -1


def _after_one(tile: int, place: int) -> set[int]:
    """Return the squares to which a tile can go in one move (rulebook, Movement Summary Table)."""
    if tile == WOLF:
        return {there for there in AROUND[place] if not ON_HILL[there]}
    if tile == TRENCHMEN:
        return {_step(_step(place, direction), direction) for direction in range(4)} - {-1}
    reached = {place}
    for _ in range(STEPS[tile]):
        reached |= {_step(here, direction) for here in reached for direction in range(4)} - {-1}
    return reached - {place}


def _moves_needed() -> array[int]:
    found = array("i", [FAR] * (len(HILL_SQUARES) * CODES * COUNT))
    for number, king in enumerate(HILL_SQUARES):
        for tile in TYPES:
            if tile == KING:
                continue
            base = COUNT * (CODES * number + tile)
            first = WAYS * (COUNT * tile + king)
            front = {at for at in ATTACKED[first : first + WAYS] if at >= 0 and not ON_HILL[at]}
            moves = 0
            while front:
                for place in front:
                    found[base + place] = moves
                moves += 1
                front = {
                    there
                    for place in front
                    for there in _after_one(tile, place)
                    if found[base + there] == FAR
                }
    return found


MOVES_NEEDED = _moves_needed()
"""The moves after which a tile is at its range from a King, ``FAR`` if none brings it there.

By ``COUNT * (CODES * the number of the King's square + tile) + square`` of the tile.
"""

DISTANCE = array(
    "i",
    [
        abs(king // SIZE - place // SIZE) + abs(king % SIZE - place % SIZE)
        for king in HILL_SQUARES
        for place in range(COUNT)
    ],
)
"""The steps from a square to a King, by ``COUNT`` times the number of its square plus the other."""
