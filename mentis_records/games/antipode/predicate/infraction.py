"""The predicate of missed mandatory moves: ``infraction``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import Predicate
from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.antipode.predicate import derived
from mentis_records.games.antipode.scene import AntipodeScene

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader


@dataclass(frozen=True, slots=True)
class Infraction(Predicate):
    """The last turn missed a mandatory move (rules R16)."""

    name: ClassVar[str] = "infraction"
    syntax: ClassVar[str] = '"infraction"i'
    forms: ClassVar[tuple[str, ...]] = ("infraction",)
    about: ClassVar[str] = "the last turn missed a mandatory move: the side to move may cite it"

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate."""
        return cls()

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the last turn missed a mandatory move."""
        return Term(Source.FEATURES, f"({derived.infraction()} = 1)")

    def imaged(self, imager: WordImager) -> Infraction:
        """Return the same."""
        return self

    def holds(self, moment: Seen) -> bool:
        """Tell whether the last turn missed a mandatory move."""
        scene = moment.scene
        return isinstance(scene, AntipodeScene) and scene.is_infraction
