"""Whose turn it is: ``to move red``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import Predicate
from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader


@dataclass(frozen=True, slots=True)
class SideToMove(Predicate):
    """The side that is to move."""

    name: ClassVar[str] = "side_to_move"
    syntax: ClassVar[str] = '"to"i "move"i side'
    forms: ClassVar[tuple[str, ...]] = ("to move {other}",)
    about: ClassVar[str] = "it is this side's turn"
    is_seen: ClassVar[bool] = True

    side: int

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a side."""
        return cls(reader.owner(parts[0], "a turn"))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that it is this side's turn."""
        return Term(Source.FEATURES, f"({binder.scene_sql.side_to_move()} = {self.side})")

    def imaged(self, imager: WordImager) -> SideToMove:
        """Return the same of the image."""
        return SideToMove(imager.owner(self.side))

    def holds(self, moment: Seen) -> bool:
        """Tell whether it is this side's turn."""
        side: int = moment.position.side
        return side == self.side
