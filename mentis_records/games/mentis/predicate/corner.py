"""One end of a capture: tiles of a side and a type on a set of squares; knows no query."""

from __future__ import annotations

from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Corner:
    """Tiles of a side and a type, or of any, on the squares of a set."""

    side: int | None
    letter: str | None
    area: int
