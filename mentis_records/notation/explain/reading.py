"""A reading of one record: the record if it is sound, and all diagnostics found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.diagnostic import Diagnostic
    from mentis_records.core.record import Record
    from mentis_records.notation.explain.transcript import Transcript


@dataclass(slots=True)
class Reading:
    """One record of a source as it was read.

    ``index`` counts the source's records from 1; ``line`` and ``column`` are its beginning.
    ``text`` is the record as it stands in the source, lines ending in a line feed. ``plies``
    counts the mainline plies replayed, with those of a continued record. It ``is_valid`` if no
    error was found. ``preamble`` has the comments and
    ``%`` lines, or the text, that stand before the first record of a source, from
    ``preamble_line`` on. ``is_whole`` is False where
    ``text`` is only the beginning of a record that is too large. ``is_listing`` tells that it
    has no tags, ``is_translated`` that it stands otherwise in the source, which says the same.
    ``transcript`` is what was played, where it is known from where; readings of a sheet have
    none, but may have the ``final`` position's string. ``rest`` is the end of ``text`` that is
    no part of the record: text between records. ``game`` is the slug of the game by whose rules it
    was read.
    """

    source: str
    index: int
    line: int
    column: int
    text: str
    plies: int
    result: str
    termination: str | None
    diagnostics: Sequence[Diagnostic]
    preamble: str = ""
    is_whole: bool = True
    is_listing: bool = False
    is_valid: bool = False
    transcript: Transcript | None = field(default=None, compare=False)
    final: str | None = None
    is_translated: bool = False
    rest: str = ""
    preamble_line: int = 1
    game: str | None = None

    @property
    def blames_game(self) -> bool:
        """Tell whether the rules of its game gave no answer, which is no fault of the record."""
        from mentis_records.notation.code import GAME_FAULT

        return any(found.code is GAME_FAULT for found in self.diagnostics)

    @property
    def needs_preamble(self) -> bool:
        """Tell whether the text before the record may say what it lacks, or is wrong with it."""
        if self.is_listing and self.preamble.strip()[:1] not in ("", "{", ";", "%"):
            return True
        return any(found.is_error and found.span.line < self.line for found in self.diagnostics)

    @property
    def partial(self) -> Record | None:
        """Return the record as far as it could be replayed, errors or not: it is not to be stored.

        None where it is not known from where to replay it.
        """
        return None if self.transcript is None else self.transcript.record

    @property
    def record(self) -> Record | None:
        """Return the record if it is valid."""
        return self.partial if self.is_valid else None

    @property
    def final_position(self) -> str | None:
        """Return the position string after the plies, or None where no position is known."""
        return self.final if self.transcript is None else self.transcript.final

    def again(self, source: str, index: int, line: int, preamble: str) -> Reading:
        """Return the reading of a record with the same text that stands elsewhere."""
        lines = line - self.line
        return Reading(
            source,
            index,
            line,
            self.column,
            self.text,
            self.plies,
            self.result,
            self.termination,
            [found.moved(lines) for found in self.diagnostics],
            preamble,
            self.is_whole,
            self.is_listing,
            self.is_valid,
            self.transcript,
            self.final,
            rest=self.rest,
            game=self.game,
        )
