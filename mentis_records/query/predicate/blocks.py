"""A tile that blocks captures: ``red T on b3 blocks``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mentis_records.query.predicate.base import is_like
from mentis_records.query.predicate.tile import CornerPredicate

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Scene, SquareSet, Vocabulary


class Blocks(CornerPredicate):
    """A top tile that blocks a capture that would be possible if it alone were lifted."""

    __slots__ = ()
    name: ClassVar[str] = "blocks"
    syntax: ClassVar[str] = 'located "blocks"i'
    forms: ClassVar[tuple[str, ...]] = ("red T on b3 blocks", "any T blocks")
    about: ClassVar[str] = (
        "such a top tile blocks a capture that an enemy could make if it alone were lifted"
    )

    def passing(self, vocabulary: Vocabulary) -> SquareSet:
        """Return the squares with such a tile that blocks a capture."""
        return vocabulary.blocking(self.side, self.letter)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether the tile on a square is such and blocks a capture."""
        return place in scene.blockers and is_like(scene, place, self.side, self.letter)
