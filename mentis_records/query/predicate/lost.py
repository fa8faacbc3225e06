"""Tiles that were captured: ``blue lost N >= 1``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.predicate.base import Binder, OwnTiles, compare
from mentis_records.query.predicate.record import option_condition
from mentis_records.query.term import Source, Term

if TYPE_CHECKING:
    from mentis_records.query.moment import Moment
    from mentis_records.query.reader import Reader


class Lost(OwnTiles):
    """The number of tiles of a type, or of any, that a side has lost."""

    __slots__ = ()
    name: ClassVar[str] = "lost"
    syntax: ClassVar[str] = 'side "lost"i [tile] OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("blue lost N >= 1", "red lost >= 5")
    about: ClassVar[str] = "so many tiles are gone: set minus hand minus board"

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of a side, a type of tile, and a comparison."""
        owner, tile, sign, value = parts
        side = reader.owner(owner, "a loss")
        found = None if tile is None else reader.tile(tile)
        types = reader.vocabulary.tiles
        most = sum(one.set_size for one in types if found is None or one == found)
        what = "tiles" if found is None else found.name
        number = reader.comparison(sign, value, f"the number of {what} lost", 0, most)
        return cls(side, None if found is None else found.letter, number)

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the number passes, in each kind of record."""
        parts = []
        for condition in binder.vocabulary.lost(self.side, self.letter):
            part = compare(condition.expression, self.number, binder)
            if condition.option:
                records = option_condition(condition.option, condition.value, binder)
                part = f"({records} and {part})"
            parts.append(part)
        return Term(Source.FEATURES, f"({' or '.join(parts)})")

    def holds(self, moment: Moment) -> bool:
        """Tell whether the number passes."""
        scene, lost = moment.scene, 0
        own = [stack.letters for stack in scene.stacks if stack and stack.side == self.side]
        for tile in moment.vocabulary.tiles:
            if self.letter not in (None, tile.letter):
                continue
            if not tile.option or moment.played.option(tile.option) == tile.option_value:
                lost += tile.set_size
            lost -= scene.hands[self.side].get(tile.letter, 0)
            lost -= sum(letters.count(tile.letter) for letters in own)
        return self.number.holds(lost)
