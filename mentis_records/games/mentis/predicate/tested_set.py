"""The squares that pass tests, and the SQL for whether and how many of an area do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.index.board_row import spread
from mentis_records.games.mentis.predicate.square_condition import ROW_SET, SquareTest, of_any
from mentis_records.games.mentis.rules.square import SIZE

NEVER = "false"


@dataclass(frozen=True, slots=True)
class SquareSet:
    """The squares of a position that pass one of some tests.

    ``anywhere`` is SQL that one of the board does, where that is known in another way. ``seen``
    are the sightings that have all squares which do in some position of a game, if there are such.
    """

    tests: Sequence[SquareTest]
    anywhere: str = ""
    seen: Sequence[str] = ()

    def some_of(self, area: int) -> str:
        """Return SQL that one of an area passes."""
        found = self._within(area)
        if not found:
            return NEVER
        if self.anywhere and not any(test.where & ~area for test in self.tests):
            return self.anywhere
        if all(within.bit_count() == 1 for _, within in found):
            squares = {within.bit_length() - 1 for _, within in found}
            if len(squares) == 1 and not any(test.mark for test, _ in found):
                return of_any([test for test, _ in found], *squares)
            tests = [test.of_square(within.bit_length() - 1) for test, within in found]
            return tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"
        is_deep = not all(test.is_shallow for test, _ in found)
        if is_deep or (_is_row(area) and not any(test.mark for test, _ in found)):
            rows = [test.in_row(row, columns) for test, row, columns in self._rows(area)]
            return f"(({' | '.join(rows)}) <> 0)"
        return f"({self.bits_of(area)} <> 0)"

    def seen_in(self, area: int) -> str:
        """Return SQL on a game's sightings that one of an area passes in some position, or ""."""
        squares = 0
        for test in self.tests:
            squares |= test.where & area
        if not self.seen or not squares:
            return ""
        seen = self.seen[0] if len(self.seen) == 1 else f"({' | '.join(self.seen)})"
        return f"(({seen} & {squares}) <> 0)"

    def count_of(self, area: int) -> str:
        """Return how many of an area pass, as an expression."""
        found = self._within(area)
        if not found:
            return "0"
        if all(test.is_shallow for test, _ in found):
            return f"bit_count({self.bits_of(area)})"
        # The bits of a row's squares are so far apart that those of all rows fit between them.
        rows = [
            (row, f"({test.of_row(row)} & {spread(1, columns)})")
            for test, row, columns in self._rows(area)
        ]
        return (
            f"bit_count({' | '.join(f'({bits} << {row})' if row else bits for row, bits in rows)})"
        )

    def _within(self, area: int) -> list[tuple[SquareTest, int]]:
        """Return the tests that squares of an area may pass, each with those squares."""
        return [(test, test.where & area) for test in self.tests if test.where & area]

    def bits_of(self, area: int) -> str:
        """Return the squares of an area that pass, as bits, if nothing is asked of lower tiles."""
        found = [f"({test.of_board()} & {within})" for test, within in self._within(area)]
        return found[0] if len(found) == 1 else f"({' | '.join(found)})"

    def _rows(self, area: int) -> Iterator[tuple[SquareTest, int, int]]:
        """Yield each test with every row of an area and with the columns whose squares may pass."""
        for test, within in self._within(area):
            for row in range(SIZE):
                if columns := within >> SIZE * row & ROW_SET:
                    yield test, row, columns


def _is_row(area: int) -> bool:
    """Tell whether all squares of an area are in one row."""
    return (area.bit_length() - 1) // SIZE == ((area & -area).bit_length() - 1) // SIZE
