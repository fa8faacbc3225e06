"""Top tiles where they stand, as tests of captures read and see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from mentis_records.core.query.predicate import PiecePredicate
from mentis_records.games.mentis.scene import MentisScene

if TYPE_CHECKING:
    from mentis_records.core.query.context import WordReader
    from mentis_records.core.vocabulary import Scene


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
