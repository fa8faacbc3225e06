"""The games of a collection that pass some tests, listed or read as they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mentis_records.collection.game_record import GameRecord
from mentis_records.collection.html import table
from mentis_records.core.text import counted
from mentis_records.games import find_game
from mentis_records.store.database import Database
from mentis_records.store.game_list import count_games, known_columns, list_columns, list_games
from mentis_records.store.game_tables import sole_game
from mentis_records.store.record import fetch_records
from mentis_records.store.schema import ELO_COLUMNS, PLAYER_COLUMNS, own_names, setting_tags
from mentis_records.store.selection import Selection
from mentis_records.store.statement_rows import Result, Row

if TYPE_CHECKING:
    import pandas
    import pyarrow

_SHOWN = 20
"""Games that a notebook shows."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """What a list says of a game; None is what its record does not say.

    ``players`` and ``elo`` are by side, ``options`` by tag. ``source`` is the file from which
    it was loaded, ``rules`` the slug of the game that was played.
    """

    number: int
    date: str | None
    players: Mapping[str, str | None]
    result: str
    termination: str | None
    plies: int
    event: str | None
    site: str | None
    round: str | None
    options: Mapping[str, str | None]
    elo: Mapping[str, int | None]
    source: str | None
    rules: str


@dataclass(frozen=True, slots=True, repr=False)
class Games:
    """Games in an order; asked for anew each time they are counted, listed or read."""

    _database: Database
    _selection: Selection
    _order: tuple[str, ...] = ()
    _limit: int | None = None
    _offset: int = 0

    @property
    def total(self) -> int:
        """Return how many games are selected, those on other pages, too.

        Raises:
            StoreError: the database cannot be read.
        """
        return count_games(self._database, self._selection)

    def __len__(self) -> int:
        """Return how many games are on the page."""
        left = max(0, self.total - self._offset)
        return left if self._limit is None else min(left, self._limit)

    def __iter__(self) -> Iterator[GameEntry]:
        """Yield what a list says of each game, fetched as it is needed.

        Raises:
            StoreError: the database cannot be read.
        """
        game = sole_game(self._database)
        names = list(list_columns(game))
        for row in self._list():
            yield _entry(game, dict(zip(names, row, strict=True)))

    @property
    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the games.

        Raises:
            StoreError: the database cannot be read.
        """
        yield from (row[0] for row in self._list())

    def records(self) -> Iterator[GameRecord]:
        """Yield the games' records, fetched as they are needed.

        In the order of their numbers, which is that without any sorting, it is quickest.

        Raises:
            StoreError: the database cannot be read.
        """
        from itertools import tee

        numbers, again = tee(self.numbers)
        for number, record in zip(numbers, fetch_records(self._database, again), strict=True):
            yield GameRecord(record, number)

    def arrow(self) -> pyarrow.Table:
        """Return the list as a table of Arrow's; what is not known is null as in ``df``.

        Raises:
            MissingExtraError: pyarrow is not installed.
            StoreError: the database cannot be read.
        """
        return self._list(known_columns).arrow()

    def df(self) -> pandas.DataFrame:
        """Return the list as a data frame of pandas; what is not known is null.

        Unknown are the players, events, sites and rounds ``?``, ``-`` and ``*``, and dates whose
        year is not known.

        Raises:
            MissingExtraError: pandas is not installed.
            StoreError: the database cannot be read.
        """
        return self._list(known_columns).df()

    def _list(self, columns_of: Callable[[str | None], Mapping[str, str]] = list_columns) -> Result:
        columns = columns_of(sole_game(self._database))
        return list_games(
            self._database, self._selection, columns, self._order, self._limit, self._offset
        )

    def __repr__(self) -> str:
        """Return how many games there are."""
        return f"<{counted(len(self), 'game')}>"

    def _repr_html_(self) -> str:
        shown: list[Row] = []
        with self._list() as rows:
            for row in rows:
                shown.append(row)
                if len(shown) == _SHOWN:
                    break
        names = tuple(list_columns(sole_game(self._database)))
        return table(names, shown, f"{len(shown)} of {counted(len(self), 'game')}")


def _entry(game: str | None, row: Mapping[str, object]) -> GameEntry:
    """Return the value of a row by names of columns, of a kind of game or of any."""
    slug = str(row["rules"]) if game is None else game
    sides = find_game(slug).description.sides
    names = {} if game is None else own_names(game)
    players = [row[names.get(column, column)] for column in PLAYER_COLUMNS]
    ratings = [row[names.get(column, column)] for column in ELO_COLUMNS]
    found: dict[str, object] = {
        "number": row["game"],
        "rules": slug,
        "players": dict(zip(sides, players, strict=True)),
        "options": row["settings"]
        if game is None
        else {tag: row[tag.lower()] for tag in setting_tags(slug)},
        "elo": dict(zip(sides, ratings, strict=True)),
    }
    plain: Sequence[str] = (
        "date",
        "result",
        "termination",
        "plies",
        "event",
        "site",
        "round",
        "source",
    )
    return GameEntry(**found, **{name: row[name] for name in plain})  # type: ignore[arg-type]
