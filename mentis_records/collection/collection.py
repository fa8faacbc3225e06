"""An open collection as a Python object: what the commands print, as values."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import index
from pathlib import Path
from typing import Self

from mentis_records.collection.audit import NODES, PLIES, AuditRow, audit_games
from mentis_records.collection.game_list import Games
from mentis_records.collection.game_record import GameRecord
from mentis_records.collection.html import table
from mentis_records.collection.position import Position
from mentis_records.collection.rate import Ratings, rate_selected
from mentis_records.collection.report import FOLDER, Reports, write_selected
from mentis_records.collection.row import MatchRow, RateRow, RefusedRecord, TreeRow
from mentis_records.collection.rows import Rows
from mentis_records.collection.standings import Standings, rank_selected
from mentis_records.core.game import AnyGame
from mentis_records.export.job import ExportSummary, export_file
from mentis_records.export.registry import FORMATS
from mentis_records.games import find_game
from mentis_records.query.answer.match import find_match, find_replayed_games
from mentis_records.query.plan.compile import select, select_matching
from mentis_records.query.plan.question import Question, ask
from mentis_records.report.player.named_player import player_test
from mentis_records.statistics.opening import load_openings
from mentis_records.statistics.tree import MAX_POSITIONS, opening_tree
from mentis_records.statistics.winrate import Grouping, win_rates
from mentis_records.store.count.summary import (
    FileSummary,
    GamesSummary,
    summarise_file,
    summarise_games,
)
from mentis_records.store.database import Database
from mentis_records.store.duplicate.duplicate_list import Likeness, fetch_merged, fetch_near
from mentis_records.store.game_list import count_games, list_columns
from mentis_records.store.game_tables import sole_game, stored_games
from mentis_records.store.load.quarantine import fetch_quarantine
from mentis_records.store.open import open_database
from mentis_records.store.player import Player, fetch_players
from mentis_records.store.position.hits import list_matches
from mentis_records.store.record import fetch_game_ids, fetch_record
from mentis_records.store.saved_query import read_indexed_shelf, read_shelf
from mentis_records.store.selection import Selection, select_ids, select_reaching, select_rules
from mentis_records.store.sql import run_sql
from mentis_records.store.statement_rows import Parameters, Result

Tests = str | Iterable[str]
"""One test of the record as in ``--where``, or several that must all hold; so for queries."""


@dataclass(frozen=True, slots=True)
class Info:
    """What a collection holds: the whole file, and the selected games."""

    file: FileSummary
    games: GamesSummary


def open_collection(path: str | os.PathLike[str]) -> Collection:
    """Open a collection for reading.

    >>> import mentis_records
    >>> with mentis_records.open("club.duckdb") as club:
    ...     club.count("result = 0-1"), [game.number for game in club.games(sort="-plies")]
    (1, [2, 1])

    Raises:
        StoreError: there is none at this path, it is locked, damaged, or too new.
    """
    return Collection(open_database(Path(path)))


class Collection:
    """An open collection, for reading only; a context manager that closes it.

    Where a method takes ``where``, it is about the games that pass these tests, by default all;
    where it takes ``query``, about those in which some position matches. What cannot be read of
    them is a ``QueryError`` (a ``ValueError``). Whatever cannot be read from the file is a
    ``StoreError``, and so are games that are not in the positions index when it is needed.
    """

    def __init__(self, database: Database) -> None:
        """Hold an open database; use ``mentis_records.open`` instead."""
        self._database = database

    def __enter__(self) -> Self:
        """Return the collection itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file; nothing can be asked any more."""
        self._database.close()

    @property
    def path(self) -> Path:
        """Return the file."""
        return self._database.path

    def info(self, where: Tests = ()) -> Info:
        """Return counts, sizes, dates and results."""
        return Info(
            summarise_file(self._database), summarise_games(self._database, self.selection(where))
        )

    def count(self, where: Tests = ()) -> int:
        """Return how many games there are."""
        return count_games(self._database, self.selection(where))

    def games(
        self,
        where: Tests = (),
        *,
        position: str | Position = "",
        sort: str | Sequence[str] = (),
        limit: int | None = None,
        page: int = 1,
    ) -> Games:
        """Return the list of games, which fetches them as they are taken.

        Args:
            where: tests that they pass.
            position: a position, or its string, that came up in them, maybe as a mirror image.
            sort: names of columns, as a sequence or parted by commas; ``-`` before a name puts
                the greatest first.
            limit: games a page, or None for all.
            page: which page, from 1.

        Raises:
            PositionError: there is no such position (a ``ValueError``).
            ValueError: there is no such column or page.
        """
        order = sort.split(",") if isinstance(sort, str) else sort
        names = tuple(name.strip().lower() for name in order if name.strip())
        columns = list_columns(sole_game(self._database))
        for name in names:
            if name.removeprefix("-") not in columns:
                raise ValueError(f"no column {name!r}: choose from {', '.join(columns)}")
        if page < 1 or (limit is not None and limit < 0):
            raise ValueError("a page is at least 1, a limit at least 0")
        selection = self.selection(where)
        if position:
            found = position
            if isinstance(found, str):
                found = Position.parse(found, self._game().description.slug)
            slug = found.game.description.slug
            selection &= select_reaching(slug, found.canonical_key, f"position {found}")
        return Games(self._database, selection, names, limit, (page - 1) * (limit or 0))

    def query(
        self, text: str, where: Tests = (), *, rules: str = "", limit: int | None = None
    ) -> Rows[MatchRow]:
        """Return the games that match a query, with the plies at which they do.

        Args:
            text: the query; saved queries may be named in it.
            where: tests that the games must pass.
            rules: the slug of the game whose positions are meant, if there are several.
            limit: how many games at most, those with the lowest numbers first.

        Raises:
            KeyError: there is no such game.
            ValueError: the records are of several games, and none is named.
            QueryError: the text is no query, or makes no sense.
            StoreError: the database cannot be read, or its index lacks positions.
        """
        question = ask(text, self._game(rules), read_shelf(self._database))
        match = find_match(self._database, question, self.selection(where))
        rows = list_matches(self._database, match, limit=limit)
        return Rows(MatchRow, [MatchRow(row[0], tuple(row[-1])) for row in rows])

    def game(self, number: int) -> GameRecord:
        """Return one game.

        Raises:
            KeyError: there is none with this number.
            TypeError: it is no whole number.
        """
        return GameRecord(fetch_record(self._database, index(number)), number)

    def players(self, where: Tests = (), *, with_unplayed: bool = False) -> Rows[Player]:
        """Return the players with their scores, those with most games first.

        Games without a ply give no points, unless they are to count.
        """
        selection = self.selection(where, with_unplayed=with_unplayed)
        return Rows(Player, fetch_players(self._database, selection))

    def duplicates(self, where: Tests = ()) -> Rows[Likeness]:
        """Return the records that repeat a game, and games that contradict another one."""
        selection = self.selection(where)
        merged = fetch_merged(self._database, selection)
        return Rows(Likeness, [*merged, *fetch_near(self._database, selection)])

    def quarantine(self) -> Rows[RefusedRecord]:
        """Return the records that were refused."""
        return Rows(RefusedRecord, map(RefusedRecord.of, fetch_quarantine(self._database)))

    def tree(
        self,
        position: str | Position = "",
        *,
        depth: int = 1,
        min_games: int = 1,
        max_positions: int = MAX_POSITIONS,
        where: Tests = (),
        query: Tests = (),
        rules: str = "",
    ) -> Rows[TreeRow]:
        """Return the moves played in a position and after it, each before those that follow it.

        Args:
            position: a position or its string; by default the start.
            depth: how many plies.
            min_games: leaves out moves of fewer games.
            max_positions: how many positions are looked up, those of most games first; the
                ``end`` of a row says ``limit`` where more would have been.
            where: tests that the games pass.
            query: queries, each of which some position of the games matches.
            rules: the slug of the game that a position string is of, if there are several.

        Raises:
            OpeningError: the file that ``MENTIS_OPENINGS`` names cannot be read (a
                ``ValueError``).
            PositionError: there is no such position (a ``ValueError``).
        """
        found = position
        if isinstance(found, str):
            slug = self._game(rules).description.slug
            found = Position.parse(found, slug) if found else Position.start(rules=slug)
        tree = opening_tree(
            self._database,
            found.game,
            found.value,
            depth=depth,
            min_games=min_games,
            max_positions=max_positions,
            selection=self.selection(where, query).played,
            openings=load_openings(),
        )
        return Rows(TreeRow, (TreeRow.of(line, branch) for line, branch in tree.walk()))

    def win_rates(
        self, where: Tests = (), *, query: Tests = (), rules: str = "", with_unplayed: bool = False
    ) -> Rows[RateRow]:
        """Return who won how often: overall, by option, by first ply, by length.

        Games without a ply are left out, unless they are to count.
        """
        selection = self.selection(where, query, rules=rules, with_unplayed=with_unplayed)
        rates = win_rates(self._database, self._game(rules), selection)
        overall = Grouping("overall", "", (rates.overall,))
        groupings = (overall, *rates.groupings)
        return Rows(RateRow, (RateRow.of(each, rate) for each in groupings for rate in each.rates))

    def export(
        self,
        path: str | os.PathLike[str],
        format_name: str = "mgn",
        where: Tests = (),
        *,
        query: Tests = (),
        games: Iterable[int] | None = None,
    ) -> ExportSummary:
        """Write games to a file, which appears when it is whole.

        Args:
            path: the file; a text in ``.gz`` is compressed.
            format_name: mgn, listing, json, csv, parquet or apgr.
            where: tests that the games pass.
            query: queries, each of which some position of the games matches.
            games: their numbers, by default all.

        Raises:
            ValueError: there is no such format.
            OSError: the file cannot be written.
        """
        if format_name not in FORMATS:
            raise ValueError(f"no format {format_name!r}: choose one of {', '.join(FORMATS)}")
        selection = self.selection(where, query)
        if games is not None:
            selection &= select_ids(list(games))
        numbers = fetch_game_ids(self._database, selection)
        return export_file(self._database, FORMATS[format_name], numbers, Path(path))

    def rate(
        self,
        where: Tests = (),
        *,
        rules: str = "",
        with_unplayed: bool = False,
        with_unrated: bool = False,
    ) -> Ratings:
        """Return the players with their ratings; ``mentis_records.rate`` says what is what."""
        selection = self.selection(
            where, rules=rules, with_unplayed=with_unplayed, with_unrated=with_unrated
        )
        return rate_selected(self._database, self._game(rules), selection)

    def standings(
        self,
        where: Tests = (),
        *,
        tie_breaks: str | Sequence[str] = (),
        system: str = "",
        rules: str = "",
    ) -> Standings:
        """Return the table of an event; ``mentis_records.standings`` says what is what."""
        selection = self.selection(where, rules=rules)
        return rank_selected(self._database, self._game(rules), selection, tie_breaks, system)

    def audit(
        self, where: Tests = (), *, plies: int = PLIES, nodes: int = NODES, rules: str = ""
    ) -> Rows[AuditRow]:
        """Return what is known of games that claim a result, as ``mentis_records.audit`` does."""
        selection = self.selection(where)
        if rules:
            selection &= select_rules(find_game(rules).description.slug)
        games = Games(self._database, selection).records()
        return Rows(AuditRow, audit_games(games, plies, nodes))

    def report(
        self,
        kinds: str | Sequence[str],
        out: str | os.PathLike[str] = FOLDER,
        *,
        where: Tests = (),
        query: Tests = (),
        player: str = "",
        rules: str = "",
        openings: str | os.PathLike[str] | None = None,
        formats: str | Sequence[str] = (),
        with_unplayed: bool = False,
        with_unrated: bool = False,
    ) -> Reports:
        """Write reports into a folder; ``mentis_records.report`` says what is what."""
        tests = [*_texts(where), *([player_test(player)] if player else [])]
        selection = self.selection(
            tests, query, rules=rules, with_unplayed=with_unplayed, with_unrated=with_unrated
        )
        game = self._game(rules)
        return write_selected(self._database, game, selection, kinds, out, openings, formats)

    def sql(self, query: str, parameters: Parameters = ()) -> Result:
        """Run a query in SQL and return its rows, which are fetched as they are taken.

        Args:
            query: one query; ``?``, ``$1`` or ``$name`` stand for parameters.
            parameters: their values, in order or by name.

        Raises:
            StoreError: it is not one query that only asks, or it fails.
        """
        return run_sql(self._database, query, parameters)

    def __repr__(self) -> str:
        """Return where it is."""
        return f"<collection {self.path}>"

    def _repr_html_(self) -> str:
        info = self.info()
        days = " to ".join(str(day) for day in (info.games.first_day, info.games.last_day) if day)
        rows: list[tuple[str, object]] = [
            ("file", self.path),
            ("games", f"{info.games.games:,}"),
            ("plies", f"{info.games.plies:,}"),
            ("played", days or None),
            *([("unplayed", f"{info.games.unplayed:,}")] if info.games.unplayed else []),
            *((f"result {result}", f"{count:,}") for result, count in info.games.results.items()),
            ("in quarantine", f"{info.file.rows['quarantine']:,}"),
        ]
        return table(("fact", "value"), rows)

    def selection(
        self,
        where: Tests = (),
        query: Tests = (),
        *,
        rules: str = "",
        with_unplayed: bool = False,
        with_unrated: bool = False,
    ) -> Selection:
        """Return which games tests and queries select, for the functions of the store.

        Queries are about the game with a slug, or that of all records.
        """
        selection = select(
            _texts(where), self._shelf, self._game, self._replay, lambda: sole_game(self._database)
        )
        for text in _texts(query):
            selection &= select_matching(text, self._game(rules), self._shelf(), self._replay)
        return replace(selection, with_unplayed=with_unplayed, with_unrated=with_unrated)

    def _replay(self, question: Question) -> list[int]:
        return find_replayed_games(self._database, question)

    def _game(self, rules: str = "") -> AnyGame:
        """Return the game with a slug, or that of all records."""
        slug = rules or sole_game(self._database)
        if slug is None:
            slugs = ", ".join(stored_games(self._database))
            raise ValueError(f"records of several games: say which by rules=; there are {slugs}")
        return find_game(slug)

    def _shelf(self) -> dict[str, str]:
        return read_indexed_shelf(self._database)


def _texts(tests: Tests) -> list[str]:
    return [tests] if isinstance(tests, str) else list(tests)
