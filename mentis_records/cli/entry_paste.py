"""A record, or a piece of one, pasted while a game is entered: each part does what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from mentis_records.cli.entry_board import numbered
from mentis_records.cli.entry_tag import is_open_tag
from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.notation.entry.entry_error import EntryError
from mentis_records.notation.entry.pasted_text import Part, PartKind, text_parts

if TYPE_CHECKING:
    from mentis_records.cli.entry_remark import Remarks
    from mentis_records.cli.entry_voice import Voice
    from mentis_records.notation.entry.entered_game import EnteredGame
    from mentis_records.notation.entry.variation_path import Path


class Taker(Protocol):
    """Who takes the parts, and does what each says."""

    entered: EnteredGame
    voice: Voice
    remarks: Remarks

    def enter(self, line: str) -> None:
        """Enter turns."""

    def close(self) -> None:
        """Take no more lines."""


class Paste:
    """Takes pasted texts; knows how the record says that the game ended until its result comes."""

    def __init__(self, desk: Taker) -> None:
        """Begin with nothing pasted."""
        self._desk = desk
        self._termination = ""

    def take(self, text: str) -> None:
        """Take a record or a piece of one; what is sound before a fault stays.

        Raises:
            EntryError: something of it does not stand.
        """
        places: list[tuple[Path, int]] = []
        try:
            for part in text_parts(text):
                self._take(part, places)
        except EntryError as error:
            entered = self._desk.entered
            played = entered.played
            up_to = f"up to {numbered(entered, played[-1])}" if played else "but no turn"
            raise EntryError(*error.lines, f"  what stands before it is entered, {up_to}") from None

    def _take(self, part: Part, places: list[tuple[Path, int]]) -> None:
        """Take one part of a text; ``places`` are where its open variations began."""
        desk, entered = self._desk, self._desk.entered
        if part.kind is PartKind.TURNS:
            desk.enter(part.text)
        elif part.kind is PartKind.COMMENT:
            desk.remarks.comment(part.text)
        elif part.kind is PartKind.OPEN:
            if not entered.count:
                raise EntryError("(: a variation replaces a turn: there is none before it")
            places.append(entered.place)
            entered.go(entered.count - 1)
        elif part.kind is PartKind.CLOSE and places:
            entered.return_to(places.pop())
        elif part.kind is PartKind.CLOSE:
            entered.leave()
        elif part.kind is PartKind.RESULT:
            if entered.depth:
                raise EntryError(f"{part.text}: a variation has no result")
            if part.text != RESULT_UNKNOWN:
                desk.remarks.end(part.text, self._termination)
        else:
            self._tag(part.name, part.text)

    def _tag(self, name: str, value: str) -> None:
        desk, entered = self._desk, self._desk.entered
        if name == "Event" and entered.played and "Event" in entered.tags:
            if not desk.voice.is_terminal:
                desk.close()
            raise EntryError("another record begins: mentis new --add takes it, or mentis load all")
        if name == "Termination":
            self._termination = value
        elif is_open_tag(entered, name, value):
            desk.remarks.set_tag(name, value)
