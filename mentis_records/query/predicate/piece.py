"""A piece on a square: ``blue N on d4`` for the top one, ``blue N in d4`` for any of a stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mentis_records.core.query.each_side import on_areas
from mentis_records.core.query.predicate import PiecePredicate, SquarePredicate, is_topped
from mentis_records.core.vocabulary import is_named

if TYPE_CHECKING:
    from mentis_records.core.query.context import WordReader
    from mentis_records.core.query.scene_sql import SceneSql, SquareSet
    from mentis_records.core.vocabulary import Scene


class _PieceThere(PiecePredicate):
    """A piece that is there, read as side, piece and area."""

    __slots__ = ()

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> SquarePredicate:
        """Return the predicate of side, piece and area."""
        side, piece, area = parts
        return on_areas(cls, reader.placed(side, piece, area))


class PieceOn(_PieceThere):
    """A piece on top of a square, or alone there."""

    __slots__ = ()
    name: ClassVar[str] = "piece_on"
    syntax: ClassVar[str] = 'side piece "on"i areas'
    forms: ClassVar[tuple[str, ...]] = ("{side} {piece} on {square}", "{other} any on board")
    about: ClassVar[str] = "such a piece is the top (or lone) one of a square"
    is_seen: ClassVar[bool] = True

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares with such a piece on top."""
        return scene_sql.tops(self.side, self.piece)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether such a piece is on top of a square."""
        return is_topped(scene, place, self.side, self.piece)


class PieceIn(_PieceThere):
    """A piece anywhere in the stack of a square."""

    __slots__ = ()
    name: ClassVar[str] = "piece_in"
    syntax: ClassVar[str] = 'side piece "in"i areas'
    forms: ClassVar[tuple[str, ...]] = ("{side} {piece} in {square}",)
    about: ClassVar[str] = "such a piece is anywhere in the stack of a square, top included"
    is_seen: ClassVar[bool] = True

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares that hold such a piece."""
        return scene_sql.holders(self.side, self.piece)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square holds such a piece."""
        return any(
            self.side in (None, one.side) and is_named(one.name, self.piece)
            for one in scene.stacks[place]
        )
