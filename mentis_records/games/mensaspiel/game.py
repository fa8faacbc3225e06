"""MensaSpiel as a plug-in: the contract of ``core.game``, filled from this package's modules."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.core.outcome import Outcome
from mentis_records.core.ply_syntax import PlySyntax
from mentis_records.core.verdict import Verdict
from mentis_records.games.description import MENSASPIEL
from mentis_records.games.mensaspiel.rules import (
    ending,
    move,
    move_generator,
    play,
    position_string,
    resolve,
)
from mentis_records.games.mensaspiel.rules.move import Move
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position, start

_FIRST_PLAYER, _PRISONERS = MENSASPIEL.settings


class MensaSpiel:
    """The game of MensaSpiel (rules; rulings R1 to R21)."""

    description = MENSASPIEL

    def start_position(self, settings: Mapping[str, str]) -> Position:
        """Return the position before the first turn.

        Raises:
            ValueError: a setting has a value that it may not have.
        """
        return start(*_read(settings))

    def parse_position(self, text: str, settings: Mapping[str, str]) -> Position:
        """Return the position that a string states (rules, Position string).

        Raises:
            PositionError: it cannot be; with every reason.
        """
        return position_string.parse_position(text, *_read(settings))

    def format_position(self, position: Position) -> str:
        """Return the canonical position string."""
        return position_string.format_position(position)

    def legal_moves(self, position: Position) -> list[Move]:
        """Return the legal turns, sorted by notation; none when the board has decided."""
        return sorted(move_generator.legal_turns(position), key=lambda turn: turn.notation)

    def resolve(self, position: Position, ply: PlySyntax) -> Verdict[Move]:
        """Return what a written ply means here and whether it is legal."""
        return resolve.resolve(position, ply)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a turn that the board can follow."""
        return play.play_unchecked(position, move)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the end that the board shows: prisoners, extinction, or both blocked."""
        return ending.outcome_of(position)

    def decode_move(self, code: int) -> Move:
        """Return the turn with a packed code.

        Raises:
            ValueError: no turn has this code.
        """
        found = move.BY_CODE.get(code)
        if found is None:
            raise ValueError(f"no move has the code {code}")
        return found


def _read(settings: Mapping[str, str]) -> tuple[int, int]:
    """Return the first player and how many prisoners win.

    Raises:
        ValueError: a setting has a value that it may not have.
    """
    first, goal = (
        each.read(settings.get(each.tag, each.default)) for each in (_FIRST_PLAYER, _PRISONERS)
    )
    return LETTERS.index(first), int(goal)


GAME = MensaSpiel()
"""MensaSpiel: everything that is a fact of this game."""
