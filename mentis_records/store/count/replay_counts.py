"""The census: what the kernels of a game count while they replay all games of a selection.

Games are read in batches, and several are replayed at a time, each batch by one kernel. All
numbers are whole, so their sums are the same however many kernels there are.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue

import duckdb
import numpy

from mentis_records.core.game import AnyGame, PositionError
from mentis_records.core.progress import Progress
from mentis_records.core.tally import Census, Extent, Table, offsets, total_size
from mentis_records.fast.kernel import Kernel
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.bulk import make_kernel
from mentis_records.store.database import Database
from mentis_records.store.error import DOCTOR, StoreError, first_line
from mentis_records.store.position.bulk import (
    Column,
    StartSlots,
    cut_stretches,
    fetch_columns,
    order_rows,
)
from mentis_records.store.position.move_code import KnownMoves
from mentis_records.store.schema import setting_sql
from mentis_records.store.schema.record_sql import START_SQL
from mentis_records.store.selection import EVERY_GAME, Selection

BATCH_POSITIONS = 200_000
"""So many positions a kernel replays at a time, or those of one game."""

MAX_KERNELS = 8
"""More would wait for the rows."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """Games with their rows: whole, in order."""

    starts: list[str]
    game_ids: Column
    plies: Column
    turns: Column
    irregular: Mapping[int, frozenset[int]]


def take_census(
    database: Database,
    game: AnyGame,
    selection: Selection = EVERY_GAME,
    progress: Progress | None = None,
) -> Census:
    """Replay the selected records of a game and return what its kernels count.

    ``progress`` is told how many positions have been replayed, and how many there are.

    Raises:
        StoreError: the database cannot be read, or holds a game that cannot be replayed.
    """
    connection = database.connection
    description = game.description
    try:
        games = fetch_columns(
            connection,
            f"""
            select game_id, ply_count + 1 as positions
            from {selection.games}
            where game = $game
            order by game_id
            """,  # noqa: S608 - a selection's SQL
            {"game": description.slug, **selection.parameters},
        )
        parts = _parts(connection, game, selection)
        sizes = games["positions"].astype("int64")
        total, done = int(sizes.sum()), 0
        workers = min(os.cpu_count() or 1, MAX_KERNELS)
        crew = _Crew(game, workers)
        with ThreadPoolExecutor(workers) as pool:
            running: set[Future[int]] = set()
            for batch in _batches(connection, games["game_id"], sizes):
                if len(running) > workers:
                    finished, running = wait(running, return_when=FIRST_COMPLETED)
                    done += sum(each.result() for each in finished)
                    if progress is not None:
                        progress(done, total)
                running.add(pool.submit(crew.replay, batch))
            for each in running:
                done += each.result()
                if progress is not None:
                    progress(done, total)
    except (duckdb.Error, StoreError) as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None
    counts = crew.counts()
    places = offsets(description.tallies)
    tables = {
        tally.slug: Table(tally, counts[places[tally.slug] :][: tally.size].reshape(tally.shape))
        for tally in description.tallies
    }
    return Census(len(sizes), tables, parts)


def _parts(
    connection: duckdb.DuckDBPyConnection, game: AnyGame, selection: Selection
) -> dict[tuple[str, str], Extent]:
    """Return how many of the games have each value of the settings, by tag and value."""
    parts = {}
    for setting in game.description.settings:
        rows = connection.execute(
            f"""
            select coalesce({setting_sql(setting.tag)}, $usual), count(*), sum(ply_count + 1)
            from {selection.games}
            where game = $game
            group by all
            """,  # noqa: S608 - a setting's tag, a selection's SQL
            {"game": game.description.slug, "usual": setting.default, **selection.parameters},
        )
        for value, games, positions in rows.fetchall():
            parts[setting.tag, value] = Extent(games, int(positions))
    return parts


def _batches(
    connection: duckdb.DuckDBPyConnection, game_ids: Column, sizes: Column
) -> Iterator[_Batch]:
    """Yield the games in batches; codes that are no move's are refused by the crew."""
    for part in cut_stretches(sizes, BATCH_POSITIONS):
        ids = game_ids[part]
        chosen = {"first": int(ids[0]), "last": int(ids[-1]), "chosen": ids.tolist()}
        heads = fetch_columns(
            connection,
            f"""
            select game_id, {START_SQL} as start_position from games
            where game_id between $first and $last
                and game_id in (select unnest($chosen::integer[]))
            order by game_id
            """,  # noqa: S608 - the schema's names
            chosen,
        )
        rows = fetch_columns(
            connection,
            """
            select game_id, ply, turn from position_keys
            where game_id between $first and $last
                and game_id in (select unnest($chosen::integer[]))
            """,
            chosen,
        )
        found = connection.execute(
            """
            select game_id, irregular from games
            where game_id between $first and $last and len(irregular) > 0
            """,
            {"first": chosen["first"], "last": chosen["last"]},
        ).fetchall()
        ordered = order_rows(rows, ids)
        if ordered is None:
            first, last = chosen["first"], chosen["last"]
            raise StoreError(
                f"the positions of the games {first} to {last} do not fit the games; {DOCTOR}"
            )
        yield _Batch(
            heads["start_position"].tolist(),
            ordered["game_id"],
            ordered["ply"],
            ordered["turn"],
            {number: frozenset(plies) for number, plies in found},
        )


