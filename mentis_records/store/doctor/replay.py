"""Replay all stored games: plies must be legal, and keys and counts those of the moves."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

import duckdb
import numpy

from mentis_records.core.game import AnyGame
from mentis_records.fast.kernel import Kernel
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.fast.mix import mix
from mentis_records.games import find_game
from mentis_records.notation.bulk import make_kernel
from mentis_records.notation.bulk.record_field import OPENING
from mentis_records.store.doctor.finding import Advance, Finding, say_nothing
from mentis_records.store.identity import Content
from mentis_records.store.position.index import clear_index
from mentis_records.store.row.record_row import opening_key
from mentis_records.store.schema import MAINLINES, PLAYER_COLUMNS
from mentis_records.store.schema.record_sql import START_SQL, read_start

CHUNK_GAMES = 10_000
"""Numbers of games that are replayed at a time."""

_Column = numpy.ndarray[Any, Any]
_START = -1


@dataclass(slots=True)
class Board:
    """A game's kernel with the start positions that it knows, and the codes that are moves."""

    game: AnyGame
    kernel: Kernel
    slots: dict[str, int] = field(default_factory=dict)
    codes: dict[int, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, slug: str) -> Board:
        """Return a board for the game with a slug.

        Raises:
            KeyError: there is no such game.
        """
        game = find_game(slug)
        return cls(game, make_kernel(game))

    def slot(self, start: str) -> int:
        """Return the slot of a start position, or -1 if the text states none."""
        if start not in self.slots:
            try:
                position = read_start(self.game, start)
            except ValueError:
                self.slots[start] = -1
                return -1
            slot = self.kernel.slots
            self.kernel.reserve(slot + 1)
            self.kernel.fill(slot, position)
            self.slots[start] = slot
        return self.slots[start]

    def is_move(self, code: int) -> bool:
        """Tell whether a move has this code."""
        if code not in self.codes:
            try:
                self.game.decode_move(code)
            except ValueError:
                self.codes[code] = False
            else:
                self.codes[code] = True
        return self.codes[code]

    def are_moves(self, codes: _Column) -> _Column:
        """Tell of each code whether it is a move's."""
        distinct, inverse = numpy.unique(codes, return_inverse=True)
        known = numpy.array([self.is_move(code) for code in distinct.tolist()], bool)
        return known[inverse] if len(distinct) else numpy.zeros(0, bool)


@dataclass(slots=True)
class _Corrections:
    """What has been derived otherwise: keys by game and ply, values of ``games`` by column."""

    keys: list[tuple[int, int, int]] = field(default_factory=list)
    games: dict[str, list[tuple[int, int | None]]] = field(default_factory=dict)


