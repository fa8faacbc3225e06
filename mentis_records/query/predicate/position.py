"""An exact position: ``position "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3"``."""

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
class PositionIs(Predicate):
    """This position, whatever the move number."""

    name: ClassVar[str] = "position"
    syntax: ClassVar[str] = '"position"i STRING'
    forms: ClassVar[tuple[str, ...]] = ('position "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3"',)
    about: ClassVar[str] = "it is this position; a move number means nothing"

    position: Any

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of a position string."""
        return cls(reader.position(parts[0]))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that a position has this one's key."""
        return Term(Source.KEYS, f"(key = {binder.bind(self.position.key)}::bigint)")

    def imaged(self, imager: Imager) -> PositionIs:
        """Return the image."""
        return PositionIs(imager.image.position(self.position))

    def holds(self, moment: Moment) -> bool:
        """Tell whether it is this position."""
        scene = moment.vocabulary.scene(self.position)
        return moment.scene.identity == scene.identity
