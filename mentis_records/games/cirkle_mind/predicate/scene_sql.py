"""SQL for the common words of queries: the contract of ``core.query.scene_sql``, filled."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.query.pattern import Pattern, Wild
from mentis_records.core.vocabulary import Area, is_named
from mentis_records.games.cirkle_mind.index.feature import CAPTURED
from mentis_records.games.cirkle_mind.predicate import derived, move_condition, square_sql
from mentis_records.games.cirkle_mind.predicate.square_sql import NONE, Squares
from mentis_records.games.cirkle_mind.rules.piece import FACES, PIECES
from mentis_records.games.cirkle_mind.scene import UNKNOWN_PIECE


class CirkleSql:
    """SQL for each of the common words; no square has more than one piece."""

    def tops(self, side: int | None, piece: str | None) -> Squares:
        """Return the squares with such a piece."""
        return square_sql.tops(side, piece)

    def holders(self, side: int | None, piece: str | None) -> Squares:
        """Return the same."""
        return self.tops(side, piece)

    def stacks(self, side: int | None, pattern: Pattern) -> Squares:
        """Return the squares with a piece that is all a pattern asks for."""
        fixed = [part for part in pattern if part is not Wild.MANY]
        if len(fixed) > 1:
            return NONE
        (piece,) = fixed or [Wild.ONE]
        return self.tops(side, None if isinstance(piece, Wild) else piece)

    def heights(self, side: int | None, heights: Sequence[int]) -> Squares:
        """Return the squares with a piece of a side, if one is among some heights."""
        return self.tops(side, None) if 1 in heights else NONE

    def empty(self) -> Squares:
        """Return the squares without pieces."""
        return square_sql.EMPTY

    def held(self, pool: str, side: int, piece: str | None) -> str:
        """Return how many such pieces of a side are captured, which the only pool holds."""
        if piece is None:
            return derived.captured(side)
        if piece == UNKNOWN_PIECE:
            return f"({CAPTURED[side]} >> {PIECES})"
        faces = sum(1 << at for at, face in enumerate(FACES) if is_named(face, piece))
        return f"bit_count({CAPTURED[side]} & {faces})"

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
        """Return SQL that a piece left a square of a set."""
        return move_condition.begins(area)

    def move_to(self, area: Area) -> str:
        """Return SQL that a piece ended on a square of a set."""
        return move_condition.ends(area)


SCENE_SQL = CirkleSql()
