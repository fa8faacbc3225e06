"""A game's own sections of the collection report: words, and figures of common kinds.

A game makes them of its census (``core.tally``); how they are drawn is left to the report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class BarRow:
    """A row's label and its parts."""

    label: str
    parts: tuple[int, ...]

    @property
    def total(self) -> int:
        """Return the sum of the parts."""
        return sum(self.parts)


@dataclass(frozen=True, slots=True)
class Bars:
    """Rows of bars with parts of up to six names; with ``is_share`` each is as long as others."""

    rows: Sequence[BarRow]
    parts: tuple[str, ...]
    is_share: bool = False

    def numbers(self) -> NumberTable:
        """Return what is drawn as a table."""
        return NumberTable(
            ("row", *self.parts), tuple((row.label, *row.parts) for row in self.rows)
        )


@dataclass(frozen=True, slots=True)
class MatrixPanel:
    """A panel with its title; ``cells`` has a row of numbers for each row's label.

    ``barred`` are the rows and columns at which by the rules it can be nothing but 0.
    """

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[float]]
    barred: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Matrices:
    """Numbers by row and column, one panel a group, with one ramp for all.

    ``row_title`` and ``column_title`` say what the labels are, ``unit`` what the numbers.
    """

    panels: Sequence[MatrixPanel]
    row_title: str
    column_title: str
    unit: str

    @property
    def highest(self) -> float:
        """Return the highest number."""
        rows = (row for panel in self.panels for row in panel.cells)
        return max((cell for row in rows for cell in row), default=0.0)

    def numbers(self) -> NumberTable:
        """Return what is drawn as a table."""
        rows: list[tuple[Cell, ...]] = [
            (panel.title, row, column, cell)
            for panel in self.panels
            for row, cells in zip(panel.rows, panel.cells, strict=True)
            for column, cell in zip(panel.columns, cells, strict=True)
        ]
        return NumberTable(("panel", self.row_title, self.column_title, self.unit), tuple(rows))


@dataclass(frozen=True, slots=True)
class HeatBoard:
    """One board: its title, and a number for each square by name.

    ``barred`` are squares where by the rules it can be nothing but 0.
    """

    title: str
    values: Mapping[str, float]
    barred: frozenset[str] = frozenset()

    @property
    def highest(self) -> float:
        """Return the highest number."""
        return max(self.values.values(), default=0.0)

    def is_open(self, square: str) -> bool:
        """Tell whether a place is a square where there may be something."""
        return square in self.values and square not in self.barred


@dataclass(frozen=True, slots=True)
class HeatBoards:
    """Boards with a number on each square, all on one scale.

    A place that no board names is no square. The name of a square is that of its column and its
    row; the first row is the lowest.
    """

    boards: Sequence[HeatBoard]
    columns: Sequence[str]
    rows: Sequence[str]
    unit: str

    @property
    def highest(self) -> float:
        """Return the highest number."""
        return max((board.highest for board in self.boards), default=0.0)

    def numbers(self) -> NumberTable:
        """Return what is drawn as a table."""
        squares = dict.fromkeys(name for board in self.boards for name in board.values)
        return NumberTable(
            ("square", *(board.title for board in self.boards)),
            tuple(
                (square, *(board.values.get(square) for board in self.boards)) for square in squares
            ),
        )


@dataclass(frozen=True, slots=True)
class ResultGroup:
    """The games in some position of which a query is true."""

    label: str
    query: str


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something of a side's that every position has: its sums over positions, by ply.

    What ``is_main`` is drawn before what is not, and stronger.
    """

    name: str
    side: int
    sums: Sequence[int]
    is_main: bool = True


@dataclass(frozen=True, slots=True)
class Course:
    """Quantities over the plies of games, as means; ``unit`` says what they are.

    The game has the tally ``positions``, which counts these by ply.
    """

    quantities: Sequence[Quantity]
    unit: str


Drawing = Bars | Matrices | HeatBoards


@dataclass(frozen=True, slots=True)
class OwnExhibit:
    """A figure with its words, and the numbers behind it.

    ``alternative`` is read to those who do not see the figure, ``method`` says what was counted.
    ``numbers`` are for programs; ``display`` has text only and stands under the figure. Without
    them there are tables of what is drawn. ``games`` is how many it is of, where these are not all.
    """

    slug: str
    title: str
    alternative: str
    method: str
    drawing: Drawing
    numbers: NumberTable | None = None
    display: NumberTable | None = None
    games: int | None = None

    @property
    def told(self) -> NumberTable:
        """Return the numbers for programs."""
        return self.drawing.numbers() if self.numbers is None else self.numbers

    @property
    def shown(self) -> NumberTable:
        """Return the numbers for readers."""
        if self.display is not None:
            return self.display
        return NumberTable(
            tuple(column[:1].upper() + column[1:] for column in self.told.columns),
            tuple(tuple(map(_shown, row)) for row in self.told.rows),
        )


@dataclass(frozen=True, slots=True)
class OwnResults:
    """A figure of the results of groups of games, which may overlap.

    The report asks the database for them and compares each with all other games. ``noun`` is what
    a group is called, one and several; ``method`` says in sentences what they are.
    """

    slug: str
    title: str
    method: str
    noun: tuple[str, str]
    groups: Sequence[ResultGroup]


@dataclass(frozen=True, slots=True)
class OwnCourse:
    """A figure of quantities over the plies; the words are as those of ``OwnExhibit``."""

    slug: str
    title: str
    alternative: str
    method: str
    course: Course


@dataclass(frozen=True, slots=True)
class OwnSection:
    """A part of the report with its own heading."""

    slug: str
    title: str
    paragraphs: tuple[str, ...]
    exhibits: tuple[OwnExhibit | OwnResults, ...]


@dataclass(frozen=True, slots=True)
class OwnSections:
    """What a game adds to the collection report; ``courses`` stand in that on how games go on."""

    sections: tuple[OwnSection, ...]
    courses: tuple[OwnCourse, ...] = field(default=())


def _shown(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:,.2f}"
    return f"{cell:,}" if isinstance(cell, int) else cell
