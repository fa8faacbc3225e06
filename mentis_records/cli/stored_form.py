"""The forms in which the analysed games of a database are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Protocol

from mentis_records.cli import output
from mentis_records.core.text import json_text
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.analysis.annotate import Thresholds
    from mentis_records.analysis.stored_games import StoredRecord
    from mentis_records.core.game import AnyGame


class StoredForm(Protocol):
    """Gives the text of a stored game; ``has_findings`` tells whether one could not be written."""

    has_findings: bool

    def take(self, game: AnyGame, stored: StoredRecord) -> Iterator[str]:
        """Yield what is to be written of a game."""


@dataclass(slots=True)
class StoredJsonForm:
    """A line of JSON for each ply, for the position before it; ``asked`` lines of play each."""

    asked: int
    has_findings: bool = False

    def take(self, game: AnyGame, stored: StoredRecord) -> Iterator[str]:
        """Yield the lines of a game; ``record`` is its number in the database."""
        from mentis_records.analysis.analysis_value import ply_analysis_value

        for ply, analysis in enumerate(stored.analyses[:-1], 1):
            value = ply_analysis_value(
                game, stored.game_id, stored.record, ply, analysis, self.asked
            )
            yield json_text(value) + "\n"


@dataclass(slots=True)
class StoredRecordForm:
    """Annotated records; games that cannot be written are told and left out."""

    thresholds: Thresholds
    annotator: str
    has_findings: bool = False
    _has_written: bool = field(default=False, init=False)

    def take(self, game: AnyGame, stored: StoredRecord) -> Iterator[str]:
        """Yield the record of a game."""
        from mentis_records.analysis.annotate import annotate
        from mentis_records.notation.write import WriteError, format_record

        told = (stored.analyses, self.thresholds, self.annotator, stored.rivals)
        made = annotate(game, stored.record, *told)
        try:
            text = format_record(made, game.description, is_literal=True)
        except WriteError as error:
            self.has_findings = True
            output.talk(f"game {stored.game_id} is left out: {error}")
            return
        yield "\n" + text if self._has_written else text
        self._has_written = True
