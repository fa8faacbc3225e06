"""An exact position: ``position "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3"``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import Predicate
from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader


@dataclass(frozen=True, slots=True)
class PositionIs(Predicate):
    """This position, whatever the move number."""

    name: ClassVar[str] = "position"
    syntax: ClassVar[str] = '"position"i STRING'
    forms: ClassVar[tuple[str, ...]] = ('position "{position}"',)
    about: ClassVar[str] = (
        "it is this position; the move number is ignored; in `seen by`, it looks as this one does"
    )
    is_seen: ClassVar[bool] = True

    position: Any

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a position string."""
        return cls(reader.position(parts[0]))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that a position has this one's key."""
        return Term(Source.KEYS, f"(key = {binder.bind(self.position.key)}::bigint)")

    def imaged(self, imager: WordImager) -> PositionIs:
        """Return the image."""
        return PositionIs(imager.position(self.position))

    def holds(self, moment: Seen) -> bool:
        """Tell whether it is this position."""
        return moment.identity == moment.identity_of(self.position)
