"""What follows from the features of Mentis and is not kept: expressions of sets and numbers."""

from __future__ import annotations

from mentis_records.core.feature import DerivedFeature
from mentis_records.games.mentis.board_row import (
    HIGH,
    LEVELS,
    LOW,
    PLANES,
    SIDES,
    STACKED,
    spread,
)
from mentis_records.games.mentis.feature_row import (
    SIDE_BIT,
    TALLY_MASK,
    TOTAL_BIT,
    TOTAL_SIZE,
    tally_bit,
)
from mentis_records.games.mentis.square import HILL_SET, ROWS, SIZE
from mentis_records.games.mentis.tile import (
    HAND_BITS,
    HAND_SHIFT,
    LETTERS,
    NAMES,
    SET_SIZE,
    SPEARS,
    TRENCHMEN,
    WOLF,
)


def _plane(number: int) -> str:
    """Return the expression for the squares of a plane."""
    return f"({' | '.join(_row_of(number, at) for at in range(SIZE))})"


def _row_of(number: int, at: int) -> str:
    """Return the expression for the squares of a plane in one row.

    As 2**8 leaves 2 when divided by 2**7 - 1, the remainder of a number with a bit in some of its
    bytes has these bits side by side, unless there are seven: the last is treated by itself.
    """
    row, last = f"row{ROWS[at]}", SIZE - 1
    first = f"(((({row} >> {number}) & {spread(1, (1 << last) - 1)}) % {(1 << SIZE) - 1})"
    end = f"((({row} >> {number + PLANES * last}) & 1) << {last})"
    squares = f"{first} | {end})"
    return f"({squares} << {SIZE * at})" if at else squares


def top_of(tile: int) -> str:
    """Return the feature with the squares that have a type of those in stacks on top."""
    return f"top_{LETTERS[tile].lower()}"


def _level(level: int, tile: int) -> str:
    """Return the expression for the squares with a type at a level of their stack."""
    if level == 0:
        return top_of(tile)
    low, high = _plane(LOW[level]), _plane(HIGH[level])
    if tile == SPEARS:
        return f"({low} & ~{high})"
    return f"({high} & ~{low})" if tile == TRENCHMEN else f"({low} & {high})"


def _anywhere(tile: int) -> str:
    return f"({' | '.join(_level(level, tile) for level in range(len(LEVELS)))})"


def _there(level: int) -> str:
    return f"({_plane(LOW[level])} | {_plane(HIGH[level])})"


def held(side: int, tile: int) -> str:
    """Return the expression for how many tiles of a type are in a hand."""
    return f"((state_code >> {HAND_SHIFT[tile] + HAND_BITS * side}) & 7)"


def standing(side: int, tile: int) -> str:
    """Return the expression for how many tiles of a type a side has on the board."""
    return f"((state_code >> {tally_bit(side, tile)}) & {TALLY_MASK[tile]})"


def standing_in_all(side: int) -> str:
    """Return the expression for how many tiles a side has on the board."""
    return f"((state_code >> {TOTAL_BIT + TOTAL_SIZE * side}) & {(1 << TOTAL_SIZE) - 1})"


def side_to_move() -> str:
    """Return the expression for the index of the side to move."""
    return f"((state_code >> {SIDE_BIT}) & 1)"


def _lost(side: int, tile: int) -> str:
    """Return the expression for set minus hand minus board."""
    return f"({SET_SIZE[tile]} - {held(side, tile)} - {standing(side, tile)})"


_OWNED = f"({' | '.join(SIDES)})"
_TOPS = " | ".join(map(top_of, STACKED))

DERIVED: tuple[DerivedFeature, ...] = (
    DerivedFeature("side", side_to_move(), "the side to move: 0 Blue, 1 Red"),
    *(
        DerivedFeature(
            f"{name}_{LETTERS[tile].lower()}",
            _level(level, tile),
            f"squares with {NAMES[tile]} {name} from the top",
        )
        for level, name in enumerate(LEVELS[1:], 1)
        for tile in STACKED
    ),
    DerivedFeature("kings", f"({_OWNED} & {HILL_SET})", "squares with Kings"),
    DerivedFeature("wolves", f"({_OWNED} & ~({_TOPS} | {HILL_SET}))", "squares with Wolves"),
    *(
        DerivedFeature(
            f"any_{LETTERS[tile].lower()}",
            _anywhere(tile),
            f"squares with {NAMES[tile]} anywhere in the stack, top included",
        )
        for tile in STACKED
    ),
    DerivedFeature("height2", _there(1), "squares with two tiles or three"),
    DerivedFeature("height3", _there(2), "squares with three tiles"),
    *(
        DerivedFeature(
            f"{name}_hand_{LETTERS[tile].lower()}",
            held(side, tile),
            f"how many {NAMES[tile]} are in {name.title()}'s hand",
        )
        for side, name in enumerate(SIDES)
        for tile in (*STACKED, WOLF)
    ),
    *(
        DerivedFeature(
            f"{name}_lost_{LETTERS[tile].lower()}",
            _lost(side, tile),
            f"how many {NAMES[tile]} {name.title()} has lost: set minus hand minus board",
        )
        for side, name in enumerate(SIDES)
        for tile in STACKED
    ),
)
