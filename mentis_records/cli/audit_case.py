"""Games to be audited: those of record files, or of a database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
from mentis_records.cli.option import Asked, choose_selection, select_game
from mentis_records.cli.record_file import read_all
from mentis_records.core.text import printable
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.core.record import Record
    from mentis_records.notation.read import Reader


@dataclass(frozen=True, slots=True)
class AuditCase:
    """A record with its positions, the start first; ``place`` is where people find it."""

    game: AnyGame
    place: str
    source: str
    number: int
    record: Record
    positions: list[Any]


class AuditCases(Protocol):
    """Cases, one after the other; the exit code tells whether one could not be had by then."""

    exit_code: int

    def __iter__(self) -> Iterator[AuditCase]:
        """Yield the cases."""


@dataclass(slots=True)
class FileCases:
    """The records that paths name; those with errors are told."""

    reader: Reader
    paths: Sequence[str]
    exit_code: int = output.CLEAN

    def __iter__(self) -> Iterator[AuditCase]:
        """Yield the valid records."""
        from mentis_records.export.diagnostic.concise import format_diagnostic

        for reading in read_all(self.reader, self.paths):
            if reading.record is None:
                self.exit_code = max(self.exit_code, output.code_of(reading))
                for found in reading.diagnostics:
                    if found.is_error:
                        output.talk(format_diagnostic(reading, found))
                continue
            place = f"{printable(reading.source)}:{reading.line}: record {reading.index}"
            yield _case(reading.record, place, reading.source, reading.index)


@dataclass(slots=True)
class StoredCases:
    """The games of a database that options select."""

    db: Path
    where: Sequence[str]
    rules: str
    memory_limit: int | None
    exit_code: int = output.CLEAN

    def __iter__(self) -> Iterator[AuditCase]:
        """Yield the games in the order of their numbers, game by game that they are of."""
        from mentis_records.store.game_tables import stored_games
        from mentis_records.store.record import fetch_game_ids, fetch_records, settle
        from mentis_records.store.selection import select_rules

        asked = Asked(self.db, self.rules)
        selection = choose_selection(self.where, self.db, asked=asked)
        if self.rules:
            selection &= select_game(asked.game)
        with opened(self.db, self.memory_limit) as database:
            settled = settle(database, selection)
            for slug in stored_games(database):
                numbers = fetch_game_ids(database, settled & select_rules(slug))
                records = fetch_records(database, numbers)
                for number, record in zip(numbers, records, strict=True):
                    place = f"{printable(str(self.db))}: game {number}"
                    yield _case(record, place, str(self.db), number)


def _case(record: Record, place: str, source: str, number: int) -> AuditCase:
    from mentis_records.games import find_game
    from mentis_records.notation.seen_record import replayed

    game = find_game(record.game)
    return AuditCase(game, place, source, number, record, replayed(game, record))
