"""How many squares pass a test: ``count(blue any on row 4) >= 2``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.number import Number
from mentis_records.core.query.predicate import NumberPredicate, SquarePredicate
from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql


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
