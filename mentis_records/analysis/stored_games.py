"""The games of a database analysed: each position once, and only those that are not yet.

What is found is kept every few seconds, so that work that was cut short goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import chain, islice
from typing import Any

from mentis_records.analysis.judgement import rival_of
from mentis_records.core.game import AnyGame
from mentis_records.core.record import Record
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.search.analyser import ENGINE, analyse_all
from mentis_records.games.search.analysis import Analysis, Limits
from mentis_records.notation.seen_record import replayed
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.evaluation import (
    Effort,
    Evaluation,
    Place,
    count_positions,
    fetch_evaluations,
    fetch_kept,
    fetch_missing,
    keep_evaluations,
)
from mentis_records.store.record import fetch_records

BATCH_GAMES = 500
"""The positions of so many games are looked up at a time."""

KEEP_SECONDS = 2.0
"""After so long what has been found is kept."""

KEEP_POSITIONS = 5_000
"""So much is found at most before it is kept."""

Progress = Callable[[int, int], None]
"""Told how many positions have been analysed, and how many there are to do."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """What came of it: different positions of the games, and how many of them are new."""

    positions: int
    new: int

    @property
    def earlier(self) -> int:
        """Return how many had been analysed before."""
        return self.positions - self.new


def effort_of(limits: Limits) -> Effort:
    """Return what evaluations within limits are kept under."""
    return Effort.of(ENGINE, limits)


def count_stored(
    database: Database, game: AnyGame, game_ids: Sequence[int], limits: Limits
) -> Analysed:
    """Return how many different positions games have, and how many are still to be analysed.

    Raises:
        StoreError: the database cannot be read.
    """
    positions, kept = count_positions(database, game, game_ids, effort_of(limits))
    return Analysed(positions, positions - kept)


def analyse_stored(
    database: Database,
    game: AnyGame,
    game_ids: Sequence[int],
    limits: Limits,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Analysed:
    """Analyse the positions of games that have not been analysed within these limits.

    Whatever ends it, what had been found by then is kept, but for the last seconds if it is
    killed.

    Args:
        database: opened for writing.
        game: whose rules hold.
        game_ids: the numbers of its records.
        limits: how long to search a position.
        jobs: how many positions are searched at a time.
        progress: is told after every position.

    Raises:
        StoreError: the database cannot be read, or cannot take what was found.
    """
    counts = count_stored(database, game, game_ids, limits)
    done = 0
    with _Keeper(database, game, effort_of(limits)) as keeper:
        for some in _batches(game_ids):
            missing = fetch_missing(database, game, some, keeper.effort)
            places = chain.from_iterable(each.places.values() for each in missing)
            positions = chain.from_iterable(each.positions(game) for each in missing)
            found = analyse_all(game, positions, limits, jobs)
            for place, analysis in zip(places, found, strict=True):
                keeper.add(place, analysis)
                done += 1
                if progress is not None:
                    progress(done, counts.new)
            keeper.keep()
    return counts


def analyse_rivals(
    database: Database,
    game: AnyGame,
    game_ids: Sequence[int],
    limits: Limits,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Analyse the positions after best moves that were not played; return how many were new.

    Moves are judged by them (``judgement.rival_of``). The arguments are those of
    ``analyse_stored``, which comes first.

    Raises:
        StoreError: the database cannot be read, or cannot take what was found.
    """
    done = 0
    with _Keeper(database, game, effort_of(limits)) as keeper:
        for missing in _missing_rivals(database, game, game_ids, limits):
            found = analyse_all(game, missing.values(), limits, jobs)
            for place, analysis in zip(missing, found, strict=True):
                keeper.add(place, analysis)
                done += 1
                if progress is not None:
                    progress(done)
            keeper.keep()
    return done


def are_rivals_analysed(
    database: Database, game: AnyGame, game_ids: Sequence[int], limits: Limits
) -> bool:
    """Tell whether all such positions of games that have been analysed are analysed, too.

    Raises:
        StoreError: the database cannot be read.
    """
    return not any(_missing_rivals(database, game, game_ids, limits))


def _missing_rivals(
    database: Database, game: AnyGame, game_ids: Sequence[int], limits: Limits
) -> Iterator[dict[Place, Any]]:
    """Yield those that have not been analysed, some games at a time."""
    for some in _batches(game_ids):
        rivals: dict[Place, Any] = {}
        for stored in fetch_analysed(database, game, some, limits):
            for place, position in _rivals(game, stored).values():
                rivals.setdefault(place, position)
        kept = fetch_kept(database, game, rivals, effort_of(limits))
        yield {place: position for place, position in rivals.items() if place not in kept}


