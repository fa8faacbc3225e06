"""A played game as a value that shows itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from operator import index

from mentis_records.analysis.mark_words import told
from mentis_records.collection.html import framed, preformatted, table
from mentis_records.collection.position import Position
from mentis_records.core.capability import is_drawn
from mentis_records.core.outcome import RESULT_UNKNOWN, WINNERS
from mentis_records.core.record import Ply, Record
from mentis_records.core.start import stored_position
from mentis_records.core.text import counted
from mentis_records.export.json_record import format_json
from mentis_records.games import find_game
from mentis_records.notation.write import format_record
from mentis_records.report.document.game_page import render_game

_PLIES = ("ply", "plies")


@dataclass(frozen=True, slots=True, repr=False)
class GameRecord:
    """A record with its number in the collection, or None if it comes from a file."""

    record: Record
    number: int | None = None

    @property
    def tags(self) -> Mapping[str, str]:
        """Return the tag pairs."""
        return self.record.tags

    @property
    def plies(self) -> tuple[Ply, ...]:
        """Return the plies of the mainline, with comments, judgements and variations."""
        return self.record.plies

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the moves of the mainline in canonical notation."""
        return tuple(ply.move.notation for ply in self.record.plies)

    @property
    def result(self) -> str:
        """Return ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        return self.record.result

    @property
    def termination(self) -> str | None:
        """Return how the game ended, if it is known."""
        return self.record.termination

    @property
    def is_over(self) -> bool:
        """Tell whether the game has a result, on the board or by claim."""
        return self.result != RESULT_UNKNOWN

    @property
    def winner(self) -> str | None:
        """Return the name of the side that won, or None."""
        winner = WINNERS.get(self.result)
        return None if winner is None else find_game(self.record.game).description.sides[winner]

    def positions(self) -> Iterator[Position]:
        """Yield the start position, and the position after each ply of the mainline."""
        game = find_game(self.record.game)
        position = Position(game, stored_position(game, self.record.start, self.record.tags))
        yield position
        for ply in self.record.plies:
            position = Position(game, game.play(position.value, ply.move), ply.move)
            yield position

    def position(self, ply: int | None = None) -> Position:
        """Return the position after so many plies, or after the last one.

        Raises:
            IndexError: there are fewer plies.
            TypeError: it is no whole number.
        """
        wanted = len(self.plies) if ply is None else index(ply)
        if not 0 <= wanted <= len(self.plies):
            raise IndexError(f"ply {wanted}: the record has {counted(len(self.plies), *_PLIES)}")
        return next(islice(self.positions(), wanted, None))

    def mgn(self) -> str:
        """Return the record as ``.mgn`` in canonical form.

        Raises:
            WriteError: the format cannot hold it.
        """
        return format_record(self.record, find_game(self.record.game).description)

    def json(self) -> str:
        """Return all that the record holds as one line of JSON."""
        return format_json(self.record)

    def __repr__(self) -> str:
        """Return the number, the players and the result."""
        sides = find_game(self.record.game).description.sides
        names = " - ".join(self.tags.get(side, "?") for side in sides)
        number = "" if self.number is None else f" {self.number}"
        return f"<game{number}: {names}, {self.result}, {counted(len(self.plies), *_PLIES)}>"

    def html(self, ply: int | None = None) -> str:
        """Return a page that replays the game, as ``mentis show --html`` writes it.

        It needs nothing from elsewhere. ``ply`` says how many plies are played at first, by default
        those up to the one that decided the game, if the record tells it, else all.

        Raises:
            CapabilityError: the game's boards cannot be drawn.
        """
        return render_game(find_game(self.record.game), self.record, ply=ply)

    def _repr_html_(self) -> str:
        game = find_game(self.record.game)
        if is_drawn(game):
            return framed(self.html(), repr(self))
        facts = game.description
        movetext = format_record(told(self.record, facts.sides), facts).split("\n\n", 1)[1]
        return f"<div>{table(('tag', 'value'), self.tags.items())}{preformatted(movetext)}</div>"
