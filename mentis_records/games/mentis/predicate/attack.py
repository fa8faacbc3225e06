"""Possible captures: ``red K attacked``, ``red any attacked by blue N on d4``, ``blocks``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import (
    PiecePredicate,
    Predicate,
    SquarePredicate,
    is_topped,
)
from mentis_records.core.query.term import Source
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.predicate.aim import Corner
from mentis_records.games.mentis.predicate.capture_expression import attacks, count_attacked
from mentis_records.games.mentis.predicate.expression import attacked, blocking
from mentis_records.games.mentis.predicate.scene_sql import Squares
from mentis_records.games.mentis.rules.square import square_set
from mentis_records.games.mentis.scene import MentisScene

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql
    from mentis_records.core.query.term import Term
    from mentis_records.core.vocabulary import Area, Scene


@dataclass(frozen=True, slots=True)
class Tiles:
    """Tiles on squares, as one end of a capture: of a side and a type, or any."""

    side: int | None
    piece: str | None
    area: Area

    def imaged(self, imager: WordImager) -> Tiles:
        """Return the same of the image."""
        return Tiles(imager.side(self.side), self.piece, imager.area(self.area))

    def are_on(self, scene: Scene, place: int) -> bool:
        """Tell whether such a tile is on top of a square."""
        return place in self.area and is_topped(scene, place, self.side, self.piece)

    @property
    def corner(self) -> Corner:
        """The same in sets of squares, for SQL."""
        return Corner(self.side, self.piece, square_set(self.area))


class LocatedTile(PiecePredicate):
    """A test of top tiles, read as tiles with the area in which they stand."""

    __slots__ = ()

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of tiles on squares."""
        return cls(*reader.located(parts[0]))


def captures_of(scene: Scene) -> frozenset[tuple[int, int]]:
    """Return the pairs of squares of which one could capture on the other."""
    return scene.captures if isinstance(scene, MentisScene) else frozenset()


def blockers_of(scene: Scene) -> frozenset[int]:
    """Return the squares whose top tile blocks captures."""
    return scene.blockers if isinstance(scene, MentisScene) else frozenset()


class Attacked(LocatedTile):
    """A top tile that some enemy tile could capture, whoever is to move."""

    __slots__ = ()
    name: ClassVar[str] = "attacked"
    syntax: ClassVar[str] = 'located "attacked"i'
    forms: ClassVar[tuple[str, ...]] = ("red K attacked", "blue any on row 4 attacked")
    about: ClassVar[str] = "some enemy tile could capture such a top tile, whoever is to move"
    is_seen: ClassVar[bool] = True

    def passing(self, scene_sql: SceneSql) -> Squares:
        """Return the squares with such a tile that could be captured."""
        return Squares(attacked(self.side, self.piece))

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether the tile on a square is such and could be captured."""
        is_attacked = any(target == place for _, target in captures_of(scene))
        return is_attacked and is_topped(scene, place, self.side, self.piece)


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


class Blocks(LocatedTile):
    """A top tile that blocks a capture that would be possible if it alone were lifted."""

    __slots__ = ()
    name: ClassVar[str] = "blocks"
    syntax: ClassVar[str] = 'located "blocks"i'
    forms: ClassVar[tuple[str, ...]] = ("red T on b3 blocks", "any T blocks")
    about: ClassVar[str] = (
        "such a top tile blocks a capture that an enemy could make if it alone were lifted"
    )

    def passing(self, scene_sql: SceneSql) -> Squares:
        """Return the squares with such a tile that blocks a capture."""
        return Squares(blocking(self.side, self.piece))

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether the tile on a square is such and blocks a capture."""
        return place in blockers_of(scene) and is_topped(scene, place, self.side, self.piece)
