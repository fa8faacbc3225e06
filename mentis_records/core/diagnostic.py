"""Diagnostics and the codes they carry; the codes themselves stand with what they are about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from mentis_records.core.span import Span
from mentis_records.fast.late_dataclass import dataclass

WRITE = "write"
"""The detail of a finding that says what to write, which a hint begins with."""


class Severity(StrEnum):
    """How much a diagnostic matters: an error makes a record invalid, the others do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class Example:
    """A malformed record that produces a code.

    ``text`` is a whole source; ``spot`` is the text that the diagnostic's span covers.
    """

    text: str
    spot: str


@dataclass(frozen=True, slots=True)
class Code:
    """One entry of the catalogue of diagnostics.

    ``message``, ``expected`` and ``hint`` are templates whose ``{names}`` a finding fills in.
    ``rule`` cites the rulebook's section, a ruling (``R4``) or the section of the notation.
    ``page`` is the explanation that ``mentis explain`` shows, and ``about`` the heading under which
    it lists the code. Entries that hold for all games get their examples from a game.
    ``is_repaired`` tells that the canonical form of a record has no such finding, and means the
    same.
    """

    id: str
    slug: str
    severity: Severity
    message: str
    expected: str
    rule: str
    hint: str
    page: str
    examples: tuple[Example, ...] = ()
    about: str = ""
    is_repaired: bool = False

    @property
    def is_error(self) -> bool:
        """Tell whether it makes a record invalid, unless a reader is told otherwise."""
        return self.severity is Severity.ERROR

    @property
    def meaning(self) -> str:
        """Return what the code is about in a sentence, the first of its page."""
        return re.split(r"(?<=\.)\s", " ".join(self.page.split()), maxsplit=1)[0]


_NO_DETAILS: Mapping[str, str] = MappingProxyType({})


class Finding(NamedTuple):
    """A code with its details, not yet tied to a place in a source.

    ``token`` is the index of the ply's token that is to blame, or None for the whole ply.
    """

    code: Code
    details: Mapping[str, str] = _NO_DETAILS
    token: int | None = None

    @property
    def message(self) -> str:
        """Return the message with its details filled in."""
        return self.code.message.format_map(self.details)

    @property
    def expected(self) -> str:
        """Return what was expected, with details filled in."""
        return self.code.expected.format_map(self.details)

    @property
    def hint(self) -> str:
        """Return the hint with its details filled in."""
        return self.code.hint.format_map(self.details)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal move that a broken ply may have been, and why."""

    move: str
    reason: str


class Diagnostic(NamedTuple):
    """Something found in a source: what, where, what was expected and which rule says so.

    ``ply`` counts from 1 within the record, ``move`` is the ply as written, ``position`` the
    position string before it. ``readings`` are what the ply may have been, best first, where they
    were asked for.
    """

    code: Code
    severity: Severity
    message: str
    span: Span
    expected: str = ""
    hint: str = ""
    ply: int | None = None
    move: str | None = None
    position: str | None = None
    readings: tuple[Suggestion, ...] = ()

    @property
    def is_error(self) -> bool:
        """Tell whether the record is invalid because of this."""
        return self.severity is Severity.ERROR

    def moved(self, lines: int) -> Diagnostic:
        """Return the same about a text that stands so many lines further down."""
        span = self.span
        return Diagnostic(
            self.code,
            self.severity,
            self.message,
            Span(span.line + lines, span.column, span.end_line + lines, span.end_column),
            self.expected,
            self.hint,
            self.ply,
            self.move,
            self.position,
            self.readings,
        )
