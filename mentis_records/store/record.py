"""Fetch a game as the record that it was; formats nothing.

Tags that have columns come first, in the columns' order, and then the others as written. Tags
that say what holds without them (Game, and options with their first value) are left out;
Result is always there, and so is a Termination that the board or the result implied.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Any

import duckdb

from mentis_records.core.game import AnyGame
from mentis_records.core.record import Comment, CommentKind, Ply, Record, Variation
from mentis_records.games import GAMES, find_game
from mentis_records.store.batch import AFTER, BEFORE, CLOSING, MAINLINE
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.schema import ELO_COLUMNS, OPTION_COLUMNS, TEXT_COLUMNS

_PlyRow = tuple[int, int, int, int]
"""Number of the ply, move code, key, canonical key."""


def fetch_record(database: Database, game_id: int) -> Record:
    """Return a stored game with its tags, comments, judgements and variations.

    Raises:
        KeyError: there is no game with this number.
        StoreError: the database cannot be read.
    """
    try:
        return _Fetch(database.connection, game_id).record()
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None


@dataclass(frozen=True, slots=True)
class _Remarks:
    """What is said of the plies: by line and ply, comments also by place."""

    comments: dict[tuple[int, int, str], tuple[Comment, ...]]
    judgements: dict[tuple[int, int], tuple[str, tuple[int, ...]]]
    variations: dict[tuple[int, int], list[int]]
    plies: dict[int, list[_PlyRow]]


class _Fetch:
    """Puts one game together out of the rows of all tables."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, game_id: int) -> None:
        self._connection = connection
        self._game_id = game_id
        rows = self._rows("from games where game_id = ?")
        if not rows:
            raise KeyError(game_id)
        names = [column[0] for column in connection.description or ()]
        self._row: dict[str, Any] = dict(zip(names, rows[0], strict=True))
        self._game: AnyGame = find_game(self._row["game"])
        self._remarks = self._fetch_remarks()

    def record(self) -> Record:
        row, game, remarks = self._row, self._game, self._remarks
        position = game.parse_position(row["start_position"], {})
        plies = self._plies(position, MAINLINE)
        irregular = set(row["irregular"])
        plies = tuple(
            replace(ply, is_irregular=True) if at in irregular else ply
            for at, ply in enumerate(plies, 1)
        )
        first = row["inherited"] + 1
        return Record(
            row["game"],
            self._tags(),
            row["start_position"],
            (row["start_key"], row["start_canonical_key"]),
            row["final_position"],
            plies,
            row["result"],
            row["termination"],
            row["inherited"],
            remarks.comments.get((MAINLINE, first, BEFORE), ()),
            remarks.comments.get((MAINLINE, len(plies), CLOSING), ()),
        )

    def _tags(self) -> dict[str, str]:
        row, description = self._row, self._game.description
        tags = {tag: row[column] for tag, column in TEXT_COLUMNS.items()}
        tags["Result"] = row["result"]
        tags["Termination"] = row["termination"]
        for option in description.options:
            value = row[OPTION_COLUMNS[option.tag]]
            tags[option.tag] = None if value == option.values[0] else value
        if description.slug != GAMES[0].description.slug:
            tags["Game"] = description.title
        for tag, column in ELO_COLUMNS.items():
            tags[tag] = None if row[column] is None else str(row[column])
        further: dict[str, str] = row["tags"]
        return {tag: value for tag, value in tags.items() if value is not None} | further

    def _plies(self, position: Any, line: int) -> tuple[Ply, ...]:
        """Return the plies of a line that starts at a position, with all that is said of them."""
        game, remarks = self._game, self._remarks
        plies = []
        for number, code, key, canonical_key in remarks.plies.get(line, []):
            move = game.decode_move(code)
            suffix, nags = remarks.judgements.get((line, number), ("", ()))
            ply = Ply(
                position.side,
                position.move_number,
                move,
                key,
                canonical_key,
                suffix,
                nags,
                remarks.comments.get((line, number, AFTER), ()),
                tuple(
                    self._variation(position, variation, number)
                    for variation in remarks.variations.get((line, number), [])
                ),
            )
            plies.append(ply)
            position = game.play(position, move)
        return tuple(plies)

    def _variation(self, position: Any, line: int, first: int) -> Variation:
        comments = self._remarks.comments.get((line, first, BEFORE), ())
        return Variation(self._plies(position, line), comments)

    def _fetch_remarks(self) -> _Remarks:
        comments: defaultdict[tuple[int, int, str], tuple[Comment, ...]] = defaultdict(tuple)
        query = """
            select line, ply, place, kind, text
            from comments
            where game_id = ?
            order by line, ply, place, number
            """
        for line, ply, place, kind, text in self._rows(query):
            comments[line, ply, place] += (Comment(CommentKind(kind), text),)
        judgements = {
            (line, ply): (suffix or "", tuple(nags))
            for line, ply, suffix, nags in self._rows(
                "select line, ply, suffix, nags from annotations where game_id = ?"
            )
        }
        variations: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        query = "select parent_line, ply, line from variations where game_id = ? order by line"
        for parent, ply, line in self._rows(query):
            variations[parent, ply].append(line)
        return _Remarks(comments, judgements, variations, self._fetch_plies())

    def _fetch_plies(self) -> dict[int, list[_PlyRow]]:
        plies: defaultdict[int, list[_PlyRow]] = defaultdict(list)
        plies[MAINLINE] = self._rows(
            """
            select ply, move_code, key, canonical_key
            from position_keys
            where game_id = ? and ply > 0
            order by ply
            """
        )
        query = """
            select line, ply, move_code, key, canonical_key
            from variation_plies
            where game_id = ?
            order by line, ply
            """
        for line, *row in self._rows(query):
            plies[line].append((row[0], row[1], row[2], row[3]))
        return plies

    def _rows(self, query: str) -> list[Any]:
        return self._connection.execute(query, [self._game_id]).fetchall()
