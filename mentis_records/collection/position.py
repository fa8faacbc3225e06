"""A position as a value that shows itself; rules are asked of its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from mentis_records.core.capability import picture_of
from mentis_records.core.game import AnyGame
from mentis_records.games import DEFAULT_GAME, find_game
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.board.board_text import render_text


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

    def play(self, notation: str) -> Self:
        """Return the position after a legal move in canonical notation.

        Raises:
            ValueError: it is not legal here, or not canonical.
        """
        for move in self.game.legal_moves(self.value):
            if move.notation == notation:
                return type(self)(self.game, self.game.play(self.value, move), move)
        raise ValueError(f"{notation} is not a legal move of {self.text}")

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
