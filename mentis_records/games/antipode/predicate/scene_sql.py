"""SQL for the common words of queries: the contract of ``core.query.scene_sql``, filled."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.query.pattern import Pattern, Wild
from mentis_records.core.vocabulary import Area
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.antipode.index.feature import ANTIPODE, OWNERS
from mentis_records.games.antipode.predicate import derived, move_condition
from mentis_records.games.antipode.rules.square import square_set
from mentis_records.games.antipode.scene import ANTIPODE_PIECE, STONE


@dataclass(frozen=True, slots=True)
class Squares:
    """The squares of a position whose bits are set in a number."""

    number: str

    def some_of(self, area: Area) -> str:
        """Return SQL that a square of an area is among them."""
        return f"(({self.number} & {square_set(area)}) <> 0)"

    def seen_in(self, area: Area) -> str:
        """Return nothing: no sightings are kept of whole games."""
        return ""

    def count_of(self, area: Area) -> str:
        """Return how many squares of an area are among them, as an expression."""
        return f"bit_count({self.number} & {square_set(area)})"


_NONE = Squares("0")


class AntipodeSql:
    """SQL for each of the common words; no square has more than one piece."""

    def tops(self, side: int | None, piece: str | None) -> Squares:
        """Return the squares with such a piece."""
        sets: list[str] = []
        if piece in (None, STONE):
            sets += OWNERS if side is None else (OWNERS[side],)
        if piece in (None, ANTIPODE_PIECE):
            sets.append(ANTIPODE if side is None else _shown(side))
        return Squares(f"({' | '.join(sets)})")

    def holders(self, side: int | None, piece: str | None) -> Squares:
        """Return the same."""
        return self.tops(side, piece)

    def stacks(self, side: int | None, pattern: Pattern) -> Squares:
        """Return the squares with a piece that is all a pattern asks for."""
        fixed = [part for part in pattern if part is not Wild.MANY]
        if len(fixed) > 1:
            return _NONE
        (piece,) = fixed or [Wild.ONE]
        return self.tops(side, None if isinstance(piece, Wild) else piece)

    def heights(self, side: int | None, heights: Sequence[int]) -> Squares:
        """Return the squares with a piece of a side, if one is among some heights."""
        return self.tops(side, None) if 1 in heights else _NONE

    def empty(self) -> Squares:
        """Return the squares without pieces."""
        return Squares(derived.EMPTY)

    def held(self, pool: str, side: int, piece: str | None) -> str:
        """Return how many stones a hand, the only pool, holds."""
        return derived.held(side)

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


def _shown(side: int) -> str:
    """Return the Antipode's square where it shows a side's face, else none."""
    face = derived.face()
    return f"({ANTIPODE} * {face if side else f'(1 - {face})'})"


SCENE_SQL = AntipodeSql()
