"""Repeats of findings folded: the first of each kind as they are, the others counted.

Of errors it is also the first in each file, so that no file with one goes unnamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from mentis_records.core.diagnostic import Code, Diagnostic, Severity
from mentis_records.core.text import counted, printable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation import code
from mentis_records.notation.explain.reading import Reading

_SHOWN = {Severity.ERROR: 3, Severity.WARNING: 1, Severity.NOTE: 1}
"""Findings of a kind that are shown; errors are made in many ways."""

_OTHER_GAMES = (code.GAME_UNKNOWN, code.CHESS_GAME)
"""What is said of records that no known game's rules can judge."""

_FILES = 20
"""So many files show the first error of a kind at most, however many errors come before it."""

_PLACES = 3
"""Places that are named of a kind that comes more often."""


@dataclass(slots=True)
class _Kind:
    """The findings with one code and severity: how many, in how many records, the first places."""

    code: Code
    severity: Severity
    count: int = 0
    records: int = 0
    has_sound: bool = False
    has_unsound: bool = False
    shown: int = 0
    files: set[str] = field(default_factory=set)
    places: list[tuple[str, str]] = field(default_factory=list)
    last: tuple[str, int] = ("", 0)

    def add(self, reading: Reading, found: Diagnostic) -> bool:
        """Count a finding, and tell whether it is one of those that are shown."""
        self.count += 1
        record = (reading.source, reading.index)
        self.records += record != self.last
        self.last = record
        self.has_sound = self.has_sound or reading.is_valid
        self.has_unsound = self.has_unsound or not reading.is_valid
        if len(self.places) < _PLACES:
            place = (reading.source, f"{found.span.line}:{found.span.column}")
            if place not in self.places:
                self.places.append(place)
        is_shown = self.count <= _SHOWN[self.severity] or (
            self.severity is Severity.ERROR
            and reading.source not in self.files
            and len(self.files) < _FILES
        )
        self.shown += is_shown
        if len(self.files) < _FILES:
            self.files.add(reading.source)
        return is_shown

    @property
    def is_folded(self) -> bool:
        """Tell whether some have been left out."""
        return self.count > self.shown

    def line(self) -> str:
        """Return the kind on one line."""
        times = counted(self.count, "time")
        records = counted(self.records, "record")
        repair = ""
        if self.code.is_repaired and self.has_sound:
            where = " in the records without errors" if self.has_unsound else ""
            repair = f"; mentis fmt --write repairs this{where}"
        return (
            f"{self.severity}[{self.code.id}] {self.code.slug}: {times} in {records}, "
            f"first at {self._told_places()}{repair}"
        )

    def _told_places(self) -> str:
        """Return the first places, each file named where it begins."""
        told, before = [], None
        for source, place in self.places:
            told.append(place if source == before else f"{printable(source)}:{place}")
            before = source
        return ", ".join(told)


class Folding:
    """Lets the first findings of each kind through, and counts all."""

    def __init__(self) -> None:
        """Begin with nothing found."""
        self._kinds: dict[tuple[str, Severity], _Kind] = {}
        self._others: dict[tuple[str, str, str], int] = {}

    def sift(self, readings: Iterable[Reading]) -> Iterator[Reading]:
        """Yield readings with only those findings that are shown, and without findings none."""
        for reading in readings:
            if self._take_other(reading):
                continue
            shown = [found for found in reading.diagnostics if self._add(reading, found)]
            if len(shown) == len(reading.diagnostics) > 0:
                yield reading
            elif shown:
                yield replace(reading, diagnostics=shown)

    def _add(self, reading: Reading, found: Diagnostic) -> bool:
        key = (found.code.id, found.severity)
        if found.code in (code.SOURCE_UNREADABLE, code.SOURCE_FOREIGN):
            return True  # what is said of a whole file is always shown
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = _Kind(found.code, found.severity)
        return kind.add(reading, found)

    def _take_other(self, reading: Reading) -> bool:
        """Count a record of another game, which is one line a file; return False for others."""
        for found in reading.diagnostics:
            if found.code in _OTHER_GAMES:
                name = f"{found.severity}[{found.code.id}] {found.code.slug}"
                message = found.message.partition("; written out")[0]
                key = (name, reading.source, message)
                self._others[key] = self._others.get(key, 0) + 1
                return True
        return False

    @property
    def is_folded(self) -> bool:
        """Tell whether anything has been left out."""
        return bool(self._others) or any(kind.is_folded for kind in self._kinds.values())

    def lines(self) -> Iterator[str]:
        """Yield a line for each kind of which findings are left out, errors first.

        Before them come the files with records of games that are not known.
        """
        for (name, source, message), count in self._others.items():
            yield f"{name}: {printable(source)}: {counted(count, 'record')} not judged: {message}"
        for severity in Severity:
            for kind in self._kinds.values():
                if kind.severity is severity and kind.is_folded:
                    yield kind.line()
