"""Load the pieces of a part into a new database: sources, or stretches of sources.

The records of a stretch get the numbers and lines that they have in the source.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import duckdb

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.sweep import Sweep
from mentis_records.store import schema
from mentis_records.store.database import Database, transaction
from mentis_records.store.file.source_file import SourceFile
from mentis_records.store.load.intake import Intake
from mentis_records.store.load.load import Loader, write_sources
from mentis_records.store.row.appending import appending
from mentis_records.store.row.batch import insert_rows

_SPANS = ("line", "end_line")


@dataclass(frozen=True, slots=True)
class LoadedPiece:
    """What is read of a source: a file with its text, or with a stretch of it.

    ``file`` names the file that is read, with the size and hash of the source, which is called
    ``name``. ``passed`` records and ``lines`` stand before a stretch. ``ending`` is what there is
    to be said behind its last record.
    """

    file: SourceFile
    name: str
    reader: Reader
    passed: int = 0
    lines: int = 0
    ending: Reading | None = None


def load_pieces(database: Database, pieces: Sequence[LoadedPiece]) -> list[int]:
    """Load pieces into a new database, and return how many records each has.

    Raises:
        OSError: one cannot be read.
        StoreError: the database cannot take them.
    """
    with transaction(database) as connection:
        intake: Intake | None = None
        loaded: list[tuple[Loader, SourceFile]] = []
        sweeps: dict[str, Sweep] = {}
        with appending(connection):
            for number, piece in enumerate(pieces, 1):
                reader = piece.reader
                intake = intake or Intake(connection, reader.defaults)
                sweep = sweeps.setdefault(reader.encoding, Sweep(reader, 1))
                loader = _Loader(intake, reader, piece.name, number)
                loader.read(piece.file, sweep=sweep)
                if piece.ending is not None:
                    loader.end(piece.ending)
                loaded.append((loader, piece.file))
            if intake is not None:
                intake.write()
        if intake is not None:
            intake.finish()
            write_sources(connection, loaded)
        for number, piece in enumerate(pieces, 1):
            if piece.passed or piece.lines:
                _place(connection, number, piece)
    return [loader.records for loader, _ in loaded]


class _Loader(Loader):
    """Takes what is read of a piece, and what is said at its end."""

    def end(self, reading: Reading) -> None:
        """Take what is left of a source that cannot be read to its end."""
        self._take(replace(reading, index=self.records + 1))


def _place(connection: duckdb.DuckDBPyConnection, source_id: int, piece: LoadedPiece) -> None:
    """Give the records of a stretch the numbers and lines of the source."""
    given = {"source": source_id, "passed": piece.passed, "lines": piece.lines}
    for table in ("games", "duplicates", "quarantine"):
        connection.execute(
            f"""
            update {table}
            set source_index = source_index + $passed, source_line = source_line + $lines
            where source_id = $source
            """,  # noqa: S608 - names of the schema
            given,
        )
    name = schema.QUARANTINE.name
    rows = connection.execute(f"from {name} where source_id = ?", [source_id]).fetchall()
    if not rows or not piece.lines:
        return
    at = [column.name for column in schema.QUARANTINE.columns].index("diagnostics")
    moved = [(*row[:at], _moved(row[at], piece.lines), *row[at + 1 :]) for row in rows]
    connection.execute(f"delete from {name} where source_id = ?", [source_id])  # noqa: S608
    insert_rows(connection, schema.QUARANTINE, moved)


def _moved(text: str, lines: int) -> str:
    """Return findings in JSON so many lines further down."""
    found: list[dict[str, Any]] = json.loads(text)
    for each in found:
        for name in _SPANS:
            if each[name] is not None:
                each[name] += lines
    return json.dumps(found, ensure_ascii=False)
