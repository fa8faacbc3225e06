"""Read records: from text to validated records, with a diagnostic for everything that is off."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.explain.seen_records import Memory
from mentis_records.notation.reader_options import Manner
from mentis_records.notation.source import source_text as source
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import TEXT, Block, Piece
from mentis_records.notation.source.translation import find_translation
from mentis_records.notation.syntax.movetext_sign import signs_of
from mentis_records.notation.tables.grammar_file import LISTING, TAGGED

if TYPE_CHECKING:
    from mentis_records.notation.explain.examine import Examination
    from mentis_records.notation.explain.slip import Search
    from mentis_records.notation.sheet import Sheet
    from mentis_records.notation.sweep import Sweep


_CONTINUED_FREE = 100_000
"""Plies that the listings of a text may continue even if it has fewer characters."""


@dataclass(frozen=True, slots=True)
class Reader(Manner):
    """Reads sources, one record at a time or many at once."""

    def read_path(self, path: str) -> Iterator[Reading]:
        """Yield the readings of a file, an archive's texts, or standard input (``-``).

        Damage ends the reading of a text with one that has the reason, and what there is of the
        record that it came upon.

        Raises:
            OSError: the file cannot be opened.
        """
        memory = Memory(make_search(self))
        series = _Series(self, path, memory)
        try:
            for name, chunks in source.open_texts(path, encoding=self.encoding):
                series = _Series(self, name, memory)
                try:
                    yield from self._read_chunks(series, chunks)
                except source.SourceError as error:
                    yield unreadable(series.name, series.index + 1, error)
                    if error.is_too_large:
                        return
        except source.SourceError as error:
            yield unreadable(series.name, series.index + 1, error)

    def read_text(self, name: str, text: str) -> Iterator[Reading]:
        """Yield the readings of a text; a carriage return, a line feed or both end a line.

        Damage ends the reading with one that has the reason.
        """
        try:
            encoded = text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            encoded = text.encode("utf-8", "surrogatepass")
        series = _Series(self, name, Memory(make_search(self)))
        try:
            yield from self._read_chunks(series, source.plain_chunks([encoded]))
        except source.SourceError as error:
            yield unreadable(series.name, series.index + 1, error)

    def count_kept(self, path: str, size: int) -> int | None:
        """Return how many records of a plain file are those that its first ``size`` bytes had.

        It is None for archives, and for JSON that is none.

        Raises:
            OSError: the file cannot be read.
        """
        if source.is_archive(path):
            return None
        from mentis_records.notation.source.common_records import count_common

        old, new = (
            source.open_beginning(path, each, self.encoding) for each in (size, sys.maxsize)
        )
        try:
            return count_common(self._cut(path, old), self._cut(path, new))
        except source.SourceError:
            return None

    def count_records(self, path: str) -> int:
        """Return how many records a source has, sound or not, as reading it would count them.

        Raises:
            OSError: the file cannot be opened.
        """
        count = 0
        try:
            for name, chunks in source.open_texts(path, encoding=self.encoding):
                try:
                    for found in self._cut(name, chunks):
                        count += found.count if isinstance(found, Block) else found.is_counted
                except source.SourceError as error:
                    count += 1
                    if error.is_too_large:
                        return count
        except source.SourceError:
            count += 1
        return count

    def read_sheets(
        self,
        path: str,
        jobs: int = 1,
        meter: source.Meter | None = None,
        has_notes: bool = True,
        keeps_plies: bool = True,
        sweep: Sweep | None = None,
    ) -> Iterator[Sheet | Reading]:
        """Yield what ``read_path`` does in the same order, but tagged records together.

        The records of which a sheet has something to say are in its ``explained``, which is to
        be used before the next sheet is asked for.

        Args:
            path: a file, an archive, or ``-`` for standard input.
            jobs: how many threads may work at a time.
            meter: is kept up to date with how much of the source has been taken in.
            has_notes: whether a sheet explains the sound records that lack standard tags, too.
            keeps_plies: whether the sheets are to have the plies of sound records.
            sweep: is used again, with its own threads, if there are many small sources.

        Raises:
            OSError: the file cannot be opened.
        """
        from mentis_records.notation.sweep import Sweep

        sweep = sweep or Sweep(self, jobs, keeps_plies)
        memory = Memory(make_search(self))
        series = _Series(self, path, memory)
        try:
            for name, chunks in source.open_texts(path, meter, self.encoding):
                series = _Series(self, name, memory)
                try:
                    yield from self._sweep_text(series, sweep, chunks, has_notes)
                except source.SourceError as error:
                    yield unreadable(series.name, series.index + 1, error)
                    if error.is_too_large:
                        return
        except source.SourceError as error:
            yield unreadable(series.name, series.index + 1, error)

    def _sweep_text(
        self, series: _Series, sweep: Sweep, chunks: Iterable[bytes], has_notes: bool
    ) -> Iterator[Sheet | Reading]:
        """Yield what ``read_sheets`` does, of one text."""
        for found in sweep.run(self._cut(series.name, chunks)):
            if isinstance(found, Piece):
                reading = series.take(found)
                if reading is not None:
                    yield reading
                continue
            found.source, found.first = series.name, series.index + 1
            found.explained = series.explain(found, has_notes)
            yield found
            series.pass_over(found)

    def _cut(self, name: str, chunks: Iterable[bytes]) -> Iterator[Block | Piece]:
        """Cut a text into records; one in another form is put into words first."""
        left = iter(chunks)
        first = next(left, b"")
        translate = find_translation(name, first)
        if translate is not None:
            return translate(left, [game.description for game in self.games], first)
        return cut(chain((first,), left), signs_of(*[game.description for game in self.games]))

    def _read_chunks(self, series: _Series, chunks: Iterable[bytes]) -> Iterator[Reading]:
        for found in self._cut(series.name, chunks):
            for piece in found.pieces() if isinstance(found, Block) else (found,):
                reading = series.take(piece)
                if reading is not None:
                    yield reading


class _Series:
    """The records of one text, counted; a listing may continue the one before it."""

    def __init__(self, manner: Manner, name: str, memory: Memory) -> None:
        self._manner = manner
        self._memory = memory
        self._previous: Examination | None = None
        self._passed: Piece | None = None
        self._preamble: list[Piece] = []
        self._text: Piece | None = None
        self._room = _CONTINUED_FREE
        self._taken = 0
        self.name = name
        self.index = 0

    def take(self, piece: Piece) -> Reading | None:
        """Return the reading of a piece, or None of comments or text before a record."""
        if piece.start != TAGGED and piece.is_remark:
            self._preamble.append(piece)
            self._text = piece if piece.start == TEXT else self._text
            return None
        self.index += 1
        if piece.start == LISTING and self._passed is not None:
            from mentis_records.notation.explain.examine import Examination

            self._previous = Examination(self._manner, self._passed, None)
        self._passed = None
        preamble, preamble_line = "", 1
        if self._preamble:
            preamble = "".join(each.text for each in self._preamble)
            preamble_line = self._preamble[0].line
            self._preamble.clear()
        is_next = self._taken == self.index - 1
        rounds = self._previous.rounds if is_next and self._previous is not None else ()
        self._taken = self.index
        is_behind = is_next and self._previous is not None and self._previous.is_listing
        known = None if self._text is not None or is_behind else self._memory.find(piece)
        if known is not None:
            self._previous, first = known
            return first.again(self.name, self.index, piece.line, preamble)
        from mentis_records.notation.explain.examine import Examination

        search, room = self._memory.search, self._room + len(piece.text)
        self._previous = Examination(
            self._manner, piece, self._previous, search, room, rounds, is_next
        )
        self._room = room - self._previous.continued
        if self._text is not None:
            self._previous.note_text(self._text)
        reading = self._previous.reading(self.name, self.index, preamble)
        reading.preamble_line = preamble_line
        if self._text is None:
            self._memory.keep(piece, self._previous, reading)
        self._text = None
        return reading

    def pass_over(self, sheet: Sheet) -> None:
        """Go on behind the records of a sheet, the last of which a listing may continue."""
        self.index = sheet.first + sheet.count - 1
        self._passed = sheet.block.piece(sheet.count - 1)

    def explain(self, sheet: Sheet, has_notes: bool) -> Iterator[tuple[int, Reading]]:
        """Yield the readings of a sheet's records that need words, with their numbers from 0."""
        for record in sheet.remarkable(has_notes):
            if sheet.is_noted(record):
                yield record, sheet.noted(record)
                continue
            self.index = sheet.first + record - 1
            reading = self.take(sheet.block.piece(record))
            if reading is not None:
                yield record, reading


