"""The registry of diagnostic formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import chain

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.explain.reading import Reading


@dataclass(frozen=True, slots=True)
class DiagnosticFormat:
    """A format: its name, and the module of its function, which is imported when it is used.

    ``is_for_people`` tells whether terminals may get colours and a summary beside it,
    ``has_sound_records`` whether records without diagnostics are shown at all,
    ``has_positions`` whether with their final positions, and ``is_folded`` that unless all is
    asked for sound records are only counted, and repeats folded.
    """

    name: str
    module: str
    is_for_people: bool
    has_sound_records: bool
    has_positions: bool = False
    is_folded: bool = False

    def format(self, readings: Iterable[Reading]) -> Iterator[str]:
        """Yield lines of text about readings, several at a time."""
        left = iter(readings)
        first = next(left, None)
        if first is None and self.is_for_people:
            return  # which most files come to
        module = import_module(f"{__package__}.{self.module}")
        found: Callable[[Iterable[Reading]], Iterator[str]]
        found = getattr(module, f"format_{self.module}")
        yield from found(left if first is None else chain((first,), left))


FORMATS: dict[str, DiagnosticFormat] = {
    row.name: row
    for row in (
        DiagnosticFormat("full", "full", True, True, is_folded=True),
        DiagnosticFormat("concise", "concise", True, True),
        DiagnosticFormat("json", "json_lines", False, True, True),
        DiagnosticFormat("sarif", "sarif", False, False),
        DiagnosticFormat("github", "github", False, False),
    )
}
