"""The contract for answering the words of a game's scenes by SQL over its index.

An expression is SQL for a number, written in names of features; everything that two signs could
share is in parentheses. Sides are meant by index, pieces by name; None stands for any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mentis_records.core.query.pattern import Pattern
from mentis_records.core.vocabulary import Area


class SquareSet(Protocol):
    """The squares of a position that pass a test."""

    def some_of(self, area: Area) -> str:
        """Return SQL that a square of an area passes."""

    def seen_in(self, area: Area) -> str:
        """Return SQL on a game's sightings that one of an area passes in some position.

        It is empty where no sightings tell.
        """

    def count_of(self, area: Area) -> str:
        """Return how many squares of an area pass, as an expression."""


class SceneSql(Protocol):
    """SQL for each of the common words; the conditions on moves read ``move_code``."""

    def tops(self, side: int | None, piece: str | None) -> SquareSet:
        """Return the squares with such a piece on top, or alone."""

    def holders(self, side: int | None, piece: str | None) -> SquareSet:
        """Return the squares with such a piece anywhere in their stack."""

    def stacks(self, side: int | None, pattern: Pattern) -> SquareSet:
        """Return the squares with a whole stack like a pattern."""

    def heights(self, side: int | None, heights: Sequence[int]) -> SquareSet:
        """Return the squares whose stacks have one of some heights, from 1 on."""

    def empty(self) -> SquareSet:
        """Return the squares without pieces."""

    def held(self, pool: str, side: int, piece: str | None) -> str:
        """Return how many such pieces a pool holds; the side of a common one is ``NOBODY``."""

    def side_to_move(self) -> str:
        """Return the index of the side to move."""

    def move_by(self, piece: str | None) -> str:
        """Return SQL that such a piece acted (see ``Turn.pieces``)."""

    def move_captures(self, piece: str | None) -> str:
        """Return SQL that such a piece was taken."""

    def move_from(self, area: Area) -> str:
        """Return SQL that a square of a set is among those of ``Turn.origins``."""

    def move_to(self, area: Area) -> str:
        """Return SQL that a square of a set is among those of ``Turn.targets``."""
