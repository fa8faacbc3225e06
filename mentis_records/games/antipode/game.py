"""Antipode as a plug-in: the contract of ``core.game``, filled from this package's modules."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.core.outcome import Outcome
from mentis_records.core.ply_syntax import PlySyntax
from mentis_records.core.verdict import Verdict
from mentis_records.games.antipode.rules import (
    ending,
    move,
    move_generator,
    play,
    resolve,
    setting,
    setup_string,
)
from mentis_records.games.antipode.rules.move import Move
from mentis_records.games.antipode.rules.position import Position
from mentis_records.games.description import ANTIPODE


class Antipode:
    """The game of Antipode (rulings R1 to R21)."""

    description = ANTIPODE

    def start_position(self, settings: Mapping[str, str]) -> Position:
        """Return the start of a single basic game or, as settings say, of a round of a match.

        Raises:
            PositionError: the settings contradict each other, or one is missing.
        """
        return setting.start_position(settings)

    def parse_position(self, text: str, settings: Mapping[str, str]) -> Position:
        """Return the position that a string states (Position string).

        Raises:
            PositionError: it cannot be, or a setting contradicts it.
        """
        return setting.stated_position(text, settings)

    def format_position(self, position: Position) -> str:
        """Return the canonical position string."""
        return setup_string.format_setup(position)

    def legal_moves(self, position: Position) -> list[Move]:
        """Return the legal turns but citations, sorted by notation; none when it is over."""
        return move_generator.legal_moves(position)

    def resolve(self, position: Position, ply: PlySyntax) -> Verdict[Move]:
        """Return what a written turn means here and whether it is legal."""
        return resolve.resolve(position, ply)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a turn that the board can follow."""
        return play.play_unchecked(position, move)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the end that the board shows, with the points of a round (rules R13)."""
        return ending.outcome_of(position)

    def decode_move(self, code: int) -> Move:
        """Return the move with a packed code, or with the number of its notation.

        Raises:
            ValueError: no move has this code.
        """
        return move.unpack(code)


GAME = Antipode()
