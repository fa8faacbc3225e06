"""The contexts in which a test is read, compiled, mirrored and answered; the parts are Lark's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn, Protocol, Self

from mentis_records.core.query.number import Number
from mentis_records.core.query.pattern import Pattern
from mentis_records.core.query.scene_sql import SceneSql
from mentis_records.core.vocabulary import Area, PieceType, Pool, Scene, Turn, Vocabulary


class WordReader(Protocol):
    """Gives the pieces of one text their meaning; what means nothing is a ``QueryError``."""

    @property
    def words(self) -> Vocabulary:
        """Return the words of the game's scenes."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the names of the sides."""

    @property
    def board(self) -> Area:
        """Return all squares."""

    def refuse(self, token: Any, message: str, hint: str = "") -> NoReturn:
        """Say that a token means nothing."""

    def side(self, tree: Any) -> int | None:
        """Return the index of a side, or None of any."""

    def owner(self, tree: Any, what: str) -> int:
        """Return the index of a side, which must not be any; ``what`` is that of one side."""

    def piece(self, tree: Any) -> PieceType | None:
        """Return the type of a piece, or None of any."""

    def piece_name(self, tree: Any) -> str | None:
        """Return the name of a piece, or None of any."""

    def kind(self, side: Any, piece: Any) -> tuple[int | None, str | None]:
        """Return side and name of pieces, or None of any: the side may have such pieces."""

    def pool(self, tree: Any) -> Pool:
        """Return a pool."""

    def area(self, tree: Any, owner: int | None = None) -> Area:
        """Return the squares that an area, or a set of them, names for pieces of a side."""

    def placed(
        self, side: Any, piece: Any, area: Any
    ) -> tuple[tuple[int | None, str | None, Area], ...]:
        """Return side, piece and area of pieces: for each side, if each has an area of its own."""

    def named_place(self, token: Any) -> int | None:
        """Return what stands for the square of a piece with this name, below 0, or None."""

    def located(self, tree: Any) -> tuple[int | None, str | None, Area]:
        """Return side, piece and area of pieces on squares, by default on the board.

        A named piece is on a place below 0, for which ``imaged`` of a ``WordImager`` is called with
        the square before a test is compiled or answered.
        """

    def pattern(self, token: Any) -> Pattern:
        """Return what a stack is like."""

    def comparison(self, sign: Any, token: Any, what: str, least: int, most: int | None) -> Number:
        """Return a comparison with something that is from ``least`` to ``most``."""

    def position(self, token: Any) -> Any:
        """Return the position that a quoted text states."""

    def move(self, token: Any) -> str:
        """Return the canonical notation of a quoted move."""


class Binder(Protocol):
    """What a test compiles with."""

    @property
    def slug(self) -> str:
        """Return the game's slug."""

    @property
    def scene_sql(self) -> SceneSql:
        """Return what answers the words of the game's scenes.

        Raises:
            UnindexedError: its index has nothing of them.
        """

    def bind(self, value: object) -> str:
        """Return the name of a parameter with this value."""

    def setting(self, tag: str, value: str) -> str:
        """Return the SQL that a setting of the record has a value."""


class WordImager(Protocol):
    """What the words of a test become in an image of the game."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the names of the sides."""

    def area(self, area: Area) -> Area:
        """Return the image of a set of squares."""

    def side(self, side: int | None) -> int | None:
        """Return the image of a side, or None of any."""

    def owner(self, side: int) -> int:
        """Return the image of a side; nobody's stays nobody's."""

    def notation(self, text: str) -> str:
        """Return the image of a move in canonical notation."""

    def position(self, position: Any) -> Any:
        """Return the image of a position."""

    def result(self, text: str) -> str:
        """Return the image of a result: one that a side won is another side's."""

    def side_name(self, text: str) -> str:
        """Return the image of a side's name, in any case; other words are left alone."""


class SettingReader(Protocol):
    """A record that says how its game is set."""

    def setting(self, tag: str) -> str:
        """Return the value of a setting, or the one that holds without its tag."""


class Seen(Protocol):
    """A position of a record as queries see it without the database; a move led to it, or none.

    It may be what a side sees. Then tests are true that are certain; or, if it ``is_lenient``,
    those that are possible. What a test denies is asked of the ``other`` one.
    """

    @property
    def is_lenient(self) -> bool:
        """Tell whether what is possible counts as true."""

    @property
    def other(self) -> Self:
        """Return the same, lenient if this is not; itself where all is seen."""

    @property
    def unseen(self) -> str:
        """Return the name of pieces that lie face down."""

    @property
    def known(self) -> Area:
        """Return the squares on which all sides know every piece, or the one that sees it."""

    @property
    def ply(self) -> int:
        """Return how many plies were played before."""

    @property
    def last_ply(self) -> int:
        """Return how many plies the record has."""

    @property
    def position(self) -> Any:
        """Return the position itself."""

    @property
    def played(self) -> SettingReader:
        """Return the record."""

    @property
    def scene(self) -> Scene:
        """Return what stands there."""

    def scenes(self, place: int) -> Iterable[Scene]:
        """Return what may stand there, as far as one square goes: the scene where all is seen."""

    @property
    def turn(self) -> Turn | None:
        """Return the move that led there, or None at the start."""

    def turns(self) -> Iterable[Turn]:
        """Return what the move that led there may have been: that where all is seen, or none."""

    @property
    def notation(self) -> str:
        """Return the same in canonical notation; it is empty at the start."""

    @property
    def identity(self) -> object:
        """Return what is the same for positions that are, and for no others."""

    def identity_of(self, position: Any) -> object:
        """Return that of another position."""
