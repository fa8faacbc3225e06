"""The registry of diagnostic formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from mentis_records.export.diagnostic.concise import format_concise
from mentis_records.export.diagnostic.full import format_full
from mentis_records.export.diagnostic.github import format_github
from mentis_records.export.diagnostic.json_lines import format_json_lines
from mentis_records.notation.explain.reading import Reading


@dataclass(frozen=True, slots=True)
class DiagnosticFormat:
    """A format: its name, and the function from readings to lines of text, several at a time.

    ``is_for_people`` tells whether terminals may get colours and a summary beside it,
    ``has_sound_records`` whether records without diagnostics are shown at all,
    ``has_positions`` whether with their final positions, and ``is_folded`` that unless all is
    asked for sound records are only counted, and repeats folded.
    """

    name: str
    format: Callable[[Iterable[Reading]], Iterator[str]]
    is_for_people: bool
    has_sound_records: bool
    has_positions: bool = False
    is_folded: bool = False


def _format_sarif(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield a log in SARIF, whose hashes and addresses the other formats do not need."""
    from mentis_records.export.diagnostic.sarif import format_sarif

    return format_sarif(readings)


FORMATS: dict[str, DiagnosticFormat] = {
    row.name: row
    for row in (
        DiagnosticFormat("full", format_full, True, True, is_folded=True),
        DiagnosticFormat("concise", format_concise, True, True),
        DiagnosticFormat("json", format_json_lines, False, True, True),
        DiagnosticFormat("sarif", _format_sarif, False, False),
        DiagnosticFormat("github", format_github, False, False),
    )
}
