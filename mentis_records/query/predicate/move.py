"""The ply that led to a position: ``move captures K``, ``move from d2`` and others."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.query.area import read_area
from mentis_records.query.predicate.base import Binder, Predicate
from mentis_records.query.predicate.stack import is_stack
from mentis_records.query.term import Source, Term

if TYPE_CHECKING:
    from mentis_records.core.vocabulary import Turn
    from mentis_records.query.image import Imager
    from mentis_records.query.moment import Moment
    from mentis_records.query.reader import Patterns, Reader


class MovePredicate(Predicate):
    """A test of the ply that led to a position; false at the start."""

    __slots__ = ()

    @abstractmethod
    def condition(self, binder: Binder) -> str:
        """Return the SQL that ``move_code`` passes."""

    @abstractmethod
    def passes(self, turn: Turn) -> bool:
        """Tell whether a move passes."""

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the ply passes."""
        return Term(Source.FEATURES, f"({self.condition(binder)})")

    def holds(self, moment: Moment) -> bool:
        """Tell whether the ply passes."""
        turn = moment.turn
        return turn is not None and self.passes(turn)

    def squares(self, moment: Moment) -> Iterable[int]:
        """Return the first and the last square of the ply."""
        turn = moment.turn
        if turn is None or not self.passes(turn):
            return ()
        return [place for place in (turn.first, turn.last) if place is not None]


@dataclass(frozen=True, slots=True)
class MoveBy(MovePredicate):
    """The type of tile that acted."""

    name: ClassVar[str] = "move_by"
    syntax: ClassVar[str] = '"move"i "by"i tile'
    forms: ClassVar[tuple[str, ...]] = ("move by N",)
    about: ClassVar[str] = (
        "such a tile led the move, is the top one deployed, or captured; `any`: there was a ply"
    )

    letter: str | None

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of a type of tile."""
        return cls(reader.letter(parts[0]))

    def condition(self, binder: Binder) -> str:
        """Return the SQL that such a tile acted."""
        return binder.vocabulary.move_by(self.letter)

    def passes(self, turn: Turn) -> bool:
        """Tell whether such a tile acted."""
        return self.letter in (None, turn.tile)

    def imaged(self, imager: Imager) -> MoveBy:
        """Return the same."""
        return self


@dataclass(frozen=True, slots=True)
class MoveCaptures(MovePredicate):
    """The type of tile that was captured."""

    name: ClassVar[str] = "move_captures"
    syntax: ClassVar[str] = '"move"i "captures"i tile'
    forms: ClassVar[tuple[str, ...]] = ("move captures K", "move captures any")
    about: ClassVar[str] = "the ply captured such a tile"

    letter: str | None

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of a type of tile."""
        return cls(reader.letter(parts[0]))

    def condition(self, binder: Binder) -> str:
        """Return the SQL that such a tile was captured."""
        return binder.vocabulary.move_captures(self.letter)

    def passes(self, turn: Turn) -> bool:
        """Tell whether such a tile was captured."""
        return bool(turn.captured) and self.letter in (None, turn.captured)

    def imaged(self, imager: Imager) -> MoveCaptures:
        """Return the same."""
        return self


