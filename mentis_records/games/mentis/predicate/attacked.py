"""The predicate of tiles that could be captured: ``red K attacked``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mentis_records.core.query.predicate import is_topped
from mentis_records.games.mentis.predicate.expression import attacked
from mentis_records.games.mentis.predicate.located import LocatedTile, captures_of
from mentis_records.games.mentis.predicate.scene_sql import Squares

if TYPE_CHECKING:
    from mentis_records.core.query.scene_sql import SceneSql
    from mentis_records.core.vocabulary import Scene


class Attacked(LocatedTile):
    """A top tile that some enemy tile could capture, whoever is to move."""

    __slots__ = ()
    name: ClassVar[str] = "attacked"
    syntax: ClassVar[str] = 'located "attacked"i'
    forms: ClassVar[tuple[str, ...]] = ("red K attacked", "blue any on row 4 attacked")
    about: ClassVar[str] = "some enemy tile could capture such a top tile, whoever is to move"
    is_seen: ClassVar[bool] = True

    def passing(self, scene_sql: SceneSql) -> Squares:
        """Return the squares with such a tile that could be captured."""
        return Squares(attacked(self.side, self.piece))

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether the tile on a square is such and could be captured."""
        is_attacked = any(target == place for _, target in captures_of(scene))
        return is_attacked and is_topped(scene, place, self.side, self.piece)
