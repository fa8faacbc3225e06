"""A whole position: its string, the side to move, and where in the game it is (``ply <= 20``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.number import Number
from mentis_records.core.query.predicate import Predicate, compare
from mentis_records.core.query.term import Source, Term
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader


@dataclass(frozen=True, slots=True)
class PositionIs(Predicate):
    """This position, whatever the move number."""

    name: ClassVar[str] = "position"
    syntax: ClassVar[str] = '"position"i STRING'
    forms: ClassVar[tuple[str, ...]] = ('position "{position}"',)
    about: ClassVar[str] = (
        "it is this position; the move number is ignored; in `seen by`, it looks as this one does"
    )
    is_seen: ClassVar[bool] = True

    position: Any

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a position string."""
        return cls(reader.position(parts[0]))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that a position has this one's key."""
        return Term(Source.KEYS, f"(key = {binder.bind(self.position.key)}::bigint)")

    def imaged(self, imager: WordImager) -> PositionIs:
        """Return the image."""
        return PositionIs(imager.position(self.position))

    def holds(self, moment: Seen) -> bool:
        """Tell whether it is this position."""
        return moment.identity == moment.identity_of(self.position)


@dataclass(frozen=True, slots=True)
class SideToMove(Predicate):
    """The side that is to move."""

    name: ClassVar[str] = "side_to_move"
    syntax: ClassVar[str] = '"to"i "move"i side'
    forms: ClassVar[tuple[str, ...]] = ("to move {other}",)
    about: ClassVar[str] = "it is this side's turn"
    is_seen: ClassVar[bool] = True

    side: int

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a side."""
        return cls(reader.owner(parts[0], "a turn"))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that it is this side's turn."""
        return Term(Source.FEATURES, f"({binder.scene_sql.side_to_move()} = {self.side})")

    def imaged(self, imager: WordImager) -> SideToMove:
        """Return the same of the image."""
        return SideToMove(imager.owner(self.side))

    def holds(self, moment: Seen) -> bool:
        """Tell whether it is this side's turn."""
        side: int = moment.position.side
        return side == self.side


class _Place(Predicate):
    """A test that images leave alone."""

    __slots__ = ()

    def imaged(self, imager: WordImager) -> Predicate:
        """Return the same."""
        return self


@dataclass(frozen=True, slots=True)
class Ply(_Place):
    """How many plies were played before a position."""

    name: ClassVar[str] = "ply"
    syntax: ClassVar[str] = '"ply"i OPERATOR BARE'
    forms: ClassVar[tuple[str, ...]] = ("ply <= 20",)
    about: ClassVar[str] = "this many plies were played before; the start is ply 0"
    is_seen: ClassVar[bool] = True

    number: Number

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a comparison."""
        sign, value = parts
        return cls(reader.comparison(sign, value, "a ply", 0, None))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that so many plies were played."""
        return Term(Source.ANY, compare("ply", self.number, binder))

    def holds(self, moment: Seen) -> bool:
        """Tell whether so many plies were played."""
        return self.number.holds(moment.ply)


@dataclass(frozen=True, slots=True)
class Start(_Place):
    """The position before the first ply."""

    name: ClassVar[str] = "start"
    syntax: ClassVar[str] = '"start"i'
    forms: ClassVar[tuple[str, ...]] = ("start",)
    about: ClassVar[str] = "it is the record's first position"
    is_seen: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate."""
        return cls()

    def term(self, binder: Binder) -> Term:
        """Return the SQL that no ply was played."""
        return Term(Source.ANY, "(ply = 0)")

    def holds(self, moment: Seen) -> bool:
        """Tell whether no ply was played."""
        return moment.ply == 0


@dataclass(frozen=True, slots=True)
class End(_Place):
    """The position after the last ply."""

    name: ClassVar[str] = "end"
    syntax: ClassVar[str] = '"end"i'
    forms: ClassVar[tuple[str, ...]] = ("end",)
    about: ClassVar[str] = "it is the record's last position"
    is_seen: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate."""
        return cls()

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the game has no more plies."""
        ends = f"select game_id, ply_count as ply from games where game = '{binder.slug}'"  # noqa: S608
        return Term(Source.ANY, f"((game_id, ply) in ({ends}))", ends)

    def holds(self, moment: Seen) -> bool:
        """Tell whether no ply was played any more."""
        return moment.ply == moment.last_ply
