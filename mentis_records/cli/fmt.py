"""``mentis fmt``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import Paths, Variant, expand_paths, make_reader

if TYPE_CHECKING:
    from mentis_records.core.record import Record
    from mentis_records.notation.reading import Reading

_TARGETS = ("mgn", "listing", "json")


def fmt(
    paths: Paths,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if a file is not canonical.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", "-w", help="Rewrite the files.")] = False,
    to: Annotated[str, typer.Option("--to", help="mgn, listing or json.")] = "mgn",
    variant: Variant = "",
) -> None:
    """Write records in canonical form: comments and variations kept, lines wrapped.

    It never changes which game was played: records with errors stay as they are, are reported,
    and make the exit code 1.
    """
    if to not in _TARGETS:
        output.fail(f"--to {to!r}: choose one of {', '.join(_TARGETS)}")
    if (check or write) and to != "mgn":
        output.fail(f"--to {to} goes to standard output: leave out --check and --write")
    if check and write:
        output.fail("--check writes nothing: leave out one of --check and --write")
    found = False
    for path in expand_paths(paths):
        job = _Formatting(path, to, variant)
        text = job.run()
        found = found or job.has_findings
        if check:
            if text != job.original:
                output.write(f"{path}: not canonical")
                found = True
        elif write:
            job.save(text)
        else:
            output.write_text(text)
    raise SystemExit(output.FINDINGS if found else output.CLEAN)


class _Formatting:
    """One file on its way to its canonical form."""

    def __init__(self, path: str, to: str, variant: str) -> None:
        self._path = path
        self._to = to
        self._reader = make_reader(variant)
        self._is_whole = True
        self.original = ""
        self.has_findings = False

    def run(self) -> str:
        """Return the formatted text, records with errors as they were."""
        from mentis_records.notation.source import SourceError, open_texts

        try:
            self.original = "".join(part for _, lines in open_texts(self._path) for part in lines)
        except SourceError as error:
            output.fail(f"{self._path}: {error}")
        except OSError as error:
            output.fail(f"{self._path}: {error.strerror or error}")
        parts = [part for part in self._parts() if part]
        if not parts and self._to == "mgn":
            return self.original
        return ("" if self._to == "json" else "\n").join(parts)

    def _parts(self) -> Iterator[str]:
        from mentis_records.export.diagnostic.concise import format_diagnostic

        for reading in self._reader.read_text(self._path, self.original):
            if reading.preamble.strip() and self._to == "mgn":
                yield reading.preamble.strip("\n") + "\n"
            if reading.record is not None:
                yield self._format(reading, reading.record)
                continue
            self.has_findings = True
            for found in reading.diagnostics:
                if found.is_error:
                    output.talk(format_diagnostic(reading, found))
            if self._to == "mgn":
                self._is_whole = self._is_whole and reading.is_whole
                yield reading.text.rstrip("\n") + "\n"

    def _format(self, reading: Reading, record: Record) -> str:
        from mentis_records.export.json_record import format_json
        from mentis_records.export.listing import ListingError, format_listing
        from mentis_records.games import find_game
        from mentis_records.notation.write import format_record

        game = find_game(record.game)
        if self._to == "json":
            return format_json(record) + "\n"
        if self._to == "mgn":
            return format_record(record, game.description)
        try:
            return format_listing(record, game)
        except ListingError as error:
            self.has_findings = True
            output.talk(f"{reading.source}:{reading.line}: record {reading.index}: {error}")
            return ""

    def save(self, text: str) -> None:
        """Replace the file by the text, at once or not at all."""
        place = Path(self._path)
        if self._path == "-" or place.suffix.lower() in (".gz", ".zst", ".zip"):
            output.fail(f"{self._path}: only plain files are rewritten")
        if not self._is_whole:
            output.fail(f"{self._path}: not rewritten: a record is too large to be read whole")
        if text == self.original and not _has_foreign_bytes(place):
            return
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(text)
            os.chmod(name, place.stat().st_mode & 0o7777)
            os.replace(name, place)
        except BaseException:
            os.unlink(name)
            raise
        output.talk(f"{self._path}: rewritten")


def _has_foreign_bytes(place: Path) -> bool:
    """Tell whether a file has a byte order mark or carriage returns, which reading hides."""
    data = place.read_bytes()
    return data.startswith(b"\xef\xbb\xbf") or b"\r" in data
