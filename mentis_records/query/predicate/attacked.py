"""A tile that could be captured: ``red K attacked``, ``red any on row 4 attacked``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mentis_records.query.predicate.base import is_like
from mentis_records.query.predicate.tile import CornerPredicate

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Scene, SquareSet, Vocabulary


class Attacked(CornerPredicate):
    """A top tile that some enemy tile could capture, whoever is to move."""

    __slots__ = ()
    name: ClassVar[str] = "attacked"
    syntax: ClassVar[str] = 'located "attacked"i'
    forms: ClassVar[tuple[str, ...]] = ("red K attacked", "blue any on row 4 attacked")
    about: ClassVar[str] = "some enemy tile could capture such a top tile, whoever is to move"

    def passing(self, vocabulary: Vocabulary) -> SquareSet:
        """Return the squares with such a tile that could be captured."""
        return vocabulary.attacked(self.side, self.letter)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether the tile on a square is such and could be captured."""
        is_attacked = any(target == place for _, target in scene.captures)
        return is_attacked and is_like(scene, place, self.side, self.letter)
