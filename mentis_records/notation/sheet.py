"""A sheet: a block of records read at once, the sound ones as columns of numbers."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from functools import cache, cached_property, lru_cache
from typing import Any

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULTS, Points
from mentis_records.fast.kernel import Kernel
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.bulk import make_kernel
from mentis_records.notation.bulk.block_reader import BulkReader, are_equal, stretches
from mentis_records.notation.bulk.record_field import (
    EXTRA_WIDTH,
    FIELDS,
    FIRST_POINTS,
    FIRST_ROW,
    HAS_POINTS,
    LINE,
    NOTED,
    OPENING,
    PLIES,
    REFUSED,
    REMARK_WIDTH,
    RESULT,
    SECOND_POINTS,
    START,
    STATUS,
    TERMINATION,
    VARIATION_PLY_WIDTH,
    VARIATION_WIDTH,
    WIDTH,
)
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.source.record_text import Block, decode
from mentis_records.notation.tables.grammar_tables import terminal_pattern
from mentis_records.notation.tag.tag_layout import Layout


@dataclass(frozen=True, slots=True)
class Start:
    """A position from which records begin, and its string."""

    position: Any
    text: str


@dataclass
class Sheet:
    """The records of one block.

    ``first`` is the index of the first record within its source, from 1. The arrays are those
    of ``BulkReader`` and its parts, as far as they are used; those of plies are empty where the
    reader keeps none. A record's field ``start`` is an index into ``starts``. ``explained`` yields
    the numbers, from 0 and rising, and the readings of the records that need words: once, and made
    as they are asked for, so that few are held.
    """

    source: str
    first: int
    game: AnyGame
    layout: Layout
    block: Block
    starts: Sequence[Start]
    terminals: Sequence[str]
    width: int
    records: array[int]
    contents: array[int]
    openings: array[int]
    turns: array[int]
    keys: array[int]
    extras: array[int]
    remarks: array[int]
    variations: array[int]
    variation_places: array[int]
    variation_turns: array[int]
    variation_keys: array[int]
    explained: Iterator[tuple[int, Reading]] = field(default_factory=lambda: iter(()))

    @classmethod
    def of(
        cls,
        source: str,
        first: int,
        game: AnyGame,
        layout: Layout,
        block: Block,
        starts: Sequence[Start],
        terminals: Sequence[str],
        reader: BulkReader,
    ) -> Sheet:
        """Copy what a reader has read."""
        tags, movetext = reader.tags, reader.movetext
        rows, variation_rows = movetext.row_count, movetext.variation_ply_count
        kept = block.count if movetext.keeps_plies else 0
        return cls(
            source,
            first,
            game,
            layout,
            block,
            starts,
            terminals,
            reader.width,
            _copy("i", reader.records, block.count * reader.width),
            _copy("q", movetext.contents, kept),
            _copy("q", movetext.openings, OPENING * kept),
            _copy("q", movetext.turns, rows),
            _copy("q", movetext.keys, rows),
            _copy("i", tags.extras, tags.extra_count * EXTRA_WIDTH),
            _copy("i", movetext.remarks, movetext.remark_count * REMARK_WIDTH),
            _copy("i", movetext.variations, movetext.variation_count * VARIATION_WIDTH),
            _copy("i", movetext.variation_places, variation_rows * VARIATION_PLY_WIDTH),
            _copy("q", movetext.variation_turns, variation_rows),
            _copy("q", movetext.variation_keys, variation_rows),
        )

    @cached_property
    def remarked(self) -> frozenset[int]:
        """Return the records that say more than tags and the plies of their mainlines."""
        return frozenset(self.remarks[::REMARK_WIDTH]) | frozenset(
            self.variations[::VARIATION_WIDTH]
        )

    @property
    def count(self) -> int:
        """Return the number of records, refused ones included."""
        return self.block.count

    def column(self, field: str) -> array[int]:
        """Return a field of all records, one of ``record_field.FIELDS``."""
        return self.records[FIELDS.index(field) :: self.width]

    def remarkable(self, has_notes: bool) -> list[int]:
        """Return the records that need words, counting from 0.

        ``has_notes`` tells whether those are among them that merely lack standard tags.
        """
        wanted = (REFUSED, NOTED) if has_notes else (REFUSED,)
        statuses = self.column("status")
        return [record for record, status in enumerate(statuses) if status in wanted]

    def is_noted(self, record: int) -> bool:
        """Tell whether a record is sound, but lacks standard tags."""
        return self.records[record * self.width + STATUS] == NOTED

    def noted(self, record: int) -> Reading:
        """Return the reading of a sound record that lacks standard tags, with the note of it."""
        text = self.text(record)
        first = _tag_pattern(self.game.description.grammar).match(text)
        at = record * self.width + WIDTH + 1
        ends = self.records[at : at + 2 * self.layout.standard : 2]
        names = self.layout.names[: self.layout.standard]
        lacking = tuple([name for name, end in zip(names, ends, strict=True) if not end])
        note = _note(lacking, self.game.description.sides, first.end() if first else 0)
        return self._reading(record, False, [note.moved(self.line(record) - 1)], text)

    def readings(self, has_positions: bool) -> Iterator[Reading]:
        """Yield the readings of all records, once; those of sound ones have no record.

        ``has_positions`` tells whether their final positions are wanted.
        """
        begin = 0
        for number, found in self.explained:
            for record in range(begin, number):
                yield self._reading(record, has_positions)
            begin = number + 1
            if has_positions and found.is_valid and found.final_position is None:
                yield replace(found, final=self._final_position(number))
            else:
                yield found
        for record in range(begin, self.count):
            yield self._reading(record, has_positions)

    def _reading(
        self,
        record: int,
        has_position: bool,
        diagnostics: Sequence[Diagnostic] = (),
        text: str | None = None,
    ) -> Reading:
        return Reading(
            self.source,
            self.first + record,
            self.line(record),
            1,
            self.text(record) if text is None else text,
            self.ply_count(record),
            self.result(record),
            self.termination(record),
            diagnostics,
            is_valid=True,
            final=self._final_position(record) if has_position else None,
            game=self.game.description.slug,
        )

    def _final_position(self, record: int) -> str:
        start = self.starts[self.records[record * self.width + START]]
        if not self.ply_count(record):
            return start.text
        self._kernel.fill(0, start.position)
        first = 1 + self.records[record * self.width + FIRST_ROW]
        turns = self.turns[first : first + self.ply_count(record)]
        codes = array("q", [turn >> 3 for turn in turns])
        return self.game.format_position(self._kernel.position_after(0, codes))

    @cached_property
    def _kernel(self) -> Kernel:
        kernel = make_kernel(self.game)
        kernel.reserve(1)
        return kernel

    def line(self, record: int) -> int:
        """Return the number of a record's first line."""
        return self.block.line + self.records[record * self.width + LINE]

    def result(self, record: int) -> str:
        """Return a record's result."""
        return RESULTS[self.records[record * self.width + RESULT]]

    def termination(self, record: int) -> str | None:
        """Return how a record's game ended: as tagged, else as the board shows."""
        number = self.records[record * self.width + TERMINATION]
        return self.layout.terminations[number] if number >= 0 else None

    def points(self, record: int) -> Points | None:
        """Return the points of both sides, or None of a record without any."""
        at = record * self.width
        if not self.records[at + HAS_POINTS]:
            return None
        return self.records[at + FIRST_POINTS], self.records[at + SECOND_POINTS]

    def ply_count(self, record: int) -> int:
        """Return the number of plies of a record's mainline."""
        return self.records[record * self.width + PLIES]

    def first_row(self, record: int) -> int:
        """Return where the positions of a record's mainline begin in ``turns`` and ``keys``."""
        return self.records[record * self.width + FIRST_ROW]

    def text(self, record: int) -> str:
        """Return a record as it stands."""
        bounds = self.block.bounds
        return decode(self.block.text[bounds[2 * record] : bounds[2 * record + 2]])

    def tag(self, record: int, column: int) -> str | None:
        """Return the value of a tag of the layout, or None."""
        at = record * self.width + WIDTH + 2 * column
        begin, end = self.records[at], self.records[at + 1]
        return self.value(begin, end) if end else None

    def tags(self, column: int, records: Sequence[int]) -> list[str | None]:
        """Return the values of a tag of the layout in some records."""
        if 4 * len(records) < self.count:
            return [self.tag(record, column) for record in records]
        found = self._all_tags(column)
        return found if len(records) == self.count else [found[record] for record in records]

    def has_one_text(self, column: int) -> bool:
        """Tell whether a tag of the layout is the same in all records, or missing in all."""
        at = WIDTH + 2 * column
        return are_equal(self.block.text, self.records, at, self.width, self.count)

    def _all_tags(self, column: int) -> list[str | None]:
        at = WIDTH + 2 * column
        return self._plain(stretches(self.block.text, self.records, at, self.width, self.count))

    def extra_texts(self) -> tuple[list[str | None], list[str | None]]:
        """Return the names and the values of the tags without a column, in order."""
        text, places, count = self.block.text, self.extras, len(self.extras) // EXTRA_WIDTH
        values = stretches(text, places, 3, EXTRA_WIDTH, count)
        return stretches(text, places, 1, EXTRA_WIDTH, count), self._plain(values)

    def _plain(self, values: list[str | None]) -> list[str | None]:
        """Return values without their escapes."""
        if b"\\" not in self.block.text:
            return values
        return [None if text is None else _unescaped(text) for text in values]

    def stretch(self, begin: int, end: int) -> str:
        """Return bytes of the block as text."""
        return decode(self.block.text[begin:end])

    def value(self, begin: int, end: int) -> str:
        """Return a tag's value without its escapes."""
        return _unescaped(self.stretch(begin, end))


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return text.replace('\\"', '"').replace("\\\\", "\\")


def _copy(code: str, values: Any, count: int) -> array[int]:
    """Return the first values of an array of the reader as an array of our own."""
    copied = array(code)
    copied.frombytes(memoryview(values)[:count].cast("B"))
    return copied


@cache
def _tag_pattern(grammar: str) -> re.Pattern[str]:
    """Return the regular expression of a tag pair."""
    names = ("TAG_OPEN", "STRING", "TAG_CLOSE")
    return re.compile("[ \\t]*".join(terminal_pattern(grammar, name) for name in names))


@lru_cache(1_024)
def _note(lacking: tuple[str, ...], sides: tuple[str, ...], size: int) -> Diagnostic:
    """Return the note that standard tags are missing, about a first tag of so many characters."""
    from mentis_records.notation.explain.consistency import missing_tags
    from mentis_records.notation.explain.findings import Report

    report = Report("", 1, 1, is_strict=False)
    report.add(missing_tags(lacking, sides), 0, size)
    return report.diagnostics[0]
