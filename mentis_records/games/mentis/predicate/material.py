"""Material: captured tiles (``blue lost N >= 1``) and tiles on the board (``red tiles < 6``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.number import Number
from mentis_records.core.query.predicate import NumberPredicate, Predicate, compare
from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.predicate.derived import standing_in_all
from mentis_records.games.mentis.predicate.expression import VARIANT, WOLF_VARIANT, lost_tiles
from mentis_records.games.mentis.rules.tile import CODE, SET_SIZE, TYPES, WOLF
from mentis_records.games.mentis.scene import HAND

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql


@dataclass(frozen=True, slots=True)
class Lost(Predicate):
    """The number of tiles of a type, or of any, that a side has lost."""

    name: ClassVar[str] = "lost"
    syntax: ClassVar[str] = 'side "lost"i [piece] OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("blue lost N >= 1", "red lost >= 5")
    about: ClassVar[str] = "this many tiles are gone: set minus hand minus board"

    side: int
    letter: str | None
    number: Number

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a side, a type of tile, and a comparison."""
        owner, tile, sign, value = parts
        side = reader.owner(owner, "a loss")
        found = None if tile is None else reader.piece(tile)
        letter = None if found is None else found.name
        what = "tiles" if found is None else found.title
        most = sum(SET_SIZE[kind] for kind in _types(letter))
        number = reader.comparison(sign, value, f"the number of {what} lost", 0, most)
        return cls(side, letter, number)

    def imaged(self, imager: WordImager) -> Lost:
        """Return the same of the image."""
        return Lost(imager.owner(self.side), self.letter, self.number)

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the number passes, in each kind of record."""
        parts = []
        for condition in lost_tiles(self.side, self.letter):
            part = compare(condition.expression, self.number, binder)
            if condition.setting:
                records = binder.setting(condition.setting, condition.value)
                part = f"({records} and {part})"
            parts.append(part)
        return Term(Source.FEATURES, f"({' or '.join(parts)})")

    def holds(self, moment: Seen) -> bool:
        """Tell whether the number passes."""
        has_wolf = moment.played.setting(VARIANT) == WOLF_VARIANT
        kinds = _types(self.letter)
        left = sum(SET_SIZE[kind] for kind in kinds if kind != WOLF or has_wolf)
        hand = moment.scene.pools[HAND][self.side]
        left -= sum(count for letter, count in hand.items() if self.letter in (None, letter))
        left -= sum(
            piece.side == self.side and self.letter in (None, piece.name)
            for stack in moment.scene.stacks
            for piece in stack
        )
        return self.number.holds(left)


def _types(letter: str | None) -> tuple[int, ...]:
    """Return the types that a letter, or none, stands for."""
    return TYPES if letter is None else (CODE[letter],)


@dataclass(frozen=True, slots=True)
class Standing(NumberPredicate):
    """The number of tiles that a side has on the board."""

    name: ClassVar[str] = "standing"
    syntax: ClassVar[str] = 'side "tiles"i OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("red tiles < 6",)
    about: ClassVar[str] = "a side has this many tiles on the board, its King included"
    is_seen: ClassVar[bool] = True

    side: int
    number: Number

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a side and a comparison."""
        owner, sign, value = parts
        side = reader.owner(owner, "the number of tiles")
        what = "the number of tiles on the board"
        return cls(side, reader.comparison(sign, value, what, 0, sum(SET_SIZE)))

    def expression(self, scene_sql: SceneSql) -> str:
        """Return the number of tiles on the board."""
        return standing_in_all(self.side)

    def value(self, moment: Seen) -> int:
        """Return the number of tiles on the board."""
        return sum(piece.side == self.side for stack in moment.scene.stacks for piece in stack)

    def imaged(self, imager: WordImager) -> Standing:
        """Return the same of the image."""
        return Standing(imager.owner(self.side), self.number)
