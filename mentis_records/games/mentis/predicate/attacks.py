"""The predicate of captures that could be made: ``blue S on d3 attacks red N on d6``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import Predicate
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.predicate.capture_expression import attacks
from mentis_records.games.mentis.predicate.located import Tiles, captures_of

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader
    from mentis_records.core.query.term import Term
    from mentis_records.core.vocabulary import Scene


@dataclass(frozen=True, slots=True)
class Attacks(Predicate):
    """A top tile that could capture another one, whoever is to move."""

    name: ClassVar[str] = "attacks"
    syntax: ClassVar[str] = 'located "attacks"i located'
    forms: ClassVar[tuple[str, ...]] = ("blue S on d3 attacks red N on d6", "any N attacks any K")
    about: ClassVar[str] = "such a top tile could capture such another, whoever is to move"
    is_seen: ClassVar[bool] = True

    attacker: Tiles
    target: Tiles

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of an attacker and its target."""
        attacker, target = (Tiles(*reader.located(part)) for part in parts)
        return cls(attacker, target)

    def term(self, binder: Binder) -> Term:
        """Return the SQL that there is such a capture."""
        return attacks(self.attacker.corner, self.target.corner)

    def imaged(self, imager: WordImager) -> Attacks:
        """Return the same of the image."""
        return Attacks(self.attacker.imaged(imager), self.target.imaged(imager))

    def _found(self, scene: Scene) -> list[tuple[int, int]]:
        return [
            (place, target)
            for place, target in captures_of(scene)
            if self.attacker.are_on(scene, place) and self.target.are_on(scene, target)
        ]

    def holds(self, moment: Seen) -> bool:
        """Tell whether there is such a capture."""
        return bool(self._found(moment.scene))

    def squares(self, moment: Seen) -> Iterable[int]:
        """Return the squares of attackers and targets."""
        return [place for pair in self._found(moment.scene) for place in pair]
