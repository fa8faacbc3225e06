"""What a query's parts become in an image of the game; knows no image and no predicate."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from mentis_records.core.outcome import RESULTS
from mentis_records.core.vocabulary import Area, Image, Vocabulary
from mentis_records.fast.late_dataclass import dataclass

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Imager:
    """An image of a game, as it acts on the words of queries."""

    image: Image
    sides: tuple[str, ...]

    def undone(self, change: Callable[[_Value], _Value], value: _Value) -> _Value:
        """Return of what a value is the image; ``change`` gives the image of such a value."""
        for _ in range(_order(self.image.squares, self.image.sides) - 1):
            value = change(value)
        return value

    def area(self, area: Area) -> Area:
        """Return the image of a set of squares; what stands for a square does so there, too."""
        return frozenset(self.image.squares[place] if place >= 0 else place for place in area)

    def side(self, side: int | None) -> int | None:
        """Return the image of a side, or None of any."""
        return None if side is None else self.owner(side)

    def owner(self, side: int) -> int:
        """Return the image of a side; nobody's stays nobody's."""
        return self.image.sides[side] if side >= 0 else side

    def notation(self, text: str) -> str:
        """Return the image of a move in canonical notation."""
        return self.image.notation(text)

    def position(self, position: Any) -> Any:
        """Return the image of a position."""
        return self.image.position(position)

    def result(self, text: str) -> str:
        """Return the image of a result: one that a side won is another side's."""
        if text in RESULTS[: len(self.sides)]:
            return RESULTS[self.image.sides[RESULTS.index(text)]]
        return text

    def side_name(self, text: str) -> str:
        """Return the image of a side's name, in any case; other words are left alone."""
        for side, name in enumerate(self.sides):
            if text.lower() == name.lower():
                return self.sides[self.image.sides[side]]
        return text


@cache
def _order(*wholes: tuple[int, ...]) -> int:
    """Return how often an image is done until all squares and sides are what they were."""
    begun = [tuple(range(len(whole))) for whole in wholes]
    found = [tuple(whole) for whole in wholes]
    times = 1
    while found != begun:
        times += 1
        found = [
            tuple(whole[at] for at in reached) for whole, reached in zip(wholes, found, strict=True)
        ]
    return times


def find_image(slug: str, words: Vocabulary | None) -> Image:
    """Return the image with this name.

    Raises:
        KeyError: the game has none such.
    """
    for image in words.images if words is not None else ():
        if image.slug == slug:
            return image
    raise KeyError(slug)
