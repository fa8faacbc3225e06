"""What a predicate is: a test of a position, read, compiled, imaged and answered by itself.

A predicate is one file here: a class that fills ``Predicate``, and a row in ``registry``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from mentis_records.query.number import SIGNS, Number
from mentis_records.query.query_tree import Node
from mentis_records.query.term import Source, Term

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Scene, SquareSet, Vocabulary
    from mentis_records.query.image import Imager
    from mentis_records.query.moment import Moment
    from mentis_records.query.reader import Reader


class Binder(Protocol):
    """What a predicate compiles with."""

    @property
    def slug(self) -> str:
        """Return the game's slug."""

    @property
    def vocabulary(self) -> Vocabulary:
        """Return the words of the game, and what answers them."""

    def bind(self, value: object) -> str:
        """Return the name of a parameter with this value."""


class Predicate(Node):
    """A test that is true or false at every position.

    ``name`` is that of its line of grammar, ``syntax``; ``forms`` are examples of it and
    ``about`` says when it is true.
    """

    __slots__ = ()
    name: ClassVar[str]
    syntax: ClassVar[str]
    forms: ClassVar[tuple[str, ...]]
    about: ClassVar[str]

    @classmethod
    @abstractmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate that the parts of its line of grammar mean.

        Raises:
            QueryError: they mean nothing.
        """

    @abstractmethod
    def term(self, binder: Binder) -> Term:
        """Return the SQL that it is true of a position."""

    @abstractmethod
    def imaged(self, imager: Imager) -> Node:
        """Return what is true of a position when this is true of its image."""

    @abstractmethod
    def holds(self, moment: Moment) -> bool:
        """Tell whether it is true of a position, seen without the database."""

    def squares(self, moment: Moment) -> Iterable[int]:
        """Return the squares that make it true."""
        return ()


class SquarePredicate(Predicate):
    """A test that squares of an area pass, and that is true if one does."""

    __slots__ = ()
    area: int

    @abstractmethod
    def passing(self, vocabulary: Vocabulary) -> SquareSet:
        """Return the squares that pass, of the area or beyond."""

    @abstractmethod
    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square passes."""

    @abstractmethod
    def imaged(self, imager: Imager) -> SquarePredicate:
        """Return what squares pass when their images pass this."""

    def term(self, binder: Binder) -> Term:
        """Return the SQL that a square of the area passes."""
        return Term(Source.FEATURES, self.passing(binder.vocabulary).some_of(self.area))

    def seen(self, vocabulary: Vocabulary) -> str:
        """Return SQL on a game's sightings that it is true in some position, or "" if none tell."""
        return self.passing(vocabulary).seen_in(self.area)

    def found(self, scene: Scene) -> list[int]:
        """Return the squares of the area that pass."""
        places = range(len(scene.stacks))
        return [place for place in places if self.area >> place & 1 and self.passes(scene, place)]

    def holds(self, moment: Moment) -> bool:
        """Tell whether a square of the area passes."""
        return bool(self.found(moment.scene))

    def squares(self, moment: Moment) -> Iterable[int]:
        """Return the squares of the area that pass."""
        return self.found(moment.scene)


class NumberPredicate(Predicate):
    """A comparison of a number that follows from the features."""

    __slots__ = ()
    number: Number

    @abstractmethod
    def expression(self, vocabulary: Vocabulary) -> str:
        """Return the number as an expression."""

    @abstractmethod
    def value(self, moment: Moment) -> int:
        """Return the number, seen without the database."""

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the number passes."""
        return Term(
            Source.FEATURES, compare(self.expression(binder.vocabulary), self.number, binder)
        )

    def holds(self, moment: Moment) -> bool:
        """Tell whether the number passes."""
        return self.number.holds(self.value(moment))


@dataclass(frozen=True, slots=True)
class OwnTiles(Predicate):
    """A comparison of the number of a side's tiles of a type, or of any."""

    side: int
    letter: str | None
    number: Number

    def imaged(self, imager: Imager) -> Self:
        """Return the same of the image."""
        return type(self)(imager.owner(self.side), self.letter, self.number)


def compare(expression: str, number: Number, binder: Binder) -> str:
    """Return the SQL that a number passes a comparison."""
    return f"({expression} {SIGNS[number.operator]} {binder.bind(number.value)}::integer)"


def is_like(scene: Scene, place: int, side: int | None, letter: str | None) -> bool:
    """Tell whether the top tile of a square is of a side and type."""
    stack = scene.stacks[place]
    if stack is None or side not in (None, stack.side):
        return False
    return letter in (None, stack.letters[-1])