class _Crew:
    """Kernels that replay batches, each one at a time; every thread takes one that is free."""

    def __init__(self, game: AnyGame, kernels: int) -> None:
        self._game = game
        self._kernels = [make_kernel(game) for _ in range(kernels)]
        self._free: SimpleQueue[tuple[Kernel, StartSlots, KnownMoves]] = SimpleQueue()
        for kernel in self._kernels:
            self._free.put((kernel, StartSlots(game, kernel), KnownMoves(game)))

    def counts(self) -> Column:
        """Return the sums of what all kernels have counted."""
        total = numpy.zeros(total_size(self._game.description.tallies), "int64")
        for kernel in self._kernels:
            total += numpy.frombuffer(kernel.tallies(), "int64")
        return total

    def replay(self, batch: _Batch) -> int:
        """Replay a batch; return how many positions it has.

        Raises:
            StoreError: a game cannot be replayed.
        """
        kernel, starts, moves = self._free.get()
        try:
            _check_turns(batch, moves)
            return self._replay(batch, kernel, starts)
        finally:
            self._free.put((kernel, starts, moves))

    def _replay(self, batch: _Batch, kernel: Kernel, starts: StartSlots) -> int:
        try:
            slots = starts.find(batch.starts)
        except PositionError as error:
            raise StoreError(f"a start position: {first_line(error)}; {DOCTOR}") from None
        positions = numpy.diff(numpy.flatnonzero(batch.plies == 0), append=len(batch.plies))
        of_rows = array("i", numpy.repeat(numpy.frombuffer(slots, "int32"), positions).tobytes())
        turns = array("q", batch.turns.tobytes())
        at = 0
        while (at := kernel.tally(turns, of_rows, at)) < len(turns):
            number, ply, turn = int(batch.game_ids[at]), int(batch.plies[at]), turns[at]
            is_known = ply in batch.irregular.get(number, ())
            if not (is_known and turn & 7 == kernel.side and kernel.play_anyway(turn >> 3)):
                raise StoreError(f"game {number}, ply {ply} cannot be replayed; {DOCTOR}")
            at += 1
        return len(turns)


def _check_turns(batch: _Batch, moves: KnownMoves) -> None:
    """Refuse turns that stand for no move, or for a start where there is none."""
    try:
        if not numpy.array_equal(batch.turns == -1, batch.plies == 0):
            raise ValueError("a start that is none")
        moves.check(batch.turns)
    except ValueError as error:
        first, last = batch.game_ids[0], batch.game_ids[-1]
        raise StoreError(f"the games {first} to {last}: {error}; {DOCTOR}") from None
