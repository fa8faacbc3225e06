"""Mentis as a plug-in: the contract of ``core.game``, filled from this package's modules."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.core.outcome import Outcome
from mentis_records.core.ply_syntax import PlySyntax
from mentis_records.core.verdict import Verdict
from mentis_records.games.description import MENTIS
from mentis_records.games.mentis.rules import move, move_generator, resolve, setup_string
from mentis_records.games.mentis.rules.ending import BLUE_WON, RED_WON
from mentis_records.games.mentis.rules.move import Move
from mentis_records.games.mentis.rules.position import Position, start
from mentis_records.games.mentis.rules.tile import WOLF_VARIANT

STANDARD, WOLF = "Standard", WOLF_VARIANT


class Mentis:
    """The game of Mentis (rulebook; rulings R1 to R14)."""

    description = MENTIS

    def start_position(self, settings: Mapping[str, str]) -> Position:
        """Return the start of the base game, or with ``Variant`` Wolf that of the expansion.

        Raises:
            ValueError: there is no such variant.
        """
        variant = settings.get("Variant", STANDARD)
        if variant not in (STANDARD, WOLF):
            raise ValueError(f"no variant {variant!r}")
        return start(variant == WOLF)

    def parse_position(self, text: str, settings: Mapping[str, str]) -> Position:
        """Return the position that a string states (notation, Position string).

        Raises:
            PositionError: it cannot be, or has a Wolf though the settings say Standard.
        """
        return setup_string.parse_setup(text, has_wolf=settings.get("Variant") != STANDARD)

    def format_position(self, position: Position) -> str:
        """Return the canonical position string."""
        return setup_string.format_setup(position)

    def legal_moves(self, position: Position) -> list[Move]:
        """Return the legal moves, sorted by notation; none when a King is missing."""
        listed = sorted(map(move.list_move, move_generator.legal_codes(position)))
        return [found for _, found in listed]

    def resolve(self, position: Position, ply: PlySyntax) -> Verdict[Move]:
        """Return what a written ply means here and whether it is legal."""
        return resolve.resolve(position, ply)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a move that the board can follow."""
        return move_generator.play_unchecked(position, move)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome when a King has been captured (rulebook, Ending the Game)."""
        if position.king_square(0) < 0:
            return RED_WON
        if position.king_square(1) < 0:
            return BLUE_WON
        return None

    def decode_move(self, code: int) -> Move:
        """Return the move with a packed code.

        Raises:
            ValueError: no move has this code.
        """
        return move.list_move(code)[1]


GAME = Mentis()
