"""A square without pieces: ``empty d4``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import SquarePredicate
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql, SquareSet
    from mentis_records.core.vocabulary import Area, Scene


@dataclass(frozen=True, slots=True)
class Empty(SquarePredicate):
    """A square without pieces."""

    name: ClassVar[str] = "empty"
    syntax: ClassVar[str] = '"empty"i areas'
    forms: ClassVar[tuple[str, ...]] = ("empty {square}",)
    about: ClassVar[str] = "a square has no piece"
    is_seen: ClassVar[bool] = True

    area: Area

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of an area."""
        return cls(reader.area(parts[0]))

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares without pieces."""
        return scene_sql.empty()

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square has no piece."""
        return not scene.stacks[place]

    def imaged(self, imager: WordImager) -> Empty:
        """Return the same of the image."""
        return Empty(imager.area(self.area))
