"""A board to be drawn: squares or points with their pieces, for any renderer; knows no game."""

from __future__ import annotations

import math

from mentis_records.fast.late_dataclass import dataclass

Point = tuple[float, float]
Polygon = tuple[Point, ...]

DISC: Polygon = tuple(
    (0.5 + 0.5 * math.cos(math.tau * corner / 40), 0.5 + 0.5 * math.sin(math.tau * corner / 40))
    for corner in range(40)
)
"""The outline of a piece that has none of its own."""


@dataclass(frozen=True, slots=True)
class Piece:
    """How a piece looks; one without a sign lies face down (see ``face_down``).

    ``sign`` is one or two characters, ``side`` the index of its owner, or None of a neutral one.
    ``outline`` is the piece's shape and ``emblem`` the small sign inside it, as polygons in a
    unit square whose origin is the lower left corner; without an emblem the sign stands there.
    With a ``tint`` the emblem has that colour and an edge, else it is black or white.
    ``text`` stands for the piece where nothing is drawn. If it is empty that is the sign, in
    lower case for the second side. ``plural`` is the name of several, if it is another one.
    ``face`` is the index of a side that a neutral piece shows: it has a disc in its colour.
    """

    sign: str
    name: str
    side: int | None
    outline: Polygon = DISC
    emblem: tuple[Polygon, ...] = ()
    text: str = ""
    plural: str = ""
    face: int | None = None
    tint: str = ""

    @property
    def is_face_down(self) -> bool:
        """Tell whether only the owner is to be seen."""
        return not self.sign


def face_down(side: int | None) -> Piece:
    """Return the back of a side's piece: it tells nothing but the owner."""
    return Piece("", "face-down piece", side, plural="face-down pieces")


@dataclass(frozen=True, slots=True)
class Ground:
    """What a square or point is by itself, in the game's words.

    ``side`` is the index of the side that it belongs to, or None. ``weight`` says how much it is
    to stand out: 0 not at all, 1 a little, 2 clearly. It is tinted in ``colour``, or its side's,
    or grey. ``sign`` is printed on it: one or two characters, or a short word where nothing
    stands but what lies there. ``pips`` are numbers that count for the sides, one each, and an
    ``emblem`` is a sign in polygons, as pieces have: with either a square (not a point) has a
    band in its full colour, and pieces leave free what is on that.
    """

    name: str = "plain"
    side: int | None = None
    weight: int = 0
    colour: str = ""
    sign: str = ""
    pips: tuple[int, ...] = ()
    emblem: tuple[Polygon, ...] = ()

    @property
    def has_band(self) -> bool:
        """Tell whether a square has a band with what is printed on it."""
        return bool(self.pips or self.emblem)


@dataclass(frozen=True, slots=True)
class SquarePicture:
    """One square or point: its name, what ground it is, and its pieces from bottom to top.

    On one that ``is_pool``, such as a prison on the board, pieces lie in any order and are
    counted by kind, as those of a ``Pool``; its ground's ``name`` and ``side`` say whose it is.
    """

    name: str
    column: int
    row: int
    ground: Ground = Ground()
    pieces: tuple[Piece, ...] = ()
    is_pool: bool = False


@dataclass(frozen=True, slots=True)
class Pool:
    """Pieces beside the board: a hand, a supply, what was captured.

    ``side`` is the index of the side that has them, or None of a common pool. There may be
    ``kinds`` kinds of pieces in the course of a game. Of one that ``is_taken`` the ``name`` is what
    its side did to the pieces, such as "captured".
    """

    name: str
    side: int | None
    pieces: tuple[Piece, ...]
    kinds: int = 1
    is_taken: bool = False


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A whole position to be drawn.

    ``squares`` are in reading order: the top row first, each row from the left. What is not among
    them is no part of the board. With ``lines`` they are points, and each line goes through the
    names of some. ``colours`` has one hex colour a side. ``last_path`` names the squares of the
    last ply in order, ``last_targets`` those on which it captured, ``last_attacked`` those that it
    attacked in vain, ``last_removed`` those from which it took a piece away as a penalty or the
    like, and ``last_turned`` those on which it turned one over. Of a long way, those that are to
    stand out are ``last_stops``, all without them. ``notes`` has a short text for each side, such
    as its points, and ``key`` says what marks in the texts of pieces mean. ``ending`` says how the
    game ended if it is over, and ``winner`` is the index of the side that won it.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    sides: tuple[str, ...]
    colours: tuple[str, ...]
    squares: tuple[SquarePicture, ...]
    pools: tuple[Pool, ...]
    side_to_move: int
    last_path: tuple[str, ...] = ()
    last_targets: tuple[str, ...] = ()
    last_attacked: tuple[str, ...] = ()
    last_removed: tuple[str, ...] = ()
    last_turned: tuple[str, ...] = ()
    last_stops: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    key: str = ""
    lines: tuple[tuple[str, ...], ...] = ()
    ending: str = ""
    winner: int | None = None

    @property
    def holes(self) -> tuple[tuple[int, int], ...]:
        """Return the columns and rows of places that are no squares, but have four beside them."""
        squares = {(square.column, square.row) for square in self.squares}
        return tuple(
            (column, row)
            for column in range(len(self.columns))
            for row in range(len(self.rows))
            if (column, row) not in squares
            and squares.issuperset(
                ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
            )
        )

    @property
    def lit(self) -> tuple[str, ...]:
        """Return the squares of the last ply that stand out, each once."""
        way = self.last_stops or self.last_path
        return tuple(
            dict.fromkeys((*way, *self.last_attacked, *self.last_taken, *self.last_turned))
        )

    @property
    def last_taken(self) -> tuple[str, ...]:
        """Return the squares from which the last ply took pieces."""
        return (*self.last_targets, *self.last_removed)

    @property
    def has_lost(self) -> bool:
        """Tell whether the last ply lost the piece with which it attacked."""
        return bool(self.last_attacked and {*self.last_path[-1:]} & {*self.last_removed})

    @property
    def standing(self) -> str:
        """Return whose turn it is, or how the game ended."""
        return self.ending or f"{self.sides[self.side_to_move]} to move"

    @property
    def distinguished(self) -> int | None:
        """Return the side to move, or the winner of a game that is over."""
        return self.winner if self.ending else self.side_to_move

    def called(self, side: int) -> str:
        """Return a side's name, with its turn, victory or draw."""
        name = self.sides[side]
        if self.ending and self.winner is None:
            return f"{name} drew"
        if side != self.distinguished:
            return name
        return f"{name} {'won' if self.ending else 'to move'}"

    @property
    def owners(self) -> tuple[int | None, ...]:
        """Return whose pieces there may be: each side's, and neutral ones."""
        return (*range(len(self.sides)), None)

    def note(self, side: int) -> str:
        """Return what is noted of a side, or nothing."""
        return self.notes[side] if self.notes else ""

    def pools_of(self, side: int | None) -> tuple[Pool, ...]:
        """Return a side's pools, or the common ones."""
        return tuple(pool for pool in self.pools if pool.side == side)
