"""A position as a value that shows itself, and games played at random from it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from mentis_records.collection.move_error import MoveError
from mentis_records.core.capability import picture_of
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_UNKNOWN, WINNERS, Outcome
from mentis_records.fast.mix import derive_seed
from mentis_records.games import DEFAULT_GAME, find_game
from mentis_records.games.selfplay import policies_of
from mentis_records.notation.bulk import make_kernel
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.board.board_text import render_text

MAX_PLIES = 200
"""Plies of a playout at most, if it is not said."""

_MOST_SEED = (1 << 64) - 1


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position of a game: what stands where, the pools, whose turn it is.

    ``value`` is the game's own value of it, and ``last`` the move that led to it, if known.
    """

    game: AnyGame
    value: Any
    last: Any = field(default=None, compare=False)

    @classmethod
    def parse(cls, text: str, rules: str = DEFAULT_GAME) -> Self:
        """Return the position that a position string states, of the game with a slug.

        Raises:
            KeyError: there is no such game.
            PositionError: it is malformed, or such a position cannot be (a ``ValueError``).
        """
        game = find_game(rules)
        return cls(game, game.parse_position(text, {}))

    @classmethod
    def start(cls, options: Mapping[str, str] | None = None, rules: str = DEFAULT_GAME) -> Self:
        """Return the position before the first ply, for a record of a game with such tags.

        Raises:
            KeyError: there is no such game.
            ValueError: a setting has a value that the game does not know, or there is no start.
        """
        game = find_game(rules)
        return cls(game, game.start_position(options or {}))

    @property
    def text(self) -> str:
        """Return the position string."""
        text: str = self.game.format_position(self.value)
        return text

    @property
    def side(self) -> str:
        """Return the name of the side to move."""
        side: int = self.value.side
        return self.game.description.sides[side]

    @property
    def key(self) -> int:
        """Return the number that tells it from other positions; mirror images differ in 3 bits."""
        key: int = self.value.key
        return key

    @property
    def canonical_key(self) -> int:
        """Return the number that it shares with its mirror images."""
        key: int = self.value.canonical_key
        return key

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the legal moves in canonical notation, sorted; none where the game is over."""
        return tuple(move.notation for move in self.game.legal_moves(self.value))

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended on the board; what players claim is no matter of it."""
        return self._outcome is not None

    @property
    def result(self) -> str:
        """Return ``1-0``, ``0-1`` or ``1/2-1/2`` if the board shows it, else ``*``.

        The first side of ``1-0`` is the one that the game names first. Repetition is no matter of
        one position.

        >>> from mentis_records import Position
        >>> final = Position.parse("7/7/7/7/7/7/3K3 r -/- 20")
        >>> final.result, final.is_over, final.winner, final.termination
        ('1-0', True, 'Blue', 'king captured')
        """
        outcome = self._outcome
        return RESULT_UNKNOWN if outcome is None else outcome.result

    @property
    def winner(self) -> str | None:
        """Return the name of the side that has won on the board, or None."""
        winner = WINNERS.get(self.result)
        return None if winner is None else self.game.description.sides[winner]

    @property
    def termination(self) -> str | None:
        """Return how the game has ended on the board, or None while it goes on."""
        outcome = self._outcome
        return None if outcome is None else outcome.termination

    @property
    def _outcome(self) -> Outcome | None:
        return self.game.outcome(self.value)

    def play(self, notation: str) -> Self:
        """Return the position after a legal move in canonical notation.

        >>> from mentis_records import Position
        >>> Position.start().play("TSNd2").side
        'Red'

        Raises:
            MoveError: it is not legal here, or not canonical; it has the codes and words of
                ``mentis validate`` (a ``ValueError``).
        """
        for move in self.game.legal_moves(self.value):
            if move.notation == notation:
                return type(self)(self.game, self.game.play(self.value, move), move)
        raise MoveError.of(self.game, self.value, notation)

    def playout(self, seed: int = 0, max_plies: int = MAX_PLIES) -> Playout:
        """Play a game at random from here to its end, as ``mentis generate --policy random`` does.

        Repetition ends it where the rules say so; nothing is known of what came before. In Mentis
        a kind of turn is chosen first, each as likely, then a move of the kind; in other games each
        legal move is as likely. Where the kernels are compiled, Mentis plays several hundred
        thousand plies a second.

        >>> from mentis_records import Position
        >>> game = Position.start().playout(seed=7)
        >>> game.result, len(game), game.moves[0], game.final.is_over
        ('0-1', 58, 'd1-e1', True)

        Args:
            seed: from 0 to 2**64 - 1; the same seed gives the same game on every machine.
            max_plies: after so many plies it stops without a result.

        Raises:
            ValueError: the seed or the limit is out of bounds.
        """
        return _play_out(self, seed, max_plies)

    def playouts(self, count: int, seed: int = 0, max_plies: int = MAX_PLIES) -> Iterator[Playout]:
        """Yield so many playouts, each with a seed of its own that comes of the one given.

        >>> from collections import Counter
        >>> from mentis_records import Position
        >>> sorted(Counter(game.result for game in Position.start().playouts(100)).items())
        [('*', 10), ('0-1', 44), ('1-0', 44), ('1/2-1/2', 2)]

        Raises:
            ValueError: the seed or the limit is out of bounds.
        """
        for number in range(1, count + 1):
            yield _play_out(self, derive_seed(seed, number), max_plies)

    def board(self) -> str:
        """Return the board as text."""
        return render_text(picture_of(self.game, self.value, self.last), colour=False)

    def svg(self, size: int = 360) -> str:
        """Return the board as an SVG element, ``size`` pixels wide."""
        return render_svg(picture_of(self.game, self.value, self.last), size=size)

    def __str__(self) -> str:
        """Return the position string."""
        return self.text

    def __repr__(self) -> str:
        """Return how to make it."""
        return f"Position.parse({self.text!r})"

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True, slots=True, repr=False)
class Playout:
    """A game that was played at random from ``start``; the same ``seed`` gives the same game.

    ``result`` is ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` if it stopped at the limit of plies;
    ``termination`` says how it ended, or is None then. ``codes`` are the moves as packed numbers.
    """

    start: Position
    seed: int
    result: str
    termination: str | None
    codes: Sequence[int]

    def __len__(self) -> int:
        """Return how many plies were played."""
        return len(self.codes)

    @property
    def is_over(self) -> bool:
        """Tell whether the game came to its end."""
        return self.result != RESULT_UNKNOWN

    @property
    def winner(self) -> str | None:
        """Return the side that won, None of a draw or of a game that is not over."""
        winner = WINNERS.get(self.result)
        return None if winner is None else self.start.game.description.sides[winner]

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the moves in canonical notation."""
        return tuple(self.start.game.decode_move(code).notation for code in self.codes)

    @property
    def final(self) -> Position:
        """Return the last position."""
        game = self.start.game
        kernel = make_kernel(game)
        kernel.reserve(1)
        kernel.fill(0, self.start.value)
        value = kernel.position_after(0, array("q", self.codes))
        last = game.decode_move(self.codes[-1]) if self.codes else self.start.last
        return type(self.start)(game, value, last)

    def __repr__(self) -> str:
        """Return how it ended and how long it took."""
        return f"<playout {self.seed}: {self.result}, {len(self)} plies>"


def _play_out(start: Position, seed: int, max_plies: int) -> Playout:
    """Play a game at random from a position.

    Raises:
        ValueError: the seed or the limit is out of bounds.
    """
    if not 0 <= seed <= _MOST_SEED:
        raise ValueError(f"seed {seed}: choose a number from 0 to 2**64 - 1")
    if max_plies < 1:
        raise ValueError(f"max_plies {max_plies}: at least 1")
    played = policies_of(start.game)[0].play(start.value, (0.0, 0.0), seed, max_plies)
    outcome = played.outcome
    if outcome is None:
        return Playout(start, seed, RESULT_UNKNOWN, None, played.codes)
    return Playout(start, seed, outcome.result, outcome.termination, played.codes)
