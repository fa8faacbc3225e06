"""A square without tiles: ``empty d4``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.area import read_area
from mentis_records.query.predicate.base import SquarePredicate

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Scene, SquareSet, Vocabulary
    from mentis_records.query.image import Imager
    from mentis_records.query.reader import Reader


@dataclass(frozen=True, slots=True)
class Empty(SquarePredicate):
    """A square without tiles."""

    name: ClassVar[str] = "empty"
    syntax: ClassVar[str] = '"empty"i areas'
    forms: ClassVar[tuple[str, ...]] = ("empty d4", "empty hill red")
    about: ClassVar[str] = "a square has no tile"

    area: int

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of an area."""
        return cls(read_area(reader, parts[0]))

    def passing(self, vocabulary: Vocabulary) -> SquareSet:
        """Return the squares without tiles."""
        return vocabulary.empty()

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square has no tile."""
        return scene.stacks[place] is None

    def imaged(self, imager: Imager) -> Empty:
        """Return the same of the image."""
        return Empty(imager.area(self.area))
