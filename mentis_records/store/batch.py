"""Rows on their way into the database: collected by table, written many at a time.

Knows how a record is spread over the tables; which records are kept is decided elsewhere. Rows
of positions are integer arrays, as everything that is stored per ply; other rows are tuples.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import count

import duckdb
import numpy

from mentis_records.core.record import Comment, Ply, Record, Variation
from mentis_records.core.text import encodable
from mentis_records.store import schema
from mentis_records.store.schema import Table

MAINLINE = 0
BEFORE, AFTER, CLOSING = "before", "after", "closing"

_NONE = -1
"""Stands for null in the arrays, whose values are never negative."""


class Batch:
    """The rows of some records, one list a table, and one array a column of positions."""

    def __init__(self) -> None:
        """Begin with no rows."""
        self._seen_moves: set[tuple[str, int]] = set()
        self.clear()

    def clear(self) -> None:
        """Forget all rows, but not which moves the database has."""
        self._rows: dict[str, list[tuple[object, ...]]] = {
            table.name: [] for table in schema.TABLES
        }
        self._positions = {column.name: array("q") for column in schema.POSITION_KEYS.columns}

    def add(self, table: Table, row: tuple[object, ...]) -> None:
        """Add a row of any table but that of positions."""
        self._rows[table.name].append(row)

    def add_plies(self, game_id: int, record: Record, codes: Sequence[int]) -> None:
        """Add the positions of a record, and all that is said of its plies.

        ``codes`` are the codes of the mainline's moves.
        """
        self._add_moves(record.game, record.plies, codes)
        positions = self._positions
        plies = record.plies
        rows = len(plies) + 1
        positions["game_id"].extend([game_id] * rows)
        positions["ply"].extend(range(rows))
        positions["side"].extend((_NONE, *(ply.side for ply in plies)))
        positions["move_code"].extend((_NONE, *codes))
        positions["key"].extend((record.start_keys[0], *(ply.key for ply in plies)))
        positions["canonical_key"].extend(
            (record.start_keys[1], *(ply.canonical_key for ply in plies))
        )
        first = record.inherited + 1
        self._add_comments(game_id, MAINLINE, first, BEFORE, record.comments)
        self._add_remarks(game_id, record.game, MAINLINE, 1, plies, count(1))
        self._add_comments(game_id, MAINLINE, len(plies), CLOSING, record.closing_comments)

    def _add_moves(self, game: str, plies: Sequence[Ply], codes: Sequence[int]) -> None:
        """Add the moves that no earlier ply of the load has had."""
        seen = self._seen_moves
        for ply, code in zip(plies, codes, strict=True):
            if (game, code) not in seen:
                seen.add((game, code))
                self.add(schema.MOVES, (game, code, ply.move.notation, ply.move.kind))

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
        codes = [ply.move.code for ply in variation.plies]
        self._add_moves(game, variation.plies, codes)
        for number, (ply, code) in enumerate(zip(variation.plies, codes, strict=True), first):
            keys = (ply.key, ply.canonical_key)
            self.add(schema.VARIATION_PLIES, (game_id, line, number, ply.side, code, *keys))
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
                _insert_rows(connection, table, rows)
        if self._positions["ply"]:
            _insert_positions(connection, self._positions)
        self.clear()


def _insert_rows(
    connection: duckdb.DuckDBPyConnection, table: Table, rows: Sequence[tuple[object, ...]]
) -> None:
    values: list[object] = []
    columns: list[str] = []
    for column, items in zip(table.columns, zip(*rows, strict=True), strict=True):
        if column.type == schema.TAGS:
            values += [[list(tags) for tags in items], [list(tags.values()) for tags in items]]
            columns.append("map(unnest(?::varchar[][]), unnest(?::varchar[][]))")
        else:
            values.append(list(items))
            columns.append(f"unnest(?::{column.type}[])")
    query = f"insert into {table.name} select {', '.join(columns)}"
    if table is schema.MOVES:
        query = _new_moves(", ".join(columns))
    connection.execute(query, values)


def _new_moves(columns: str) -> str:
    """Return the statement that inserts the moves that the database has not."""
    names = ", ".join(column.name for column in schema.MOVES.columns)
    return f"""
        insert into moves
        select * from (select {columns}) as new ({names}) anti join moves using (game, move_code)
        """  # noqa: S608 - the schema's names


def _insert_positions(
    connection: duckdb.DuckDBPyConnection, positions: dict[str, array[int]]
) -> None:
    columns = {name: numpy.frombuffer(values, "int64") for name, values in positions.items()}
    connection.register("new_positions", columns)
    try:
        connection.execute(
            """
            insert into position_keys
            select game_id, ply, nullif(side, $none), nullif(move_code, $none), key, canonical_key
            from new_positions
            """,
            {"none": _NONE},
        )
    finally:
        connection.unregister("new_positions")
