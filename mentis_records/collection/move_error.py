"""A move that cannot be played, with the codes and words of the diagnostics."""

from __future__ import annotations

from typing import Any, Self

from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import AnyGame
from mentis_records.notation.syntax.ply_reader import read_ply


class MoveError(ValueError):
    """A move that is not legal in a position, or not written as it should be.

    ``codes`` are the short names that ``mentis explain`` explains; empty where the text is no ply
    at all, or legal in another notation.
    """

    def __init__(self, message: str, codes: tuple[str, ...] = ()) -> None:
        """Keep what is wrong."""
        super().__init__(message)
        self.codes = codes

    @classmethod
    def of(cls, game: AnyGame, position: Any, notation: str) -> Self:
        """Return what is wrong with a text that is not the canonical notation of a legal move."""
        where = f"{notation} is not a legal move of {game.format_position(position)}"
        if game.outcome(position) is not None:
            return cls(f"{where}: the game is over")
        syntax = read_ply(notation, game.description)
        if syntax is None:
            return cls(f"{where}: it is no ply of {game.description.title}")
        verdict = game.resolve(position, syntax)
        if verdict.is_legal and verdict.move is not None:
            return cls(f"{where}, but {verdict.move.notation} is")
        errors = [found for found in verdict.findings if found.code.is_error]
        reasons = "; ".join(map(_words, errors))
        return cls(f"{where}: {reasons}", tuple(found.code.slug for found in errors))


def _words(found: Finding) -> str:
    expected = f"; expected {found.expected}" if found.expected else ""
    return f"{found.message}{expected}"
