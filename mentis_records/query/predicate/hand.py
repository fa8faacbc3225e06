"""Tiles in hand: ``blue hand S >= 2``, ``red hand = 0``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.number import Number
from mentis_records.query.predicate.base import NumberPredicate

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Vocabulary
    from mentis_records.query.image import Imager
    from mentis_records.query.moment import Moment
    from mentis_records.query.reader import Reader


@dataclass(frozen=True, slots=True)
class Hand(NumberPredicate):
    """The number of tiles of a type, or of any, in a side's hand."""

    name: ClassVar[str] = "hand"
    syntax: ClassVar[str] = 'side "hand"i [tile] OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("blue hand S >= 2", "red hand = 0")
    about: ClassVar[str] = "so many tiles are in hand: of a type, or in all"

    side: int
    letter: str | None
    number: Number

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of a side, a type of tile, and a comparison."""
        owner, tile, sign, value = parts
        side = reader.owner(owner, "a hand")
        found = None if tile is None else reader.tile(tile)
        if found is not None and not found.hand_most:
            held = [one.letter for one in reader.vocabulary.tiles if one.hand_most]
            words = f"the {found.name} is never in a hand"
            hint = f"expected: {', '.join(held)}, or nothing for all; such as {cls.forms[0]}"
            reader.refuse(tile.children[0], words, hint)
        most = sum(
            one.hand_most for one in reader.vocabulary.tiles if found is None or one == found
        )
        what = "a hand" if found is None else f"{found.name} in a hand"
        number = reader.comparison(sign, value, f"the number of tiles of {what}", 0, most)
        return cls(side, None if found is None else found.letter, number)

    def expression(self, vocabulary: Vocabulary) -> str:
        """Return the number of such tiles in hand."""
        return vocabulary.held(self.side, self.letter)

    def value(self, moment: Moment) -> int:
        """Return the number of such tiles in hand."""
        hand = moment.scene.hands[self.side]
        return sum(hand.values()) if self.letter is None else hand[self.letter]

    def imaged(self, imager: Imager) -> Hand:
        """Return the same of the image."""
        return Hand(imager.owner(self.side), self.letter, self.number)
