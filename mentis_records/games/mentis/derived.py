"""What follows from the features of Mentis and is not kept: expressions of sets and numbers."""

from __future__ import annotations

from mentis_records.core.feature import DerivedFeature
from mentis_records.games.mentis.feature import LEVELS, SIDES, STACKED
from mentis_records.games.mentis.square import HILL_SET
from mentis_records.games.mentis.tile import (
    HAND_BITS,
    HAND_SHIFT,
    LETTERS,
    NAMES,
    NOBLES,
    SET_SIZE,
    SPEARS,
    TRENCHMEN,
    WOLF,
)


def level_of(level: str, tile: int) -> str:
    """Return the expression for the squares with a type at a level below the top."""
    low, high = f"{level}_low", f"{level}_high"
    return {
        SPEARS: f"({low} & ~{high})",
        TRENCHMEN: f"({high} & ~{low})",
        NOBLES: f"({low} & {high})",
    }[tile]


def top_of(tile: int) -> str:
    """Return the name of the set of squares with a type on top."""
    return f"top_{LETTERS[tile].lower()}"


def _anywhere(tile: int) -> str:
    return f"({top_of(tile)} | {level_of('second', tile)} | {level_of('third', tile)})"


def held(side: str, tile: int) -> str:
    """Return the expression for how many tiles of a type are in a hand."""
    shift = HAND_SHIFT[tile] + HAND_BITS * SIDES.index(side)
    return f"((state_code >> {shift}) & 7)"


def _lost(side: str, tile: int) -> str:
    """Return the expression for set minus hand minus board."""
    return f"({SET_SIZE[tile]} - {held(side, tile)} - {standing(side, tile)})"


def standing(side: str, tile: int) -> str:
    """Return the expression for how many tiles of a stacked type are on the board."""
    levels = (top_of(tile), *(level_of(level, tile) for level in LEVELS))
    return f"({' + '.join(f'bit_count({side} & {level})' for level in levels)})"


HEIGHT2 = "(second_low | second_high)"
"""The squares with two tiles or three."""

HEIGHT3 = "(third_low | third_high)"
"""The squares with three tiles."""

_TOPS = " | ".join(top_of(tile) for tile in STACKED)

DERIVED: tuple[DerivedFeature, ...] = (
    DerivedFeature("side", f"(state_code >> {2 * HAND_BITS})", "the side to move: 0 Blue, 1 Red"),
    DerivedFeature("kings", f"((blue | red) & {HILL_SET})", "squares with Kings"),
    DerivedFeature("wolves", f"((blue | red) & ~({_TOPS} | {HILL_SET}))", "squares with Wolves"),
    *(
        DerivedFeature(
            f"{level}_{LETTERS[tile].lower()}",
            level_of(level, tile),
            f"squares with {NAMES[tile]} {level} from the top",
        )
        for level in LEVELS
        for tile in STACKED
    ),
    *(
        DerivedFeature(
            f"any_{LETTERS[tile].lower()}",
            _anywhere(tile),
            f"squares with {NAMES[tile]} anywhere in the stack, top included",
        )
        for tile in STACKED
    ),
    DerivedFeature("height2", HEIGHT2, "squares with two tiles or three"),
    DerivedFeature("height3", HEIGHT3, "squares with three tiles"),
    *(
        DerivedFeature(
            f"{side}_hand_{LETTERS[tile].lower()}",
            held(side, tile),
            f"how many {NAMES[tile]} are in {side.title()}'s hand",
        )
        for side in SIDES
        for tile in (*STACKED, WOLF)
    ),
    *(
        DerivedFeature(
            f"{side}_lost_{LETTERS[tile].lower()}",
            _lost(side, tile),
            f"how many {NAMES[tile]} {side.title()} has lost: set minus hand minus board",
        )
        for side in SIDES
        for tile in STACKED
    ),
)
