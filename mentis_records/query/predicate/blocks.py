"""A tile that blocks captures: ``red T on b3 blocks``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.predicate.base import SquarePredicate, is_like

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Scene, Vocabulary
    from mentis_records.query.image import Imager
    from mentis_records.query.reader import Reader


@dataclass(frozen=True, slots=True)
class Blocks(SquarePredicate):
    """A top tile that blocks a capture that would be possible if it alone were lifted."""

    name: ClassVar[str] = "blocks"
    syntax: ClassVar[str] = 'located "blocks"i'
    forms: ClassVar[tuple[str, ...]] = ("red T on b3 blocks", "any T blocks")
    about: ClassVar[str] = (
        "such a top tile blocks a capture that an enemy could make if it alone were lifted"
    )

    side: int | None
    letter: str | None
    area: int

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of tiles on squares."""
        corner = reader.corner(parts[0])
        return cls(corner.side, corner.letter, corner.area)

    def expression(self, vocabulary: Vocabulary) -> str:
        """Return the squares with such a tile that blocks a capture."""
        return vocabulary.blocking(self.side, self.letter)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether the tile on a square is such and blocks a capture."""
        return place in scene.blockers and is_like(scene, place, self.side, self.letter)

    def imaged(self, imager: Imager) -> Blocks:
        """Return the same of the image."""
        return Blocks(imager.side(self.side), self.letter, imager.area(self.area))
