"""How the pieces look that queries name: found in positions of a made-up game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from mentis_records.core.capability import picture_of
from mentis_records.core.game import AnyGame
from mentis_records.core.picture import BoardPicture, Piece
from mentis_records.core.start import beginning_settings, starts_of
from mentis_records.core.vocabulary import NOBODY, offered

_PLIES = 80
"""Plies of a made-up game in which pieces are looked for."""

_STEP = 7_919
"""A prime: plies are taken from all over the lists of legal moves."""


def look_of(game: AnyGame, side: int | None, name: str | None) -> Piece:
    """Return how a piece looks; None stands for any side or piece, which is drawn as ``?``."""
    owner = None if side is None or side == NOBODY else side
    if name is None:
        return Piece("?", "any piece", owner)
    looks = _looks(_key(game))
    for each in (side, 0, 1, NOBODY):
        if (each, name) in looks:
            return replace(looks[each, name], side=owner, face=None)
    return Piece(name[:2], name, owner)


def empty_board(game: AnyGame) -> BoardPicture | None:
    """Return the board of a game without any piece, or None if it has no start without settings."""
    for position in _start_positions(game):
        picture = picture_of(game, position, None)
        squares = tuple(replace(square, pieces=()) for square in picture.squares)
        return replace(picture, squares=squares, pools=(), notes=(), key="")
    return None


def _start_positions(game: AnyGame) -> Iterator[Any]:
    try:
        yield game.start_position(beginning_settings(game.description, {}))
    except ValueError:
        yield from (start.position for start in starts_of(game))


def _key(game: AnyGame) -> Any:
    """Return a game as the key of a cache."""
    return game


@cache
def _looks(game: Any) -> Mapping[tuple[int | None, str], Piece]:
    """Return the pieces of a game by side and name, as far as a made-up game has them."""
    words = offered(game.description.vocabulary)
    found: dict[tuple[int | None, str], Piece] = {}
    for position in _positions(game):
        picture = picture_of(game, position, None)
        shown = {square.name: square.pieces for square in picture.squares}
        for name, stack in zip(words.squares, words.scene(position).stacks, strict=True):
            pieces = shown.get(name, ())
            if len(pieces) == len(stack):
                for piece, look in zip(stack, pieces, strict=True):
                    found.setdefault((piece.side, piece.name), look)
    return found


def _positions(game: AnyGame) -> Iterator[Any]:
    for position in _start_positions(game):
        here = position
        for ply in range(_PLIES):
            yield here
            moves = game.legal_moves(here)
            if not moves or game.outcome(here) is not None:
                break
            here = game.play(here, moves[_STEP * (ply + 1) % len(moves)])
