"""How many tiles a stack has: ``blue height >= 2 on c2``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.area import read_area
from mentis_records.query.number import Number
from mentis_records.query.predicate.base import SquarePredicate

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Scene, SquareSet, Vocabulary
    from mentis_records.query.image import Imager
    from mentis_records.query.reader import Reader


@dataclass(frozen=True, slots=True)
class HeightOn(SquarePredicate):
    """The height of a stack or lone tile; an empty square has none."""

    name: ClassVar[str] = "height"
    syntax: ClassVar[str] = 'side "height"i OPERATOR BARE "on"i areas'
    forms: ClassVar[tuple[str, ...]] = ("blue height >= 2 on c2", "any height = 3 on board")
    about: ClassVar[str] = "a stack or lone tile of a square has so many tiles"

    side: int | None
    number: Number
    area: int

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of side, comparison and area."""
        side, sign, value, area = parts
        most = reader.vocabulary.max_height
        number = reader.comparison(sign, value, "the height of a stack", 1, most)
        return cls(reader.side(side), number, read_area(reader, area))

    def passing(self, vocabulary: Vocabulary) -> SquareSet:
        """Return the squares with stacks of such a height."""
        heights = self.number.passing(range(1, vocabulary.max_height + 1))
        return vocabulary.heights(self.side, heights)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square has a stack of such a height."""
        stack = scene.stacks[place]
        if stack is None or self.side not in (None, stack.side):
            return False
        return self.number.holds(len(stack.letters))

    def imaged(self, imager: Imager) -> HeightOn:
        """Return the same of the image."""
        return HeightOn(imager.side(self.side), self.number, imager.area(self.area))
