"""A tile that could be captured: ``red K attacked``, ``red any on row 4 attacked``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.predicate.base import SquarePredicate, is_like

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Scene, Vocabulary
    from mentis_records.query.image import Imager
    from mentis_records.query.reader import Reader


@dataclass(frozen=True, slots=True)
class Attacked(SquarePredicate):
    """A top tile that some enemy tile could capture, whoever is to move."""

    name: ClassVar[str] = "attacked"
    syntax: ClassVar[str] = 'located "attacked"i'
    forms: ClassVar[tuple[str, ...]] = ("red K attacked", "blue any on row 4 attacked")
    about: ClassVar[str] = "some enemy tile could capture such a top tile, whoever is to move"

    side: int | None
    letter: str | None
    area: int

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of tiles on squares."""
        corner = reader.corner(parts[0])
        return cls(corner.side, corner.letter, corner.area)

    def expression(self, vocabulary: Vocabulary) -> str:
        """Return the squares with such a tile that could be captured."""
        return vocabulary.attacked(self.side, self.letter)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether the tile on a square is such and could be captured."""
        is_attacked = any(target == place for _, target in scene.captures)
        return is_attacked and is_like(scene, place, self.side, self.letter)

    def imaged(self, imager: Imager) -> Attacked:
        """Return the same of the image."""
        return Attacked(imager.side(self.side), self.letter, imager.area(self.area))
