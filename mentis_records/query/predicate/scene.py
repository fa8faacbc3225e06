"""Pieces, stacks and pools of a scene.

A piece on a square (``blue N on d4``) or anywhere in a stack (``blue N in d4``), a whole stack
(``blue stack TSN on d2``), its height, an empty square, a square known to both sides, a named
piece (``x on row 4``), the number of squares that match, and the pieces in a pool
(``blue hand S >= 2``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from mentis_records.core.query.each_side import on_areas
from mentis_records.core.query.number import Number
from mentis_records.core.query.pattern import Pattern, is_like
from mentis_records.core.query.predicate import (
    NumberPredicate,
    PiecePredicate,
    Predicate,
    SquarePredicate,
    is_topped,
)
from mentis_records.core.query.term import Source, Term, UnindexedError
from mentis_records.core.vocabulary import NOBODY, Pool, is_named
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql, SquareSet
    from mentis_records.core.vocabulary import Area, Scene


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


@dataclass(frozen=True, slots=True)
class StackOn(SquarePredicate):
    """A stack, from bottom to top; a lone piece is one. It is that side's whose piece is on top."""

    name: ClassVar[str] = "stack"
    syntax: ClassVar[str] = 'side "stack"i PATTERN "on"i areas'
    forms: ClassVar[tuple[str, ...]] = ("{side} stack {piece} on {square}", "any stack * on board")
    about: ClassVar[str] = (
        "the whole stack on a square is this, from bottom to top; `?` is any one piece, `*` any "
        "number of them"
    )
    is_seen: ClassVar[bool] = True

    side: int | None
    pattern: Pattern
    area: Area

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of side, pattern and area."""
        side, pattern, area = parts
        owner = reader.side(side)
        return cls(owner, reader.pattern(pattern), reader.area(area, owner))

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares with such a stack."""
        return scene_sql.stacks(self.side, self.pattern)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square has such a stack."""
        stack = scene.stacks[place]
        if not stack or self.side not in (None, stack[-1].side):
            return False
        return is_like([piece.name for piece in stack], self.pattern)

    def imaged(self, imager: WordImager) -> StackOn:
        """Return the same of the image."""
        return StackOn(imager.side(self.side), self.pattern, imager.area(self.area))


@dataclass(frozen=True, slots=True)
class HeightOn(SquarePredicate):
    """The height of a stack or lone piece, up to ``most``; an empty square has none."""

    name: ClassVar[str] = "height"
    syntax: ClassVar[str] = 'side "height"i OPERATOR BARE "on"i areas'
    forms: ClassVar[tuple[str, ...]] = ("{side} height = 1 on {square}",)
    about: ClassVar[str] = "a stack or lone piece on a square has this many pieces"
    is_seen: ClassVar[bool] = True

    side: int | None
    number: Number
    area: Area
    most: int

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of side, comparison and area."""
        side, sign, value, area = parts
        most = reader.words.max_height
        number = reader.comparison(sign, value, "the height of a stack", 1, most)
        owner = reader.side(side)
        return cls(owner, number, reader.area(area, owner), most)

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares with stacks of such a height."""
        return scene_sql.heights(self.side, self.number.passing(range(1, self.most + 1)))

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square has a stack of such a height."""
        stack = scene.stacks[place]
        if not stack or self.side not in (None, stack[-1].side):
            return False
        return self.number.holds(len(stack))

    def imaged(self, imager: WordImager) -> HeightOn:
        """Return the same of the image."""
        return HeightOn(imager.side(self.side), self.number, imager.area(self.area), self.most)


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


@dataclass(frozen=True, slots=True)
class Known(SquarePredicate):
    """A square on which all sides know every piece, or the side that sees it."""

    name: ClassVar[str] = "known"
    syntax: ClassVar[str] = '"known"i areas'
    forms: ClassVar[tuple[str, ...]] = ("known {square}", "count(known board) >= 2")
    about: ClassVar[str] = (
        "there are pieces on a square, and both sides know what they are; in `seen by`, that side"
    )
    is_seen: ClassVar[bool] = True

    area: Area

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of an area."""
        return cls(reader.area(parts[0]))

    def passing(self, scene_sql: SceneSql) -> NoReturn:
        """Refuse: no index tells.

        Raises:
            UnindexedError: always.
        """
        raise UnindexedError

    def passes(self, scene: Scene, place: int) -> NoReturn:
        """Refuse: what stands there does not tell who knows it."""
        raise NotImplementedError

    def may_pass(self, moment: Seen, place: int) -> bool:
        """Tell whether all pieces on a square are known."""
        return place in moment.known

    def imaged(self, imager: WordImager) -> Known:
        """Return the same of the image."""
        return Known(imager.area(self.area))


@dataclass(frozen=True, slots=True)
class NamedOn(Predicate):
    """A named piece on a square of an area; of two named pieces, that they are the same one."""

    name: ClassVar[str] = "named_on"
    syntax: ClassVar[str] = 'named "on"i areas'
    forms: ClassVar[tuple[str, ...]] = ("some x: {side} {piece} on board and x on {square}",)
    about: ClassVar[str] = "a named piece is on one of the squares, or where another named one is"
    is_seen: ClassVar[bool] = True

    place: Area
    area: Area

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a named piece and an area."""
        _, _, place = reader.located(parts[0])
        return cls(place, reader.area(parts[1]))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the square is one of the area's."""
        return Term(Source.ANY, "false" if self.place.isdisjoint(self.area) else "true")

    def imaged(self, imager: WordImager) -> NamedOn:
        """Return the same of the image."""
        return NamedOn(imager.area(self.place), imager.area(self.area))

    def holds(self, moment: Seen) -> bool:
        """Tell whether the square is one of the area's."""
        return not self.place.isdisjoint(self.area)

    def squares(self, moment: Seen) -> Iterable[int]:
        """Return the square."""
        return self.place


