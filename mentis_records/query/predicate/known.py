"""What all sides know: ``known e5``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from mentis_records.core.query.predicate import SquarePredicate
from mentis_records.core.query.term import UnindexedError
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import Seen, WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql
    from mentis_records.core.vocabulary import Area, Scene


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
