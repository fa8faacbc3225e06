"""How many pieces a stack has: ``blue height >= 2 on c2``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.number import Number
from mentis_records.core.query.predicate import SquarePredicate
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql, SquareSet
    from mentis_records.core.vocabulary import Area, Scene


@dataclass(frozen=True, slots=True)
class HeightOn(SquarePredicate):
    """The height of a stack or lone piece, up to ``most``; an empty square has none."""

    name: ClassVar[str] = "height"
    syntax: ClassVar[str] = 'side "height"i OPERATOR BARE "on"i areas'
    forms: ClassVar[tuple[str, ...]] = ("{side} height = 1 on {square}",)
    about: ClassVar[str] = "a stack or lone piece on a square has this many pieces"
    is_seen: ClassVar[bool] = True

    side: int | None
    number: Number
    area: Area
    most: int

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of side, comparison and area."""
        side, sign, value, area = parts
        most = reader.words.max_height
        number = reader.comparison(sign, value, "the height of a stack", 1, most)
        owner = reader.side(side)
        return cls(owner, number, reader.area(area, owner), most)

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares with stacks of such a height."""
        return scene_sql.heights(self.side, self.number.passing(range(1, self.most + 1)))

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square has a stack of such a height."""
        stack = scene.stacks[place]
        if not stack or self.side not in (None, stack[-1].side):
            return False
        return self.number.holds(len(stack))

    def imaged(self, imager: WordImager) -> HeightOn:
        """Return the same of the image."""
        return HeightOn(imager.side(self.side), self.number, imager.area(self.area), self.most)
