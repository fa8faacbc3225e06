"""Mirror images of moves: which moves of a position are one; knows symmetries, no board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from mentis_records.core.game import AnyGame


class Images:
    """The moves of one position, as they stand there and as their images lead elsewhere."""

    def __init__(self, game: AnyGame, position: Any) -> None:
        """Take a position whose legal moves are asked about."""
        self._game = game
        self._position = position
        self._legal = {move.code for move in game.legal_moves(position)}

    def orient(self, move_code: int, after: int, is_plain: bool) -> Any | None:
        """Return a move as it stands in the position, or None where it cannot.

        ``after`` is the canonical key that it led to. A move that was not played in the
        position itself (``is_plain``) was played in a mirror image of it.
        """
        move = self._game.decode_move(move_code)
        if is_plain:
            return move if self._leads_to(move, after) else None
        for symmetry in self._game.description.symmetries:
            image = symmetry.transform(move)
            if self._leads_to(image, after):
                return image
        return None

    def images(self, move: Any, after: int) -> list[Any]:
        """Return the images of a move in a position that is its own mirror image.

        Elsewhere there are none, though the image of a path may be a legal way to the same end.
        """
        transformed = [symmetry.transform(move) for symmetry in self._game.description.symmetries]
        found = [image for image in transformed if self._leads_to(image, after)]
        return found if found and self._is_own_image else []

    @cached_property
    def _is_own_image(self) -> bool:
        """Tell whether the image of every legal move is legal and leads to the image's position."""
        return all(
            self._leads_to(symmetry.transform(move), self._after(move))
            for move in map(self._game.decode_move, self._legal)
            for symmetry in self._game.description.symmetries
        )

    def _leads_to(self, move: Any, after: int) -> bool:
        if move.code not in self._legal:
            return False
        return self._after(move) == after

    def _after(self, move: Any) -> int:
        """Return the canonical key of the position after a move."""
        key: int = self._game.play(self._position, move).canonical_key
        return key


def notations(moves: Iterable[Any], played: Mapping[str, int]) -> tuple[str, ...]:
    """Return the notations of moves, each once: the most played first, then by the alphabet."""
    names = {move.notation for move in moves}
    return tuple(sorted(names, key=lambda name: (-played.get(name, 0), name)))
