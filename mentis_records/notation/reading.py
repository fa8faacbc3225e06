"""What came of reading one record: the record if it is sound, and everything found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.record import Record


@dataclass(frozen=True, slots=True)
class Reading:
    """One record of a source as it was read.

    ``index`` counts the source's records from 1; ``line`` and ``column`` are its beginning.
    ``text`` is the record as it stands in the source, lines ending in a line feed. ``plies``
    counts the mainline plies replayed, with those of a continued record; ``final_position`` is
    the position string after them, or None where no position is known. ``record`` is None
    if an error was found, that is, if it is not ``is_valid``. ``preamble`` has the comments and
    ``%`` lines that stand before the first record of a source. ``is_whole`` is False where
    ``text`` is only the beginning of a record that is too large. ``is_listing`` tells that it
    has no tags. ``partial`` is the record as far as it could be replayed, errors or not; it is
    not to be stored. Readings of a sheet have neither ``record`` nor ``partial``.
    """

    source: str
    index: int
    line: int
    column: int
    text: str
    record: Record | None
    plies: int
    result: str
    termination: str | None
    final_position: str | None
    diagnostics: Sequence[Diagnostic]
    preamble: str = ""
    is_whole: bool = True
    is_listing: bool = False
    partial: Record | None = None
    is_valid: bool = False
