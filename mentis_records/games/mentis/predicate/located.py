"""Top tiles where they stand, as tests of captures read and see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from mentis_records.core.query.predicate import PiecePredicate, is_topped
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.predicate.corner import Corner
from mentis_records.games.mentis.rules.square import square_set
from mentis_records.games.mentis.scene import MentisScene

if TYPE_CHECKING:
    from mentis_records.core.query.context import WordImager, WordReader
    from mentis_records.core.vocabulary import Area, Scene


@dataclass(frozen=True, slots=True)
class Tiles:
    """Tiles on squares, as one end of a capture: of a side and a type, or any."""

    side: int | None
    piece: str | None
    area: Area

    def imaged(self, imager: WordImager) -> Tiles:
        """Return the same of the image."""
        return Tiles(imager.side(self.side), self.piece, imager.area(self.area))

    def are_on(self, scene: Scene, place: int) -> bool:
        """Tell whether such a tile is on top of a square."""
        return place in self.area and is_topped(scene, place, self.side, self.piece)

    @property
    def corner(self) -> Corner:
        """The same in sets of squares, for SQL."""
        return Corner(self.side, self.piece, square_set(self.area))


class LocatedTile(PiecePredicate):
    """A test of top tiles, read as tiles with the area in which they stand."""

    __slots__ = ()

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of tiles on squares."""
        return cls(*reader.located(parts[0]))


def captures_of(scene: Scene) -> frozenset[tuple[int, int]]:
    """Return the pairs of squares of which one could capture on the other."""
    return scene.captures if isinstance(scene, MentisScene) else frozenset()


def blockers_of(scene: Scene) -> frozenset[int]:
    """Return the squares whose top tile blocks captures."""
    return scene.blockers if isinstance(scene, MentisScene) else frozenset()
