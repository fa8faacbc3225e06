"""Whose turn it is: ``to move red``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.predicate.base import Binder, Predicate
from mentis_records.query.term import Source, Term

if TYPE_CHECKING:
    from mentis_records.query.image import Imager
    from mentis_records.query.moment import Moment
    from mentis_records.query.reader import Reader


@dataclass(frozen=True, slots=True)
class SideToMove(Predicate):
    """The side that is to move."""

    name: ClassVar[str] = "side_to_move"
    syntax: ClassVar[str] = '"to"i "move"i side'
    forms: ClassVar[tuple[str, ...]] = ("to move red",)
    about: ClassVar[str] = "it is this side's turn"

    side: int

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of a side."""
        return cls(reader.owner(parts[0], "a turn"))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that it is this side's turn."""
        return Term(Source.FEATURES, f"({binder.vocabulary.side_to_move()} = {self.side})")

    def imaged(self, imager: Imager) -> SideToMove:
        """Return the same of the image."""
        return SideToMove(imager.owner(self.side))

    def holds(self, moment: Moment) -> bool:
        """Tell whether it is this side's turn."""
        return moment.scene.side == self.side
