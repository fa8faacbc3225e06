"""The predicate of tiles left on the board: ``red tiles < 6``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.number import Number
from mentis_records.core.query.predicate import NumberPredicate
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.predicate.derived import standing_in_all
from mentis_records.games.mentis.rules.tile import SET_SIZE

if TYPE_CHECKING:
    from mentis_records.core.query.context import Seen, WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql


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
