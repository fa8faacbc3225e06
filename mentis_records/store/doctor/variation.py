"""Replay the variations: each from the position before the ply that it replaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb

from mentis_records.store.doctor.finding import Finding
from mentis_records.store.doctor.replay import Board
from mentis_records.store.row.remark_place import MAINLINE
from mentis_records.store.schema.record_sql import START_SQL


class VariationReplay:
    """Goes through the games that have variations."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, is_repairing: bool) -> None:
        """Prepare to replay, and to correct what differs if asked to."""
        self._connection = connection
        self._is_repairing = is_repairing
        self._boards: dict[str, Board] = {}

    def run(self) -> Iterator[Finding]:
        """Yield what differs."""
        games = self._rows(
            f"""
            select game_id, coalesce(game, ''), {START_SQL}
            from games semi join variations using (game_id)
            order by game_id
            """  # noqa: S608 - the schema's names
        )
        for number, slug, start in games:
            try:
                board = self._boards.setdefault(slug, Board.of(slug))
            except KeyError:
                continue
            if board.slot(start or "") >= 0:
                yield from self._game(number, board, board.slot(start or ""))

    def _game(self, number: int, board: Board, slot: int) -> Iterator[Finding]:
        lines: dict[int, list[tuple[int, int]]] = {}
        for line, ply, turn, key in self._rows(
            """
            select 0 as line, ply, coalesce(turn, -1) as turn, key from position_keys
            where game_id = $1 and ply > 0
            union all
            select line, ply, coalesce(turn, -1), key from variation_plies where game_id = $1
            order by line, ply
            """,
            number,
        ):
            lines.setdefault(line, []).append((turn, key))
            del ply
        codes = {MAINLINE: [turn >> 3 for turn, _ in lines.get(MAINLINE, [])]}
        for line, parent, ply in self._rows(
            """
            select line, parent_line, coalesce(ply, 0) from variations
            where game_id = $1 order by line
            """,
            number,
        ):
            before = codes.get(parent)
            own = lines.get(line, [])
            where = f"game {number}, variation {line}"
            if before is None or ply < 1 or len(before) < ply or not own:
                what = "plies: there are none" if not own else "parent_line: it has no such ply"
                yield Finding("variations", where, what, None, None, False)
                continue
            codes[line] = [*before[: ply - 1], *(turn >> 3 for turn, _ in own)]
            yield from self._line(number, line, ply, board, slot, codes[line], own)

    def _line(
        self,
        number: int,
        line: int,
        first: int,
        board: Board,
        slot: int,
        codes: list[int],
        own: list[tuple[int, int]],
    ) -> Iterator[Finding]:
        kernel = board.kernel
        kernel.restore_slot(slot)
        for ply, code in enumerate(codes, 1):
            is_own = ply >= first
            where = f"game {number}, variation {line}, ply {ply}"
            turn, key = own[ply - first] if is_own else (code << 3 | kernel.side, 0)
            is_played = board.is_move(code) and turn & 7 == kernel.side and kernel.play_anyway(code)
            if not is_played:
                if is_own:
                    what = "turn: the board cannot follow it"
                    yield Finding("variation_plies", where, what, turn, None, False)
                return
            if is_own and key != kernel.key:
                yield Finding("variation_plies", where, "key", key, kernel.key)
                if self._is_repairing:
                    self._connection.execute(
                        """
                        update variation_plies set key = $key
                        where game_id = $game_id and line = $line and ply = $ply
                        """,
                        {"key": kernel.key, "game_id": number, "line": line, "ply": ply},
                    )

    def _rows(self, query: str, number: int | None = None) -> list[tuple[Any, ...]]:
        parameters = [] if number is None else [number]
        return self._connection.execute(query, parameters).fetchall()
