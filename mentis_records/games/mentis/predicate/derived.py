"""What follows from the features of Mentis and is not kept: expressions of sets and numbers."""

from __future__ import annotations

from mentis_records.core.feature import DerivedFeature
from mentis_records.games.mentis.index.board_row import (
    HIGH,
    LEVELS,
    LOW,
    PLANES,
    SIDES,
    STACKED,
    spread,
    squares_with,
)
from mentis_records.games.mentis.index.feature_row import (
    SIDE_BIT,
    TALLY_MASK,
    TOTAL_BIT,
    TOTAL_SIZE,
    tally_bit,
)
from mentis_records.games.mentis.predicate.square_condition import (
    SquareTest,
    other_planes,
    planes_of,
)
from mentis_records.games.mentis.rules.square import HILL_SET, SIZE
from mentis_records.games.mentis.rules.tile import (
    HAND_BITS,
    HAND_SHIFT,
    LETTERS,
    NAMES,
    SET_SIZE,
    WOLF,
)


def _squares(test: SquareTest) -> str:
    """Return the expression for the squares that pass a test."""
    rows = (
        f"({_side_by_side(test.of_row(row))} << {SIZE * row})"
        if row
        else _side_by_side(test.of_row(row))
        for row in range(SIZE)
    )
    return f"({' | '.join(rows)})"


def _side_by_side(squares: str) -> str:
    """Return the expression for the lowest bits of a row's bytes, side by side.

    As 2**8 leaves 2 when divided by 2**7 - 1, the remainder of a number with a bit in some of its
    bytes has these bits side by side, unless there are seven: the last is treated by itself.
    """
    last = SIZE - 1
    first = f"(({squares} & {spread(1, (1 << last) - 1)}) % {(1 << SIZE) - 1})"
    return f"({first} | (({squares} >> {(PLANES - 1) * last}) & {1 << last}))"


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


def _united(*sets: str) -> str:
    """Return the expression for the squares of some sets."""
    return f"({' | '.join(sets)})"


def _filled(level: int) -> str:
    """Return the expression for the squares with a tile at a level below the top."""
    return _squares(SquareTest(some=((LOW[level], HIGH[level]),)))


_OWNED = _united(*SIDES)
_TOPS = _united(*map(squares_with, STACKED))

DERIVED: tuple[DerivedFeature, ...] = (
    DerivedFeature("side", side_to_move(), "the side to move: 0 Blue, 1 Red"),
    *(
        DerivedFeature(
            squares_with(tile, level),
            _squares(SquareTest(has=planes_of(tile, level), lacks=other_planes(tile, level))),
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
            _united(*(squares_with(tile, level) for level in range(len(LEVELS)))),
            f"squares with {NAMES[tile]} anywhere in the stack, top included",
        )
        for tile in STACKED
    ),
    DerivedFeature("height2", _filled(1), "squares with two tiles or three"),
    DerivedFeature("height3", _filled(2), "squares with three tiles"),
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
