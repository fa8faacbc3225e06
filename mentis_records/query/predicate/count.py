"""How many squares pass a test: ``count(blue any on row 4) >= 2``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.number import Number
from mentis_records.query.predicate.base import NumberPredicate, SquarePredicate

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Vocabulary
    from mentis_records.query.image import Imager
    from mentis_records.query.moment import Moment
    from mentis_records.query.reader import Reader


@dataclass(frozen=True, slots=True)
class Count(NumberPredicate):
    """The number of squares of an area that pass."""

    name: ClassVar[str] = "count"
    syntax: ClassVar[str] = '"count"i "(" square_test ")" OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = (
        "count(blue any on row 4) >= 2",
        "count(any any attacked) = 0",
    )
    about: ClassVar[str] = "so many squares of its area pass a test of squares"

    part: SquarePredicate
    number: Number

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of a test, which has been read, and a comparison."""
        part, sign, value = parts
        squares = part.area.bit_count()
        number = reader.comparison(sign, value, "the number of these squares", 0, squares)
        return cls(part, number)

    def expression(self, vocabulary: Vocabulary) -> str:
        """Return the number of squares that pass."""
        return self.part.passing(vocabulary).count_of(self.part.area)

    def value(self, moment: Moment) -> int:
        """Return the number of squares that pass."""
        return len(self.part.found(moment.scene))

    def squares(self, moment: Moment) -> Iterable[int]:
        """Return the squares that pass."""
        return self.part.found(moment.scene)

    def imaged(self, imager: Imager) -> Count:
        """Return the same of the image."""
        return Count(self.part.imaged(imager), self.number)
