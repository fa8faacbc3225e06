"""The predicates of turns: ``move jumps``, ``move legs >= 3``, ``move flips``, ``move cites``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.number import SIGNS, Number
from mentis_records.core.query.predicate import MovePredicate
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.antipode.predicate import move_condition
from mentis_records.games.antipode.scene import AntipodeTurn

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, WordImager, WordReader
    from mentis_records.core.vocabulary import Turn


class _Word(MovePredicate):
    """A word alone, the same in every image."""

    __slots__ = ()

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate."""
        return cls()

    def imaged(self, imager: WordImager) -> Self:
        """Return the same."""
        return self


@dataclass(frozen=True, slots=True)
class MoveJumps(_Word):
    """A stone jumped."""

    name: ClassVar[str] = "move_jumps"
    syntax: ClassVar[str] = '"move"i "jumps"i'
    forms: ClassVar[tuple[str, ...]] = ("move jumps",)
    about: ClassVar[str] = "the turn was a jump, over any pieces"

    def condition(self, binder: Binder) -> str:
        """Return the SQL that a stone jumped."""
        return move_condition.jumps()

    def passes(self, turn: Turn) -> bool:
        """Tell whether a stone jumped."""
        return isinstance(turn, AntipodeTurn) and turn.legs > 0


@dataclass(frozen=True, slots=True)
class MoveLegs(MovePredicate):
    """A jump of so many legs."""

    name: ClassVar[str] = "move_legs"
    syntax: ClassVar[str] = '"move"i "legs"i OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("move legs >= 3", "move legs = 1")
    about: ClassVar[str] = "the turn was a jump of this many legs"

    number: Number

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a comparison."""
        sign, value = parts
        return cls(reader.comparison(sign, value, "the number of legs of a jump", 1, None))

    def condition(self, binder: Binder) -> str:
        """Return the SQL that a stone jumped with such a number of legs."""
        number = f"{SIGNS[self.number.operator]} {binder.bind(self.number.value)}::integer"
        return move_condition.jumps(number)

    def passes(self, turn: Turn) -> bool:
        """Tell whether a stone jumped with such a number of legs."""
        return isinstance(turn, AntipodeTurn) and turn.legs > 0 and self.number.holds(turn.legs)

    def imaged(self, imager: WordImager) -> MoveLegs:
        """Return the same."""
        return self


@dataclass(frozen=True, slots=True)
class MoveFlips(_Word):
    """The Antipode was jumped."""

    name: ClassVar[str] = "move_flips"
    syntax: ClassVar[str] = '"move"i "flips"i'
    forms: ClassVar[tuple[str, ...]] = ("move flips",)
    about: ClassVar[str] = "the turn jumped the Antipode, once or more: each time it is flipped"

    def condition(self, binder: Binder) -> str:
        """Return the SQL that the Antipode was jumped."""
        return move_condition.flips()

    def passes(self, turn: Turn) -> bool:
        """Tell whether the Antipode was jumped."""
        return isinstance(turn, AntipodeTurn) and turn.flips


@dataclass(frozen=True, slots=True)
class MoveCites(_Word):
    """A stone was taken as a penalty."""

    name: ClassVar[str] = "move_cites"
    syntax: ClassVar[str] = '"move"i "cites"i'
    forms: ClassVar[tuple[str, ...]] = ("move cites",)
    about: ClassVar[str] = "the turn cited an infraction: it began with a stone taken as a penalty"

    def condition(self, binder: Binder) -> str:
        """Return the SQL that an infraction was cited."""
        return move_condition.cites()

    def passes(self, turn: Turn) -> bool:
        """Tell whether an infraction was cited."""
        return isinstance(turn, AntipodeTurn) and turn.cites
