"""SQL for the common words of queries: the contract of ``core.query.scene_sql``, filled.

Squares come as sets of places, and go on as numbers with a bit for each.
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.query.pattern import Pattern, expanded
from mentis_records.core.vocabulary import Area
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.predicate import derived, expression, move_condition
from mentis_records.games.mentis.predicate.tested_set import SquareSet
from mentis_records.games.mentis.rules.square import square_set
from mentis_records.games.mentis.rules.stack import MAX_HEIGHT


@dataclass(frozen=True, slots=True)
class Squares:
    """The squares of a position that pass tests, asked with sets of places."""

    tested: SquareSet

    def some_of(self, area: Area) -> str:
        """Return SQL that a square of an area passes."""
        return self.tested.some_of(square_set(area))

    def seen_in(self, area: Area) -> str:
        """Return SQL on a game's sightings that one of an area passes in some position, or ""."""
        return self.tested.seen_in(square_set(area))

    def count_of(self, area: Area) -> str:
        """Return how many squares of an area pass, as an expression."""
        return self.tested.count_of(square_set(area))


class MentisSql:
    """SQL for each of the common words."""

    def tops(self, side: int | None, piece: str | None) -> Squares:
        """Return the squares with such a tile on top, or alone."""
        return Squares(expression.tops(side, piece))

    def holders(self, side: int | None, piece: str | None) -> Squares:
        """Return the squares with such a tile anywhere in their stack."""
        return Squares(expression.holders(side, piece))

    def stacks(self, side: int | None, pattern: Pattern) -> Squares:
        """Return the squares with a whole stack like a pattern."""
        return Squares(expression.stacks(side, expanded(pattern, MAX_HEIGHT)))

    def heights(self, side: int | None, heights: Sequence[int]) -> Squares:
        """Return the squares whose stacks have one of some heights, from 1 on."""
        return Squares(expression.heights(side, heights))

    def empty(self) -> Squares:
        """Return the squares without tiles."""
        return Squares(expression.EMPTY)

    def held(self, pool: str, side: int, piece: str | None) -> str:
        """Return how many such tiles a hand, the only pool, holds."""
        return expression.held_tiles(side, piece)

    def side_to_move(self) -> str:
        """Return the index of the side to move."""
        return derived.side_to_move()

    def move_by(self, piece: str | None) -> str:
        """Return SQL that ``move_code`` is that of a move by such a tile."""
        return move_condition.by(piece)

    def move_captures(self, piece: str | None) -> str:
        """Return SQL that ``move_code`` captures such a tile."""
        return move_condition.captures(piece)

    def move_from(self, area: Area) -> str:
        """Return SQL that ``move_code`` has its first square in a set."""
        return move_condition.begins(square_set(area))

    def move_to(self, area: Area) -> str:
        """Return SQL that ``move_code`` has its last square in a set."""
        return move_condition.ends(square_set(area))


SCENE_SQL = MentisSql()
