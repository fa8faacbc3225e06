"""Fetch a game as the record that it was; formats nothing.

Tags that have columns come first, in the columns' order, and then the others as written. Tags
that say what holds without them (Game, and options with their first value) are left out;
Result is always there, and so is a Termination that the board or the result implied.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice
from typing import Any

import duckdb

from mentis_records.core.game import AnyGame, Move
from mentis_records.core.record import Comment, CommentKind, Ply, Record, Variation
from mentis_records.games import find_game
from mentis_records.store.database import Database
from mentis_records.store.error import DOCTOR, StoreError, first_line
from mentis_records.store.match import check_index
from mentis_records.store.remark_place import AFTER, BEFORE, CLOSING, MAINLINE
from mentis_records.store.row import stored_tags
from mentis_records.store.selection import EVERY_GAME, Selection

FETCH_GAMES = 1_000
"""Games fetched at once."""

_MAX_STARTS = 4_096
"""Start positions that are remembered."""

_PlyRow = tuple[int, int, int]
"""Number of the ply, move code, key."""


def fetch_record(database: Database, game_id: int) -> Record:
    """Return a stored game with its tags, comments, judgements and variations.

    Raises:
        KeyError: there is no game with this number.
        StoreError: the database cannot be read.
    """
    return next(fetch_records(database, [game_id]))


def fetch_records(database: Database, game_ids: Iterable[int]) -> Iterator[Record]:
    """Yield stored games in the order of their numbers given, many fetched at once.

    Raises:
        KeyError: there is no game with one of the numbers.
        StoreError: the database cannot be read.
    """
    try:
        yield from iterate_records(database.connection, game_ids)
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None


def iterate_records(
    connection: duckdb.DuckDBPyConnection, game_ids: Iterable[int]
) -> Iterator[Record]:
    """Yield what ``fetch_records`` does, out of a connection; DuckDB's errors pass."""
    numbers = iter(game_ids)
    boards: dict[str, _Board] = {}
    while some := list(islice(numbers, FETCH_GAMES)):
        yield from map(_Fetch(connection, some, boards).record, some)


def fetch_game_ids(database: Database, selection: Selection = EVERY_GAME) -> list[int]:
    """Return the numbers of the selected games, in order.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index that a query of
            the selection needs.
    """
    if selection.queries or selection.saved:
        check_index(database)
    query = f"select game_id from {selection.games} order by 1"  # noqa: S608 - a selection's SQL
    try:
        found = database.connection.execute(query, dict(selection.parameters)).fetchnumpy()
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None
    numbers: list[int] = found["game_id"].tolist()
    return numbers


def settle(database: Database, selection: Selection) -> Selection:
    """Return the same selection, its queries asked once if it has any.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index that a query of
            the selection needs.
    """
    if not (selection.queries or selection.saved):
        return selection
    return selection.settled(fetch_game_ids(database, selection))


