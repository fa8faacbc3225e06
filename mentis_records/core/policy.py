"""Self-play policies: how games choose their own moves; knows no game's moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mentis_records.core.outcome import Outcome
from mentis_records.fast.late_dataclass import dataclass

SOURCE = "mentis generate"
"""The tag Source of records of self-play."""


@dataclass(frozen=True, slots=True)
class Player:
    """A name for the tags, and how far the player strays from the best move it sees.

    At ``temperature`` 0 the best move is played; the unit is the policy's own.
    """

    name: str
    temperature: float = 0.0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from its first ply on, one entry a ply.

    ``codes`` are the moves, packed; ``sides`` the index of the side that made each, ``numbers``
    the move numbers. Without an ``outcome`` it stopped at the limit.
    """

    codes: Sequence[int]
    sides: Sequence[int]
    numbers: Sequence[int]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Policy:
    """A way of choosing moves.

    ``players`` are its named strengths, from the weakest to the strongest, at least one;
    ``has_temperature`` tells whether others can be made. ``play`` plays one game from a position
    and returns it: it takes the position, the temperature of each side, the seed of the game's
    random numbers (0 to 2**64 - 1), and the most plies. The same arguments give the same game.

    ``begin`` is for games in which players choose more than moves, such as set-ups: it returns tags
    of a game, those of settings and others, and takes the settings that were asked for, who plays
    the sides, and the seed. What was asked for holds over what it returns.

    ``stop`` is for games that take long: it gives up those that are being played.
    """

    slug: str
    players: tuple[Player, ...]
    has_temperature: bool
    play: Callable[[Any, Sequence[float], int, int], PlayedGame]
    begin: Callable[[Mapping[str, str], Sequence[Player], int], Mapping[str, str]] | None = None
    stop: Callable[[], None] | None = None
