"""The squares that tiles attack on an empty board: at their range (rulebook, Capture Rules)."""

from __future__ import annotations

from array import array

from mentis_records.games.mentis.rules import square, tile

WAYS = 8
"""The most squares that a tile attacks."""


def _attacked() -> array[int]:
    """Return ``WAYS`` squares for each tile code and square, the rest being -1."""
    found = array("i")
    for code in range(len(tile.ATTACK_RANGE)):
        for place in range(square.COUNT):
            if code == tile.WOLF:
                there = square.AROUND[place]
            else:
                there = _in_line(place, tile.ATTACK_RANGE[code])
            found.extend([*there, *[-1] * WAYS][:WAYS])
    return found


def _in_line(place: int, distance: int) -> tuple[int, ...]:
    """Return the squares so far away in a straight line, ascending; none at no distance."""
    row, column = divmod(place, square.SIZE)
    return tuple(
        square.SIZE * there + across
        for there, across in (
            (row - distance, column),
            (row, column - distance),
            (row, column + distance),
            (row + distance, column),
        )
        if distance and 0 <= there < square.SIZE and 0 <= across < square.SIZE
    )


ATTACKED = _attacked()
"""The squares at the range of a tile, by ``WAYS * (square.COUNT * tile + square)`` and on."""

ATTACKED_SETS = array(
    "q",
    [
        sum(1 << target for target in ATTACKED[first : first + WAYS] if target >= 0)
        for first in range(0, len(ATTACKED), WAYS)
    ],
)
"""The same as sets of squares, by ``square.COUNT * tile + square``."""
