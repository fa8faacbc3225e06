"""What a query may say of a game: names, images, expressions over features; knows no database.

An expression is SQL for a number, written in names of features; everything that two signs could
share is in parentheses. An area is a number whose bits are squares, in the order of ``squares``.
Sides are meant by index, tiles by letter; None stands for any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class TileType:
    """A type of tile: its letter, its name, how many a hand may hold and a set has at most.

    One that ``is_alone`` never shares a square. With an ``option``, only sets of records with
    that value of it have any.
    """

    letter: str
    name: str
    hand_most: int
    set_size: int
    is_alone: bool
    option: str = ""
    option_value: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """A way in which a position becomes another one, which undoes itself when done twice.

    Of two images it does not matter which is done first.

    ``squares`` and ``sides`` say what each index becomes; ``position`` does it to positions.
    """

    slug: str
    squares: tuple[int, ...]
    sides: tuple[int, ...]
    position: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Stack:
    """The tiles of one square: their owner, and their letters from bottom to top."""

    side: int
    letters: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as a player sees it, read without any feature.

    ``stacks`` has one entry a square, None for an empty one; ``hands`` the counts by letter, one
    mapping a side. ``captures`` are pairs of squares: what either side could capture were it to
    move. ``blockers`` are squares whose top tile blocks captures. ``identity`` is the same for
    positions that are, and for no others.
    """

    stacks: tuple[Stack | None, ...]
    hands: tuple[Mapping[str, int], ...]
    side: int
    captures: frozenset[tuple[int, int]]
    blockers: frozenset[int]
    identity: object


@dataclass(frozen=True, slots=True)
class Turn:
    """A move in the words of queries; what does not apply is empty or None.

    ``tile`` is the letter of the tile that moved or attacked, or of the top one deployed;
    ``first`` is the square where a movement began or an attacker stands, ``last`` the one where it
    ended, or the target, or the deployment square. ``leaves`` tells that tiles were dropped.
    """

    kind: str
    tile: str
    first: int | None
    last: int
    deployed: str
    captured: str
    leaves: bool
    notation: str


@dataclass(frozen=True, slots=True)
class Condition:
    """An expression that holds for the records with a value of an option; all without one."""

    expression: str
    option: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """SQL that something is true of a position, and which rows it is about.

    Those of the features have every position; those of the excerpt have all of which it is true.
    """

    condition: str
    is_excerpted: bool = False


@dataclass(frozen=True, slots=True)
class Corner:
    """Tiles on squares, as one end of a capture: of a side and a type, or any, in an area."""

    side: int | None
    letter: str | None
    area: int


class SquareSet(Protocol):
    """The squares of a position that pass a test."""

    def some_of(self, area: int) -> str:
        """Return SQL that a square of an area passes."""

    def seen_in(self, area: int) -> str:
        """Return SQL on a game's sightings that one of an area passes in some position.

        It is empty where no sightings tell.
        """

    def count_of(self, area: int) -> str:
        """Return how many squares of an area pass, as an expression."""


class Vocabulary(Protocol):
    """What queries may say of a game, and what answers it."""

    @property
    def squares(self) -> tuple[str, ...]:
        """Return the names of the squares in the order of a mask's bits."""

    @property
    def columns(self) -> str:
        """Return the names of the columns, one letter each."""

    @property
    def rows(self) -> tuple[str, ...]:
        """Return the names of the rows."""

    @property
    def areas(self) -> Mapping[str, tuple[int, ...]]:
        """Return the named areas: one set of squares for each side, or one set for the name."""

    @property
    def tiles(self) -> tuple[TileType, ...]:
        """Return the types of tile."""

    @property
    def max_height(self) -> int:
        """Return the most tiles of a stack."""

    @property
    def images(self) -> tuple[Image, ...]:
        """Return the images of positions."""

    def tops(self, side: int | None, letter: str | None) -> SquareSet:
        """Return the squares with such a tile on top, or alone."""

    def holders(self, side: int | None, letter: str | None) -> SquareSet:
        """Return the squares with such a tile anywhere in their stack."""

    def stacks(self, side: int | None, patterns: Sequence[Sequence[str | None]]) -> SquareSet:
        """Return the squares with a whole stack like one of some, each from bottom to top."""

    def heights(self, side: int | None, heights: Sequence[int]) -> SquareSet:
        """Return the squares whose stacks have one of some heights, from 1 on."""

    def empty(self) -> SquareSet:
        """Return the squares without tiles."""

    def attacked(self, side: int | None, letter: str | None) -> SquareSet:
        """Return the squares of such top tiles that an enemy tile could capture."""

    def blocking(self, side: int | None, letter: str | None) -> SquareSet:
        """Return the squares of such top tiles that block a capture."""

    def attacks(self, attacker: Corner, target: Corner) -> Told:
        """Return SQL that such a tile could capture such a one."""

    def held(self, side: int, letter: str | None) -> str:
        """Return how many such tiles a hand holds."""

    def lost(self, side: int, letter: str | None) -> tuple[Condition, ...]:
        """Return how many such tiles of a side are gone, for each kind of record."""

    def standing(self, side: int) -> str:
        """Return how many tiles a side has on the board."""

    def side_to_move(self) -> str:
        """Return the index of the side to move."""

    def move_by(self, letter: str | None) -> str:
        """Return SQL that ``move_code`` is that of a move by such a tile (see ``Turn.tile``)."""

    def move_captures(self, letter: str | None) -> str:
        """Return SQL that ``move_code`` captures such a tile."""

    def move_deploys(self, patterns: Sequence[Sequence[str | None]], area: int) -> str:
        """Return SQL that ``move_code`` deploys tiles like some, each from bottom to top."""

    def move_from(self, area: int) -> str:
        """Return SQL that ``move_code`` has its first square in a set (see ``Turn.first``)."""

    def move_to(self, area: int) -> str:
        """Return SQL that ``move_code`` has its last square in a set (see ``Turn.last``)."""

    def move_drops(self) -> str:
        """Return SQL that ``move_code`` leaves tiles behind."""

    def read_move(self, notation: str) -> str:
        """Return the canonical form of a written move.

        Raises:
            ValueError: it is no move, with the reason.
        """

    def scene(self, position: Any) -> Scene:
        """Return a position as a player sees it."""

    def turn(self, move: Any) -> Turn:
        """Return a move in the words of queries."""
