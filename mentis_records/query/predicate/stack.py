"""A whole stack: ``blue stack TSN on d2``, ``?`` any one piece, ``*`` any number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.pattern import Pattern, is_like
from mentis_records.core.query.predicate import SquarePredicate
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql, SquareSet
    from mentis_records.core.vocabulary import Area, Scene


@dataclass(frozen=True, slots=True)
class StackOn(SquarePredicate):
    """A stack, from bottom to top; a lone piece is one. It is that side's whose piece is on top."""

    name: ClassVar[str] = "stack"
    syntax: ClassVar[str] = 'side "stack"i PATTERN "on"i areas'
    forms: ClassVar[tuple[str, ...]] = ("{side} stack {piece} on {square}", "any stack * on board")
    about: ClassVar[str] = (
        "the whole stack on a square is this, from bottom to top; `?` is any one piece, `*` any "
        "number of them"
    )
    is_seen: ClassVar[bool] = True

    side: int | None
    pattern: Pattern
    area: Area

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of side, pattern and area."""
        side, pattern, area = parts
        owner = reader.side(side)
        return cls(owner, reader.pattern(pattern), reader.area(area, owner))

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares with such a stack."""
        return scene_sql.stacks(self.side, self.pattern)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square has such a stack."""
        stack = scene.stacks[place]
        if not stack or self.side not in (None, stack[-1].side):
            return False
        return is_like([piece.name for piece in stack], self.pattern)

    def imaged(self, imager: WordImager) -> StackOn:
        """Return the same of the image."""
        return StackOn(imager.side(self.side), self.pattern, imager.area(self.area))
