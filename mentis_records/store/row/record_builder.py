"""Put games together out of the rows of all tables, many at once; knows no selection.

Tags that have columns come first, in the columns' order, and then the others as written. Tags
that say what holds without them (Game, and settings with their defaults) are left out;
Result is always there, and so is a Termination that the board or the result implied.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from itertools import count
from types import MappingProxyType
from typing import Any

import duckdb

from mentis_records.core.game import AnyGame, Move
from mentis_records.core.record import Comment, CommentKind, Ply, Record, Variation
from mentis_records.core.text import folded
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import find_game
from mentis_records.notation.bulk import make_kernel
from mentis_records.notation.write import format_game, format_record
from mentis_records.store.error import DOCTOR, StoreError
from mentis_records.store.row.copied import tell_source, with_remarks
from mentis_records.store.row.former import read_duplicate
from mentis_records.store.row.record_row import own_options, stored_points, stored_tags
from mentis_records.store.row.remark_place import AFTER, BEFORE, CLOSING, MAINLINE
from mentis_records.store.schema import PLAYER_COLUMNS
from mentis_records.store.schema.record_sql import read_start, start_text

_MAX_STARTS = 4_096
"""Start positions that are remembered."""

_PlyRow = tuple[int, int, int]
"""Number of the ply, move code, key."""


class Board:
    """A game's kernel and values that many of its records share."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.kernel = make_kernel(game)
        self.kernel.reserve(1)
        self._moves: dict[int, Move] = {}
        self._notations: dict[int, str] = {}
        self._starts: dict[str, Any] = {}

    def start(self, row: Mapping[str, Any]) -> Any:
        """Return the start position of a row of ``games``."""
        text = start_text(self.game.description, row)
        if text not in self._starts:
            if len(self._starts) >= _MAX_STARTS:
                self._starts.clear()
            self._starts[text] = read_start(self.game, text)
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

    def notations(self, codes: Sequence[int]) -> list[str]:
        """Return moves in canonical notation by their codes.

        Raises:
            StoreError: no move has one of them.
        """
        known = self._notations
        for code in codes:
            if code not in known:
                known[code] = self.move(code).notation
        return [known[code] for code in codes]


