# cython: boundscheck=True, wraparound=True
"""Collect the diagnostics of one record, with their places; finds nothing by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from mentis_records.core.diagnostic import WRITE, Diagnostic, Finding, Severity, Suggestion
from mentis_records.core.span import LineMap, Span
from mentis_records.notation import code as catalogue
from mentis_records.notation.syntax.record_syntax import Fault, LineSyntax, RecordSyntax, TurnIndex

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401

if TYPE_CHECKING:
    from mentis_records.core.trial import Offsets

MAX_DIAGNOSTICS = 1_000
"""Diagnostics listed for one record; that there are more is said."""

MAX_MOVE = 200
"""Characters of a ply as written that a diagnostic repeats."""

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING
_make_diagnostic: Callable[[tuple[Any, ...]], Diagnostic] = partial(tuple.__new__, Diagnostic)
"""Makes a diagnostic of all its fields; many times faster than calling its class."""


class Report:
    """The diagnostics of one record's text, in the order found.

    ``has_errors`` tells whether any of them is an error.
    """

    def __init__(self, text: str, first_line: int, first_column: int, is_strict: bool) -> None:
        """Prepare for a text whose first character stands at this place of its source.

        ``is_strict`` makes every warning an error.
        """
        self._is_strict = is_strict
        self._text = text
        self._map = LineMap(text, first_line, first_column)
        self._line: LineSyntax | None = None
        self._first_ply = 1
        self._movetext = 0
        self._index: TurnIndex | None = None
        self.diagnostics: list[Diagnostic] = []
        self.has_errors = False

    @property
    def is_full(self) -> bool:
        """Tell whether no more findings are listed; that there are more has been said then."""
        return len(self.diagnostics) > MAX_DIAGNOSTICS

    @property
    def has_faults(self) -> bool:
        """Tell whether any of them is an error in lenient reading, too."""
        return any(found.code.severity is _ERROR for found in self.diagnostics)

    def index_turns(self, syntax: RecordSyntax, first_ply: int) -> None:
        """Learn which ply stands where; the mainline's first has the number ``first_ply``."""
        self._line, self._first_ply = syntax.line, first_ply
        self._movetext = max([tag.end for tag in syntax.tags], default=0)

    def _find_turn(self, start: int, has_first: bool) -> tuple[int, int, int] | None:
        """Return the ply at an offset, and from where to where it is written."""
        if self._index is None:
            if self._line is None:
                return None
            self._index = TurnIndex(self._line, self._first_ply)
        return self._index.find(start, has_first)

    def add(
        self,
        finding: Finding,
        start: int,
        end: int,
        position: str | None = None,
        is_tolerated: bool = False,
    ) -> None:
        """Report a finding about the characters from ``start`` to ``end``.

        A place in the movetext gets the ply that it belongs to. ``position`` is the position
        string before that ply, where it is known. A tolerated error is only a warning.
        """
        if len(self.diagnostics) >= MAX_DIAGNOSTICS:
            self._leave_out(start, end)
            return
        ply, move = None, None
        code = finding.code
        place = None
        if code is not catalogue.TEXT_AROUND and (
            start >= self._movetext or code is catalogue.TAG_MALFORMED
        ):
            place = self._find_turn(start, code is not catalogue.TAG_MALFORMED)
        if place is not None:
            ply, begin, stop = place
            move = self._text[begin : min(stop, begin + MAX_MOVE)]
        severity = code.severity
        if is_tolerated and severity is _ERROR:
            severity = _WARNING
        elif self._is_strict and severity is _WARNING:
            severity = _ERROR
        if severity is _ERROR:
            self.has_errors = True
        details = finding.details
        hint = code.hint.format_map(details)
        if details.get(WRITE):
            hint = f"write {details[WRITE]}{'; ' if hint else ''}{hint}"
        self.diagnostics.append(
            _make_diagnostic(
                (
                    code,
                    severity,
                    code.message.format_map(details),
                    self._map.span(start, end),
                    code.expected.format_map(details),
                    hint,
                    ply,
                    move or None,
                    position,
                    (),
                )
            )
        )

    def _leave_out(self, start: int, end: int) -> None:
        """Say once that there are more findings than are listed."""
        if self.diagnostics[-1].code is not catalogue.TOO_MANY_FINDINGS:
            finding = Finding(catalogue.TOO_MANY_FINDINGS, {"limit": f"{MAX_DIAGNOSTICS:,}"})
            span = self._map.span(start, end)
            severity = finding.code.severity
            self.has_errors = self.has_errors or severity is _ERROR
            self.diagnostics.append(
                Diagnostic(finding.code, severity, finding.message, span, finding.expected)
            )

    def spans(self, places: Sequence[Offsets]) -> list[Span]:
        """Return the spans of characters of the text."""
        return [self._map.span(start, end) for start, end in places]

    def add_all(self, other: Report) -> None:
        """Add what another report has, as it is."""
        self.diagnostics += other.diagnostics
        self.has_errors = self.has_errors or other.has_errors

    def suggest(self, start: int, end: int, readings: tuple[Suggestion, ...]) -> None:
        """Add readings to the first error about the characters from ``start`` to ``end``."""
        index = self._find_error(start, end)
        if index is not None:
            self.diagnostics[index] = self.diagnostics[index]._replace(readings=readings)

    def advise(self, start: int, end: int, hint: str) -> None:
        """Add a hint to the first error about the characters from ``start`` to ``end``."""
        index = self._find_error(start, end)
        if index is not None:
            found = self.diagnostics[index]
            hints = f"{found.hint}; {hint}" if found.hint else hint
            self.diagnostics[index] = found._replace(hint=hints)

    def _find_error(self, start: int, end: int) -> int | None:
        """Return the index of the first error about the characters from ``start`` to ``end``."""
        where = self._map.span(start, end)
        for index, found in enumerate(self.diagnostics):
            first = (found.span.line, found.span.column)
            is_inside = (where.line, where.column) <= first < (where.end_line, where.end_column)
            if found.is_error and is_inside:
                return index
        return None

    def add_faults(self, faults: Sequence[Fault]) -> None:
        """Report what the parser found."""
        for fault in faults:
            self.add(fault.finding, fault.start, fault.end)
