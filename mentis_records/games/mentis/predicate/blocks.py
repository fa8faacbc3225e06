"""The predicate of tiles that block captures: ``red T on b3 blocks``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mentis_records.core.query.predicate import is_topped
from mentis_records.games.mentis.predicate.expression import blocking
from mentis_records.games.mentis.predicate.located import LocatedTile, blockers_of
from mentis_records.games.mentis.predicate.scene_sql import Squares

if TYPE_CHECKING:
    from mentis_records.core.query.scene_sql import SceneSql
    from mentis_records.core.vocabulary import Scene


class Blocks(LocatedTile):
    """A top tile that blocks a capture that would be possible if it alone were lifted."""

    __slots__ = ()
    name: ClassVar[str] = "blocks"
    syntax: ClassVar[str] = 'located "blocks"i'
    forms: ClassVar[tuple[str, ...]] = ("red T on b3 blocks", "any T blocks")
    about: ClassVar[str] = (
        "such a top tile blocks a capture that an enemy could make if it alone were lifted"
    )

    def passing(self, scene_sql: SceneSql) -> Squares:
        """Return the squares with such a tile that blocks a capture."""
        return Squares(blocking(self.side, self.piece))

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether the tile on a square is such and blocks a capture."""
        return place in blockers_of(scene) and is_topped(scene, place, self.side, self.piece)
