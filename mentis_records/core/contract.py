"""What a game gives while it is played, held against the contract: keys, codes, kinds, ends."""

from __future__ import annotations

from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_UNKNOWN, RESULTS, Outcome

_MAX_KEY = 1 << 63
_MAX_CODE = 1 << 60


class GameError(Exception):
    """What a game gives is not what the contract asks for, in one line."""


def check_key(game: AnyGame, position: Any) -> None:
    """Make sure that a position's key is one.

    Raises:
        GameError: it is not a number from 0 to 2**63 - 1.
    """
    if not (isinstance(position.key, int) and 0 <= position.key < _MAX_KEY):
        raise GameError(
            f"the game {game.description.title} gives a position the key {position.key!r}, which "
            "is no number from 0 to 2^63 - 1"
        )


def check_move(game: AnyGame, move: Any) -> None:
    """Make sure that a move's code and kind are some.

    Raises:
        GameError: the code is not a number from 0 to 2**60 - 1, or there is no such kind.
    """
    facts = game.description
    code = move.code
    if not (isinstance(code, int) and 0 <= code < _MAX_CODE):
        raise GameError(
            f"the game {facts.title} gives the move {move.notation} the code {code!r}, which "
            "is no number from 0 to 2^60 - 1"
        )
    if move.kind not in facts.kinds:
        raise GameError(
            f"the game {facts.title} gives the move {move.notation} the kind {move.kind!r}, which "
            "is none of its kinds"
        )


def check_outcome(game: AnyGame, outcome: Outcome) -> None:
    """Make sure that an end on the board is one.

    Raises:
        GameError: there is no such result, or the game has no such termination.
    """
    facts = game.description
    if outcome.result not in RESULTS or outcome.result == RESULT_UNKNOWN:
        raise GameError(
            f"the game {facts.title} ends with the result {outcome.result!r}: "
            "choose 1-0, 0-1 or 1/2-1/2"
        )
    if outcome.termination not in facts.terminations:
        raise GameError(
            f"the game {facts.title} ends with {outcome.termination!r}, which is none of its "
            f"terminations: {', '.join(facts.terminations)}"
        )
