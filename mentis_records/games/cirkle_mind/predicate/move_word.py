"""The predicates of duels: ``move attacks``, ``move wins``, ``move loses``, ``move fails``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import MovePredicate
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.cirkle_mind.predicate import move_condition
from mentis_records.games.cirkle_mind.rules.duel import FAILED, LOST, MARKS, WON
from mentis_records.games.cirkle_mind.scene import CirkleTurn

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, WordImager, WordReader
    from mentis_records.core.vocabulary import Turn


class _Duel(MovePredicate):
    """A turn with an attack that had one of some outcomes."""

    __slots__ = ()
    is_seen: ClassVar[bool] = True
    marks: ClassVar[tuple[str, ...]]

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate."""
        return cls()

    def condition(self, binder: Binder) -> str:
        """Return the SQL that the turn is such an attack."""
        if self.marks == MARKS:
            return move_condition.attacks()
        return move_condition.ended(*self.marks)

    def passes(self, turn: Turn) -> bool:
        """Tell whether a turn is such an attack."""
        return isinstance(turn, CirkleTurn) and turn.mark in self.marks

    def imaged(self, imager: WordImager) -> Self:
        """Return the same."""
        return self


@dataclass(frozen=True, slots=True)
class MoveAttacks(_Duel):
    """A piece attacked."""

    name: ClassVar[str] = "move_attacks"
    syntax: ClassVar[str] = '"move"i "attacks"i'
    forms: ClassVar[tuple[str, ...]] = ("move attacks",)
    about: ClassVar[str] = "the turn was an attack, however it ended"
    marks: ClassVar[tuple[str, ...]] = MARKS


@dataclass(frozen=True, slots=True)
class MoveWins(_Duel):
    """The attacker took the defender's square."""

    name: ClassVar[str] = "move_wins"
    syntax: ClassVar[str] = '"move"i "wins"i'
    forms: ClassVar[tuple[str, ...]] = ("move wins",)
    about: ClassVar[str] = "the attacker won and took the defender's square (`+`)"
    marks: ClassVar[tuple[str, ...]] = (WON,)


@dataclass(frozen=True, slots=True)
class MoveLoses(_Duel):
    """The defender took the attacker's square."""

    name: ClassVar[str] = "move_loses"
    syntax: ClassVar[str] = '"move"i "loses"i'
    forms: ClassVar[tuple[str, ...]] = ("move loses",)
    about: ClassVar[str] = "the attacker lost, and the defender took its square (`<`)"
    marks: ClassVar[tuple[str, ...]] = (LOST,)


@dataclass(frozen=True, slots=True)
class MoveFails(_Duel):
    """Both pieces stayed."""

    name: ClassVar[str] = "move_fails"
    syntax: ClassVar[str] = '"move"i "fails"i'
    forms: ClassVar[tuple[str, ...]] = ("move fails",)
    about: ClassVar[str] = "the attack failed, and both pieces stayed (`=`)"
    marks: ClassVar[tuple[str, ...]] = (FAILED,)