@dataclass(frozen=True, slots=True)
class MoveDeploys(MovePredicate):
    """The tiles that were deployed, and where."""

    name: ClassVar[str] = "move_deploys"
    syntax: ClassVar[str] = '"move"i "deploys"i PATTERN ["at"i areas]'
    forms: ClassVar[tuple[str, ...]] = ("move deploys TSN at d2", "move deploys *N")
    about: ClassVar[str] = (
        "the ply deployed exactly these tiles, bottom to top, `?` and `*` as in stacks, on one "
        "of the squares"
    )

    patterns: Patterns
    area: int

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of a pattern and an area."""
        pattern, area = parts
        for tile in reader.vocabulary.tiles:
            if tile.letter in pattern and not tile.hand_most:
                words = f"the {tile.name} is never deployed"
                reader.refuse(pattern, words, f"such as: {cls.forms[0]}")
        return cls(reader.patterns(pattern), read_area(reader, area) if area else reader.board)

    def condition(self, binder: Binder) -> str:
        """Return the SQL that such tiles were deployed there."""
        return binder.vocabulary.move_deploys(self.patterns, self.area)

    def passes(self, turn: Turn) -> bool:
        """Tell whether such tiles were deployed there."""
        if not turn.deployed or not self.area >> turn.last & 1:
            return False
        return any(is_stack(turn.deployed, pattern) for pattern in self.patterns)

    def imaged(self, imager: Imager) -> MoveDeploys:
        """Return the same of the image."""
        return MoveDeploys(self.patterns, imager.area(self.area))


@dataclass(frozen=True, slots=True)
class MoveFrom(MovePredicate):
    """The square where a movement began, or an attacker stands."""

    name: ClassVar[str] = "move_from"
    syntax: ClassVar[str] = '"move"i "from"i areas'
    forms: ClassVar[tuple[str, ...]] = ("move from d2",)
    about: ClassVar[str] = "the ply began there: the first square, or the attacker's"

    area: int

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of an area."""
        return cls(read_area(reader, parts[0]))

    def condition(self, binder: Binder) -> str:
        """Return the SQL that the ply began there."""
        return binder.vocabulary.move_from(self.area)

    def passes(self, turn: Turn) -> bool:
        """Tell whether the ply began there."""
        return turn.first is not None and bool(self.area >> turn.first & 1)

    def imaged(self, imager: Imager) -> MoveFrom:
        """Return the same of the image."""
        return MoveFrom(imager.area(self.area))


@dataclass(frozen=True, slots=True)
class MoveTo(MovePredicate):
    """The square where a movement ended, the target, or the deployment square."""

    name: ClassVar[str] = "move_to"
    syntax: ClassVar[str] = '"move"i "to"i areas'
    forms: ClassVar[tuple[str, ...]] = ("move to d4",)
    about: ClassVar[str] = "the ply ended there: the last square, the target or the deployment's"

    area: int

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of an area."""
        return cls(read_area(reader, parts[0]))

    def condition(self, binder: Binder) -> str:
        """Return the SQL that the ply ended there."""
        return binder.vocabulary.move_to(self.area)

    def passes(self, turn: Turn) -> bool:
        """Tell whether the ply ended there."""
        return bool(self.area >> turn.last & 1)

    def imaged(self, imager: Imager) -> MoveTo:
        """Return the same of the image."""
        return MoveTo(imager.area(self.area))


@dataclass(frozen=True, slots=True)
class MoveDrops(MovePredicate):
    """That tiles were left behind."""

    name: ClassVar[str] = "move_drops"
    syntax: ClassVar[str] = '"move"i "drops"i'
    forms: ClassVar[tuple[str, ...]] = ("move drops",)
    about: ClassVar[str] = "the ply left at least one tile behind"

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate."""
        return cls()

    def condition(self, binder: Binder) -> str:
        """Return the SQL that tiles were left behind."""
        return binder.vocabulary.move_drops()

    def passes(self, turn: Turn) -> bool:
        """Tell whether tiles were left behind."""
        return turn.leaves

    def imaged(self, imager: Imager) -> MoveDrops:
        """Return the same."""
        return self


@dataclass(frozen=True, slots=True)
class MoveIs(MovePredicate):
    """The whole ply as it is written."""

    name: ClassVar[str] = "move_is"
    syntax: ClassVar[str] = '"move"i STRING'
    forms: ClassVar[tuple[str, ...]] = ('move "d2#-d3#-d4"',)
    about: ClassVar[str] = "the ply is written so"

    notation: str

    @classmethod
    def read(cls, reader: Reader, parts: list[Any]) -> Self:
        """Return the predicate of a written move."""
        return cls(reader.move(parts[0]))

    def condition(self, binder: Binder) -> str:
        """Return the SQL that the ply is written so."""
        game, notation = binder.bind(binder.slug), binder.bind(self.notation)
        same = f"select move_code from moves where game = {game} and notation = {notation}"  # noqa: S608
        return f"move_code in ({same})"

    def passes(self, turn: Turn) -> bool:
        """Tell whether the ply is written so."""
        return turn.notation == self.notation

    def imaged(self, imager: Imager) -> MoveIs:
        """Return the same of the image."""
        return MoveIs(imager.notation(self.notation))
