"""The base class of predicates: a test of a position, read, compiled, mirrored and answered."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Self

from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader
from mentis_records.core.query.number import SIGNS, Number
from mentis_records.core.query.scene_sql import SceneSql, SquareSet
from mentis_records.core.query.term import Source, Term
from mentis_records.core.vocabulary import Area, Scene, Turn, is_named
from mentis_records.fast.late_dataclass import dataclass


class Node:
    """A part of a query that is true or false at every position; its leaves are predicates."""

    __slots__ = ()


class Predicate(Node):
    """A test that is true or false at every position.

    ``name`` is that of its line of grammar, ``syntax``; ``forms`` are examples of it and
    ``about`` says when it is true. The forms of a common predicate have names in braces for the
    words of a game.

    One that ``is_seen`` may be asked of what a side sees: it reads of a position only what its
    scene shows, and turning a piece face up never makes it false.
    """

    __slots__ = ()
    name: ClassVar[str]
    syntax: ClassVar[str]
    forms: ClassVar[tuple[str, ...]]
    about: ClassVar[str]
    is_seen: ClassVar[bool] = False

    @classmethod
    @abstractmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Predicate:
        """Return the predicate that the parts of its line of grammar mean.

        Raises:
            QueryError: they mean nothing.
        """

    @abstractmethod
    def term(self, binder: Binder) -> Term:
        """Return the SQL that it is true of a position.

        Raises:
            UnindexedError: the game's index does not tell.
        """

    @abstractmethod
    def imaged(self, imager: WordImager) -> Node:
        """Return what is true of the image of a position when this is true of it."""

    @abstractmethod
    def holds(self, moment: Seen) -> bool:
        """Tell whether it is true of a position, seen without the database."""

    def squares(self, moment: Seen) -> Iterable[int]:
        """Return the squares that make it true."""
        return ()


class SquarePredicate(Predicate):
    """A test that squares of an area pass, and that is true if one does.

    ``source`` is what the SQL of how many do reads; beyond an excerpt none does.
    """

    __slots__ = ()
    source: ClassVar[Source] = Source.FEATURES
    area: Area

    @abstractmethod
    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares that pass, of the area or beyond.

        Raises:
            UnindexedError: the game's index does not tell.
        """

    @abstractmethod
    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square passes."""

    @abstractmethod
    def imaged(self, imager: WordImager) -> SquarePredicate:
        """Return what the images of squares pass when they pass this."""

    def term(self, binder: Binder) -> Term:
        """Return the SQL that a square of the area passes."""
        return Term(Source.FEATURES, self.passing(binder.scene_sql).some_of(self.area))

    def seen(self, scene_sql: SceneSql) -> str:
        """Return SQL on a game's sightings that it is true in some position, or "" if none tell."""
        return self.passing(scene_sql).seen_in(self.area)

    def may_pass(self, moment: Seen, place: int) -> bool:
        """Tell whether a square passes in one of the scenes that there may be."""
        if not moment.is_lenient:
            return self.passes(moment.scene, place)
        return any(self.passes(scene, place) for scene in moment.scenes(place))

    def found(self, moment: Seen) -> list[int]:
        """Return the squares of the area that pass."""
        return [place for place in sorted(self.area) if self.may_pass(moment, place)]

    def holds(self, moment: Seen) -> bool:
        """Tell whether a square of the area passes."""
        return any(self.may_pass(moment, place) for place in self.area)

    def squares(self, moment: Seen) -> Iterable[int]:
        """Return the squares of the area that pass."""
        return self.found(moment)


@dataclass(frozen=True, slots=True)
class PiecePredicate(SquarePredicate):
    """A test of squares for a piece of a side and type, or of any."""

    side: int | None
    piece: str | None
    area: Area

    def imaged(self, imager: WordImager) -> Self:
        """Return the same of the image."""
        return type(self)(imager.side(self.side), self.piece, imager.area(self.area))


class NumberPredicate(Predicate):
    """A comparison of a number that follows from the features.

    Where a side does not see all, the number is from one ``value`` to another.
    """

    __slots__ = ()
    number: Number

    @abstractmethod
    def expression(self, scene_sql: SceneSql) -> str:
        """Return the number as an expression.

        Raises:
            UnindexedError: the game's index does not tell.
        """

    @abstractmethod
    def value(self, moment: Seen) -> int:
        """Return the number, seen without the database."""

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the number passes."""
        expression = self.expression(binder.scene_sql)
        return Term(Source.FEATURES, compare(expression, self.number, binder))

    def holds(self, moment: Seen) -> bool:
        """Tell whether the number passes: all numbers that it may be, or one (``is_lenient``)."""
        value, other = self.value(moment), moment.other
        if other is moment:
            return self.number.holds(value)
        ends = sorted((value, self.value(other)))
        found = map(self.number.holds, range(ends[0], ends[1] + 1))
        return any(found) if moment.is_lenient else all(found)


class MovePredicate(Predicate):
    """A test of the ply that led to a position; false at the start."""

    __slots__ = ()

    @abstractmethod
    def condition(self, binder: Binder) -> str:
        """Return the SQL that ``move_code`` passes."""

    @abstractmethod
    def passes(self, turn: Turn) -> bool:
        """Tell whether a move passes."""

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the ply passes."""
        return Term(Source.FEATURES, f"({self.condition(binder)})")

    def holds(self, moment: Seen) -> bool:
        """Tell whether the ply passes."""
        return any(map(self.passes, moment.turns()))

    def squares(self, moment: Seen) -> Iterable[int]:
        """Return the squares from which and to which the ply went."""
        turn = moment.turn
        if turn is None or not self.holds(moment):
            return ()
        return (*turn.origins, *turn.targets)


def compare(expression: str, number: Number, binder: Binder) -> str:
    """Return the SQL that a number passes a comparison."""
    return f"({expression} {SIGNS[number.operator]} {binder.bind(number.value)}::integer)"


def is_topped(scene: Scene, place: int, side: int | None, piece: str | None) -> bool:
    """Tell whether the top piece of a square is of a side and type."""
    if not (stack := scene.stacks[place]):
        return False
    top = stack[-1]
    return side in (None, top.side) and is_named(top.name, piece)