class _Board:
    """A game's kernel and values that many of its records share."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.kernel = game.kernel(())
        self.kernel.reserve(1)
        self._moves: dict[int, Move] = {}
        self._starts: dict[str, Any] = {}

    def start(self, text: str) -> Any:
        """Return a start position by its string."""
        if text not in self._starts:
            if len(self._starts) >= _MAX_STARTS:
                self._starts.clear()
            self._starts[text] = self.game.parse_position(text, {})
        return self._starts[text]

    def move(self, code: int) -> Move:
        """Return a move by its code.

        Raises:
            StoreError: no move has it.
        """
        move = self._moves.get(code)
        if move is None:
            try:
                move = self._moves[code] = self.game.decode_move(code)
            except ValueError as error:
                raise StoreError(f"{error}; {DOCTOR}") from None
        return move


@dataclass(frozen=True, slots=True)
class _Remarks:
    """What is said of the plies of a game: by line and ply, comments also by place."""

    comments: defaultdict[tuple[int, int, str], tuple[Comment, ...]] = field(
        default_factory=lambda: defaultdict(tuple)
    )
    judgements: dict[tuple[int, int], tuple[str, tuple[int, ...]]] = field(default_factory=dict)
    variations: defaultdict[tuple[int, int], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    plies: defaultdict[int, list[_PlyRow]] = field(default_factory=lambda: defaultdict(list))


class _Fetch:
    """Puts some games together out of the rows of all tables."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        game_ids: Sequence[int],
        boards: dict[str, _Board],
    ) -> None:
        self._connection = connection
        self._game_ids = list(game_ids)
        self._boards = boards
        rows = self._rows("select * from games")
        names = [column[0] for column in connection.description or ()]
        self._games = {row[0]: dict(zip(names, row, strict=True)) for row in rows}
        self._remarks: defaultdict[int, _Remarks] = defaultdict(_Remarks)
        self._fetch_remarks()
        self._turns, self._keys = self._fetch_mainlines()

    def record(self, game_id: int) -> Record:
        """Return one of the games.

        Raises:
            KeyError: there is no such game.
            StoreError: its mainline is not whole.
        """
        row, remarks = self._games[game_id], self._remarks.get(game_id, _NO_REMARKS)
        slug = row["game"]
        if slug not in self._boards:
            self._boards[slug] = _Board(find_game(slug))
        board = self._boards[slug]
        if game_id not in self._turns:
            raise StoreError(f"game {game_id}: no mainline; {DOCTOR}")
        turns, keys = self._turns[game_id], self._keys[game_id]
        start = board.start(row["start_position"])
        codes = array("q", [turn >> 3 for turn in turns])
        moves = [board.move(code) for code in codes]
        board.kernel.fill(0, start)
        numbers = board.kernel.move_numbers(0, codes)
        final = board.game.format_position(board.kernel.position())
        if remarks.variations:
            remarks.plies[MAINLINE] = list(zip(count(1), codes, keys, strict=False))
            plies = _replay(board, remarks, start, MAINLINE)
        else:
            plies = tuple(
                Ply(turn & 7, number, move, key)
                for turn, number, move, key in zip(turns, numbers, moves, keys, strict=True)
            )
            plies = _with_remarks(plies, remarks)
        irregular = set(row["irregular"])
        if irregular:
            plies = tuple(
                replace(ply, is_irregular=True) if at in irregular else ply
                for at, ply in enumerate(plies, 1)
            )
        return Record(
            slug,
            stored_tags(row),
            row["start_position"],
            row["start_key"],
            final,
            plies,
            row["result"],
            row["termination"],
            row["inherited"],
            remarks.comments.get((MAINLINE, row["inherited"] + 1, BEFORE), ()),
            remarks.comments.get((MAINLINE, len(plies), CLOSING), ()),
        )

    def _fetch_remarks(self) -> None:
        remarks = self._remarks
        query = "select game_id, line, ply, place, kind, text, number from comments"
        for game_id, line, ply, place, kind, text, _ in self._rows(
            query, "line, ply, place, number"
        ):
            remarks[game_id].comments[line, ply, place] += (Comment(CommentKind(kind), text),)
        query = "select game_id, line, ply, suffix, nags from annotations"
        for game_id, line, ply, suffix, nags in self._rows(query):
            remarks[game_id].judgements[line, ply] = (suffix or "", tuple(nags))
        query = "select game_id, parent_line, ply, line from variations"
        for game_id, parent, ply, line in self._rows(query, "line"):
            remarks[game_id].variations[parent, ply].append(line)
        query = "select game_id, line, ply, turn >> 3, key from variation_plies"
        for game_id, line, *row in self._rows(query, "line, ply"):
            remarks[game_id].plies[line].append((row[0], row[1], row[2]))

    def _fetch_mainlines(self) -> tuple[dict[int, array[int]], dict[int, list[int]]]:
        """Return the turns and the keys of each game's mainline, without those of the start."""
        query = "select game_id, turns[2:], keys[2:] from mainlines"
        rows = self._rows(query)
        for game_id, found, keys in rows:
            if not _is_whole(found, keys):
                raise StoreError(f"game {game_id}: a mainline with gaps; {DOCTOR}")
        turns = {game_id: array("q", found) for game_id, found, _ in rows}
        return turns, {game_id: found for game_id, _, found in rows}

    def _rows(self, query: str, order: str = "game_id") -> list[Any]:
        """Return what a query finds of the games, in order of the game and then as said."""
        return self._connection.execute(
            f"""
            {query}
            where game_id between $first and $last
                and game_id in (select unnest($ids::integer[]))
            order by game_id, {order}
            """,
            {
                "first": min(self._game_ids),
                "last": max(self._game_ids),
                "ids": self._game_ids,
            },
        ).fetchall()


def _is_whole(turns: Sequence[int | None] | None, keys: Sequence[int | None] | None) -> bool:
    """Tell whether the lists of a mainline are there and have a value for each ply."""
    return (
        turns is not None
        and keys is not None
        and len(turns) == len(keys)
        and None not in turns
        and None not in keys
    )


_NO_REMARKS = _Remarks()


def _with_remarks(plies: tuple[Ply, ...], remarks: _Remarks) -> tuple[Ply, ...]:
    """Return the plies of a mainline with what is said of them; it has no variations."""
    if remarks is _NO_REMARKS:
        return plies
    done = []
    for number, ply in enumerate(plies, 1):
        suffix, nags = remarks.judgements.get((MAINLINE, number), ("", ()))
        comments = remarks.comments.get((MAINLINE, number, AFTER), ())
        if suffix or nags or comments:
            ply = replace(ply, suffix=suffix, nags=nags, comments=comments)
        done.append(ply)
    return tuple(done)


def _replay(board: _Board, remarks: _Remarks, position: Any, line: int) -> tuple[Ply, ...]:
    """Return the plies of a line that starts at a position, with all that is said of them."""
    plies = []
    for number, code, key in remarks.plies.get(line, []):
        move = board.move(code)
        suffix, nags = remarks.judgements.get((line, number), ("", ()))
        ply = Ply(
            position.side,
            position.move_number,
            move,
            key,
            suffix,
            nags,
            remarks.comments.get((line, number, AFTER), ()),
            tuple(
                Variation(
                    _replay(board, remarks, position, variation),
                    remarks.comments.get((variation, number, BEFORE), ()),
                )
                for variation in remarks.variations.get((line, number), [])
            ),
        )
        plies.append(ply)
        position = board.game.play(position, move)
    return tuple(plies)
