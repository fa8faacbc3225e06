"""SQL of sets of squares over the features of CirKle Mind, each in two words; knows no query."""

from __future__ import annotations

from collections.abc import Iterator

from mentis_records.core.vocabulary import ANY_SIGN, Area
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.cirkle_mind.index.feature import (
    CODE_BITS,
    COLOURS,
    LOW_BITS,
    OWNERS,
    SHAPES,
    code_of,
    word,
)
from mentis_records.games.cirkle_mind.predicate import derived
from mentis_records.games.cirkle_mind.rules.board import square_set
from mentis_records.games.cirkle_mind.rules.piece import COLOUR_LETTERS, SHAPE_LETTERS
from mentis_records.games.cirkle_mind.scene import UNKNOWN_PIECE


@dataclass(frozen=True, slots=True)
class Squares:
    """The squares of a position whose bits are set in two numbers, the lower rows' first."""

    words: tuple[str, str]

    def some_of(self, area: Area) -> str:
        """Return SQL that a square of an area is among them."""
        found = [f"(({each} & {places}) <> 0)" for each, places in self._within(area)]
        return found[0] if len(found) == 1 else f"({' or '.join(found) or 'false'})"

    def seen_in(self, area: Area) -> str:
        """Return nothing: no sightings are kept of whole games."""
        return ""

    def count_of(self, area: Area) -> str:
        """Return how many squares of an area are among them, as an expression."""
        found = [f"bit_count({each} & {places})" for each, places in self._within(area)]
        return f"({' + '.join(found)})" if found else "0"

    def has(self, place: str) -> str:
        """Return SQL that the square with an index, an expression, is among them."""
        low, high = self.words
        number = f"case when {place} < {LOW_BITS} then {low} >> {place}"
        return f"((({number} else {high} >> ({place} - {LOW_BITS}) end) & 1) = 1)"

    def _within(self, area: Area) -> Iterator[tuple[str, int]]:
        """Yield each word that has squares of an area, with their bits."""
        if self == NONE:
            return
        places = square_set(area)
        for each, found in zip(self.words, split(places), strict=True):
            if found:
                yield each, found


def split(places: int) -> tuple[int, int]:
    """Return a set of squares as two words."""
    return places & (1 << LOW_BITS) - 1, places >> LOW_BITS


NONE = Squares(("0", "0"))

EMPTY = Squares((derived.empty(0), derived.empty(1)))
"""The squares without pieces."""


def kept(name: str) -> Squares:
    """Return a set of squares that the index keeps."""
    return Squares((word(name, 0), word(name, 1)))


def among(*sets: Squares) -> Squares:
    """Return the squares that are among all of some sets."""
    return _joined(" & ", sets)


def either(*sets: Squares) -> Squares:
    """Return the squares that are among one of some sets."""
    return _joined(" | ", sets)


def _joined(sign: str, sets: tuple[Squares, ...]) -> Squares:
    low, high = (
        next(iter(words)) if len(words) == 1 else f"({sign.join(words)})"
        for words in zip(*(each.words for each in sets), strict=True)
    )
    return Squares((low, high))


def tops(side: int | None, piece: str | None) -> Squares:
    """Return the squares with a piece of a side and a type, ``?`` standing for any sign."""
    owned = kept(OWNERS[side]) if side is not None else either(*map(kept, OWNERS))
    if piece is None:
        return owned
    if piece == UNKNOWN_PIECE:
        return among(owned, *_coded(COLOURS, 0))
    found: list[Squares] = []
    for names, letters, sign in zip(
        (COLOURS, SHAPES), (COLOUR_LETTERS, SHAPE_LETTERS), piece, strict=True
    ):
        if sign != ANY_SIGN:
            found += _coded(names, code_of(letters, sign))
    return among(owned, *found)


def _coded(names: tuple[str, ...], code: int) -> list[Squares]:
    """Return the sets of which all have the squares whose code is this one."""
    sets = zip(map(kept, names), CODE_BITS, strict=True)
    return [found if code & bit else _without(found) for found, bit in sets]


def _without(squares: Squares) -> Squares:
    low, high = (f"(~{each})" for each in squares.words)
    return Squares((low, high))
