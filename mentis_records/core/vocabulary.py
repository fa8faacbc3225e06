"""A game's vocabulary for queries, and what a player sees in its positions; knows no database.

Squares are meant by their place among the names, sides by index, pieces by the name of their type.
None stands for any.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, NamedTuple

from mentis_records.fast.late_dataclass import dataclass

Area = frozenset[int]
"""A set of squares."""

_WORD = re.compile("[A-Za-z]+")
_PIECE = re.compile("[A-Za-z][A-Za-z0-9]*")
_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")
_LINE = re.compile(rf"[0-9]+|{_NAME.pattern}")
_SQUARE = re.compile(r"[^\s\"(){},:]*[A-Za-z0-9_]")

ANY_SIGN = "?"
"""What stands for any sign of a name that is made of signs."""

NOBODY = -1
"""The side of a piece that has no owner."""

UNSEEN = "?"
"""In place of the name of a piece that lies face down, unless the game has another."""


@dataclass(frozen=True, slots=True)
class PieceType:
    """A type of piece: its name in queries, letters and digits, and what it is called.

    A name of one capital letter is read as it stands, others in any case. A piece that
    ``is_alone`` never shares a square. With a ``side``, only that side has such pieces.
    """

    name: str
    title: str
    is_alone: bool = False
    side: int | None = None


def is_named(name: str, wanted: str | None) -> bool:
    """Tell whether a piece has a wanted name; None is any, and ``?`` any sign of a name."""
    if wanted is None or name == wanted:
        return True
    return (
        ANY_SIGN in wanted
        and len(name) == len(wanted)
        and all(sign in (ANY_SIGN, own) for sign, own in zip(wanted, name, strict=True))
    )


@dataclass(frozen=True, slots=True)
class Pool:
    """Pieces beside the board, by a name of letters: each side has them, or both in common.

    ``most`` says how many of a type there may be, in any side's pool, or for each side: those that
    are left out are never there. Without it there may be any number of all. ``size`` is how many
    of all types there may be together, if fewer.
    """

    name: str
    is_common: bool = False
    most: Mapping[str, int] | tuple[Mapping[str, int], ...] | None = None
    size: int | None = None

    def limit(self, piece: str | None, side: int = NOBODY) -> int | None:
        """Return how many pieces of a type, or of any, there may be, or None of any number."""
        if self.most is None:
            return self.size
        most = self.most[side] if isinstance(self.most, tuple) else self.most
        found = sum(count for name, count in most.items() if is_named(name, piece))
        return found if self.size is None else min(found, self.size)


class Piece(NamedTuple):
    """A piece on a square: the index of its owner or ``NOBODY``, and the name of its type."""

    side: int
    name: str


@dataclass(frozen=True)
class Scene:
    """A position as a player sees it.

    ``stacks`` has the pieces of each square from bottom to top, none of an empty one; a stack is
    that side's whose piece is on top. ``pools`` has by name the counts of pieces by type: a mapping
    for each side, or one of a common pool. ``identity`` is the same for positions that are, and for
    no others; without one their keys tell.
    """

    stacks: tuple[tuple[Piece, ...], ...]
    pools: Mapping[str, tuple[Mapping[str, int], ...]] = field(default_factory=dict)
    identity: object = None


@dataclass(frozen=True)
class Turn:
    """A move in the words of queries; what does not apply is empty.

    ``pieces`` are the types that acted: what moved, was put on the board or took another piece.
    ``origins`` are the squares that they came from or took from, ``targets`` those that they went
    to or took on, ``captured`` the types that were taken.
    """

    pieces: tuple[str, ...] = ()
    origins: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    captured: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Image:
    """A way in which a position becomes another one, and the same again when done often enough.

    ``squares`` and ``sides`` say what each index becomes; ``position`` does it to positions and
    ``notation`` to moves in canonical notation. ``about`` says what is exchanged or turned.
    """

    slug: str
    about: str
    squares: tuple[int, ...]
    sides: tuple[int, ...]
    position: Callable[[Any], Any]
    notation: Callable[[str], str]


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """The words of a game's scenes; what has a value here may be left out.

    ``squares`` are the names of the squares, ``columns``, ``rows`` and ``areas`` sets of them by
    name; a rectangle is what lies between two columns and two rows. An area has one set, or one for
    each side; where no side is written those in ``own_areas`` are meant of each piece's own.
    ``max_height`` is the most pieces of a stack. ``piece_word`` is what a piece is called in
    messages, ``neutral`` the word in queries for pieces without an owner, if there are such. Where
    names of pieces are made of signs (``has_signs``), ``?`` may stand for one. ``unseen`` is the
    name, on squares and in pools, of a piece that lies face down.

    ``scene`` gives a position as a player sees it, ``turn`` a move with the position before it.
    ``read_move`` gives the canonical form of a written move, or a ``ValueError`` with the reason
    why it is none. ``elsewhere`` has names like those of squares for places beside them, each with
    a hint on what to write. ``forms`` are examples of common tests by their names, in place of
    those made of the first words.
    """

    squares: tuple[str, ...]
    pieces: tuple[PieceType, ...]
    scene: Callable[[Any], Scene]
    turn: Callable[[Any, Any], Turn]
    columns: Mapping[str, Area] = field(default_factory=dict)
    rows: Mapping[str, Area] = field(default_factory=dict)
    areas: Mapping[str, tuple[Area, ...]] = field(default_factory=dict)
    own_areas: frozenset[str] = frozenset()
    pools: tuple[Pool, ...] = ()
    images: tuple[Image, ...] = ()
    max_height: int = 1
    piece_word: str = "piece"
    neutral: str = ""
    has_signs: bool = False
    unseen: str = UNSEEN
    read_move: Callable[[str], str] = str.strip
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check that the names can be told apart in queries.

        Raises:
            ValueError: they cannot; with the names.
        """
        if not self.squares or not self.pieces:
            raise ValueError("a game with scenes has squares and pieces")
        wrong: list[str] = []
        for names, form in (
            (self.squares, _SQUARE),
            ([piece.name for piece in self.pieces], _PIECE),
            ([pool.name for pool in self.pools], _WORD),
            ([*self.areas], _NAME),
            ([*self.columns], _LINE),
            ([*self.rows], _LINE),
        ):
            known = Counter(names)
            wrong += [
                name for name, times in known.items() if times > 1 or not form.fullmatch(name)
            ]
        if wrong:
            raise ValueError(f"queries cannot have the names {', '.join(map(repr, wrong))}")


def offered(vocabulary: Vocabulary | None) -> Vocabulary:
    """Return a game's vocabulary, which it needs for what is asked.

    Raises:
        ValueError: the game has none.
    """
    if vocabulary is None:
        raise ValueError("the game has no scenes")
    return vocabulary
