"""Pieces beside the board: ``blue hand S >= 2``, ``red hand = 0``, ``bank = 0``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from mentis_records.core.query.number import Number
from mentis_records.core.query.predicate import NumberPredicate
from mentis_records.core.vocabulary import NOBODY, Pool, is_named
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.query.context import Seen, WordImager, WordReader
    from mentis_records.core.query.scene_sql import SceneSql


@dataclass(frozen=True, slots=True)
class _InPool(NumberPredicate):
    """The number of pieces of a type, or of any, in a pool; the side of a common one is nobody."""

    pool: str
    side: int
    piece: str | None
    number: Number

    @classmethod
    def of(cls, reader: WordReader, pool: Pool, side: int, parts: list[Any]) -> Self:
        """Return the predicate of a pool, a type of piece, and a comparison."""
        piece, sign, value = parts
        words = reader.words
        found = None if piece is None else reader.piece(piece)
        if found is not None and pool.limit(found.name, side) == 0:
            held = [one.name for one in words.pieces if pool.limit(one.name, side)]
            hint = f"expected: {', '.join(held)}, or nothing for all"
            if examples := words.forms.get(cls.name):
                hint += f"; such as {examples[0]}"
            whose = f"{reader.sides[side]}'s" if isinstance(pool.most, tuple) else "a"
            message = f"the {found.title} is never in {whose} {pool.name}"
            reader.refuse(piece.children[0], message, hint)
        name = None if found is None else found.name
        what = f"a {pool.name}" if found is None else f"{found.title} in a {pool.name}"
        what = f"the number of {words.piece_word}s of {what}"
        number = reader.comparison(sign, value, what, 0, pool.limit(name, side))
        return cls(pool.name, side, name, number)

    def expression(self, scene_sql: SceneSql) -> str:
        """Return the number of such pieces."""
        return scene_sql.held(self.pool, self.side, self.piece)

    def value(self, moment: Seen) -> int:
        """Return the number of such pieces."""
        counts = moment.scene.pools[self.pool][max(self.side, 0)]
        return sum(
            count
            for name, count in counts.items()
            if is_named(name, self.piece) or (moment.is_lenient and name == moment.unseen)
        )

    def imaged(self, imager: WordImager) -> Self:
        """Return the same of the image."""
        return type(self)(self.pool, imager.owner(self.side), self.piece, self.number)


class InOwnPool(_InPool):
    """The number of pieces in a side's pool."""

    __slots__ = ()
    name: ClassVar[str] = "own_pool"
    syntax: ClassVar[str] = "(side own_pool | own_pool side) [piece] OPERATOR BARE"
    forms: ClassVar[tuple[str, ...]] = (
        "{side} {own_pool} {own_pool_piece} >= 1",
        "{other} {own_pool} = 0",
    )
    about: ClassVar[str] = "this many pieces are in a side's pool: of a type, or in all"
    is_seen: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a side, a pool, a type of piece, and a comparison."""
        first, second, *others = parts
        owner, name = (first, second) if first.data == "side" else (second, first)
        pool = reader.pool(name)
        return cls.of(reader, pool, reader.owner(owner, f"a {pool.name}"), others)


class InCommonPool(_InPool):
    """The number of pieces in a pool of both sides."""

    __slots__ = ()
    name: ClassVar[str] = "common_pool"
    syntax: ClassVar[str] = "common_pool [piece] OPERATOR BARE"
    forms: ClassVar[tuple[str, ...]] = (
        "{common_pool} {common_pool_piece} >= 1",
        "{common_pool} = 0",
    )
    about: ClassVar[str] = "this many pieces are in the common pool: of a type, or in all"
    is_seen: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: WordReader, parts: list[Any]) -> Self:
        """Return the predicate of a pool, a type of piece, and a comparison."""
        name, *others = parts
        return cls.of(reader, reader.pool(name), NOBODY, others)
