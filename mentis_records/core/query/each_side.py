"""Tests of pieces on squares that belong to each piece's own side: ``any K? on attack``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar, NoReturn

from mentis_records.core.query.context import WordImager, WordReader
from mentis_records.core.query.predicate import PiecePredicate, SquarePredicate
from mentis_records.core.query.scene_sql import SceneSql, SquareSet
from mentis_records.core.query.term import UnindexedError
from mentis_records.core.vocabulary import Area, Scene
from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class _Own:
    """The squares that pass the test of a side, as far as they are that side's."""

    parts: tuple[tuple[SquareSet, Area], ...]

    def some_of(self, area: Area) -> str:
        """Return SQL that a square of an area passes."""
        found = [squares.some_of(own) for squares, own in self._within(area)]
        return f"({' or '.join(found) or 'false'})"

    def seen_in(self, area: Area) -> str:
        """Return SQL on a game's sightings that one of an area passes, or "" if none tell."""
        found = [squares.seen_in(own) for squares, own in self._within(area)]
        return f"({' or '.join(found)})" if found and all(found) else ""

    def count_of(self, area: Area) -> str:
        """Return how many squares of an area pass, as an expression.

        Raises:
            UnindexedError: a square belongs to several sides, and may pass for each.
        """
        within = list(self._within(area))
        if any(one & other for (_, one), (_, other) in combinations(within, 2)):
            raise UnindexedError
        found = [squares.count_of(own) for squares, own in within]
        return f"({' + '.join(found)})" if found else "0"

    def _within(self, area: Area) -> Iterator[tuple[SquareSet, Area]]:
        yield from ((squares, own & area) for squares, own in self.parts if own & area)


@dataclass(frozen=True, slots=True)
class EachSide(SquarePredicate):
    """A test of pieces of any side, each on squares of its own; ``area`` has those of all."""

    is_seen: ClassVar[bool] = True

    parts: tuple[PiecePredicate, ...]
    area: Area

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> NoReturn:
        """Refuse to be read: it has no grammar of its own."""
        raise NotImplementedError

    def passing(self, scene_sql: SceneSql) -> SquareSet:
        """Return the squares that pass the test of a side to which they belong."""
        return _Own(tuple((part.passing(scene_sql), part.area) for part in self.parts))

    def passes(self, scene: Scene, place: int) -> bool:
        """Tell whether a square passes the test of a side to which it belongs."""
        return any(place in part.area and part.passes(scene, place) for part in self.parts)

    def imaged(self, imager: WordImager) -> EachSide:
        """Return the same of the image."""
        return EachSide(tuple(part.imaged(imager) for part in self.parts), imager.area(self.area))


def on_areas(
    test: type[PiecePredicate], placed: Sequence[tuple[int | None, str | None, Area]]
) -> SquarePredicate:
    """Return a test of pieces on squares, for each side if each has squares of its own."""
    parts = tuple(test(*each) for each in placed)
    if len(parts) == 1:
        return parts[0]
    return EachSide(parts, frozenset().union(*(part.area for part in parts)))
