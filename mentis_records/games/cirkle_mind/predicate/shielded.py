"""The predicate of shields: ``green Yx shielded``, ``any ?c on defence shielded``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mentis_records.core.query.each_side import on_areas
from mentis_records.core.query.predicate import PiecePredicate, SquarePredicate, is_topped
from mentis_records.games.cirkle_mind.index.feature import SHIELDED
from mentis_records.games.cirkle_mind.predicate.square_sql import among, kept, tops
from mentis_records.games.cirkle_mind.scene import CirkleScene

if TYPE_CHECKING:
    from mentis_records.core.query.context import WordReader
    from mentis_records.core.query.scene_sql import SceneSql, SquareSet
    from mentis_records.core.vocabulary import Scene


class Shielded(PiecePredicate):
    """A piece that its square protects (rules, Duel, Medium)."""

    __slots__ = ()
    name: ClassVar[str] = "is_shielded"
    syntax: ClassVar[str] = 'located "shielded"i'
    forms: ClassVar[tuple[str, ...]] = ("green Yx shielded", "any ?c on defence shielded")
    about: ClassVar[str] = (
        "the square of such a piece shows its colour or its shape, and there are shields"
    )
    is_seen: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> SquarePredicate:
        """Return the predicate of pieces on squares."""
        (tree,) = parts
        if tree.data == "on_area":
            return on_areas(cls, reader.placed(*tree.children))
        return cls(*reader.located(tree))

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares with such a piece that is protected."""
        return among(tops(self.side, self.piece), kept(SHIELDED))

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square protects such a piece."""
        is_protected = isinstance(scene, CirkleScene) and scene.is_shielded(place)
        return is_protected and is_topped(scene, place, self.side, self.piece)
