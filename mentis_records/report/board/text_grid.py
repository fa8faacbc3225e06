"""The grid of a board in text: borders between squares, or lines between points."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from itertools import pairwise

from mentis_records.core.picture import BoardPicture, SquarePicture
from mentis_records.core.text import printable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.board.board_sign import ASCII_BACKS, BACKS

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters of a diagram.

    ``hole`` fills a place within the board that is no square. ``points`` are an empty point and
    one that stands out. ``slants`` rise, fall and
    cross. ``joints`` has a character for each set of arms: up counts 1, down 2, left 4, right 8.
    """

    fill: str
    hole: str
    ground: str
    points: str
    target: str
    arrow: str
    highlight: str
    cut: str
    backs: str
    across: str
    down: str
    slants: str
    joints: str


UNICODE = Signs(
    "░", "▓", "·", "•◎", "×", "→", "»«", "…", BACKS, "─", "│", "╱╲╳", "·│││─┘┐┤─└┌├─┴┬┼"
)
ASCII = Signs(
    ":", "#", ".", "+o", "*", "->", "><", "~", ASCII_BACKS, "-", "|", "/\\X", ".|||-+++-+++-+++"
)


class _Grid(ABC):
    """What both kinds of board share: the rows with their names, the columns below."""

    def __init__(self, picture: BoardPicture, signs: Signs, inner: int) -> None:
        """Prepare the grid of a picture with ``inner`` characters a square."""
        self.picture, self.signs, self.inner = picture, signs, inner
        self.columns, self.rows = len(picture.columns), len(picture.rows)
        self.label = max(2, *map(len, picture.rows))
        self.margin = " " * (self.label + 1)

    def lines(self, cells: Mapping[Place, str], grounds: Mapping[Place, str]) -> Iterator[str]:
        """Yield the board's lines with what each place shows, and what it is, if that is said."""
        for row in reversed(range(self.rows)):
            yield from self._above(row)
            name = printable(self.picture.rows[row])
            yield f"{name:>{self.label}} {self._row(row, cells)}".rstrip()
            if grounds:
                yield f"{self.margin}{self._row(row, grounds)}".rstrip()
        yield from self._above(-1)
        names = (f"{printable(name):^{self.inner}}" for name in self.picture.columns)
        yield f"{self.margin} {' '.join(names)}".rstrip()

    @abstractmethod
    def _above(self, row: int) -> Iterator[str]:
        """Yield the lines between a row and the one above it."""

    @abstractmethod
    def _row(self, row: int, cells: Mapping[Place, str]) -> str:
        """Return a row's line with what each place shows."""


class SquareGrid(_Grid):
    """Squares with borders; a place without a square has none of its own."""

    def __init__(self, picture: BoardPicture, signs: Signs, inner: int) -> None:
        """Prepare the grid of a picture with ``inner`` characters a square."""
        super().__init__(picture, signs, inner)
        self._squares = {(square.column, square.row) for square in picture.squares}
        self._holes = frozenset(picture.holes)
        self._is_told = any(square.ground.has_band for square in picture.squares)

    def empty(self, square: SquarePicture) -> str:
        """Return what an empty square shows."""
        return self.signs.ground if square.ground.weight == 1 else ""

    def cell(self, square: SquarePicture, text: str, marks: str) -> str:
        """Return the characters of a square with a text, and a mark at either end or none."""
        fill = self.signs.fill if square.ground.weight > 1 and not self._is_told else " "
        ends = marks or 2 * fill
        return ends[0] + text.center(self.inner - 2, fill) + ends[1]

    def _above(self, row: int) -> Iterator[str]:
        """Yield the border above a row."""
        line = self.margin
        for column in range(self.columns + 1):
            places = [(column - 1, row + 1), (column, row + 1), (column - 1, row), (column, row)]
            upper_left, upper, left, here = (place in self._squares for place in places)
            arms = (upper_left or upper) + 2 * (left or here)
            arms += 4 * (upper_left or left) + 8 * (upper or here)
            line += self.signs.joints[arms] if arms else " "
            line += (self.signs.across if upper or here else " ") * self.inner
        yield line.rstrip()

    def _row(self, row: int, cells: Mapping[Place, str]) -> str:
        line = ""
        for column in range(self.columns + 1):
            here = (column, row) in self._squares
            line += self.signs.down if here or (column - 1, row) in self._squares else " "
            line += cells[column, row] if here else self._hole(column, row) * self.inner
        return line

    def _hole(self, column: int, row: int) -> str:
        """Return what fills a place that is no square: nothing outside the board."""
        return self.signs.hole if (column, row) in self._holes else " "


