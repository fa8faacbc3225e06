"""``mentis fmt``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from mentis_records.cli import output
from mentis_records.cli.option import (
    Encoding,
    Lenient,
    Paths,
    Rules,
    Settings,
    Variant,
    make_reader,
)
from mentis_records.cli.progress import count_up
from mentis_records.cli.record_file import expand_paths

if TYPE_CHECKING:
    from mentis_records.core.record import Ply, Record
    from mentis_records.notation.explain.reading import Reading
    from mentis_records.notation.read import Reader

_TARGETS = ("mgn", "listing", "json")


def fmt(
    paths: Paths,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if a file is not canonical.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", "-w", help="Rewrite the files.")] = False,
    to: Annotated[str, typer.Option("--to", help="mgn, listing or json.")] = "mgn",
    rules: Rules = "",
    variant: Variant = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    encoding: Encoding = "",
    lenient: Lenient = False,
) -> None:
    """Write records in canonical form, comments and all.

    Comments, variations and the text around records are kept; lines are wrapped. It never changes
    the game that was played: records with errors are left alone and reported, and the exit code
    is 1. The same goes for a file that cannot be read to its end: nothing of it is written. Records
    with move numbers that may be evidence of a mistake are left alone. --write reads its result
    before it replaces a file: it must have the same records.
    """
    from mentis_records.core.text import printable

    if to not in _TARGETS:
        output.fail(f"--to {to!r}: choose one of {', '.join(_TARGETS)}")
    if (check or write) and to != "mgn":
        output.fail(f"--to {to} goes to standard output: leave out --check and --write")
    if check and write:
        output.fail("--check writes nothing: leave out one of --check and --write")
    if to == "listing":
        output.talk("a listing keeps the plies only: no tags, results, comments or variations")
    has_findings = has_written = is_faulty = False
    sources = expand_paths(paths, with_others=False)
    for path in sources.files:
        reader = make_reader(rules, variant, settings, encoding=encoding, lenient=lenient)
        job = _Formatting(path, to, reader)
        text = job.run()
        has_findings = has_findings or job.has_findings
        is_faulty = is_faulty or job.is_faulty
        if text is None:
            continue
        if check:
            if not job.is_unchanged(text):
                output.write_words(f"{printable(path)}: not canonical")
                has_findings = True
        elif write:
            is_faulty = not job.save(text) or is_faulty
        else:
            output.write_source("\n" + text if has_written and text and to != "json" else text)
            has_written = has_written or bool(text)
    for error in sources.closed.values():
        output.talk(f"{error.filename}: {error.strerror or error}")
        has_findings = True
    if is_faulty:
        raise SystemExit(output.FAULT)
    raise SystemExit(output.FINDINGS if has_findings else output.CLEAN)


class _Part(NamedTuple):
    """A record on its way to the output; the comments before it, itself as written, formatted."""

    preamble: str
    written: str
    formatted: str

    def texts(self, stays: bool) -> Iterator[str]:
        """Yield what is put out: of a record that stays, what was written."""
        yield self.preamble
        yield self.written if stays else self.formatted


class _Formatting:
    """One file on its way to its canonical form."""

    def __init__(self, path: str, to: str, reader: Reader) -> None:
        self._path = path
        self._to = to
        self._reader = reader
        self._originals: list[str] = []
        self._essences: list[tuple[object, ...]] = []
        self._is_translated = False
        self._is_whole = True
        self.has_findings = self.is_faulty = False

    def run(self) -> str | None:
        """Return the formatted text, records with errors as they were.

        Returns:
            None if the file cannot be read whole.
        """
        from mentis_records.notation.read import unreadable
        from mentis_records.notation.source.source_text import SourceError, open_texts, read_text
        from mentis_records.notation.source.translation import find_translation

        blank = "" if self._to == "json" else "\n"
        texts: list[str] = []
        name = self._path
        try:
            for name, chunks in open_texts(self._path, encoding=self._reader.encoding):
                original = read_text(chunks)
                beginning = original[:1_000].encode("utf-8", "surrogateescape")
                is_translated = find_translation(name, beginning) is not None
                self._is_translated = self._is_translated or is_translated
                self._originals.append(original)
                parts = [part for part in self._parts(name, original) if part]
                texts.append(blank.join(parts) if parts or self._to != "mgn" else original)
        except SourceError as error:
            self._report(unreadable(name, 1, error))
            self._is_whole = False
        except OSError as error:
            output.fail(f"{self._path}: {error.strerror or error}")
        if not self._is_whole:
            output.talk(f"{self._path}: not read to its end; nothing of it is written")
            return None
        return blank.join(text for text in texts if text)

    def _parts(self, name: str, text: str) -> Iterator[str]:
        """Yield the records of one text, formatted or as they were.

        Listings may continue one another: where one has errors all of them stay.
        """
        listings: list[_Part] = []
        keeps_listings = False
        readings = count_up(self._reader.read_text(name, text), "formatting", "records")
        for reading in readings:
            self._report(reading)
            self._essences.append(_essence(reading))
            part = self._part(reading)
            if reading.is_listing:
                listings.append(part)
                keeps_listings = keeps_listings or not reading.is_valid
                continue
            for listing in listings:
                yield from listing.texts(keeps_listings)
            listings.clear()
            yield from part.texts(False)
        for listing in listings:
            yield from listing.texts(keeps_listings)

    def _part(self, reading: Reading) -> _Part:
        """Return a record as it was, for the notation that can keep it, and formatted."""
        preamble = written = ""
        if self._to == "mgn":
            preamble = reading.preamble.strip("\n") + "\n" if reading.preamble.strip() else ""
            written = reading.text.rstrip("\n") + "\n"
        record = reading.record
        if record is None or (self._to == "mgn" and _has_number_evidence(reading)):
            return _Part(preamble, written, written)
        formatted = self._format(reading, record)
        if formatted is None:
            return _Part(preamble, written, written)
        if self._to == "mgn" and reading.rest:
            formatted += "\n" + reading.rest.rstrip("\n") + "\n"
        return _Part(preamble, written or formatted, formatted)

    def _report(self, reading: Reading) -> None:
        from mentis_records.export.diagnostic.concise import advise_diagnostic

        if reading.is_valid:
            return
        self.has_findings = True
        self.is_faulty = self.is_faulty or reading.blames_game
        for found in reading.diagnostics:
            if found.is_error:
                output.talk(advise_diagnostic(reading, found))
        self._is_whole = self._is_whole and reading.is_whole

    def _format(self, reading: Reading, record: Record) -> str | None:
        """Return a record in the chosen notation, or None (told) if that cannot hold it."""
        from mentis_records.core.text import printable
        from mentis_records.export.error import ExportError
        from mentis_records.export.json_record import format_json
        from mentis_records.export.listing import format_listing
        from mentis_records.games import find_game
        from mentis_records.notation.write import WriteError, format_record

        game = find_game(record.game)
        if self._to == "json":
            return format_json(record) + "\n"
        try:
            if self._to == "mgn":
                return format_record(record, game.description)
            return format_listing(record, game)
        except (ExportError, WriteError) as error:
            self.has_findings = True
            source = printable(reading.source)
            output.talk(f"{source}:{reading.line}: record {reading.index}: {error}")
            return None

    def is_unchanged(self, text: str) -> bool:
        """Tell whether the file is to the byte what it would be rewritten to."""
        if self._path == "-" or _is_compressed(self._path):
            return text == "".join(self._originals)
        return Path(self._path).read_bytes() == text.encode("utf-8", "surrogateescape")

    def save(self, text: str) -> bool:
        """Replace the file by the text, at once or not at all; a link stays.

        Returns:
            False, and nothing is written, if the text does not have the records of the file.
        """
        from mentis_records.core.file import replacing

        if self._path == "-" or _is_compressed(self._path) or self._is_translated:
            output.fail(f"{self._path}: only plain files of records are rewritten")
        if self.is_unchanged(text):
            return True
        changed = self._find_changed(text)
        if changed:
            output.talk(
                f"{self._path}: not rewritten: record {changed} would not stay the same; this is a "
                "fault of mentis, please report it"
            )
            return False
        with replacing(Path(self._path)) as file:
            file.write(text.encode("utf-8", "surrogateescape"))
        output.talk(f"{self._path}: rewritten")
        return True

    def _find_changed(self, text: str) -> int:
        """Return the first record of the file that is another one in a text, 0 if there is none."""
        reader = replace(self._reader, encoding="")
        found = map(_essence, reader.read_text(self._path, text))
        for number, pair in enumerate(zip_longest(self._essences, found), 1):
            if pair[0] != pair[1]:
                return number
        return 0


def _has_number_evidence(reading: Reading) -> bool:
    """Return True if move numbers of a record may be evidence of a mistake."""
    from mentis_records.notation.code import NUMBER_CONTRADICTS, NUMBER_MISPRINT

    return any(found.code in (NUMBER_CONTRADICTS, NUMBER_MISPRINT) for found in reading.diagnostics)


_UNSAID = frozenset(("", "?", "????.??.??"))
_DERIVED = frozenset(("Result", "Position"))
"""Tags whose values the canonical form takes from the record's result and start."""


def _essence(reading: Reading) -> tuple[object, ...]:
    """Return what stays the same of a record in canonical form: why it is refused, or its game."""
    record = reading.record
    if record is None:
        return tuple(found.code.id for found in reading.diagnostics if found.is_error)
    tags = {
        name: value
        for name, value in record.tags.items()
        if name not in _DERIVED and value not in _UNSAID
    }
    ends = record.result, record.termination
    return record.game, record.start, _line_essence(record.plies), ends, tags


def _line_essence(plies: Sequence[Ply]) -> tuple[object, ...]:
    return tuple(
        (
            *(ply.move.code, ply.suffix, ply.nags),
            tuple(each.text for each in ply.comments),
            tuple(_line_essence(each.plies) for each in ply.variations),
        )
        for ply in plies
    )


def _is_compressed(path: str) -> bool:
    from mentis_records.notation.source.source_text import COMPRESSED

    return Path(path).suffix.lower() in COMPRESSED
