"""The checker of certificates: whether one shows the forced win that it states, by the rules alone.

It knows nothing of how wins are found. Each position is looked at once, so the stated moves bound
the work. Repetition needs no look: where a win is forced, a shortest one repeats no position.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mentis_records.core.capability import choices_of, may_be_won
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import WINNERS
from mentis_records.core.setting import given_settings

MOST_PLIES = 99
"""The longest distance that is checked."""

_KINDS = {"game": str, "settings": dict, "position": str, "winner": str, "distance": int}
_MEMBERS = {**_KINDS, "moves": dict}


class _FlawError(Exception):
    """What is wrong with a certificate."""


def find_flaw(value: object, games: Iterable[AnyGame]) -> str | None:
    """Return why a value from JSON is no certificate that holds, or None if it is one.

    It holds if the winner, playing the stated moves from the stated position, wins on the board
    against all replies and for all hidden facts (``core.capability.choices_of``), if the longest
    line has exactly the stated number of plies, and if every stated move is needed for it.
    """
    try:
        _check(value, {game.description.slug: game for game in games})
    except _FlawError as flaw:
        return str(flaw)
    return None


def _check(value: Any, games: dict[str, AnyGame]) -> None:
    if not isinstance(value, dict) or value.keys() != _MEMBERS.keys():
        raise _FlawError(f"not a JSON object with the members {', '.join(_MEMBERS)}")
    for name, kind in _MEMBERS.items():
        if type(value[name]) is not kind:
            raise _FlawError(f"{name} has the wrong type")
    for name in ("settings", "moves"):
        if not all(isinstance(text, str) for text in value[name].values()):
            raise _FlawError(f"{name} has a value that is not a text")
    if value["game"] not in games:
        raise _FlawError("there is no such game")
    game = games[value["game"]]
    if value["winner"] not in game.description.sides:
        raise _FlawError("the winner is not a side of the game")
    if not 1 <= value["distance"] <= MOST_PLIES:
        raise _FlawError(f"the distance is not a number of plies from 1 to {MOST_PLIES}")
    if value["settings"].keys() - {setting.tag for setting in game.description.settings}:
        raise _FlawError("the game has no such setting")
    try:
        settings = given_settings(game.description.settings, value["settings"], {})
    except ValueError:
        raise _FlawError("a setting has no such value") from None
    try:
        position = game.parse_position(value["position"], settings)
    except ValueError as error:
        raise _FlawError(f"there is no such position: {error}") from None
    play = _Play(game, game.description.sides.index(value["winner"]), dict(value["moves"]))
    plies = play.length(position, value["distance"])
    if plies != value["distance"]:
        raise _FlawError(f"the longest line has {plies} plies, not {value['distance']}")
    if play.moves:
        raise _FlawError("there is a move for a position that does not arise")


class _Play:
    """The winner's play: the moves not needed yet, and the longest lines found, in plies."""

    def __init__(self, game: AnyGame, winner: int, moves: dict[str, str]) -> None:
        self.game, self.winner, self.moves = game, winner, moves
        self.lengths: dict[str, int] = {}

    def length(self, position: Any, left: int) -> int:
        """Return the plies of the longest line; that it has no more than are left is checked."""
        outcome = self.game.outcome(position)
        if outcome is not None and WINNERS.get(outcome.result) == self.winner:
            return 0
        text = self.game.format_position(position)
        is_open = may_be_won(self.game, position, 1 - self.winner)
        if outcome is not None or is_open or self.lengths.get(text, 1) > left:
            raise _FlawError(f"not won within the distance: {text}")
        if text not in self.lengths:
            choices = choices_of(self.game, position)
            if position.side == self.winner:
                stated = self.moves.pop(text, None)
                choices = [one for one in choices if stated in (move.notation for move in one)]
            moves = sum(choices, ())
            if not moves:
                raise _FlawError(f"no legal move, or none stated: {text}")
            following = (self.game.play(position, move) for move in moves)
            self.lengths[text] = 1 + max(self.length(each, left - 1) for each in following)
        return self.lengths[text]
