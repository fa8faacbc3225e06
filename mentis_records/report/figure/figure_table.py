"""Tables as figures: names with short cells, on sheets of every width; knows not what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_mark import rule
from mentis_records.report.figure.figure_style import GRID, MUTED, SMALL_SIZE, Sheet, write
from mentis_records.report.figure.figure_text import fitted, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HEAD, _ROW, _FOOT = 26, 24, 22
_SIZES = (SMALL_SIZE, 9.5, 8.0)
_LEAST_NAME = 96.0
_MOST_NAME = 260.0
_GAPS = (14.0, 10.0, 7.0, 5.0)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column; one ``is_name`` is as wide as there is room, ``is_spare`` ones go if there is none.

    ``is_bold`` columns are what a reader looks for first. Those that are centred are equally wide.
    """

    title: str
    align: Literal["left", "right", "center"] = "right"
    is_name: bool = False
    is_spare: bool = False
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class TablePlot:
    """Rows of cells under titles, with ``blank`` cells, by row and column, that say nothing."""

    columns: Sequence[TableColumn]
    rows: Sequence[Sequence[str]]
    blank: frozenset[tuple[int, int]] = frozenset()

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""
        return _HEAD + _ROW * len(self.rows) + _FOOT * bool(self._layout(width).left_out)

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot."""
        layer = sheet.layer()
        layout = self._layout(sheet.width)
        right = layout.lefts[-1] + layout.widths[-1] if layout.places else 0.0
        for left, width, place in zip(layout.lefts, layout.widths, layout.places, strict=True):
            column = self.columns[place]
            x = _anchor(left, width, column.align)
            write(layer, x, 12, column.title, colour=MUTED, size=layout.size, align=column.align)
            for number, row in enumerate(self.rows):
                top = _HEAD + _ROW * number
                if (number, place) in self.blank:
                    _fill(layer, left - 2, top + 3, width + 4, _ROW - 6)
                    continue
                text = row[place]
                if column.is_name:
                    text = fitted(text, width, layout.size, is_bold=column.is_bold)
                write(
                    layer,
                    x,
                    top + _ROW / 2,
                    text,
                    size=layout.size,
                    align=column.align,
                    is_bold=column.is_bold,
                )
        for number in range(len(self.rows) + 1):
            y = _HEAD + _ROW * number
            rule(layer, (0, right), (y, y), colour=GRID, width=0.8, level=0)
        if layout.left_out:
            y = _HEAD + _ROW * len(self.rows) + 12
            words = f"no room for: {', '.join(layout.left_out)}"
            write(layer, 0, y, fitted(words, sheet.width), colour=MUTED, size=SMALL_SIZE)

    def _layout(self, width: int) -> _Layout:
        """Return the widest layout that fits, columns that may go left out where none does."""
        needs = {
            size: [self._need(place, size) for place in range(len(self.columns))] for size in _SIZES
        }
        places = list(range(len(self.columns)))
        left_out: list[str] = []
        while True:
            spare = [place for place in places if self.columns[place].is_spare]
            for size in _SIZES:
                for gap in _GAPS:
                    widths = self._widths(places, needs[size], gap, width)
                    is_last = not spare and (size, gap) == (_SIZES[-1], _GAPS[-1])
                    if sum(widths) + gap * (len(places) - 1) <= width - 2 or is_last:
                        lefts = [2 + sum(widths[:at]) + gap * at for at in range(len(places))]
                        return _Layout(size, places, lefts, widths, left_out)
            places.remove(spare[-1])
            left_out.insert(0, self.columns[spare[-1]].title)

    def _widths(
        self, places: Sequence[int], needs: Sequence[float], gap: float, width: int
    ) -> list[float]:
        """Return how wide columns are: names take what others leave, centred ones are equal."""
        columns = [self.columns[place] for place in places]
        found = [needs[place] for place in places]
        widest = max(
            (need for need, each in zip(found, columns, strict=True) if each.align == "center"),
            default=0.0,
        )
        found = [
            widest if each.align == "center" else need
            for need, each in zip(found, columns, strict=True)
        ]
        others = sum(need for need, each in zip(found, columns, strict=True) if not each.is_name)
        names = max(sum(each.is_name for each in columns), 1)
        share = max((width - 2 - others - gap * (len(places) - 1)) / names, _LEAST_NAME)
        return [
            min(need, share, _MOST_NAME) if each.is_name else need
            for need, each in zip(found, columns, strict=True)
        ]

    def _need(self, place: int, size: float) -> float:
        column = self.columns[place]
        texts = (row[place] for row in self.rows)
        widths = (text_width(text, size, is_bold=column.is_bold) for text in texts)
        return max(text_width(column.title, size), *widths, 6.0)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Which columns are drawn, where and how wide, in which size, and the titles of the others."""

    size: float
    places: Sequence[int]
    lefts: Sequence[float]
    widths: Sequence[float]
    left_out: Sequence[str]


def _anchor(left: float, width: float, align: str) -> float:
    return left + {"left": 0.0, "center": width / 2, "right": width}[align]


def _fill(layer: Axes, x: float, y: float, width: float, height: float) -> None:
    from matplotlib.patches import Rectangle

    layer.add_artist(Rectangle((x, y), width, height, facecolor=GRID, edgecolor="none", zorder=1))