@dataclass(frozen=True, slots=True)
class Count(NumberPredicate):
    """The number of squares of an area that pass."""

    name: ClassVar[str] = "count"
    syntax: ClassVar[str] = '"count"i "(" square_test ")" OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("count({side} any on board) >= 1",)
    about: ClassVar[str] = "this many squares of its area pass a test of squares"
    is_seen: ClassVar[bool] = True

    part: SquarePredicate
    number: Number

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a test, which has been read, and a comparison."""
        part, sign, value = parts
        squares = len(part.area)
        number = reader.comparison(sign, value, "the number of these squares", 0, squares)
        return cls(part, number)

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the number passes."""
        source, found = self.part.source, NumberPredicate.term(self, binder)
        is_none_enough = source is Source.EXCERPT and self.number.holds(0)
        return Term(source, found.condition, is_true_beyond=is_none_enough)

    def expression(self, scene_sql: SceneSql) -> str:
        """Return the number of squares that pass."""
        return self.part.passing(scene_sql).count_of(self.part.area)

    def value(self, moment: Seen) -> int:
        """Return the number of squares that pass."""
        return len(self.part.found(moment))

    def squares(self, moment: Seen) -> Iterable[int]:
        """Return the squares that pass."""
        return self.part.found(moment)

    def imaged(self, imager: WordImager) -> Count:
        """Return the same of the image."""
        return Count(self.part.imaged(imager), self.number)


@dataclass(frozen=True, slots=True)
class _InPool(NumberPredicate):
    """The number of pieces of a type, or of any, in a pool; the side of a common one is nobody."""

    pool: str
    side: int
    piece: str | None
    number: Number

    @classmethod
    def of(cls, reader: WordReader, pool: Pool, side: int, parts: list[Any]) -> Self:
        """Return the predicate of a pool, a type of piece, and a comparison."""
        piece, sign, value = parts
        words = reader.words
        found = None if piece is None else reader.piece(piece)
        if found is not None and pool.limit(found.name, side) == 0:
            held = [one.name for one in words.pieces if pool.limit(one.name, side)]
            hint = f"expected: {', '.join(held)}, or nothing for all"
            if examples := words.forms.get(cls.name):
                hint += f"; such as {examples[0]}"
            whose = f"{reader.sides[side]}'s" if isinstance(pool.most, tuple) else "a"
            message = f"the {found.title} is never in {whose} {pool.name}"
            reader.refuse(piece.children[0], message, hint)
        name = None if found is None else found.name
        what = f"a {pool.name}" if found is None else f"{found.title} in a {pool.name}"
        what = f"the number of {words.piece_word}s of {what}"
        number = reader.comparison(sign, value, what, 0, pool.limit(name, side))
        return cls(pool.name, side, name, number)

    def expression(self, scene_sql: SceneSql) -> str:
        """Return the number of such pieces."""
        return scene_sql.held(self.pool, self.side, self.piece)

    def value(self, moment: Seen) -> int:
        """Return the number of such pieces."""
        counts = moment.scene.pools[self.pool][max(self.side, 0)]
        return sum(
            count
            for name, count in counts.items()
            if is_named(name, self.piece) or (moment.is_lenient and name == moment.unseen)
        )

    def imaged(self, imager: WordImager) -> Self:
        """Return the same of the image."""
        return type(self)(self.pool, imager.owner(self.side), self.piece, self.number)


class InOwnPool(_InPool):
    """The number of pieces in a side's pool."""

    __slots__ = ()
    name: ClassVar[str] = "own_pool"
    syntax: ClassVar[str] = "(side own_pool | own_pool side) [piece] OPERATOR BARE"
    forms: ClassVar[tuple[str, ...]] = (
        "{side} {own_pool} {own_pool_piece} >= 1",
        "{other} {own_pool} = 0",
    )
    about: ClassVar[str] = "this many pieces are in a side's pool: of a type, or in all"
    is_seen: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a side, a pool, a type of piece, and a comparison."""
        first, second, *others = parts
        owner, name = (first, second) if first.data == "side" else (second, first)
        pool = reader.pool(name)
        return cls.of(reader, pool, reader.owner(owner, f"a {pool.name}"), others)


class InCommonPool(_InPool):
    """The number of pieces in a pool of both sides."""

    __slots__ = ()
    name: ClassVar[str] = "common_pool"
    syntax: ClassVar[str] = "common_pool [piece] OPERATOR BARE"
    forms: ClassVar[tuple[str, ...]] = (
        "{common_pool} {common_pool_piece} >= 1",
        "{common_pool} = 0",
    )
    about: ClassVar[str] = "this many pieces are in the common pool: of a type, or in all"
    is_seen: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a pool, a type of piece, and a comparison."""
        name, *others = parts
        return cls.of(reader, reader.pool(name), NOBODY, others)
