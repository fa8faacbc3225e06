"""Fetch of which positions of some games tests are true, as bytes; knows no query."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.fast.sequence import find_places, put_marks
from mentis_records.store.database import Database
from mentis_records.store.position.bulk import Column, fetch_columns
from mentis_records.store.schema import excerpt_of, excerpt_view, feature_table

SELDOM = 0.05
"""What is not true more often is fetched by the places of its positions, not for each row."""

_PACKED = 7
"""Tests whose truth is fetched as one number: to fetch a column takes longer than to make it."""

_PARAMETER = re.compile(r"\$(\w+)")

_BETWEEN = "game_id between $first_game and $last_game"


@dataclass(frozen=True, slots=True)
class Test:
    """SQL on the rows of a table of features, never null, or of its excerpt alone.

    ``is_true_beyond`` tells what is true of all positions that are not in the excerpt.
    """

    condition: str
    is_excerpted: bool = False
    is_true_beyond: bool = False


@dataclass(frozen=True)
class Stretch:
    """Games by number from ``first`` to ``last``, in the order in which their rows stand.

    ``sizes`` has how many rows each has, ``begins`` how many stand before those of each. There are
    no other games if it ``is_whole``. Where the rows of the excerpt stand among them is kept once
    it is known, if it ``is_kept``.
    """

    first: int
    last: int
    game_ids: Column
    sizes: Column
    begins: Column
    is_whole: bool
    is_kept: bool
    excerpted: list[Column] = field(default_factory=list, repr=False)

    @property
    def condition(self) -> str:
        """Return SQL that a row is of these games: it takes time to ask."""
        return "true" if self.is_whole else _BETWEEN

    @cached_property
    def places(self) -> tuple[Column, Column]:
        """Where the rows of each number from the first on begin and end; those of no game nowhere.

        64-bit integers.
        """
        import numpy

        begins, ends = numpy.zeros((2, self.last - self.first + 1), "int64")
        begins[self.game_ids - self.first] = self.begins
        ends[self.game_ids - self.first] = self.begins + self.sizes
        return begins, ends


@dataclass(frozen=True, slots=True)
class Marker:
    """Asks a game's table of features, and its excerpt, with the values of parameters."""

    database: Database
    slug: str
    parameters: Mapping[str, object]

    def shares(self, tests: Sequence[Test], first: int, last: int) -> list[float]:
        """Return how often each test is true in the games from one number to another."""
        import numpy

        shares = ", ".join(f"{self._share_of(test)} as share{at}" for at, test in enumerate(tests))
        found = self._fetch(f"select {shares} from {self._features} where {_BETWEEN}", first, last)  # noqa: S608
        return [float(numpy.nan_to_num(column[0])) for column in found.values()]

    def _share_of(self, test: Test) -> str:
        """Return how often a test is true, as an aggregate over rows of the features."""
        if not test.is_excerpted:
            return f"avg(({test.condition})::tinyint)"
        chosen = f"{self._excerpt} where {_BETWEEN} and {test.condition}"
        share = f"(select count(*) from {chosen}) / count(*)"  # noqa: S608 - the schema's name
        if not test.is_true_beyond:
            return share
        return f"{share} + avg(({excerpt_of(self.slug).wherever} = 0)::tinyint)"

    def marks(
        self, tests: Sequence[Test], shares: Sequence[float], stretch: Stretch
    ) -> Iterator[Column | None]:
        """Yield marks for each test, of the positions of some games, in order.

        Args:
            tests: what is asked.
            shares: about how often each is true.
            stretch: the games.

        Yields:
            None if the rows are not those of the games.
        """
        often = [test for test, share in zip(tests, shares, strict=True) if share > SELDOM]
        excerpted = [test for test in often if test.is_excerpted]
        others = [test for test in often if not test.is_excerpted]
        known = {
            **dict.fromkeys(others, self._all_marks(others, stretch)),
            **dict.fromkeys(excerpted, self._excerpt_marks(excerpted, stretch)),
        }
        for test in tests:
            yield next(known[test]) if test in known else self._marks_of(test, stretch)

    def _all_marks(self, tests: Sequence[Test], stretch: Stretch) -> Iterator[Column | None]:
        """Yield marks for each test of the features, fetched for all positions at once."""
        for numbers, bit in self._bits(tests, self._features, stretch):
            yield numbers >> bit & 1 if len(numbers) == stretch.sizes.sum() else None

    def _excerpt_marks(self, tests: Sequence[Test], stretch: Stretch) -> Iterator[Column | None]:
        """Yield marks for each test of the excerpt, fetched for all its rows at once."""
        import numpy

        places = self._excerpt_places(stretch) if tests else None
        found = self._bits(tests, self._excerpt, stretch)
        for test, (numbers, bit) in zip(tests, found, strict=True):
            marks = numpy.full(stretch.sizes.sum(), test.is_true_beyond, "uint8")
            if places is None or len(places) != len(numbers):
                yield None
            else:
                is_there = put_marks(marks.data, places.data, numbers.data, bit)
                yield marks if is_there else None

    def _excerpt_places(self, stretch: Stretch) -> Column | None:
        """Return where the rows of the excerpt stand among the positions of some games.

        Returns:
            None if they are not those of the games.
        """
        if stretch.excerpted:
            return stretch.excerpted[0]
        places = self._places(f"{self._excerpt} where {stretch.condition}", stretch)
        if places is not None and stretch.is_kept:
            stretch.excerpted.append(places)
        return places

    def _bits(
        self, tests: Sequence[Test], table: str, stretch: Stretch
    ) -> Iterator[tuple[Column, int]]:
        """Yield bytes for the rows of some games in a table, and which bit tells of each test."""
        import numpy

        groups = [tests[at : at + _PACKED] for at in range(0, len(tests), _PACKED)]
        columns = ", ".join(f"{_packed(group)} as tests{at}" for at, group in enumerate(groups))
        sql = f"select {columns} from {table} where {stretch.condition}"  # noqa: S608
        packed = self._fetch(sql, stretch.first, stretch.last).values() if groups else ()
        for column, group in zip(packed, groups, strict=True):
            numbers = numpy.ma.filled(column, 0).view("uint8")
            for bit in range(len(group)):
                yield numbers, bit

    def _marks_of(self, test: Test, stretch: Stretch) -> Column | None:
        """Return marks for a test, fetched for those positions that differ from most."""
        import numpy

        table = self._excerpt if test.is_excerpted else self._features
        condition = f"not {test.condition}" if test.is_true_beyond else test.condition
        places = self._places(f"{table} where {stretch.condition} and {condition}", stretch)
        if places is None:
            return None
        marks = numpy.full(stretch.sizes.sum(), test.is_true_beyond, "uint8")
        marks[places] = not test.is_true_beyond
        return marks

    def _places(self, rows: str, stretch: Stretch) -> Column | None:
        """Return where some rows of a table stand among the positions of some games.

        Returns:
            None if they are not those of the games.
        """
        import numpy

        sql = f"select game_id, ply from {rows}"  # noqa: S608 - the schema's name, tests
        found = self._fetch(sql, stretch.first, stretch.last)
        if any(map(numpy.ma.is_masked, found.values())):
            return None
        begins, ends = stretch.places
        places = numpy.empty(len(found["ply"]), "int32")
        is_there = find_places(
            places.data,
            begins.data,
            ends.data,
            stretch.first,
            found["game_id"].data,
            found["ply"].data,
        )
        return places if is_there else None

    def _fetch(self, sql: str, first: int, last: int) -> dict[str, Column]:
        values = {**self.parameters, "first_game": first, "last_game": last}
        named = {name: values[name] for name in _PARAMETER.findall(sql)}
        return fetch_columns(self.database.connection, sql, named)

    @property
    def _features(self) -> str:
        return feature_table(self.slug).name

    @property
    def _excerpt(self) -> str:
        return excerpt_view(self.slug).name


def _packed(tests: Sequence[Test]) -> str:
    """Return a number with a bit for each test."""
    if len(tests) == 1:
        return tests[0].condition
    return " | ".join(
        f"(-(({test.condition})::tinyint) & {1 << at})" for at, test in enumerate(tests)
    )