class Replay:
    """Goes through all games in order of their numbers; ``broken`` are those it cannot replay.

    Among them are those of games that are not installed: no difference, if their sides are known.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, is_repairing: bool) -> None:
        """Prepare to replay, and to correct what differs if asked to.

        Where keys are corrected, the index of positions is emptied: it has the wrong ones.
        """
        self._connection = connection
        self._is_repairing = is_repairing
        self._boards: dict[str, Board] = {}
        sides = connection.execute("select distinct game from sides")
        self._declared = {game for (game,) in sides.fetchall()}
        self.broken: set[int] = set()

    def run(self, advance: Advance = say_nothing) -> Iterator[Finding]:
        """Yield what differs, chunk by chunk; a chunk is corrected before its findings come."""
        chunks = self._connection.execute(
            """
            select min(game_id), max(game_id), count(*) from games where game_id is not null
            group by game_id::bigint // $games order by 1
            """,
            {"games": CHUNK_GAMES},
        ).fetchall()
        done, total = 0, sum(count for _, _, count in chunks)
        for first, last, count in chunks:
            yield from self._chunk(first, last)
            done += count
            advance("replayed", done, total)

    def run_between(self, first: int, last: int) -> Iterator[Finding]:
        """Yield what differs in the games from one number to another."""
        yield from self._chunk(first, last)

    def _chunk(self, first: int, last: int) -> Iterator[Finding]:
        rows = self._connection.execute(
            """
            select game_id, coalesce(ply, -1) as ply, coalesce(turn, -2) as turn, key
            from position_keys
            where game_id between $first and $last
            order by game_id, ply
            """,
            {"first": first, "last": last},
        ).fetchnumpy()
        ids = numpy.asarray(rows["game_id"])
        uneven = self._connection.execute(
            """
            select game_id from mainlines
            where game_id between $first and $last and len(turns) is distinct from len(keys)
            """,
            {"first": first, "last": last},
        ).fetchall()
        names = ", ".join((*_DERIVED, *PLAYER_COLUMNS))
        games = self._connection.execute(
            f"""
            select game_id, game, {START_SQL}, irregular, {names}
            from games
            where game_id between $first and $last
            order by game_id
            """,  # noqa: S608 - names of columns
            {"first": first, "last": last},
        ).fetchall()
        findings: list[Finding] = []
        corrections = _Corrections()
        for slug in sorted({game[1] or "" for game in games}):
            these = [game for game in games if (game[1] or "") == slug]
            try:
                board = self._boards.setdefault(slug, Board.of(slug))
            except KeyError:
                if slug not in self._declared:
                    findings += [
                        Finding("games", f"game {game[0]}", "game", slug, None, False)
                        for game in these
                    ]
                self.broken.update(game[0] for game in these)
                continue
            chunk = _Chunk(board, these, ids, rows, findings, corrections)
            self.broken |= chunk.check({game_id for (game_id,) in uneven})
        if self._is_repairing:
            self._correct(corrections)
        yield from findings

    def _correct(self, corrections: _Corrections) -> None:
        if corrections.keys:
            self._connection.execute(
                """
                update mainlines set keys = mended.keys
                from (
                    select game_id, list(coalesce(right_key, key) order by ply) as keys
                    from position_keys
                    left join (
                        select unnest($1::integer[]) as game_id, unnest($2::integer[]) as ply,
                            unnest($3::bigint[]) as right_key
                    ) using (game_id, ply)
                    where game_id in (select unnest($1::integer[]))
                    group by game_id
                ) as mended
                where mainlines.game_id = mended.game_id
                """,
                [list(column) for column in zip(*corrections.keys, strict=True)],
            )
            clear_index(self._connection)
        for column, values in corrections.games.items():
            self._connection.execute(
                f"""
                update games set {column} = right_value
                from (select unnest($1::integer[]) as game_number,
                    unnest($2::bigint[]) as right_value)
                where game_id = game_number
                """,  # noqa: S608 - names of columns, below
                [list(part) for part in zip(*values, strict=True)],
            )


class _Chunk:
    """Some games of one kind with their rows of positions."""

    def __init__(
        self,
        board: Board,
        games: Sequence[tuple[Any, ...]],
        ids: _Column,
        rows: Mapping[str, Any],
        findings: list[Finding],
        corrections: _Corrections,
    ) -> None:
        numbers = numpy.array([game[0] for game in games], ids.dtype)
        is_ours = numpy.isin(ids, numbers)
        self._board = board
        self._games = games
        self._ids = ids[is_ours]
        self._plies = numpy.asarray(rows["ply"])[is_ours]
        self._turns = numpy.asarray(rows["turn"])[is_ours].astype("int64")
        self._keys = numpy.ma.asarray(rows["key"])[is_ours]
        self._findings = findings
        self._corrections = corrections

    def check(self, uneven: Collection[int]) -> set[int]:
        """Find what differs; return the games that cannot be replayed.

        ``uneven`` are the games whose lists have different lengths.
        """
        distinct, firsts, counts = numpy.unique(self._ids, return_index=True, return_counts=True)
        broken = self._find_broken(firsts, counts)
        places = {
            number: (first, first + count)
            for number, first, count in zip(
                distinct.tolist(), firsts.tolist(), counts.tolist(), strict=True
            )
        }
        kept: list[tuple[Any, ...]] = []
        seen: set[int] = set()
        twice: set[int] = set()
        for game in self._games:
            number, start = game[0], game[2]
            if number in seen:
                self._report(number, "games", "game_id: there is another game with it")
                twice.add(number)
            elif number not in places:
                self._report(number, MAINLINES.name, "positions: there are none")
            elif number in uneven:
                self._report(number, MAINLINES.name, "turns, keys: not of one length")
            elif number in broken:
                self._report(number, MAINLINES.name, broken[number])
            elif self._board.slot(start or "") < 0:
                self._report(number, "games", "start_position", start)
            else:
                kept.append(game)
            seen.add(number)
        stuck = self._replay(kept, places) if kept else set()
        return (seen - {game[0] for game in kept}) | twice | stuck

    def _report(self, number: int, table: str, what: str, stored: object = None) -> None:
        self._findings.append(Finding(table, f"game {number}", what, stored, None, False))

    def _find_broken(self, firsts: _Column, counts: _Column) -> dict[int, str]:
        """Return what makes games unfit for a replay, by their numbers."""
        expected = numpy.arange(len(self._ids)) - numpy.repeat(firsts, counts)
        is_start = expected == 0
        codes = numpy.where(is_start, 0, self._turns >> 3)
        is_move = is_start.copy()
        is_move[~is_start] = self._board.are_moves(codes[~is_start])
        faults = (
            (~is_move, "turn: a code that is no move's"),
            (is_start != (self._turns == _START), "turn: -1 at ply 0 only"),
            (self._plies != expected, "ply: not one after the other from 0"),
        )
        return {
            int(number): what
            for is_faulty, what in faults
            for number in numpy.unique(self._ids[is_faulty])
        }

    def _replay(
        self, games: Sequence[tuple[Any, ...]], places: dict[int, tuple[int, int]]
    ) -> set[int]:
        """Replay games; return those in which that does not go on to the end."""
        numbers = numpy.array([game[0] for game in games], self._ids.dtype)
        is_kept = numpy.isin(self._ids, numbers)
        ids, turns = self._ids[is_kept], array("q", self._turns[is_kept].tobytes())
        plies, stored = self._plies[is_kept], self._keys[is_kept]
        _, firsts, counts = numpy.unique(ids, return_index=True, return_counts=True)
        starts = numpy.array([self._board.slot(game[2]) for game in games], "int32")
        slots = array("i", numpy.repeat(starts, counts).tobytes())
        keys, contents = (array("q", bytes(8 * len(turns))) for _ in range(2))
        irregular = {game[0]: frozenset(game[3] or ()) for game in games if game[3]}
        stuck = self._derive(ids, plies, turns, slots, keys, contents, irregular, firsts + counts)
        is_stuck = numpy.isin(ids, numpy.array(sorted(stuck), ids.dtype))
        is_right = numpy.ma.filled(stored == numpy.frombuffer(keys, "int64"), False)
        is_differing = ~is_right & ~is_stuck
        for row in numpy.flatnonzero(is_differing).tolist():
            number, ply, key = int(ids[row]), int(plies[row]), keys[row]
            where = f"game {number}, ply {ply}"
            old = None if stored[row] is numpy.ma.masked else int(stored[row])
            self._findings.append(Finding(MAINLINES.name, where, "key", old, key))
            self._corrections.keys.append((number, ply, key))
        lasts = firsts + counts - 1
        for game, first, last in zip(games, firsts.tolist(), lasts.tolist(), strict=True):
            if game[0] in stuck:
                continue
            opening = self._opening_key(game, keys[first], turns[first + 1 : last + 1])
            mover = turns[first + 1] & 7 if last > first else None
            derived = (keys[first], contents[last], last - first, mover, opening)
            where = f"game {game[0]}"
            for column, old, new in zip(_DERIVED, game[4:], derived, strict=False):
                if old != new:
                    self._findings.append(Finding("games", where, column, old, new))
                    self._corrections.games.setdefault(column, []).append((game[0], new))
            beyond = [ply for ply in irregular.get(game[0], ()) if not 0 < ply <= last - first]
            if beyond:
                self._findings.append(
                    Finding("games", where, "irregular: no such ply", beyond, None, False)
                )
        return stuck

    def _opening_key(
        self, game: tuple[Any, ...], start_key: int, turns: Sequence[int]
    ) -> int | None:
        """Return the hash of the game's opening, or None where it is not known who played."""
        codes = tuple([turn >> 3 for turn in turns[:OPENING]])
        content = Content(self._board.game.description.slug, (), start_key, codes)
        return opening_key(
            content, dict(zip(self._board.game.description.sides, game[-2:], strict=True))
        )

    def _derive(
        self,
        ids: _Column,
        plies: _Column,
        turns: array[int],
        slots: array[int],
        keys: array[int],
        contents: array[int],
        irregular: dict[int, frozenset[int]],
        ends: _Column,
    ) -> set[int]:
        """Fill keys and contents; return the games that cannot be replayed, having said why."""
        kernel, at = self._board.kernel, 0
        stuck: set[int] = set()
        while (at := kernel.derive(turns, slots, at, keys, contents)) < len(turns):
            number, ply, turn = int(ids[at]), int(plies[at]), turns[at]
            is_known = ply in irregular.get(number, ())
            if is_known and turn & 7 == kernel.side and kernel.play_anyway(turn >> 3):
                keys[at] = kernel.key
                contents[at] = mix(contents[at - 1] ^ turn >> 3)
                at += 1
                continue
            notation = self._board.game.decode_move(turn >> 3).notation
            what = "turn: an illegal ply" if turn & 7 == kernel.side else "turn: the wrong side"
            where = f"game {number}, ply {ply}"
            self._findings.append(Finding(MAINLINES.name, where, what, notation, None, False))
            stuck.add(number)
            at = int(ends[numpy.searchsorted(ends, at, side="right")])
        return stuck


_DERIVED = ("start_key", "content_key", "ply_count", "first_mover", "opening_key")
"""The columns of ``games`` that the moves tell, as ``_Chunk`` derives them."""
