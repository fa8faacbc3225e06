"""The place of a record: its source, number, text within an archive and first line."""

from __future__ import annotations

from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands: its source, number, text within an archive, first line."""

    source_id: int
    index: int
    member: str | None
    line: int

    @property
    def row(self) -> tuple[int, int, str | None, int]:
        """Return the values of the columns that many tables begin with."""
        return self.source_id, self.index, self.member, self.line
