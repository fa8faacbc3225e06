"""What a square must be like to pass a test, and the SQL that it is; knows no query.

The SQL reads ``index.feature.FEATURES``. What is asked of one square is one comparison or two of
its row's number; of several it is computed for all squares of a row at once, or of the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.index.board_row import (
    ALL_PLANES,
    HIGH,
    LOW,
    OWNERS,
    PLANES,
    SIDES,
    STACKED,
    plane_set,
    spread,
    squares_with,
)
from mentis_records.games.mentis.rules.square import BOARD_SET, ROWS, SIZE
from mentis_records.games.mentis.rules.tile import NOBLES, SPEARS, WOLF

ROW_SET = (1 << SIZE) - 1
"""All columns, as a set."""

_FEW_PLANES = 3
"""To look at so many planes one by one costs no more than to look for a byte."""


@dataclass(frozen=True, slots=True)
class SquareTest:
    """What a square passes if all of it holds.

    ``top`` is the type that must be on top. ``has`` and ``lacks`` are planes that it must be in and
    must not be in, each of ``some`` are planes of which it must be in one; they are not those of
    the top. ``holds`` is a type that must be somewhere in its stack, ``mark`` a feature whose set
    it must be in. No square beyond ``where`` passes.
    """

    top: int = 0
    has: tuple[int, ...] = ()
    lacks: tuple[int, ...] = ()
    some: tuple[tuple[int, ...], ...] = ()
    holds: int = 0
    mark: str = ""
    where: int = BOARD_SET

    @property
    def is_shallow(self) -> bool:
        """Tell whether nothing is asked of tiles below the top one."""
        planes = (*self.has, *self.lacks, *(plane for planes in self.some for plane in planes))
        return not self.holds and {*planes} <= {*OWNERS}

    @property
    def _known(self) -> tuple[int, int]:
        """Return the bits of a square's byte that are known, and what they must be."""
        has, lacks = [*self.has], [*self.lacks]
        if self.top in (*STACKED, WOLF):
            has += planes_of(self.top)
            lacks += other_planes(self.top)
        return plane_set(*has, *lacks), plane_set(*has)

    @property
    def _any_planes(self) -> int:
        """Return the planes in one of which a square must be, if no more is asked, or 0."""
        known, wanted = self._known
        if self.mark or self.holds or known != wanted:
            return 0
        ways = [*self.some, *([plane] for plane in range(PLANES) if known >> plane & 1)]
        return plane_set(*ways[0]) if len(ways) == 1 else 0

    @property
    def passing(self) -> set[int]:
        """Return the bytes that squares within ``where`` have in their rows if they pass.

        Marks are not looked at.
        """
        known, wanted = self._known
        some = [plane_set(*planes) for planes in self.some]
        found = {
            byte
            for byte in range(1 << PLANES)
            if byte & known == wanted and all(byte & planes for planes in some)
        }
        if not self.holds:
            return found
        return {byte for byte in found if self.holds in [byte >> low & 3 for low in LOW]}

    def of_square(self, place: int) -> str:
        """Return SQL that a square within ``where`` passes; what is seldom true stands first."""
        row, shift = _row(place // SIZE), PLANES * (place % SIZE)
        tests = [f"({self.mark} & {1 << place}) <> 0"] if self.mark else []
        tests += [f"({row} & {plane_set(*planes) << shift}) <> 0" for planes in self.some]
        known, wanted = self._known
        if known:
            tests.append(f"({row} & {known << shift}) {_equals(known << shift, wanted << shift)}")
        if self.holds:
            held = _like(self.holds, row, f"({row} >> {HIGH[0] - LOW[0]})")
            tests.append(f"({held} & {plane_set(*LOW) << shift}) <> 0")
        return f"({' and '.join(tests)})" if tests else "true"

    def of_board(self) -> str:
        """Return the squares that pass a test that ``is_shallow``, as bits.

        Only those of squares within ``where`` mean anything.
        """
        parts = [self.mark] if self.mark else []
        parts += [SIDES[plane] for plane in self.has]
        parts += [f"~{SIDES[plane]}" for plane in self.lacks]
        parts += [f"({' | '.join(SIDES[plane] for plane in some)})" for some in self.some]
        parts += [squares_with(self.top)] if self.top in STACKED else []
        if self.top == WOLF:
            parts.append(f"~({' | '.join(map(squares_with, STACKED))})")
        return _joined(parts)

    def of_row(self, row: int) -> str:
        """Return the squares of a row that pass a test without a mark: the lowest bits of bytes.

        Other bits mean nothing, nor do those of squares beyond ``where``.
        """
        name = _row(row)
        planes = [name, *(f"({name} >> {plane})" for plane in range(1, PLANES))]
        known, wanted = self._known
        numbers = [plane for plane in range(PLANES) if known >> plane & 1]
        parts = [planes[plane] for plane in numbers if wanted >> plane & 1]
        parts += [f"~{planes[plane]}" for plane in numbers if not wanted >> plane & 1]
        parts += [f"({' | '.join(planes[plane] for plane in some)})" for some in self.some]
        if self.holds:
            pairs = zip(LOW, HIGH, strict=True)
            levels = [_like(self.holds, planes[low], planes[high]) for low, high in pairs]
            parts.append(f"({' | '.join(levels)})")
        return _joined(parts)

    def in_row(self, row: int, columns: int) -> str:
        """Return a number that is 0 if no square of some columns of a row passes.

        The columns must be within ``where``, and the test without a mark.
        """
        if self._any_planes:
            return f"({_row(row)} & {spread(self._any_planes, columns)})"
        known, wanted = self._known
        if self.some or self.holds or known.bit_count() <= _FEW_PLANES:
            return f"({self.of_row(row)} & {spread(1, columns)})"
        # The lowest byte that is 0 is the lowest that loses its highest bit's 0 when 1 is taken
        # from all. No byte is left to be 0 by chance: those of other columns are filled.
        differing = f"xor({_row(row)}, {spread(wanted, columns)})"
        if known != ALL_PLANES:
            differing = f"({differing} & {spread(known, columns)})"
        if others := spread(1, ROW_SET & ~columns):
            differing = f"({differing} | {others})"
        highest = spread(1 << PLANES - 1, columns)
        return f"(({differing} - {spread(1, ROW_SET)}) & ~{differing} & {highest})"


def of_any(tests: Sequence[SquareTest], place: int) -> str:
    """Return SQL that a square within ``where`` passes one of some tests without marks.

    The tiles of a square are one of 64 numbers. The bits of one number say which of them pass, and
    it is shifted by that of the square: that is so much as two comparisons cost.
    """
    if len(tests) == 1:
        return tests[0].of_square(place)
    row, shift = _row(place // SIZE), PLANES * (place % SIZE)
    passing = set().union(*(test.passing for test in tests))
    by_side = [{byte >> len(OWNERS) for byte in passing if byte & 3 == 1 << at} for at in OWNERS]
    wanted = [plane for plane, tiles in zip(OWNERS, by_side, strict=True) if tiles]
    tiles = by_side[0] | by_side[1]
    if any(by_side[plane] != tiles for plane in wanted):
        return f"({' or '.join(test.of_square(place) for test in tests)})"
    bits = sum(1 << number for number in tiles)
    bits -= (bits >> 63) << 64
    found = f"(({bits} >> (({row} >> {shift + len(OWNERS)}) & 63)) & 1) <> 0"
    if len(wanted) == len(OWNERS) and 0 not in tiles:
        return f"({found})"
    return f"(({row} & {plane_set(*wanted) << shift}) <> 0 and {found})"


def _equals(known: int, wanted: int) -> str:
    """Return SQL that some bits of a row are those that are wanted.

    The engine takes what equals a number to be rare, and plans joins so that they are slow where
    it is not: no tiles and one bit are asked for in other words.
    """
    if not wanted:
        return "<= 0"
    return "<> 0" if known == wanted and known.bit_count() == 1 else f"= {wanted}"


def _row(row: int) -> str:
    return f"row{ROWS[row]}"


def _joined(parts: Sequence[str]) -> str:
    """Return the squares that are in all of some sets."""
    return parts[0] if len(parts) == 1 else f"({' & '.join(parts)})"


def _like(tile: int, low: str, high: str) -> str:
    """Return the squares that have a type, by those that have its low bit and its high one."""
    if tile == NOBLES:
        return f"({low} & {high})"
    return f"({low} & ~{high})" if tile == SPEARS else f"({high} & ~{low})"


def planes_of(tile: int, level: int = 0) -> tuple[int, ...]:
    """Return the planes of a level in which a square with such a tile is: two, one or none."""
    both = (LOW[level], HIGH[level])
    return tuple(plane for bit, plane in enumerate(both) if tile in STACKED and tile >> bit & 1)


def other_planes(tile: int, level: int = 0) -> tuple[int, ...]:
    """Return the planes of a level in which it is not."""
    own = planes_of(tile, level)
    return tuple(plane for plane in (LOW[level], HIGH[level]) if plane not in own)
