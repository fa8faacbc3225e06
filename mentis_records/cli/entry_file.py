"""The file into which a game is entered: its other records, and the place of the one entered."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.target import check_target
from mentis_records.core.file import GZIP, writing_file
from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.notation.entry.entry_error import EntryError
from mentis_records.notation.entry.record_place import place_behind, place_of

if TYPE_CHECKING:
    from mentis_records.core.record import Record
    from mentis_records.notation.explain.reading import Reading
    from mentis_records.notation.read import Reader

_ENDINGS = (".mgn", ".txt")


class EntryFile:
    """A file of records, one of which is being entered; written whole after every change."""

    def __init__(self, path: Path, reader: Reader) -> None:
        """Read what there is, or end with a usage error."""
        self.path = path
        self._reader = reader
        check_target(path, "FILE")
        plain = path.with_suffix("") if path.suffix.lower() == GZIP else path
        if plain.suffix.lower() not in _ENDINGS:
            output.fail(f"{path}: games are entered into .mgn or .txt files, or such in .gz")
        if path.exists() and not path.is_file():
            output.fail(f"{path}: not a file")
        if not path.parent.is_dir():
            output.fail(f"{path}: there is no folder {path.parent}")
        self._text = self._read()
        self._stamp = self._stamped()
        self.readings: Sequence[Reading] = list(reader.read_text(str(path), self._text))
        if any(reading.is_translated for reading in self.readings):
            output.fail(f"{path}: not a file of records in .mgn; mentis fmt writes it as one")
        self._place = place_behind(self._text, len(self.readings))
        self._is_checked = False
        self.is_written = False

    def _read(self) -> str:
        try:
            data = self.path.read_bytes() if self.path.exists() else b""
            if self.path.suffix.lower() == GZIP and data:
                data = gzip.decompress(data)
        except (OSError, EOFError) as error:
            output.fail(f"{self.path}: {getattr(error, 'strerror', None) or error}")
        return data.decode("utf-8", "surrogateescape")

    def _stamped(self) -> tuple[int, int] | None:
        """Return what tells that another program has written the file."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_size

    @property
    def number(self) -> int:
        """Return the number of the record that is entered."""
        return self._place.index

    def unfinished(self) -> int | None:
        """Return the number of the last record if its game goes on, or None."""
        if not self.readings:
            return None
        last = self.readings[-1].record
        if last is None or last.result != RESULT_UNKNOWN or "Termination" in last.tags:
            return None
        return None if self.readings[-1].is_listing else len(self.readings)

    def take_up(self, number: int) -> Record:
        """Return a record to go on with, or end with a usage error."""
        if number > len(self.readings):
            count = len(self.readings)
            output.fail(f"--game {number}: {self.path} has {count} record{'s'[: count != 1]}")
        reading = self.readings[number - 1]
        if reading.record is None:
            output.fail(f"record {number} of {self.path} has errors: mentis validate tells which")
        if reading.is_listing:
            output.fail(f"record {number} of {self.path} is a listing: mentis fmt makes a record")
        try:
            self._place = place_of(self._text, self.readings, number)
        except EntryError as error:
            output.fail(f"{self.path}: {error}")
        return reading.record

    def save(self, record: str) -> None:
        """Write the file with a record, or end with a usage error if that cannot be done.

        Raises:
            EntryError: the records around it do not let it stand.
        """
        if not self._is_checked:
            self.check(record)
            self._is_checked = True
        if self._stamped() != self._stamp:
            output.fail(f"{self.path}: another program has written it; nothing more is entered")
        try:
            with writing_file(self.path, is_lasting=True) as write:
                write(self._place.filled(record))
        except OSError as error:
            output.fail(f"{self.path}: {error.strerror or error}")
        self._stamp = self._stamped()
        self.is_written = True

    def check(self, record: str) -> None:
        """Refuse a record that would be another one among those around it.

        Raises:
            EntryError: it would be.
        """
        self._place.check(self._reader, str(self.path), record)
