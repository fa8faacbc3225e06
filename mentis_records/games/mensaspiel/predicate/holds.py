"""The predicate of what stacks carry: ``white holds B on board``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import PiecePredicate
from mentis_records.games.mensaspiel.predicate.square_sql import Squares, carriers

if TYPE_CHECKING:
    from mentis_records.core.query.context import WordReader
    from mentis_records.core.query.scene_sql import SceneSql, SquareSet
    from mentis_records.core.vocabulary import Scene


class Holds(PiecePredicate):
    """A stack of a side with a piece, of either side, below its top."""

    __slots__ = ()
    name: ClassVar[str] = "holds"
    syntax: ClassVar[str] = 'side "holds"i piece "on"i areas'
    forms: ClassVar[tuple[str, ...]] = ("white holds B on board", "any holds any on ring white")
    about: ClassVar[str] = (
        "a stack of a side has such a piece below its top: one of the enemy is carried as a "
        "prisoner"
    )

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of the owner of stacks, a piece, and an area."""
        side, piece, area = parts
        return cls(reader.side(side), reader.piece_name(piece), reader.area(area))

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares with such a stack."""
        return Squares(carriers(self.side, self.piece))

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square has such a stack."""
        stack = scene.stacks[place]
        if not stack or self.side not in (None, stack[-1].side):
            return False
        return any(self.piece in (None, one.name) for one in stack[:-1])
