"""Rows on their way into the database: collected by table, written many at a time.

Knows how records are spread over the tables; which records are kept is decided elsewhere.
Mainlines are integer arrays, as everything that is stored per ply; other rows are tuples, but
for the games of sheets, which come as columns.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import count

import duckdb
import numpy

from mentis_records.core.record import Comment, Ply, Record, Variation
from mentis_records.core.text import encodable
from mentis_records.fast.key_set import KeySet
from mentis_records.games import find_game
from mentis_records.notation.bulk import make_kernel
from mentis_records.store import schema
from mentis_records.store.game_tables import declare_game
from mentis_records.store.row.column import Column, Value, form, insert_columns, join
from mentis_records.store.row.list_rows import Numbers
from mentis_records.store.row.mainline_buffer import MainlineBuffer
from mentis_records.store.row.registered import registered
from mentis_records.store.row.remark_place import AFTER, BEFORE, CLOSING, MAINLINE
from mentis_records.store.schema import Table

START_TURN = -1
"""The turn of the position that no move led to."""


class Batch:
    """The rows of some records: tuples by table, columns, and mainlines."""

    def __init__(self, seen_moves: dict[str, KeySet] | None = None) -> None:
        """Begin with no rows; ``seen_moves`` are those that the database has, by game."""
        self._mainlines = MainlineBuffer()
        self._seen_moves = {} if seen_moves is None else seen_moves
        self._rows: dict[str, list[tuple[object, ...]]] = {
            table.name: [] for table in schema.TABLES
        }
        self._columns: dict[tuple[Table, object], list[Mapping[str, Value]]] = {}
        self._moves: dict[str, array[int]] = {}

    def following(self) -> Batch:
        """Return a batch for the rows that come behind these."""
        return Batch(self._seen_moves)

    def add(self, table: Table, row: tuple[object, ...]) -> None:
        """Add a row of any table but that of mainlines."""
        self._rows[table.name].append(row)

    def add_columns(self, table: Table, columns: Mapping[str, Value]) -> None:
        """Add rows given as columns of one length, or single values for all rows."""
        self._columns.setdefault((table, form(columns)), []).append(columns)

    def add_mainlines(
        self, game: str, ids: Column, sizes: Column, turns: Numbers, keys: Numbers
    ) -> None:
        """Add mainlines of a game that stand behind one another (``MainlineBuffer.add_many``)."""
        self._mainlines.add_many(ids, sizes, turns, keys)
        self.add_moves(game, turns)

    def add_plies(self, game_id: int, record: Record) -> None:
        """Add the mainline of a record, and all that is said of its plies."""
        plies = record.plies
        turns = array("q", [START_TURN, *map(_turn, plies)])
        self._mainlines.add(game_id, turns, [record.start_key, *(ply.key for ply in plies)])
        self.add_moves(record.game, turns)
        first = record.inherited + 1
        self._add_comments(game_id, MAINLINE, first, BEFORE, record.comments)
        self._add_remarks(game_id, record.game, MAINLINE, 1, plies, count(1))
        self._add_comments(game_id, MAINLINE, len(plies), CLOSING, record.closing_comments)

    def add_moves(self, game: str, turns: Numbers) -> None:
        """Add the moves that no earlier ply of the load has had."""
        numbers = numpy.asarray(turns, "int64").data
        found = self._seen_moves.setdefault(game, KeySet()).add_shifted(numbers, 3)
        self._moves.setdefault(game, array("q")).extend(found)

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
            most = len(ply.variations)
            behind = [
                [each for each in ply.comments if min(each.behind, most) == at]
                for at in range(most + 1)
            ]
            self._add_comments(game_id, line, number, AFTER, behind[0])
            for variation, comments in zip(ply.variations, behind[1:], strict=True):
                own = next(lines)
                self._add_variation(game_id, game, own, line, number, variation, lines)
                self._add_comments(game_id, own, number, CLOSING, comments)

    def _add_variation(
        self,
        game_id: int,
        game: str,
        line: int,
        parent: int,
        first: int,
        variation: Variation,
        lines: count[int],
    ) -> None:
        self.add(schema.VARIATIONS, (game_id, line, parent, first))
        self._add_comments(game_id, line, first, BEFORE, variation.comments)
        turns = array("q", map(_turn, variation.plies))
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
        """Insert all rows; nothing may be added after that."""
        for game in self._moves:
            declare_game(connection, game)
        for table in schema.TABLES:
            rows = self._rows[table.name]
            if rows:
                insert_rows(connection, table, rows)
        for (table, _), parts in self._columns.items():
            insert_columns(connection, table, join(parts))
        for game, codes in self._moves.items():
            if codes:
                _insert_moves(connection, game, codes)
        self._mainlines.write(connection)


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
            values.append([None if tags is None else list(tags) for tags in items])
            values.append([None if tags is None else list(tags.values()) for tags in items])
            columns.append("map(unnest(?::varchar[][]), unnest(?::varchar[][]))")
        else:
            values.append(list(items))
            columns.append(f"unnest(?::{column.type}[])")
    connection.execute(f"insert into {table.name} select {', '.join(columns)}", values)


def _insert_moves(connection: duckdb.DuckDBPyConnection, game: str, codes: array[int]) -> None:
    """Insert those of some moves that the database has not."""
    notations, kinds = make_kernel(find_game(game)).name_moves(codes)
    columns = {
        "move_code": numpy.frombuffer(codes, "int64"),
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
