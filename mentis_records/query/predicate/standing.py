"""Tiles left on the board: ``red tiles < 6``."""

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
class Standing(NumberPredicate):
    """The number of tiles that a side has on the board."""

    name: ClassVar[str] = "standing"
    syntax: ClassVar[str] = 'side "tiles"i OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("red tiles < 6",)
    about: ClassVar[str] = "a side has so many tiles on the board, its King included"

    side: int
    number: Number

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of a side and a comparison."""
        owner, sign, value = parts
        side = reader.owner(owner, "the number of tiles")
        most = sum(tile.set_size for tile in reader.vocabulary.tiles)
        what = "the number of tiles on the board"
        return cls(side, reader.comparison(sign, value, what, 0, most))

    def expression(self, vocabulary: Vocabulary) -> str:
        """Return the number of tiles on the board."""
        return vocabulary.standing(self.side)

    def value(self, moment: Moment) -> int:
        """Return the number of tiles on the board."""
        stacks = moment.scene.stacks
        return sum(len(stack.letters) for stack in stacks if stack and stack.side == self.side)

    def imaged(self, imager: Imager) -> Standing:
        """Return the same of the image."""
        return Standing(imager.owner(self.side), self.number)
