"""Rows on their way into the database: collected by table, written many at a time.

Knows how records are spread over the tables; which records are kept is decided elsewhere. Rows
of positions are integer arrays, as everything that is stored per ply; other rows are tuples,
but for the games of sheets, which come as columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import reduce
from itertools import accumulate, count
from typing import Any, cast

import duckdb
import numpy

from mentis_records.core.key_set import KeySet
from mentis_records.core.record import Comment, Ply, Record, Variation
from mentis_records.core.text import encodable
from mentis_records.games import find_game
from mentis_records.store import schema
from mentis_records.store.registered import registered
from mentis_records.store.schema import Table

MAINLINE = 0
BEFORE, AFTER, CLOSING = "before", "after", "closing"
START_TURN = -1
"""The turn of the position that no move led to."""

Column = numpy.ndarray[Any, Any]


class FurtherTags:
    """Tags that rows have beside their columns: whose, what and which; three equal arrays."""

    def __init__(self, rows: Column, names: object, texts: object) -> None:
        """Take 32-bit row numbers, and strings."""
        self.rows = rows
        self.names = numpy.array(names, object)
        self.texts = numpy.array(texts, object)

    def joined(self, other: FurtherTags) -> FurtherTags:
        """Return these tags and others behind them."""
        return FurtherTags(
            numpy.concatenate((self.rows, other.rows)),
            numpy.concatenate((self.names, other.names)),
            numpy.concatenate((self.texts, other.texts)),
        )

    def shifted(self, by: int) -> FurtherTags:
        """Return these tags with higher row numbers."""
        return FurtherTags(self.rows + numpy.int32(by), self.names, self.texts)


class Batch:
    """The rows of some records: tuples by table, and arrays of positions."""

    def __init__(self) -> None:
        """Begin with no rows."""
        self._seen_moves: dict[str, KeySet] = {}
        self.clear()

    def clear(self) -> None:
        """Forget all rows, but not which moves the database has."""
        self._rows: dict[str, list[tuple[object, ...]]] = {
            table.name: [] for table in schema.TABLES
        }
        self._columns: dict[Any, list[Mapping[str, object]]] = {}
        self._positions: list[tuple[Column, ...]] = []
        self._moves: dict[str, list[Column]] = {}
        self.size = 0

    def add(self, table: Table, row: tuple[object, ...]) -> None:
        """Add a row of any table but that of positions."""
        self._rows[table.name].append(row)

    def add_columns(self, table: Table, columns: Mapping[str, object]) -> None:
        """Add rows given as columns: arrays of one length, or single values for all rows."""
        alike = tuple(
            (name, None if isinstance(column, (numpy.ndarray, FurtherTags)) else column)
            for name, column in columns.items()
        )
        self._columns.setdefault((table, alike), []).append(columns)

    def add_positions(
        self, game: str, game_ids: Column, plies: Column, turns: Column, keys: Column
    ) -> None:
        """Add the positions of mainlines, one row each."""
        self._positions.append((game_ids, plies, turns, keys))
        self.size += len(turns)
        self.add_moves(game, turns)

    def add_plies(self, game_id: int, record: Record) -> None:
        """Add the positions of a record, and all that is said of its plies."""
        plies = record.plies
        turns = [START_TURN, *(_turn(ply) for ply in plies)]
        self.add_positions(
            record.game,
            numpy.full(len(turns), game_id, "int32"),
            numpy.arange(len(turns), dtype="int32"),
            numpy.array(turns, "int64"),
            numpy.array([record.start_key, *(ply.key for ply in plies)], "int64"),
        )
        first = record.inherited + 1
        self._add_comments(game_id, MAINLINE, first, BEFORE, record.comments)
        self._add_remarks(game_id, record.game, MAINLINE, 1, plies, count(1))
        self._add_comments(game_id, MAINLINE, len(plies), CLOSING, record.closing_comments)

    def add_moves(self, game: str, turns: Sequence[int] | Column) -> None:
        """Add the moves that no earlier ply of the load has had."""
        codes = numpy.asarray(turns, "int64") >> 3
        seen = self._seen_moves.setdefault(game, KeySet())
        new = numpy.frombuffer(seen.add(codes.data), "int8") == 0
        found = codes[new & (codes >= 0)]
        if len(found):
            self._moves.setdefault(game, []).append(found)

    def _add_remarks(
        self,
        game_id: int,
        game: str,
        line: int,
        first: int,
        plies: Sequence[Ply],
        lines: count[int],
    ) -> None:
        """Add judgements, comments and variations of a line whose first ply is ``first``."""
        for number, ply in enumerate(plies, first):
            if ply.suffix or ply.nags:
                row = (game_id, line, number, ply.suffix or None, list(ply.nags))
                self.add(schema.ANNOTATIONS, row)
            self._add_comments(game_id, line, number, AFTER, ply.comments)
            for variation in ply.variations:
                self._add_variation(game_id, game, line, number, variation, lines)

    def _add_variation(
        self,
        game_id: int,
        game: str,
        parent: int,
        first: int,
        variation: Variation,
        lines: count[int],
    ) -> None:
        line = next(lines)
        self.add(schema.VARIATIONS, (game_id, line, parent, first))
        self._add_comments(game_id, line, first, BEFORE, variation.comments)
        turns = [_turn(ply) for ply in variation.plies]
        self.add_moves(game, turns)
        for number, (ply, turn) in enumerate(zip(variation.plies, turns, strict=True), first):
            self.add(schema.VARIATION_PLIES, (game_id, line, number, turn, ply.key))
        self._add_remarks(game_id, game, line, first, variation.plies, lines)

    def _add_comments(
        self, game_id: int, line: int, ply: int, place: str, comments: Sequence[Comment]
    ) -> None:
        for number, comment in enumerate(comments, 1):
            text = encodable(comment.text)
            row = (game_id, line, ply, place, number, comment.kind.value, text)
            self.add(schema.COMMENTS, row)

    def write(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Insert all rows and forget them."""
        for table in schema.TABLES:
            rows = self._rows[table.name]
            if rows:
                insert_rows(connection, table, rows)
        for (table, _), parts in self._columns.items():
            _insert_columns(connection, table, _joined(parts))
        for game, codes in self._moves.items():
            _insert_moves(connection, game, numpy.concatenate(codes))
        if self._positions:
            names = [column.name for column in schema.POSITION_KEYS.columns]
            joined = map(numpy.concatenate, zip(*self._positions, strict=True))
            columns = dict(zip(names, joined, strict=True))
            _insert_columns(connection, schema.POSITION_KEYS, columns)
        self.clear()


