"""Cells that tell numbers by shade and by figures: one ramp, light to dark, for all heat maps.

The ramp is matplotlib's YlGnBu, sequential in lightness, so that it is read without colours too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from mentis_records.report.figure.figure_style import GRID, INK, MUTED, PAPER, SMALL_SIZE, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_RAMP = "YlGnBu"
_DARK_TEXT, _LIGHT_TEXT = "#14181c", "#fdfdfd"
"""On shades, which dark pages keep, so these are none of the page's own."""

KEY_HEIGHT = 50
"""Pixels that the key needs at the top of a figure."""

_STEPS = 6
_NONE = "none"


@cache
def shade(share: float) -> tuple[str, str]:
    """Return the fill and the text's colour of a cell for a share from 0 to 1 of the highest."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    if share <= 0:
        return PAPER, INK
    red, green, blue, _ = colormaps[_RAMP](0.06 + 0.9 * min(share, 1.0))
    is_light = 0.299 * red + 0.587 * green + 0.114 * blue > 0.52
    return to_hex((red, green, blue)), _DARK_TEXT if is_light else _LIGHT_TEXT


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A cell with its upper left, its size, its share of the highest number, and its text."""

    x: float
    y: float
    width: float
    height: float
    share: float
    text: str = ""


def draw_cells(layer: Axes, cells: Sequence[HeatCell], text_size: float = SMALL_SIZE) -> None:
    """Draw cells, all their grounds at once."""
    from matplotlib.collections import PolyCollection

    looks = [shade(round(cell.share, 3)) for cell in cells]
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
    for cell, (_, ink) in zip(cells, looks, strict=True):
        if cell.text:
            middle = (cell.x + cell.width / 2, cell.y + cell.height / 2)
            write(layer, *middle, cell.text, colour=ink, size=text_size, align="center")


def heat_key(layer: Axes, unit: str, high: str) -> None:
    """Draw at the top what the numbers are, and the ramp from none to the highest."""
    write(layer, 0, 8, unit, colour=MUTED, size=SMALL_SIZE)
    y = 30.0
    write(layer, 0, y, _NONE, colour=MUTED, size=SMALL_SIZE)
    left = 0.62 * SMALL_SIZE * len(_NONE) + 6
    steps = [
        HeatCell(left + 16 * step, y - 6, 16, 12, step / (_STEPS - 1)) for step in range(_STEPS)
    ]
    draw_cells(layer, steps)
    write(layer, left + 16 * _STEPS + 6, y, high, colour=MUTED, size=SMALL_SIZE)


def short_number(value: float, *, has_decimal: bool) -> str:
    """Return a number as a cell shows it: nothing for 0, with one decimal or none."""
    if value <= 0:
        return ""
    return f"{value:.1f}" if has_decimal else f"{value:,.0f}"
