"""The export job: write games of a database in a format, and count those that it cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from mentis_records.core.file import writing_file
from mentis_records.export.error import ExportError
from mentis_records.export.game_row import columns_of, game_values
from mentis_records.export.registry import ExportFormat, Numbered, OtherFormat, TextFormat
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.write import WriteError
from mentis_records.store.database import Database
from mentis_records.store.game_tables import sole_game
from mentis_records.store.record import fetch_irregular, fetch_records, fetch_texts
from mentis_records.store.row.parquet import write_parquet

MAX_REFUSALS = 20
"""Games left out whose reasons are kept."""


class Progress(Protocol):
    """Is told how many games are done, of how many."""

    def __call__(self, done: int, total: int, /) -> object:
        """Take both numbers."""


@dataclass(frozen=True, slots=True)
class ExportSummary:
    """What became of games: how many were written, and how many left out.

    ``refusals`` has the first of those, by number with the reason. ``irregular`` are the
    numbers of the written games in which a ply was played against the rules.
    """

    written: int
    refused: int
    refusals: dict[int, str]
    irregular: tuple[int, ...]


def export_text(
    database: Database,
    chosen: TextFormat,
    game_ids: Sequence[int],
    write: Callable[[str], object],
    progress: Progress | None = None,
    *,
    rules: str | None = None,
    is_as_written: bool = False,
) -> ExportSummary:
    """Write games as text; columns are called as the game of all of them calls them.

    That is ``rules``, by default that of all the database's records. Players have the names that
    merged ones stand for, unless they are to be as written.

    Raises:
        KeyError: there is no game with one of the numbers.
        StoreError: the database cannot be read.
    """
    job = _Job(database, game_ids, progress, is_as_written)
    if isinstance(chosen, OtherFormat):
        texts = chosen.write(job.games(), job.refuse, rules or sole_game(database))
    else:
        texts = job.texts(chosen)
    for text in texts:
        write(text)
    return job.summary


def export_file(
    database: Database,
    chosen: ExportFormat,
    game_ids: Sequence[int],
    path: Path,
    progress: Progress | None = None,
    *,
    rules: str | None = None,
    is_as_written: bool = False,
) -> ExportSummary:
    """Write games to a file, which appears when it is whole (``export_text``).

    Raises:
        KeyError: there is no game with one of the numbers.
        StoreError: the database cannot be read, or the file of a table not be written.
        OSError: the file of a text cannot be written.
    """
    if isinstance(chosen, TextFormat):
        with writing_file(path) as write:
            return export_text(
                database,
                chosen,
                game_ids,
                write,
                progress,
                rules=rules,
                is_as_written=is_as_written,
            )
    job = _Job(database, game_ids, progress, is_as_written)
    game = rules or sole_game(database)
    rows = (game_values(*numbered, game) for numbered in job.games())
    write_parquet(path, columns_of(game), rows)
    return job.summary


class _Job:
    """Games on their way out."""

    def __init__(
        self,
        database: Database,
        game_ids: Sequence[int],
        progress: Progress | None,
        is_as_written: bool,
    ) -> None:
        self._database = database
        self._game_ids = game_ids
        self._progress = progress
        self._is_as_written = is_as_written
        self._irregular: list[int] = []
        self._refused = 0
        self._refusals: dict[int, str] = {}

    def games(self) -> Iterator[Numbered]:
        """Yield the games with their numbers."""
        records = fetch_records(self._database, self._game_ids, is_as_written=self._is_as_written)
        for done, numbered in enumerate(zip(self._game_ids, records, strict=True)):
            if self._progress is not None:
                self._progress(done, len(self._game_ids))
            if any(ply.is_irregular for ply in numbered[1].plies):
                self._irregular.append(numbered[0])
            yield numbered

    def texts(self, chosen: TextFormat) -> Iterator[str]:
        """Yield the games in the form of record files, in parts."""
        irregular = fetch_irregular(self._database)
        self._irregular = [game_id for game_id in self._game_ids if game_id in irregular]
        before = chosen.begin(None)
        texts = fetch_texts(self._database, self._game_ids, is_as_written=self._is_as_written)
        for done, (game_id, text) in enumerate(zip(self._game_ids, texts, strict=True)):
            if self._progress is not None:
                self._progress(done, len(self._game_ids))
            if isinstance(text, WriteError):
                self.refuse(game_id, text)
                continue
            yield before + text
            before = chosen.between
        yield chosen.end

    def refuse(self, game_id: int, error: ExportError | WriteError) -> None:
        """Count a game that the format cannot hold."""
        self._refused += 1
        if len(self._refusals) < MAX_REFUSALS:
            self._refusals[game_id] = str(error)

    @property
    def summary(self) -> ExportSummary:
        """Return what has become of the games."""
        written = len(self._game_ids) - self._refused
        return ExportSummary(written, self._refused, self._refusals, tuple(self._irregular))
