"""SQL for the common words of queries: the contract of ``core.query.scene_sql``, filled."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.query.pattern import Pattern
from mentis_records.core.vocabulary import Area
from mentis_records.games.mensaspiel.predicate import derived, move_condition, square_sql
from mentis_records.games.mensaspiel.predicate.square_sql import Squares


class MensaSql:
    """SQL for each of the common words."""

    def tops(self, side: int | None, piece: str | None) -> Squares:
        """Return the squares with such a piece on top, or alone."""
        return Squares(square_sql.tops(side, piece))

    def holders(self, side: int | None, piece: str | None) -> Squares:
        """Return the squares with such a piece anywhere in their stack."""
        return Squares(square_sql.holders(side, piece))

    def stacks(self, side: int | None, pattern: Pattern) -> Squares:
        """Return the squares with a whole stack like a pattern."""
        return Squares(square_sql.with_stacks(side, pattern))

    def heights(self, side: int | None, heights: Sequence[int]) -> Squares:
        """Return the squares whose stacks have one of some heights, from 1 on."""
        return Squares(square_sql.with_heights(side, heights))

    def empty(self) -> Squares:
        """Return the squares without pieces."""
        return Squares(square_sql.EMPTY)

    def held(self, pool: str, side: int, piece: str | None) -> str:
        """Return how many pieces a pool holds: they are all of one side."""
        return derived.held(pool, side)

    def side_to_move(self) -> str:
        """Return the index of the side to move."""
        return derived.side_to_move()

    def move_by(self, piece: str | None) -> str:
        """Return SQL that such a piece acted."""
        return move_condition.by(piece)

    def move_captures(self, piece: str | None) -> str:
        """Return SQL that such a piece was captured."""
        return move_condition.captures(piece)

    def move_from(self, area: Area) -> str:
        """Return SQL that a stack left a square of a set."""
        return move_condition.begins(area)

    def move_to(self, area: Area) -> str:
        """Return SQL that a turn ended on a square of a set."""
        return move_condition.ends(area)


SCENE_SQL = MensaSql()