class PointGrid(_Grid):
    """Points joined by lines, as far as these go straight or at half a right angle."""

    def __init__(self, picture: BoardPicture, signs: Signs, inner: int) -> None:
        """Prepare the grid of a picture with ``inner`` characters a point."""
        super().__init__(picture, signs, inner)
        places = {square.name: (square.column, square.row) for square in picture.squares}
        self._steps = {
            step
            for line in picture.lines
            for start, end in pairwise(places[name] for name in line)
            for step in _steps(start, end)
        }

    def empty(self, square: SquarePicture) -> str:
        """Return what an empty point shows."""
        return self.signs.points[square.ground.weight > 0]

    def cell(self, square: SquarePicture, text: str, marks: str) -> str:
        """Return the characters of a point with a text between marks, on the lines through it."""
        left, right = self._fills((square.column, square.row))
        marked = f"{marks[0]}{text}{marks[1]}" if marks else text
        room = self.inner - len(marked)
        return left * (room // 2) + marked + right * (room - room // 2)

    def _fills(self, place: Place) -> tuple[str, str]:
        column, row = place
        across = self.signs.across
        left = across if self._has(place, (column - 1, row)) else " "
        return left, across if self._has(place, (column + 1, row)) else " "

    def _joint(self, place: Place) -> str:
        column, row = place
        around = ((column, row + 1), (column, row - 1), (column - 1, row), (column + 1, row))
        arms = sum(1 << number for number, other in enumerate(around) if self._has(place, other))
        return self.signs.joints[arms]

    def _has(self, start: Place, end: Place) -> bool:
        return (min(start, end), max(start, end)) in self._steps

    def _above(self, row: int) -> Iterator[str]:
        """Yield what joins a row to the one above it."""
        if not 0 <= row < self.rows - 1:
            return
        line = f"{self.margin} "
        for column in range(self.columns):
            here = self._has((column, row), (column, row + 1))
            line += (self.signs.down if here else " ").center(self.inner)
            rising = self._has((column, row), (column + 1, row + 1))
            falling = self._has((column, row + 1), (column + 1, row))
            line += f" {self.signs.slants}"[rising + 2 * falling]
        yield line.rstrip()

    def _row(self, row: int, cells: Mapping[Place, str]) -> str:
        line = " "
        for column in range(self.columns):
            place = (column, row)
            left, right = self._fills(place)
            if (cell := cells.get(place)) is None:
                side = self.inner // 2
                is_passed = left != " " or right != " " or self._has(place, (column, row + 1))
                middle = self._joint(place) if is_passed else " "
                cell = left * side + middle + right * (self.inner - side - 1)
            line += cell + right
        return line


def _steps(start: Place, end: Place) -> Iterator[tuple[Place, Place]]:
    """Yield the steps between neighbours of a straight way, each from its lesser place."""
    across, up = end[0] - start[0], end[1] - start[1]
    length = max(abs(across), abs(up))
    if across and up and abs(across) != abs(up):
        return
    way = [
        (start[0] + number * across // length, start[1] + number * up // length)
        for number in range(length + 1)
    ]
    for here, there in pairwise(way):
        yield min(here, there), max(here, there)
