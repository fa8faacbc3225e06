"""Record texts: single records that need explaining, and blocks of many."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from mentis_records.core.diagnostic import Finding
from mentis_records.core.span import Span
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.tables.grammar_file import LISTING, TAGGED

if TYPE_CHECKING:
    from mentis_records.core.trial import Offsets

MAX_RECORD = 1_048_576
"""Characters a record may have; more are refused, and not kept."""

TEXT = "text"
"""What stands for a rule of the grammar where text is no record."""

_REMARK = re.compile(r"\{[^}]*\}|;[^\n]*|^%[^\n]*", re.MULTILINE)

_BEGINNINGS = frozenset(("", "{", ";", "%", " ", "\t", "\n"))
"""How comments before the first record may begin."""


class Note(NamedTuple):
    """A finding about characters of a source, and the ply that it is about, if any, from 1."""

    finding: Finding
    place: Offsets
    ply: int | None = None


class Origin(NamedTuple):
    """A text in another form, as it stands in the source, and what is wrong with it.

    ``places`` has, for each line of the record that says the same, where in the text that stands.
    It is empty where there is no such record: the text could not be put into words.
    """

    text: str
    places: tuple[Offsets, ...]
    notes: tuple[Note, ...]


@dataclass(slots=True)
class Piece:
    """The text of one record and the number of its first line.

    ``start`` is the grammar's rule for it, or says that it is text around records. An oversize
    piece keeps its beginning only. One with a ``span`` is not as it stands in the source, which
    says the same there; ``findings`` are about what stands there, and if one is an error in lenient
    reading, too, the piece is no record. ``origin`` is what stands there, where the places of all
    that is found are known.
    """

    start: str
    line: int
    text: str
    column: int = 1
    is_oversize: bool = False
    findings: tuple[Finding, ...] = ()
    span: Span | None = None
    origin: Origin | None = None

    @property
    def is_translated(self) -> bool:
        """Tell whether the source has other words."""
        return self.span is not None or self.origin is not None

    @property
    def source_text(self) -> str:
        """Return the text that the source has, where it is known, or the record's."""
        return self.text if self.origin is None else self.origin.text

    @property
    def is_counted(self) -> bool:
        """Tell whether it counts as a record of its text."""
        return self.start == TAGGED or not self.is_remark

    @property
    def is_remark(self) -> bool:
        """Tell whether it is no record, but comments or text before one."""
        if self.start == TEXT:
            return True
        may_be = self.start == LISTING and not self.is_oversize
        if not may_be or self.text[:1] not in _BEGINNINGS:
            return False
        return not _REMARK.sub("", self.text).strip()


@dataclass(slots=True)
class Block:
    """The bytes of some tagged records, one after the other.

    ``bounds`` has two numbers a record, and two more for the end: the offset of its first byte,
    and the number of its first line after ``line``, which is the block's first.
    """

    text: bytes
    bounds: array[int]
    count: int
    line: int

    def piece(self, record: int) -> Piece:
        """Return one of the records; ``record`` counts from 0."""
        begin, line = self.bounds[2 * record], self.bounds[2 * record + 1]
        text = self.text[begin : self.bounds[2 * record + 2]]
        return Piece(TAGGED, self.line + line, decode(text))

    def part(self, first: int, last: int) -> Block:
        """Return the records from ``first`` up to but not including ``last``."""
        if (first, last) == (0, self.count):
            return self
        bounds = self.bounds[2 * first : 2 * last + 2]
        return Block(self.text, bounds, last - first, self.line)

    def slice(self, first: int, last: int) -> Block:
        """Do as ``part`` does, without the text of other records."""
        begin = self.bounds[2 * first]
        bounds = self.bounds[2 * first : 2 * last + 2]
        for at in range(0, len(bounds), 2):
            bounds[at] -= begin
        return Block(self.text[begin : begin + bounds[-2]], bounds, last - first, self.line)

    def pieces(self) -> Iterator[Piece]:
        """Yield the records."""
        return map(self.piece, range(self.count))


def decode(text: bytes) -> str:
    """Return bytes as text; those that are not UTF-8 become lone surrogates."""
    return text.decode("utf-8", "surrogateescape")
