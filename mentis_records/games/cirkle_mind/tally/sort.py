"""Sorts of pieces, as the counts tell them apart: targets, black pieces and coloured ones."""

from __future__ import annotations

from mentis_records.games.cirkle_mind.rules.piece import BLACK, FACES, TARGET, VICTORY_TARGETS

SORTS = ("coloured piece", "black piece", "target")
COLOURED_SORT, BLACK_SORT, TARGET_SORT = range(len(SORTS))

SORT_OF: tuple[int, ...] = (
    -1,
    *(
        TARGET_SORT if face[1] == TARGET else BLACK_SORT if face[0] == BLACK else COLOURED_SORT
        for face in FACES
    ),
)
"""The index in ``SORTS`` of each face by its number."""

ROLES = ("victory target", "other target", "black piece", "coloured piece")


def role_of(face: int, side: int) -> int:
    """Return the index in ``ROLES`` of a face by its number, for a side that has it."""
    if SORT_OF[face] == TARGET_SORT:
        return 0 if face == VICTORY_TARGETS[side] else 1
    return 2 if SORT_OF[face] == BLACK_SORT else 3
