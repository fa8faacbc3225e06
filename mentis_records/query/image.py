"""What a query's parts become in an image of the game; knows no image and no predicate."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mentis_records.core.outcome import RESULTS
from mentis_records.core.vocabulary import Corner, Image, Vocabulary


@dataclass(frozen=True, slots=True)
class Imager:
    """An image of a game, as it acts on the words of queries."""

    image: Image
    vocabulary: Vocabulary
    sides: tuple[str, ...]

    def area(self, area: int) -> int:
        """Return the image of a set of squares."""
        places = self.image.squares
        return sum(1 << places[place] for place in range(len(places)) if area >> place & 1)

    def side(self, side: int | None) -> int | None:
        """Return the image of a side, or None of any."""
        return None if side is None else self.image.sides[side]

    def owner(self, side: int) -> int:
        """Return the image of a side."""
        return self.image.sides[side]

    def corner(self, corner: Corner) -> Corner:
        """Return the image of tiles on squares."""
        return Corner(self.side(corner.side), corner.letter, self.area(corner.area))

    def notation(self, text: str) -> str:
        """Return the image of a move in canonical notation."""
        names = self.vocabulary.squares
        return re.sub(
            "|".join(names), lambda found: names[self.image.squares[names.index(found[0])]], text
        )

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


def find_image(slug: str, vocabulary: Vocabulary) -> Image:
    """Return the image with this name.

    Raises:
        KeyError: the game has none such.
    """
    for image in vocabulary.images:
        if image.slug == slug:
            return image
    raise KeyError(slug)
