"""The ply that led to a position: ``move captures K``, ``move from d2`` and others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.predicate import MovePredicate, Predicate
from mentis_records.core.query.term import Source, Term
from mentis_records.core.vocabulary import is_named
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import Binder, Seen, WordImager, WordReader
    from mentis_records.core.vocabulary import Area, Turn


@dataclass(frozen=True, slots=True)
class _Piece(MovePredicate):
    """A test for a type of piece, which images leave alone."""

    piece: str | None

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a type of piece, or of any."""
        (piece,) = parts
        return cls(None if piece is None else reader.piece_name(piece))

    def imaged(self, imager: WordImager) -> Self:
        """Return the same."""
        return self


class MoveBy(_Piece):
    """The type of piece that acted."""

    __slots__ = ()
    name: ClassVar[str] = "move_by"
    syntax: ClassVar[str] = '"move"i "by"i piece'
    forms: ClassVar[tuple[str, ...]] = ("move by {piece}",)
    about: ClassVar[str] = (
        "such a piece moved, was put on the board, or captured; `any`: there was a ply"
    )
    is_seen: ClassVar[bool] = True

    def condition(self, binder: Binder) -> str:
        """Return the SQL that such a piece acted."""
        return binder.scene_sql.move_by(self.piece)

    def passes(self, turn: Turn) -> bool:
        """Tell whether such a piece acted."""
        return self.piece is None or any(is_named(one, self.piece) for one in turn.pieces)


class MoveCaptures(_Piece):
    """The type of piece that was captured."""

    __slots__ = ()
    name: ClassVar[str] = "move_captures"
    syntax: ClassVar[str] = '"move"i "captures"i [piece]'
    forms: ClassVar[tuple[str, ...]] = ("move captures {piece}", "move captures")
    about: ClassVar[str] = "the ply captured such a piece, or any"
    is_seen: ClassVar[bool] = True

    def condition(self, binder: Binder) -> str:
        """Return the SQL that such a piece was captured."""
        return binder.scene_sql.move_captures(self.piece)

    def passes(self, turn: Turn) -> bool:
        """Tell whether such a piece was captured."""
        return any(is_named(one, self.piece) for one in turn.captured)


@dataclass(frozen=True, slots=True)
class _Squares(MovePredicate):
    """A test for squares."""

    area: Area

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of an area."""
        return cls(reader.area(parts[0]))

    def imaged(self, imager: WordImager) -> Self:
        """Return the same of the image."""
        return type(self)(imager.area(self.area))


class MoveFrom(_Squares):
    """The square where a ply began, or what captured stands."""

    __slots__ = ()
    name: ClassVar[str] = "move_from"
    syntax: ClassVar[str] = '"move"i "from"i areas'
    forms: ClassVar[tuple[str, ...]] = ("move from {square}",)
    about: ClassVar[str] = "the ply began there: the first square, or the attacker's"
    is_seen: ClassVar[bool] = True

    def condition(self, binder: Binder) -> str:
        """Return the SQL that the ply began there."""
        return binder.scene_sql.move_from(self.area)

    def passes(self, turn: Turn) -> bool:
        """Tell whether the ply began there."""
        return not self.area.isdisjoint(turn.origins)


class MoveTo(_Squares):
    """The square where a ply ended, or the target."""

    __slots__ = ()
    name: ClassVar[str] = "move_to"
    syntax: ClassVar[str] = '"move"i "to"i areas'
    forms: ClassVar[tuple[str, ...]] = ("move to {square}",)
    about: ClassVar[str] = (
        "the ply ended there: the last square, the target, or where a piece was put"
    )
    is_seen: ClassVar[bool] = True

    def condition(self, binder: Binder) -> str:
        """Return the SQL that the ply ended there."""
        return binder.scene_sql.move_to(self.area)

    def passes(self, turn: Turn) -> bool:
        """Tell whether the ply ended there."""
        return not self.area.isdisjoint(turn.targets)


@dataclass(frozen=True, slots=True)
class MoveIs(Predicate):
    """The whole ply as it is written."""

    name: ClassVar[str] = "move_is"
    syntax: ClassVar[str] = '"move"i STRING'
    forms: ClassVar[tuple[str, ...]] = ('move "{move}"',)
    about: ClassVar[str] = "the ply is written this way"
    is_seen: ClassVar[bool] = True

    notation: str

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a written move."""
        return cls(reader.move(parts[0]))

    def term(self, binder: Binder) -> Term:
        """Return the SQL that the ply is written this way."""
        game, notation = binder.bind(binder.slug), binder.bind(self.notation)
        same = f"select move_code from moves where game = {game} and notation = {notation}"  # noqa: S608
        return Term(Source.FEATURES, f"(move_code in ({same}))")

    def holds(self, moment: Seen) -> bool:
        """Tell whether the ply is written this way."""
        return moment.notation == self.notation

    def squares(self, moment: Seen) -> Iterable[int]:
        """Return the squares from which and to which the ply went."""
        turn = moment.turn
        return (*turn.origins, *turn.targets) if turn is not None else ()

    def imaged(self, imager: WordImager) -> MoveIs:
        """Return the same of the image."""
        return MoveIs(imager.notation(self.notation))