@dataclass(frozen=True, slots=True)
class Remarks:
    """What is said of the plies of a game: by line and ply, comments also by place."""

    comments: defaultdict[tuple[int, int, str], tuple[Comment, ...]] = field(
        default_factory=lambda: defaultdict(tuple)
    )
    judgements: dict[tuple[int, int], tuple[str, tuple[int, ...]]] = field(default_factory=dict)
    variations: defaultdict[tuple[int, int], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    plies: defaultdict[int, list[_PlyRow]] = field(default_factory=lambda: defaultdict(list))


class Assembly:
    """Puts some games together out of the rows of all tables."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        game_ids: Sequence[int],
        boards: dict[str, Board],
        prefix: str = "",
        has_copies: bool = False,
        players: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Fetch what is said of the games.

        Args:
            connection: where the tables are.
            game_ids: the numbers of the games.
            boards: those that are known, by the slug of their game.
            prefix: what the tables are called, before their names.
            has_copies: whether what duplicates say of the plies is said, too (``copied``).
            players: the names that take the place of others, as these are compared (``folded``).
        """
        self._connection = connection
        self._prefix = prefix
        self._game_ids = list(game_ids)
        self._boards = boards
        rows = self._rows("*", "games")
        names = [column[0] for column in connection.description or ()]
        self._games = {row[0]: dict(zip(names, row, strict=True)) for row in rows}
        for row in self._games.values() if players else ():
            for column in PLAYER_COLUMNS:
                row[column] = players.get(folded(row[column] or ""), row[column])
        self._remarks: defaultdict[int, Remarks] = defaultdict(Remarks)
        self._fetch_remarks()
        self._copies = self._fetch_copies() if has_copies else {}
        self._turns = self._fetch_turns()
        self._keys: dict[int, list[int]] | None = None

    def record(self, game_id: int) -> Record:
        """Return one of the games.

        Raises:
            KeyError: there is no such game.
            StoreError: its mainline is not whole.
        """
        row, remarks = self._games[game_id], self._remarks.get(game_id, _NO_REMARKS)
        board = self._board(row)
        turns, keys = self._turns_of(game_id), self._keys_of(game_id)
        start = board.start(row)
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
        irregular, warned = set(row["irregular"]), set(row["warned"] or ())
        if irregular or warned:
            plies = tuple(
                replace(ply, is_irregular=at in irregular, is_warned=at in warned)
                for at, ply in enumerate(plies, 1)
            )
        record = Record(
            row["game"],
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
            stored_points(row),
        )
        for told, text in self._copies.get(game_id, ()):
            copy = read_duplicate(text, own_options(row))
            if copy is not None:
                record = with_remarks(record, copy, told)
        return record

    def row(self, game_id: int) -> dict[str, Any]:
        """Return the row of one of the games by the names of its columns."""
        return self._games[game_id]

    def text(self, game_id: int) -> str:
        """Return one of the games as ``format_record`` writes it literally.

        Raises:
            WriteError: no record file can hold it.
            KeyError: there is no such game.
            StoreError: its mainline is not whole.
        """
        row = self._games[game_id]
        board = self._board(row)
        if game_id in self._remarks or game_id in self._copies:
            return format_record(self.record(game_id), board.game.description, is_literal=True)
        turns = self._turns_of(game_id)
        codes = array("q", [turn >> 3 for turn in turns])
        notations = board.notations(codes)
        board.kernel.fill(0, board.start(row))
        numbers = board.kernel.move_numbers(0, codes)
        tags, sides = stored_tags(row), [turn & 7 for turn in turns]
        return format_game(tags, sides, numbers, notations, board.game.description, is_literal=True)

    def _board(self, row: Mapping[str, Any]) -> Board:
        slug = row["game"]
        if slug not in self._boards:
            try:
                game = find_game(slug)
            except KeyError:
                words = f"game {row['game_id']} is of {slug}, which is not installed"
                raise StoreError(words) from None
            self._boards[slug] = Board(game)
        return self._boards[slug]

    def _turns_of(self, game_id: int) -> array[int]:
        if game_id not in self._turns:
            raise StoreError(f"game {game_id}: no mainline; {DOCTOR}")
        return self._turns[game_id]

    def _keys_of(self, game_id: int) -> list[int]:
        if self._keys is None:
            self._keys = self._fetch_keys()
        return self._keys[game_id]

    def _fetch_remarks(self) -> None:
        remarks = self._remarks
        columns = "game_id, line, ply, place, kind, text, number"
        for game_id, line, ply, place, kind, text, _ in self._rows(
            columns, "comments", "line, ply, place, number"
        ):
            remarks[game_id].comments[line, ply, place] += (Comment(CommentKind(kind), text),)
        columns = "game_id, line, ply, suffix, nags"
        for game_id, line, ply, suffix, nags in self._rows(columns, "annotations"):
            remarks[game_id].judgements[line, ply] = (suffix or "", tuple(nags))
        columns = "game_id, parent_line, ply, line"
        for game_id, parent, ply, line in self._rows(columns, "variations", "line"):
            remarks[game_id].variations[parent, ply].append(line)
        columns = "game_id, line, ply, turn >> 3, key"
        for game_id, line, *row in self._rows(columns, "variation_plies", "line, ply"):
            remarks[game_id].plies[line].append((row[0], row[1], row[2]))

    def _fetch_copies(self) -> defaultdict[int, list[tuple[str, str]]]:
        """Return the duplicates of each game that have a text: where they are from, and it."""
        copies: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
        columns = """
            game_id, (select name from sources where sources.source_id = duplicates.source_id),
            source_member, text"""
        order = "source_id, source_index"
        for game_id, name, member, text in self._rows(columns, "duplicates", order):
            if text is not None:
                copies[game_id].append((tell_source(name, member), text))
        return copies

    def _fetch_turns(self) -> dict[int, array[int]]:
        """Return the turns of each game's mainline, without that of the start."""
        rows = self._rows("game_id, turns[2:], len(turns) = len(keys)", "mainlines")
        for game_id, turns, is_even in rows:
            if turns is None or not is_even or None in turns:
                raise StoreError(f"game {game_id}: a mainline with gaps; {DOCTOR}")
        return {game_id: array("q", turns) for game_id, turns, _ in rows}

    def _fetch_keys(self) -> dict[int, list[int]]:
        """Return the keys of each game's positions but the start."""
        rows = self._rows("game_id, keys[2:]", "mainlines")
        for game_id, keys in rows:
            if None in keys:
                raise StoreError(f"game {game_id}: a mainline with gaps; {DOCTOR}")
        return dict(rows)

    def _rows(self, columns: str, table: str, order: str = "game_id") -> list[Any]:
        """Return columns of a table for the games, in order of the game and then as said."""
        return self._connection.execute(
            f"""
            select {columns} from {self._prefix}{table}
            where game_id between $first and $last
                and game_id in (select unnest($ids::integer[]))
            order by game_id, {order}
            """,  # noqa: S608 - names of the schema
            {"first": min(self._game_ids), "last": max(self._game_ids), "ids": self._game_ids},
        ).fetchall()


_NO_REMARKS = Remarks()


def _with_remarks(plies: tuple[Ply, ...], remarks: Remarks) -> tuple[Ply, ...]:
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


def _replay(board: Board, remarks: Remarks, position: Any, line: int) -> tuple[Ply, ...]:
    """Return the plies of a line that starts at a position, with all that is said of them."""
    plies = []
    for number, code, key in remarks.plies.get(line, []):
        move = board.move(code)
        suffix, nags = remarks.judgements.get((line, number), ("", ()))
        comments = remarks.comments.get((line, number, AFTER), ())
        variations = remarks.variations.get((line, number), [])
        for behind, variation in enumerate(variations, 1):
            comments += tuple(
                replace(comment, behind=behind)
                for comment in remarks.comments.get((variation, number, CLOSING), ())
            )
        ply = Ply(
            position.side,
            position.move_number,
            move,
            key,
            suffix,
            nags,
            comments,
            tuple(
                Variation(
                    _replay(board, remarks, position, variation),
                    remarks.comments.get((variation, number, BEFORE), ()),
                )
                for variation in variations
            ),
        )
        plies.append(ply)
        position = board.game.play(position, move)
    return tuple(plies)