def make_search(manner: Manner) -> Search | None:
    """Return a search for readings of broken plies, if they are wanted."""
    if not manner.has_readings:
        return None
    from mentis_records.notation.explain.slip import Search

    return Search()


def closed(found: Mapping[str, OSError]) -> Iterator[Reading]:
    """Yield the readings of what cannot be opened, by its path."""
    for path, error in found.items():
        yield unreadable(path, 1, source.SourceError(error.strerror or str(error)))


def unreadable(name: str, index: int, error: source.SourceError) -> Reading:
    """Return the reading of what is left of a source that cannot be read further."""
    from mentis_records.core.diagnostic import Finding
    from mentis_records.notation import code
    from mentis_records.notation.explain.findings import Report

    report = Report(error.text, error.line, 1, False)
    if error.is_too_large:
        finding = Finding(code.SOURCE_TOO_LARGE, {"limit": str(source.MAX_GROWTH)})
    elif isinstance(error, source.ForeignError):
        finding = Finding(code.SOURCE_FOREIGN, {"what": str(error), "hint": error.hint})
    elif isinstance(error, source.OtherEncodingError):
        finding = Finding(code.OTHER_ENCODING, {"reason": str(error), "hint": error.hint})
    else:
        finding = Finding(code.SOURCE_UNREADABLE, {"reason": str(error)})
    report.add(finding, 0, 0)
    return Reading(
        name, index, error.line, 1, error.text, 0, RESULT_UNKNOWN, None, report.diagnostics
    )
