"""The predicate of tiles that such others could capture: ``red any attacked by blue N on d4``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import SquarePredicate
from mentis_records.core.query.term import Source
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.predicate.capture_expression import attacks, count_attacked
from mentis_records.games.mentis.predicate.corner import Corner
from mentis_records.games.mentis.predicate.located import Tiles, captures_of
from mentis_records.games.mentis.rules.square import square_set

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql
    from mentis_records.core.query.term import Term
    from mentis_records.core.vocabulary import Area, Scene


@dataclass(frozen=True, slots=True)
class AttackedBy(SquarePredicate):
    """A top tile that a tile of certain ones could capture, whoever is to move."""

    name: ClassVar[str] = "attacked_by"
    syntax: ClassVar[str] = 'located "attacked"i "by"i located'
    forms: ClassVar[tuple[str, ...]] = (
        "red any attacked by blue N on d4",
        "any K attacked by any S",
    )
    about: ClassVar[str] = "such a top tile could be captured by such another, whoever is to move"
    is_seen: ClassVar[bool] = True
    source: ClassVar[Source] = Source.EXCERPT

    target: Tiles
    attacker: Tiles

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a target and its attacker."""
        target, attacker = (Tiles(*reader.located(part)) for part in parts)
        return cls(target, attacker)

    @property
    def area(self) -> Area:  # type: ignore[override]
        """The squares of the targets."""
        return self.target.area

    def term(self, binder: Binder) -> Term:
        """Return the SQL that there is such a capture."""
        return attacks(self.attacker.corner, self.target.corner)

    def passing(self, scene_sql: SceneSql) -> _Attacked:
        """Return the squares of targets."""
        return _Attacked(self.attacker.corner, self.target.corner)

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether the tile on a square is such a target."""
        return self.target.are_on(scene, place) and bool(self._attackers(scene, place))

    def _attackers(self, scene: Scene, target: int) -> list[int]:
        return [
            place
            for place, at in captures_of(scene)
            if at == target and self.attacker.are_on(scene, place)
        ]

    def squares(self, moment: Seen) -> Iterable[int]:
        """Return the squares of targets and attackers."""
        for target in self.found(moment):
            yield from (target, *self._attackers(moment.scene, target))

    def imaged(self, imager: WordImager) -> AttackedBy:
        """Return the same of the image."""
        return AttackedBy(self.target.imaged(imager), self.attacker.imaged(imager))


@dataclass(frozen=True, slots=True)
class _Attacked:
    """The squares of targets that attackers could capture, in the excerpt."""

    attacker: Corner
    target: Corner

    def some_of(self, area: Area) -> str:
        """Return SQL that one of an area is attacked."""
        return f"({self.count_of(area)} > 0)"

    def seen_in(self, area: Area) -> str:
        """Return nothing: no sightings tell."""
        return ""

    def count_of(self, area: Area) -> str:
        """Return how many of an area are attacked, as an expression."""
        return count_attacked(self.attacker, replace(self.target, area=square_set(area)))
