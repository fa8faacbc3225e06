"""The predicate of the Antipode: ``antipode on d4``, ``antipode gold``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import PiecePredicate, is_topped
from mentis_records.games.antipode.scene import ANTIPODE_PIECE

if TYPE_CHECKING:
    from mentis_records.core.query.context import WordReader
    from mentis_records.core.query.scene_sql import SceneSql, SquareSet
    from mentis_records.core.vocabulary import Scene


class AntipodeThere(PiecePredicate):
    """The Antipode with a side's face up, or any, on a square of an area."""

    __slots__ = ()
    name: ClassVar[str] = "antipode_there"
    syntax: ClassVar[str] = '"antipode"i (side ["on"i areas] | "on"i areas)'
    forms: ClassVar[tuple[str, ...]] = (
        "antipode on d4",
        "antipode gold",
        "antipode silver on prime",
    )
    about: ClassVar[str] = "the Antipode is there, shows a side's face, or both"

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a side, an area, or both."""
        if parts[0].data == "side":
            side, area = parts
            return cls(
                reader.side(side), ANTIPODE_PIECE, reader.area(area) if area else reader.board
            )
        return cls(None, ANTIPODE_PIECE, reader.area(parts[0]))

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the square of the Antipode, if it shows the face."""
        return scene_sql.tops(self.side, ANTIPODE_PIECE)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether the Antipode is on a square and shows the face."""
        return is_topped(scene, place, self.side, ANTIPODE_PIECE)
