"""SQL of sets of squares, over the features and their excerpt; knows no query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mentis_records.games.mentis.index.board_row import STACKED, squares_with
from mentis_records.games.mentis.rules.tile import KING, WOLF


def either(sets: Iterable[str]) -> str:
    """Return the squares that are in one of some sets."""
    parts = list(sets)
    return parts[0] if len(parts) == 1 else f"({' | '.join(parts)})"


def both(squares: str, others: str) -> str:
    """Return those of some squares that are in another set, if one is given."""
    return f"({squares} & {others})" if others else squares


def topped_by(tiles: Sequence[int]) -> str:
    """Return those of the squares with tiles that have one of some types on top.

    It is nothing for all types, or Kings alone: hills tell these. Kings and others are told from
    what stands in stacks, not from Wolves.
    """
    if {*tiles} in ({KING}, {*STACKED, KING}):
        return ""
    if {*tiles} == {WOLF}:
        return "wolf_squares"
    if KING in tiles:
        return f"~{either(squares_with(tile) for tile in STACKED if tile not in tiles)}"
    return either(squares_with(tile) for tile in tiles)
