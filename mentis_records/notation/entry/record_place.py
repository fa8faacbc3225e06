"""The place of one record in a file that may have others, which stay as they are to the letter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.entry.entry_error import EntryError
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where a record stands: the texts before and after it, its number, how lines end there."""

    before: str = ""
    after: str = ""
    index: int = 1
    newline: str = "\n"

    def filled(self, record: str) -> str:
        """Return the whole text with a record in its place."""
        return self.before + record.replace("\n", self.newline) + self.after

    def check(self, reader: Reader, name: str, record: str) -> None:
        """Refuse a text that would be read in its place as something else.

        Raises:
            EntryError: it would be, because of what stands around it.
        """
        for reading in reader.read_text(name, self.filled(record)):
            if reading.index == self.index:
                errors = [found for found in reading.diagnostics if found.is_error]
                written = reading.text.removesuffix(reading.rest)
                if written.strip() == record.strip() and not errors:
                    return
                if errors:
                    raise EntryError(f"in {name}, behind its other records: {errors[0].message}")
        raise EntryError(
            f"{name}: no record can stand there; mentis validate tells what is wrong before it"
        )


def place_behind(text: str, count: int) -> RecordPlace:
    """Return the place behind all of a text that has so many records."""
    newline = "\r\n" if "\r\n" in text else "\n"
    if text and not text.endswith(("\n", "\r")):
        text += newline
    lines = _LINE.findall(text[-1_000:])
    gap = newline if lines and lines[-1].strip() else ""
    return RecordPlace(text + gap, "", count + 1, newline)


def place_of(text: str, readings: Sequence[Reading], number: int) -> RecordPlace:
    """Return the place of a record of a text by its number, from 1.

    Raises:
        EntryError: it has not all of its lines to itself.
    """
    reading = readings[number - 1]
    following = readings[number] if number < len(readings) else None
    if reading.column > 1 or (following is not None and following.column > 1):
        raise EntryError(f"record {number} shares a line with another: mentis fmt --write first")
    lines = _LINE.findall(text)
    first = reading.line - 1
    last = len(lines) if following is None else following.line - 1
    newline = "\r\n" if "\r\n" in text else "\n"
    rest = reading.rest.strip("\n")
    after = f"{newline}{rest.replace(chr(10), newline)}{newline}" if rest else ""
    after += newline if following is not None else ""
    return RecordPlace("".join(lines[:first]), after + "".join(lines[last:]), number, newline)
