"""CirKle Mind as a plug-in: the contract of ``core.game``, filled from this package's modules."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.core.game import PositionError
from mentis_records.core.outcome import Outcome
from mentis_records.core.ply_syntax import PlySyntax
from mentis_records.core.setting import Setting
from mentis_records.core.verdict import Verdict
from mentis_records.games.cirkle_mind.rules import (
    ending,
    move,
    move_generator,
    play,
    position_string,
    resolve,
)
from mentis_records.games.cirkle_mind.rules.board import LETTERS
from mentis_records.games.cirkle_mind.rules.move import Move
from mentis_records.games.cirkle_mind.rules.position import Position, start
from mentis_records.games.cirkle_mind.rules.terms import Terms, terms_of
from mentis_records.games.description import CIRKLE_MIND

_LEVEL, _FIRST_PLAYER, _SHIELD, _LAYOUT, *_SETUPS = CIRKLE_MIND.settings


class CirKleMind:
    """The game of CirKle Mind (rules; rulings R1 to R19)."""

    description = CIRKLE_MIND

    def start_position(self, settings: Mapping[str, str]) -> Position:
        """Return the position before the first turn.

        Raises:
            ValueError: a setting has a value that it may not have.
            PositionError: a set-up is missing, or level and shield contradict each other.
        """
        green, mauve = _read_setups(settings)
        if not (green and mauve):
            raise PositionError(["a record needs both set-ups or a Position"])
        return start(green, mauve, _read_terms(settings))

    def parse_position(self, text: str, settings: Mapping[str, str]) -> Position:
        """Return the position that a string states (rules, Position string).

        Raises:
            PositionError: it cannot be, or set-ups contradict it; with every reason.
        """
        position = position_string.parse_position(text, _read_terms(settings))
        position_string.check_setups(position, _read_setups(settings))
        return position

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
        """Return the end that the board shows: a captured victory target, or both blocked."""
        return ending.outcome_of(position)

    def decode_move(self, code: int) -> Move:
        """Return the turn with a packed code.

        Raises:
            ValueError: no turn has this code.
        """
        return move.decode(code)


def _value(setting: Setting, settings: Mapping[str, str]) -> str:
    return setting.read(settings.get(setting.tag, setting.default))


def _read_terms(settings: Mapping[str, str]) -> Terms:
    """Return what holds beside positions.

    Raises:
        ValueError: a setting has a value that it may not have.
        PositionError: level and shield contradict each other.
    """
    level, shield, first, layout = (
        _value(each, settings) for each in (_LEVEL, _SHIELD, _FIRST_PLAYER, _LAYOUT)
    )
    return terms_of(LETTERS.index(first), level, shield, layout)


def _read_setups(settings: Mapping[str, str]) -> tuple[str, str]:
    """Return the set-ups of Green and Mauve, empty where there is none.

    Raises:
        ValueError: one is none.
    """
    green, mauve = (_value(each, settings) for each in _SETUPS)
    return green, mauve


GAME = CirKleMind()
"""CirKle Mind: everything that is a fact of this game."""