def _turn(ply: Ply) -> int:
    return ply.move.code << 3 | ply.side


def insert_rows(
    connection: duckdb.DuckDBPyConnection, table: Table, rows: Sequence[tuple[object, ...]]
) -> None:
    """Insert rows given as tuples in the order of the table's columns, at least one."""
    values: list[object] = []
    columns: list[str] = []
    for column, items in zip(table.columns, zip(*rows, strict=True), strict=True):
        if column.type == schema.TAGS:
            values += [[list(tags) for tags in items], [list(tags.values()) for tags in items]]
            columns.append("map(unnest(?::varchar[][]), unnest(?::varchar[][]))")
        else:
            values.append(list(items))
            columns.append(f"unnest(?::{column.type}[])")
    connection.execute(f"insert into {table.name} select {', '.join(columns)}", values)


def _insert_moves(connection: duckdb.DuckDBPyConnection, game: str, codes: Column) -> None:
    """Insert those of some moves that the database has not."""
    notations, kinds = find_game(game).kernel(()).name_moves(codes.data)
    columns = {
        "move_code": codes,
        "notation": numpy.array(notations, object),
        "kind": numpy.array(kinds, object),
    }
    with registered(connection, "new_moves", columns):
        connection.execute(
            """
            insert into moves
            select $game, move_code, notation, kind
            from new_moves
            where move_code not in (select move_code from moves where game = $game)
            """,
            {"game": game},
        )


def _joined(parts: Sequence[Mapping[str, object]]) -> dict[str, object]:
    """Return rows given as columns behind one another; single values are equal in all parts."""
    if len(parts) == 1:
        return dict(parts[0])
    joined: dict[str, object] = {}
    sizes = [
        next(len(column) for column in part.values() if isinstance(column, numpy.ndarray))
        for part in parts
    ]
    for name, first in parts[0].items():
        if isinstance(first, numpy.ndarray):
            joined[name] = numpy.concatenate([cast(Column, part[name]) for part in parts])
        elif isinstance(first, FurtherTags):
            begins = [0, *accumulate(sizes)]
            tags = [
                cast(FurtherTags, part[name]).shifted(begin)
                for part, begin in zip(parts, begins, strict=False)
            ]
            joined[name] = reduce(FurtherTags.joined, tags)
        else:
            joined[name] = first
    return joined


def _insert_columns(
    connection: duckdb.DuckDBPyConnection, table: Table, columns: Mapping[str, object]
) -> None:
    """Insert rows given as columns; a column that is missing is null."""
    types = {column.name: column.type for column in table.columns}
    arrays: dict[str, Column] = {}
    values: dict[str, object] = {}
    chosen: list[str] = []
    tables = "new_rows"
    tags: list[dict[str, Column]] = []
    for name, column in columns.items():
        if isinstance(column, numpy.ndarray):
            arrays[name] = column
            chosen.append(name)
        elif isinstance(column, FurtherTags):
            if len(column.rows):
                tables += _JOINED_TAGS
                tags.append(_tag_columns(column))
                size = next(len(found) for found in arrays.values())
                arrays["row"] = numpy.arange(size, dtype="int32")
                chosen.append(f"coalesce(found, map()) as {name}")
            else:
                chosen.append(f"map() as {name}")
        else:
            values[name] = list(column) if isinstance(column, tuple) else column
            chosen.append(f"${name}::{types[name]} as {name}")
    query = f"insert into {table.name} by name select {', '.join(chosen)} from {tables}"  # noqa: S608
    with ExitStack() as stack:
        stack.enter_context(registered(connection, "new_rows", arrays))
        for tag_columns in tags:
            stack.enter_context(registered(connection, "new_tags", tag_columns))
        connection.execute(query, values)


_JOINED_TAGS = """
    left join (
        select row, map(list(name order by number), list(text order by number)) as found
        from new_tags
        group by row
    ) using (row)
    """
"""SQL: the tags of rows, where they have any."""


def _tag_columns(tags: FurtherTags) -> dict[str, Column]:
    """Return the tags of rows as the table ``new_tags``."""
    return {
        "row": tags.rows,
        "number": numpy.arange(len(tags.rows), dtype="int32"),
        "name": tags.names,
        "text": tags.texts,
    }
