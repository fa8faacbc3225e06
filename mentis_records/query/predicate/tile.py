"""A tile on a square: ``blue N on d4`` for the top one, ``blue N in d4`` for any of a stack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.area import read_area, read_corner
from mentis_records.query.predicate.base import SquarePredicate, is_like

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Scene, SquareSet, Vocabulary
    from mentis_records.query.image import Imager
    from mentis_records.query.reader import Reader


@dataclass(frozen=True, slots=True)
class TilePredicate(SquarePredicate):
    """A test of squares for a tile of a side and type, or of any."""

    side: int | None
    letter: str | None
    area: int

    def imaged(self, imager: Imager) -> Self:
        """Return the same of the image."""
        return type(self)(imager.side(self.side), self.letter, imager.area(self.area))


class _TileThere(TilePredicate):
    """A tile that is there, read as side, tile and area."""

    __slots__ = ()

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of side, tile and area."""
        side, tile, area = parts
        return cls(reader.side(side), reader.letter(tile), read_area(reader, area))


class CornerPredicate(TilePredicate):
    """A test of top tiles, read as tiles with the area in which they stand."""

    __slots__ = ()

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of tiles on squares."""
        corner = read_corner(reader, parts[0])
        return cls(corner.side, corner.letter, corner.area)


class TileOn(_TileThere):
    """A tile on top of a square, or alone there."""

    __slots__ = ()
    name: ClassVar[str] = "tile_on"
    syntax: ClassVar[str] = 'side tile "on"i areas'
    forms: ClassVar[tuple[str, ...]] = ("blue N on d4", "any K on {d1, d7}", "red any on row 4")
    about: ClassVar[str] = "such a tile is the top (or lone) one of a square"

    def passing(self, vocabulary: Vocabulary) -> SquareSet:
        """Return the squares with such a tile on top."""
        return vocabulary.tops(self.side, self.letter)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether such a tile is on top of a square."""
        return is_like(scene, place, self.side, self.letter)


class TileIn(_TileThere):
    """A tile anywhere in the stack of a square."""

    __slots__ = ()
    name: ClassVar[str] = "tile_in"
    syntax: ClassVar[str] = 'side tile "in"i areas'
    forms: ClassVar[tuple[str, ...]] = ("blue N in d4", "red S in deployment red")
    about: ClassVar[str] = "such a tile is anywhere in the stack of a square, top included"

    def passing(self, vocabulary: Vocabulary) -> SquareSet:
        """Return the squares that hold such a tile."""
        return vocabulary.holders(self.side, self.letter)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square holds such a tile."""
        stack = scene.stacks[place]
        if stack is None or self.side not in (None, stack.side):
            return False
        return self.letter is None or self.letter in stack.letters
