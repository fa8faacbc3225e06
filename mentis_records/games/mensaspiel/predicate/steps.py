"""The predicate of step lengths: ``white steps = 5``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.number import Number
from mentis_records.core.query.predicate import NumberPredicate
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mensaspiel import scene
from mentis_records.games.mensaspiel.predicate import derived
from mentis_records.games.mensaspiel.rules.board import LONGEST

if TYPE_CHECKING:
    from mentis_records.core.query.context import Seen, WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql


@dataclass(frozen=True, slots=True)
class Steps(NumberPredicate):
    """The step length of a side."""

    name: ClassVar[str] = "steps"
    syntax: ClassVar[str] = '(side "steps"i | "steps"i side) OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("white steps = 5", "black steps >= 8")
    about: ClassVar[str] = "a side's step length: its pips on all squares where its piece is on top"

    side: int
    number: Number

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a side and a comparison."""
        owner, sign, value = parts
        side = reader.owner(owner, "a step length")
        return cls(side, reader.comparison(sign, value, "a step length", 0, LONGEST))

    def expression(self, scene_sql: SceneSql) -> str:
        """Return the step length."""
        return derived.steps(self.side)

    def value(self, moment: Seen) -> int:
        """Return the step length."""
        return scene.steps(moment.scene, self.side)

    def imaged(self, imager: WordImager) -> Steps:
        """Return the same of the image."""
        return Steps(imager.owner(self.side), self.number)
