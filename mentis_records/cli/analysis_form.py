"""The forms in which analyses are written for programs: lines of JSON, and annotated records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Protocol

from mentis_records.cli import output
from mentis_records.cli.analysis_subject import Found, Recorded, Stated
from mentis_records.cli.stated_position import refusal
from mentis_records.core.text import json_text
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.analysis.annotate import Thresholds
    from mentis_records.games.search.analysis import Analysis


class Form(Protocol):
    """Takes what a search has found, and gives the text to write.

    ``lines`` is how many lines it needs of the positions of records, at least; ``has_rivals`` tells
    whether the moves of records are to be compared with the best; ``has_findings``
    tells whether something could not be written, ``is_whole`` whether all records could be read
    to the end that were to be written again.
    """

    lines: int
    has_rivals: bool
    has_findings: bool
    is_whole: bool

    def take(self, found: Found) -> Iterator[str]:
        """Yield what is to be written of a subject's position, or of one without positions."""

    def end(self) -> Iterator[str]:
        """Yield what is to be written behind all."""


@dataclass(slots=True)
class JsonForm:
    """Lines of JSON, one a position; of records one a ply, for the position before it."""

    asked: int
    lines: int = 1
    has_rivals: bool = False
    has_findings: bool = False
    is_whole: bool = True

    def take(self, found: Found) -> Iterator[str]:
        """Yield a line, of the last position of a record none."""
        from mentis_records.analysis.analysis_value import analysis_value, ply_analysis_value

        subject, index, analysis = found.subject, found.index, found.analysis
        if isinstance(subject, Stated):
            if subject.error is not None:
                yield json_text(refusal(subject.text, subject.error)) + "\n"
            elif analysis is not None:
                value = analysis_value(subject.game, subject.text, analysis, self.asked)
                yield json_text(value) + "\n"
        elif subject.record and analysis and index < len(subject.record.plies):
            value = ply_analysis_value(
                subject.game, subject.number, subject.record, index + 1, analysis, self.asked
            )
            yield json_text(value) + "\n"

    def end(self) -> Iterator[str]:
        """Yield nothing."""
        yield from ()


@dataclass(slots=True)
class RecordForm:
    """Annotated records, with the text around them; those with errors stay as they are."""

    thresholds: Thresholds
    annotator: str
    lines: int = 2
    has_rivals: bool = True
    has_findings: bool = False
    is_whole: bool = True
    _analyses: list[Analysis] = field(default_factory=list)
    _rivals: dict[int, Analysis] = field(default_factory=dict)
    _has_written: bool = False

    def take(self, found: Found) -> Iterator[str]:
        """Yield a record when its last position has been analysed."""
        subject = found.subject
        if isinstance(subject, Stated):
            return
        if found.analysis is not None:
            self._analyses.append(found.analysis)
        if found.rival is not None:
            self._rivals[found.index] = found.rival
        if len(self._analyses) < len(subject.positions):
            return
        text = "\n".join(self._parts(subject))
        self._analyses.clear()
        self._rivals.clear()
        yield "\n" + text if self._has_written else text
        self._has_written = True

    def end(self) -> Iterator[str]:
        """Yield nothing."""
        yield from ()

    def _parts(self, subject: Recorded) -> Iterator[str]:
        reading = subject.reading
        self.is_whole = self.is_whole and reading.is_whole and reading.game is not None
        if reading.preamble.strip():
            yield reading.preamble.strip("\n") + "\n"
        written = self._written(subject)
        yield reading.text.rstrip("\n") + "\n" if written is None else written
        if written is not None and reading.rest:
            yield reading.rest.rstrip("\n") + "\n"

    def _written(self, subject: Recorded) -> str | None:
        """Return an annotated record, or None (told) if it has errors or cannot be written."""
        from mentis_records.analysis.annotate import annotate
        from mentis_records.core.text import printable
        from mentis_records.notation.write import WriteError, format_record

        if subject.record is None:
            return None
        game, reading = subject.game, subject.reading
        told = (self._analyses, self.thresholds, self.annotator, self._rivals)
        made = annotate(game, subject.record, *told)
        try:
            return format_record(made, game.description)
        except WriteError as error:
            self.has_findings = True
            place = f"{printable(reading.source)}:{reading.line}: record {reading.index}"
            output.talk(f"{place}: {error}")
            return None
