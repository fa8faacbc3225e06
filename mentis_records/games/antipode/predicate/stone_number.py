"""The predicates of numbers of stones: ``primes gold >= 5``, ``captured silver >= 3``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.number import Number
from mentis_records.core.query.predicate import NumberPredicate, is_topped
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.antipode.predicate import derived
from mentis_records.games.antipode.rules.key import MOST
from mentis_records.games.antipode.rules.square import PRIME, squares_of
from mentis_records.games.antipode.scene import STONE, AntipodeScene

if TYPE_CHECKING:
    from mentis_records.core.query.context import Seen, WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql


@dataclass(frozen=True, slots=True)
class _StoneNumber(NumberPredicate):
    """A number of stones of a side; ``what`` names it, and ``owned`` that of one side."""

    side: int
    number: Number

    what: ClassVar[str]
    owned: ClassVar[str]

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a side and a comparison."""
        owner, sign, value = parts
        side = reader.owner(owner, cls.owned)
        return cls(side, reader.comparison(sign, value, cls.what, 0, MOST))

    def imaged(self, imager: WordImager) -> Self:
        """Return the same of the image."""
        return type(self)(imager.owner(self.side), self.number)


class Primes(_StoneNumber):
    """How many stones of a side are on Prime squares."""

    __slots__ = ()
    name: ClassVar[str] = "primes"
    syntax: ClassVar[str] = '(side "primes"i | "primes"i side) OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("primes gold >= 5", "silver primes = 0")
    about: ClassVar[str] = "this many stones of a side are on Prime squares; seven win"
    what: ClassVar[str] = "the number of stones on Prime squares"
    owned: ClassVar[str] = "a number of Primes"

    def expression(self, scene_sql: SceneSql) -> str:
        """Return how many stones are on Prime squares."""
        return f"bit_count({derived.primes(self.side)})"

    def value(self, moment: Seen) -> int:
        """Return how many stones are on Prime squares."""
        scene = moment.scene
        return sum(is_topped(scene, place, self.side, STONE) for place in squares_of(PRIME))


class Captured(_StoneNumber):
    """How many stones of a side have been captured."""

    __slots__ = ()
    name: ClassVar[str] = "captured"
    syntax: ClassVar[str] = '(side "captured"i | "captured"i side) OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("captured silver >= 3", "gold captured = 0")
    about: ClassVar[str] = (
        "this many stones of a side have been captured in the round, cited ones included; seven "
        "lose"
    )
    what: ClassVar[str] = "the number of captured stones"
    owned: ClassVar[str] = "a number of captured stones"

    def expression(self, scene_sql: SceneSql) -> str:
        """Return how many stones have been captured."""
        return derived.captured(self.side)

    def value(self, moment: Seen) -> int:
        """Return how many stones have been captured."""
        scene = moment.scene
        return scene.captures[1 - self.side] if isinstance(scene, AntipodeScene) else 0
