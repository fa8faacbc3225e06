"""Cells that tell numbers by shade and by figures, and the key to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.figure.figure_ramp import SHADES, look_of, step_of
from mentis_records.report.figure.figure_style import GRID, INK, MUTED, PAPER, SMALL_SIZE, write
from mentis_records.report.figure.figure_text import text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KEY_HEIGHT = 50
"""Pixels that the key needs at the top of a figure."""

_NONE, _BARRED = "none", "not possible"
_HATCHES = 4
"""Strokes across a cell where nothing can be."""


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A cell with its upper left, its size, its share of the highest number, and its text.

    Where ``is_barred`` there can be nothing, by the rules or the shape of the board.
    """

    x: float
    y: float
    width: float
    height: float
    share: float
    text: str = ""
    is_barred: bool = False


def draw_cells(layer: Axes, cells: Sequence[HeatCell], text_size: float = SMALL_SIZE) -> None:
    """Draw cells, all their grounds at once."""
    from matplotlib.collections import LineCollection, PolyCollection

    looks = [
        (PAPER, INK) if step is None else look_of(step)
        for step in (step_of(cell.share) for cell in cells)
    ]
    corners = [
        [
            (cell.x, cell.y),
            (cell.x + cell.width, cell.y),
            (cell.x + cell.width, cell.y + cell.height),
            (cell.x, cell.y + cell.height),
        ]
        for cell in cells
    ]
    fills = [fill for fill, _ in looks]
    grounds = PolyCollection(
        corners, facecolors=fills, edgecolors=GRID, linewidths=0.6, clip_on=False
    )
    layer.add_collection(grounds, autolim=False)
    strokes = [stroke for cell in cells if cell.is_barred for stroke in _strokes(cell)]
    if strokes:
        lines = LineCollection(strokes, colors=MUTED, linewidths=0.6, clip_on=False)
        layer.add_collection(lines, autolim=False)
    for cell, (_, ink) in zip(cells, looks, strict=True):
        if cell.text:
            middle = (cell.x + cell.width / 2, cell.y + cell.height / 2)
            write(layer, *middle, cell.text, colour=ink, size=text_size, align="center")


def _strokes(cell: HeatCell) -> list[list[tuple[float, float]]]:
    """Return parallel strokes from the lower left to the upper right, within a cell."""
    found = []
    for number in range(1, 2 * _HATCHES, 2):
        at = number / _HATCHES
        low, high = max(at - 1, 0.0), min(at, 1.0)
        ends = ((low, high), (high, low))
        found.append([(cell.x + x * cell.width, cell.y + y * cell.height) for x, y in ends])
    return found


def heat_key(layer: Axes, unit: str, high: str, *, has_barred: bool = False) -> None:
    """Draw at the top what the numbers are, and what cells look like from none to the most."""
    write(layer, 0, 8, unit, colour=MUTED, size=SMALL_SIZE)
    y, x = 30.0, 0.0
    steps = [(number + 1) / len(SHADES) for number in range(len(SHADES))]
    parts = [([0.0], _NONE, False), (steps, high, False)]
    for shares, words, is_barred in (*parts, *([([0.0], _BARRED, True)] if has_barred else [])):
        width = 14.0 if len(shares) == 1 else 7.5
        cells = [
            HeatCell(x + width * at, y - 6, width, 12, share, is_barred=is_barred)
            for at, share in enumerate(shares)
        ]
        draw_cells(layer, cells)
        x += width * len(cells) + 5
        write(layer, x, y, words, colour=MUTED, size=SMALL_SIZE)
        x += text_width(words, SMALL_SIZE) + 14


def most_words(highest: float, *, has_decimal: bool) -> str:
    """Return what the key says of the strongest shade."""
    return f"up to {short_number(highest, has_decimal=has_decimal)}" if highest else "more"


def short_number(value: float, *, has_decimal: bool) -> str:
    """Return a number as a cell shows it: nothing for 0, with one decimal or none."""
    if value <= 0:
        return ""
    return f"{value:.1f}" if has_decimal else f"{value:,.0f}"
