"""A capture that is there to be made: ``blue S on d3 attacks red N on d6``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.vocabulary import Corner
from mentis_records.query.area import read_corner
from mentis_records.query.predicate.base import Binder, Predicate, is_like
from mentis_records.query.term import Source, Term

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Scene
    from mentis_records.query.image import Imager
    from mentis_records.query.moment import Moment
    from mentis_records.query.reader import Reader


@dataclass(frozen=True, slots=True)
class Attacks(Predicate):
    """A top tile that could capture another one, whoever is to move."""

    name: ClassVar[str] = "attacks"
    syntax: ClassVar[str] = 'located "attacks"i located'
    forms: ClassVar[tuple[str, ...]] = (
        "blue S on d3 attacks red N on d6",
        "any N attacks any K",
    )
    about: ClassVar[str] = "such a top tile could capture such another, whoever is to move"

    attacker: Corner
    target: Corner

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of an attacker and its target."""
        return cls(read_corner(reader, parts[0]), read_corner(reader, parts[1]))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that there is such a capture."""
        told = binder.vocabulary.attacks(self.attacker, self.target)
        source = Source.EXCERPT if told.is_excerpted else Source.FEATURES
        return Term(source, told.condition)

    def imaged(self, imager: Imager) -> Attacks:
        """Return the same of the image."""
        return Attacks(imager.corner(self.attacker), imager.corner(self.target))

    def _found(self, scene: Scene) -> list[tuple[int, int]]:
        return [
            (place, target)
            for place, target in scene.captures
            if _is_at(scene, place, self.attacker) and _is_at(scene, target, self.target)
        ]

    def holds(self, moment: Moment) -> bool:
        """Tell whether there is such a capture."""
        return bool(self._found(moment.scene))

    def squares(self, moment: Moment) -> Iterable[int]:
        """Return the squares of attackers and targets."""
        return [place for pair in self._found(moment.scene) for place in pair]


def _is_at(scene: Scene, place: int, corner: Corner) -> bool:
    return bool(corner.area >> place & 1) and is_like(scene, place, corner.side, corner.letter)