def _rivals(game: AnyGame, stored: StoredRecord) -> dict[int, tuple[Place, Any]]:
    """Return the positions after best moves that were not played, by the index of the ply."""
    record = stored.record
    found = {}
    for index, (ply, before) in enumerate(zip(record.plies, stored.analyses, strict=False)):
        position = rival_of(game, ply.move, before)
        if position is not None:
            found[index] = Place.of(game, record, position), position
    return found


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A stored game, with the analyses of the position before each ply and after the last.

    ``rivals`` are those of the positions after best moves, by the index of the ply.
    """

    game_id: int
    record: Record
    analyses: list[Analysis]
    rivals: dict[int, Analysis] = field(default_factory=dict)


def fetch_compared(
    database: Database, game: AnyGame, game_ids: Sequence[int], limits: Limits
) -> Iterator[StoredRecord]:
    """Yield what ``fetch_analysed`` does, with the rivals that have been analysed.

    Raises:
        StoreError: the database cannot be read, or a position has not been analysed.
    """
    yield from compared_by(database, game, game_ids, effort_of(limits))


def compared_by(
    database: Database, game: AnyGame, game_ids: Sequence[int], effort: Effort
) -> Iterator[StoredRecord]:
    """Yield the same of what an effort has found, by which all positions have been analysed.

    Raises:
        StoreError: the database cannot be read, or a position has not been analysed.
    """
    for some in _batches(game_ids):
        games = list(_analysed_by(database, game, some, effort))
        rivals = [_rivals(game, stored) for stored in games]
        places = {place for each in rivals for place, _ in each.values()}
        kept = fetch_kept(database, game, places, effort)
        for stored, each in zip(games, rivals, strict=True):
            compared = {
                index: _analysis(position, kept[place])
                for index, (place, position) in each.items()
                if place in kept
            }
            yield replace(stored, rivals=compared)


def fetch_analysed(
    database: Database, game: AnyGame, game_ids: Sequence[int], limits: Limits
) -> Iterator[StoredRecord]:
    """Yield games whose positions have been analysed within these limits, in their order.

    Raises:
        StoreError: the database cannot be read, or a position has not been analysed.
    """
    yield from _analysed_by(database, game, game_ids, effort_of(limits))


def _analysed_by(
    database: Database, game: AnyGame, game_ids: Sequence[int], effort: Effort
) -> Iterator[StoredRecord]:
    for some in _batches(game_ids):
        found = fetch_evaluations(database, game, some, effort)
        for game_id, record in zip(some, fetch_records(database, some), strict=True):
            kept = zip(replayed(game, record), found[game_id], strict=True)
            yield StoredRecord(game_id, record, list(_analyses(game_id, kept)))


def _analyses(game_id: int, kept: Iterable[tuple[Any, Evaluation | None]]) -> Iterator[Analysis]:
    for ply, (position, found) in enumerate(kept):
        if found is None:
            raise StoreError(f"game {game_id}: the position after ply {ply} is not analysed")
        yield _analysis(position, found)


def _analysis(position: Any, found: Evaluation) -> Analysis:
    return Analysis(position, found.lines, found.depth, found.nodes)


def _batches(game_ids: Sequence[int]) -> Iterator[list[int]]:
    numbers = iter(game_ids)
    while some := list(islice(numbers, BATCH_GAMES)):
        yield some


class _Keeper:
    """Keeps what has been found from time to time, and what is left when the block ends."""

    def __init__(self, database: Database, game: AnyGame, effort: Effort) -> None:
        self.effort = effort
        self._database = database
        self._game = game
        self._found: list[tuple[Place, Analysis]] = []
        self._kept = time.monotonic()

    def __enter__(self) -> _Keeper:
        return self

    def __exit__(self, *_: object) -> None:
        self.keep()

    def add(self, place: Place, analysis: Analysis) -> None:
        """Take what has been found in a position."""
        self._found.append((place, analysis))
        is_time = time.monotonic() > self._kept + KEEP_SECONDS
        if is_time or len(self._found) >= KEEP_POSITIONS:
            self.keep()

    def keep(self) -> None:
        """Keep what has been found since the last time."""
        if self._found:
            keep_evaluations(self._database, self._game, self.effort, self._found)
            self._found = []
        self._kept = time.monotonic()
