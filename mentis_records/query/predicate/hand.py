"""Tiles in hand: ``blue hand S >= 2``, ``red hand = 0``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.predicate.base import Binder, OwnTiles, compare
from mentis_records.query.term import Source, Term

if TYPE_CHECKING:
    from mentis_records.query.moment import Moment
    from mentis_records.query.reader import Reader


class Hand(OwnTiles):
    """The number of tiles of a type, or of any, in a side's hand."""

    __slots__ = ()
    name: ClassVar[str] = "hand"
    syntax: ClassVar[str] = 'side "hand"i [tile] OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("blue hand S >= 2", "red hand = 0")
    about: ClassVar[str] = "so many tiles are in hand: of a type, or in all"

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

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the number passes."""
        held = binder.vocabulary.held(self.side, self.letter)
        return Term(Source.FEATURES, compare(held, self.number, binder))

    def holds(self, moment: Moment) -> bool:
        """Tell whether the number passes."""
        hand = moment.scene.hands[self.side]
        return self.number.holds(sum(hand.values()) if self.letter is None else hand[self.letter])
