"""Where a named piece stands: ``x on row 4``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import Predicate
from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader
    from mentis_records.core.vocabulary import Area


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
