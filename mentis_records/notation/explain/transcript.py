"""The transcript of a replayed record; the record itself is made when it is asked for."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from mentis_records.core.capability import points_of
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import Points
from mentis_records.core.record import Ply, Record
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.explain.replay import Replayed, kernel_of, read_comment
from mentis_records.notation.syntax.record_syntax import RecordSyntax


@dataclass(slots=True)
class Transcript:
    """A replayed record: its game, tags, start and plies, as far as they could be replayed.

    ``inherited`` are the plies of an earlier record that this one continues, ``begin`` is the
    position after them, and ``position`` that after the last ply.
    """

    game: AnyGame
    tags: Mapping[str, str]
    start: Any
    inherited: tuple[Ply, ...]
    begin: Any
    position: Any
    syntax: RecordSyntax
    done: Replayed
    result: str
    termination: str | None
    _plies: tuple[Ply, ...] | None = field(default=None, init=False)
    _final: str | None = field(default=None, init=False)
    _record: Record | None = field(default=None, init=False)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """Return all plies, the inherited ones first."""
        if self._plies is None:
            self._plies = (*self.inherited, *self.done.plies(self.game))
        return self._plies

    @property
    def count(self) -> int:
        """Return the number of plies."""
        return len(self.inherited) + len(self.done.codes)

    def find(self, number: int, side: int) -> tuple[tuple[Ply, ...], Any] | None:
        """Return the plies before a side's move of a number, and the position there, or None."""
        if (self.begin.move_number, self.begin.side) == (number, side):
            return self.inherited, self.begin
        plies = self.plies
        if (self.position.move_number, self.position.side) == (number, side):
            return plies, self.position
        for at, ply in enumerate(plies):
            if ply.move_number == number and ply.side == side:
                kernel = kernel_of(self.game)
                kernel.fill(0, self.start)
                codes = array("q", [ply.move.code for ply in plies[:at]])
                return plies[:at], kernel.position_after(0, codes)
        return None

    @property
    def final(self) -> str:
        """Return the position string after the last ply."""
        if self._final is None:
            self._final = self.game.format_position(self.position)
        return self._final

    @property
    def points(self) -> Points | None:
        """Return the points of both sides, or None."""
        if not self.game.description.has_points:
            return None
        return points_of(self.game, self.position, self.result, self.termination)

    @property
    def record(self) -> Record:
        """Return the record."""
        if self._record is None:
            self._record = self._make_record()
        return self._record

    def _make_record(self) -> Record:
        return Record(
            self.game.description.slug,
            self.tags,
            self.game.format_position(self.start),
            self.start.key,
            self.final,
            self.plies,
            self.result,
            self.termination,
            len(self.inherited),
            tuple(map(read_comment, self.syntax.line.comments)),
            tuple(map(read_comment, self.syntax.closing_comments)),
            self.points,
        )
