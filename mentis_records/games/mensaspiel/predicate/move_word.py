"""The predicates of kinds of turn: ``move starts at b3``, ``move generates`` and others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import MovePredicate
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mensaspiel.predicate import move_condition
from mentis_records.games.mensaspiel.rules import move
from mentis_records.games.mensaspiel.scene import MensaTurn

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, WordImager, WordReader
    from mentis_records.core.vocabulary import Area, Turn


@dataclass(frozen=True, slots=True)
class MoveStarts(MovePredicate):
    """A starter came from the base, also behind an exchange, and where to."""

    name: ClassVar[str] = "move_starts"
    syntax: ClassVar[str] = '"move"i "starts"i ["at"i areas]'
    forms: ClassVar[tuple[str, ...]] = ("move starts at b3", "move starts")
    about: ClassVar[str] = "the turn put a starter on one of the squares, after an exchange or not"

    area: Area

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of an area, by default the board."""
        (area,) = parts
        return cls(reader.area(area) if area else reader.board)

    def condition(self, binder: Binder) -> str:
        """Return the SQL that a starter came there."""
        return move_condition.starts(self.area)

    def passes(self, turn: Turn) -> bool:
        """Tell whether a starter came there."""
        is_start = isinstance(turn, MensaTurn) and turn.kind in (move.START, move.EXCHANGE)
        return is_start and not self.area.isdisjoint(turn.targets)

    def imaged(self, imager: WordImager) -> MoveStarts:
        """Return the same of the image."""
        return MoveStarts(imager.area(self.area))


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


class _Kind(_Word):
    """The kind of a turn."""

    __slots__ = ()
    kind: ClassVar[str]

    def condition(self, binder: Binder) -> str:
        """Return the SQL that a turn is of the kind."""
        return move_condition.is_any((self.kind,))

    def passes(self, turn: Turn) -> bool:
        """Tell whether a turn is of the kind."""
        return isinstance(turn, MensaTurn) and turn.kind == self.kind


@dataclass(frozen=True, slots=True)
class MoveGenerates(_Word):
    """A reserve piece became a starter."""

    name: ClassVar[str] = "move_generates"
    syntax: ClassVar[str] = '"move"i "generates"i'
    forms: ClassVar[tuple[str, ...]] = ("move generates",)
    about: ClassVar[str] = "the turn made a starter of a piece in reserve: it is written with +"

    def condition(self, binder: Binder) -> str:
        """Return the SQL that a starter was made."""
        return move_condition.generates()

    def passes(self, turn: Turn) -> bool:
        """Tell whether a starter was made."""
        return isinstance(turn, MensaTurn) and turn.generates


@dataclass(frozen=True, slots=True)
class MoveTransports(_Kind):
    """A stack was brought to the Transmitter."""

    name: ClassVar[str] = "move_transports"
    syntax: ClassVar[str] = '"move"i "transports"i'
    forms: ClassVar[tuple[str, ...]] = ("move transports",)
    about: ClassVar[str] = "the turn brought a stack to the Transmitter and made prisoners"
    kind: ClassVar[str] = move.TRANSPORT


@dataclass(frozen=True, slots=True)
class MoveExchanges(_Kind):
    """A prisoner was exchanged, and the new starter started."""

    name: ClassVar[str] = "move_exchanges"
    syntax: ClassVar[str] = '"move"i "exchanges"i'
    forms: ClassVar[tuple[str, ...]] = ("move exchanges",)
    about: ClassVar[str] = "the turn exchanged a prisoner, and started: it `move starts` as well"
    kind: ClassVar[str] = move.EXCHANGE


@dataclass(frozen=True, slots=True)
class MoveReturns(_Kind):
    """The last man went back to the base."""

    name: ClassVar[str] = "move_returns"
    syntax: ClassVar[str] = '"move"i "returns"i'
    forms: ClassVar[tuple[str, ...]] = ("move returns",)
    about: ClassVar[str] = "the turn took the last man to the Transmitter: two starters"
    kind: ClassVar[str] = move.LAST_MAN


@dataclass(frozen=True, slots=True)
class MovePasses(_Kind):
    """There was nothing to do but pass."""

    name: ClassVar[str] = "move_passes"
    syntax: ClassVar[str] = '"move"i "passes"i'
    forms: ClassVar[tuple[str, ...]] = ("move passes",)
    about: ClassVar[str] = "the side had to pass"
    kind: ClassVar[str] = move.PASS
