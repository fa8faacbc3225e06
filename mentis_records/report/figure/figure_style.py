"""The look that all figures share, and how they become SVG and PNG; knows no numbers.

Figures are laid out in pixels of a sheet of a given width. A figure in a page has no title, no
notes and no background: the page has those, and puts CSS variables in the place of the
colours, so that one drawing serves light and dark. A figure in a file of its own carries its
title above and its notes below, on white.

Nothing of the user's matplotlib settings enters, nor the date: the same numbers give the same
bytes. Matplotlib is imported when the first figure is drawn, for it is slow to start.
"""

from __future__ import annotations

import io
import re
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from mentis_records.core.capability import is_drawn, picture_of
from mentis_records.core.game import AnyGame
from mentis_records.core.start import starts_of
from mentis_records.core.text import one_line
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.board.board_shape import is_light, mix
from mentis_records.report.figure.figure_ramp import ramp_colours

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.transforms import TransformedPath

WIDE = 860
NARROW = 340
"""Widths of the two layouts of a figure in a page, in pixels."""

INK, MUTED, GRID, PAPER = "#1b1f24", "#59626d", "#d3d8de", "#ffffff"

FONT = "DejaVu Sans"
SIZE, SMALL_SIZE = 12.0, 10.5
_TITLE_SIZE = 15.0
_CHARACTER = 0.58
"""Mean width of a character of the font, of its size."""
_MARGIN = 18
_PLAIN = ("#2b6cb0", "#b7791f")
"""The colours of sides whose pieces are not drawn."""
_SHADE = "#6b4f1d"
"""What light colours are mixed with, so that they show on paper and are no draws' grey."""

_PNG_SCALE = 2
_POINTS = 72
"""Points an inch: at this resolution, one point is one pixel."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of results; the sides' are those of the board."""

    first: str
    second: str
    draw: str = "#7d8590"

    def variables(self) -> dict[str, str]:
        """Return the CSS variable that stands for each colour."""
        ramp = {light: f"var({name})" for name, (light, _) in ramp_colours().items()}
        return ramp | {
            INK: "var(--ink)",
            MUTED: "var(--muted)",
            GRID: "var(--grid)",
            PAPER: "var(--paper)",
            self.first: "var(--first)",
            self.draw: "var(--draw)",
            self.second: "var(--second)",
        }

    def css(self) -> dict[str, tuple[str, str]]:
        """Return the colours of results and shades by CSS variable, on light and dark ground."""
        return ramp_colours() | {
            "--first": (self.first, mix(self.first, PAPER, 0.45)),
            "--draw": (self.draw, mix(self.draw, PAPER, 0.25)),
            "--second": (self.second, mix(self.second, PAPER, 0.28)),
        }


def palette_of(colours: Sequence[str]) -> Palette:
    """Return the colours of results for sides with such pieces."""
    first, second = (legible(colour) for colour in colours[:2])
    return Palette(first, second)


def game_palette(game: AnyGame) -> Palette:
    """Return the colours of results for the sides of a game, whether it is drawn or not."""
    starts = starts_of(game) if is_drawn(game) else []
    return palette_of(picture_of(game, starts[0].position, None).colours if starts else _PLAIN)


def legible(colour: str) -> str:
    """Return the colour of a side's pieces as figures on paper have it, a light one darker."""
    return mix(colour, _SHADE, 0.6) if is_light(colour) else colour


@dataclass(frozen=True, slots=True)
class Sheet:
    """The part of a figure that a plot fills; measures are in pixels from its upper left."""

    figure: Figure
    width: int
    height: int
    left: int = 0
    top: int = 0

    @property
    def is_narrow(self) -> bool:
        """Tell whether the plot is to use the layout for small screens."""
        return self.width < 2 * NARROW

    def layer(self) -> Axes:
        """Return axes over the whole sheet, whose units are its pixels."""
        whole_width, whole_height = (inch * _POINTS for inch in self.figure.get_size_inches())
        axes = self.figure.add_axes(
            (
                self.left / whole_width,
                1 - (self.top + self.height) / whole_height,
                self.width / whole_width,
                self.height / whole_height,
            )
        )
        axes.set_axis_off()
        axes.set_xlim(0, self.width)
        axes.set_ylim(self.height, 0)
        return axes


class Plot(Protocol):
    """What a figure shows: it says how high it is at a width, and paints itself."""

    def height(self, width: int) -> int:
        """Return the height in pixels that the plot needs at a width."""

    def paint(self, sheet: Sheet) -> None:
        """Draw the plot on a sheet of that size."""


def write(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    *,
    colour: str = INK,
    size: float = SIZE,
    align: str = "left",
    is_bold: bool = False,
) -> None:
    """Write a text with its middle at a height; nothing in it is taken for mathematics."""
    axes.text(
        x,
        y,
        one_line(text),
        color=colour,
        fontsize=size,
        ha=align,
        va="center_baseline",
        fontweight="bold" if is_bold else "normal",
        parse_math=False,
        clip_path=_unclipped(),
    )


def put_line(layer: Axes, x: Sequence[float], y: Sequence[float], **looks: Any) -> None:
    """Draw a line, or markers, that the edge of the layer does not cut.

    ``Axes.plot`` does the same, but also looks after scales and cycles that a layer has not, which
    takes most of the time of a figure.
    """
    from matplotlib.lines import Line2D

    layer.add_artist(Line2D(x, y, clip_on=False, clip_path=_unclipped(), **looks))


@cache
def _unclipped() -> TransformedPath:
    """Return a clip path for what is not clipped: layers make a costly one where there is none."""
    from matplotlib.path import Path
    from matplotlib.transforms import IdentityTransform, TransformedPath

    return TransformedPath(Path.unit_rectangle(), IdentityTransform())


def fitting(width: float, size: float = SIZE) -> int:
    """Return about how many characters of a size fit in a width."""
    return max(int(width / (size * _CHARACTER)), 4)


def render_inline(plot: Plot, width: int, palette: Palette, prefix: str) -> str:
    """Return a plot as an SVG element for a page; its ids begin with the prefix.

    The element is hidden from screen readers: the page gives the text alternative.
    """
    height = plot.height(width)
    with _figure(width, height) as figure:
        plot.paint(Sheet(figure, width, height))
        text = _saved(figure, "svg", {}).decode()
    text = text[text.index("<svg") :]
    # A style sheet within the drawing would hold for the whole page.
    text = re.sub(r"<(metadata|style|title)\b.*?</\1>", "", text, flags=re.DOTALL)
    text = re.sub(r'(<rect [^>]*)fill="(#\w+)"', r'\1style="fill: \2"', text)
    head = (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'stroke-linejoin="round" stroke-linecap="butt" font-family="{FONT}" aria-hidden="true">'
    )
    text = re.sub(r"<svg [^>]*>", head, text, count=1)
    text = _slim(text)
    text = re.sub(r'\bid="', f'id="{prefix}-', text)
    text = re.sub(r'\bxlink:href="#', f'href="#{prefix}-', text)
    text = text.replace("url(#", f"url(#{prefix}-")
    return _coloured(text, palette)


def _slim(text: str) -> str:
    """Return an SVG text without what changes nothing: digits, turns by 0, one font each time."""
    text = re.sub(r'(<path\b[^>]* d=")([^"]*)', lambda path: path[1] + _short(path[2]), text)
    text = re.sub(r'(<text [^>]*?) transform="rotate\(-0 [^"]*"', r"\1", text)
    text = re.sub(rf"(<text [^>]*?)font-family: '{FONT}'; ", r"\1", text)
    text = re.sub(r'<g id="text_\d+">\s*(<text [^>]*>[^<]*</text>)\s*</g>', r"\1", text)
    return re.sub(r">\s*\n\s*<", ">\n<", text)


def _short(path: str) -> str:
    """Return the data of a path on one line, in hundredths of a pixel."""
    whole = re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.2f}", path)
    return " ".join(re.sub(r"\.0+\b|(\.\d*[1-9])0+\b", r"\1", whole).split())


def render_plain(plot: Plot, scale: float) -> tuple[bytes, float]:
    """Return a plot alone as PNG, wide, ``scale`` dots a pixel; and its height to its width."""
    height = plot.height(WIDE)
    with _figure(WIDE, height) as figure:
        plot.paint(Sheet(figure, WIDE, height))
        return _saved(figure, "png", {}, scale), height / WIDE


def render_file(
    plot: Plot, kind: Literal["svg", "png"], title: str, notes: Sequence[str], program: str
) -> bytes:
    """Return a plot as an SVG or PNG file with its title and its notes.

    Both also stand in the file's metadata, with the program that made it.
    """
    inner = WIDE
    width = inner + 2 * _MARGIN
    titles = textwrap.wrap(one_line(title), fitting(inner, 1.1 * _TITLE_SIZE))
    small = [
        line for note in notes for line in textwrap.wrap(one_line(note), fitting(inner, SMALL_SIZE))
    ]
    top = _MARGIN + 22 * len(titles) + 10
    body = plot.height(inner)
    height = top + body + 14 + 16 * len(small) + _MARGIN
    with _figure(width, height) as figure:
        page = Sheet(figure, width, height).layer()
        for row, line in enumerate(titles):
            y = _MARGIN + 22 * row + 8
            write(page, _MARGIN, y, line, size=_TITLE_SIZE, is_bold=True)
        for row, line in enumerate(small):
            y = top + body + 14 + 16 * row + 8
            write(page, _MARGIN, y, line, colour=MUTED, size=SMALL_SIZE)
        plot.paint(Sheet(figure, inner, body, _MARGIN, top))
        facts = {
            "Title": one_line(title) or "Figure",
            "Description": " ".join(map(one_line, notes)),
            "Creator" if kind == "svg" else "Software": program,
        }
        return _saved(figure, kind, facts)


@cache
def _settings() -> dict[str, Any]:
    """Return this module's settings of the drawing library, whatever the user has set there."""
    import matplotlib

    settings: Any = {
        name: value
        for name, value in matplotlib.rcParamsDefault.items()
        if not name.startswith(("backend", "webagg", "date", "toolbar", "interactive"))
    }
    settings |= {
        "font.family": [FONT],
        "svg.fonttype": "none",
        "svg.hashsalt": "mentis-records",
        "hatch.linewidth": 1.2,
        "text.parse_math": False,
    }
    checked: Any = matplotlib.RcParams(settings)
    return dict(checked)


@contextmanager
def _figure(width: int, height: int) -> Iterator[Figure]:
    """Give an empty figure of a size in pixels, under this module's settings."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    # ``rc_context`` checks all settings, which takes longer than drawing a small figure.
    current: Any = matplotlib.rcParams
    before = dict(dict.items(current))
    dict.update(current, _settings())
    try:
        with warnings.catch_warnings():
            # A name may have characters that the font lacks; the page shows them in its own font.
            warnings.filterwarnings("ignore", message="Glyph .* missing from font")
            size = (width / _POINTS, height / _POINTS)
            figure = Figure(figsize=size, dpi=_POINTS, facecolor=PAPER)
            FigureCanvasAgg(figure)
            yield figure
    finally:
        dict.update(current, before)


def _saved(figure: Figure, kind: str, facts: dict[str, Any], scale: float = _PNG_SCALE) -> bytes:
    """Return a figure as a file; an SVG without facts has no background either."""
    if kind == "svg":
        text = io.StringIO()
        empty: dict[str, Any] = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(text, format="svg", transparent=not facts, metadata=empty | facts)
        return text.getvalue().encode()
    target = io.BytesIO()
    metadata = {"Software": None} | facts
    figure.savefig(target, format="png", dpi=scale * _POINTS, metadata=metadata)
    return target.getvalue()


def _coloured(text: str, palette: Palette) -> str:
    """Return an SVG text with CSS variables in its styles for the colours that they stand for."""
    variables = palette.variables()
    colours = re.compile("|".join(map(re.escape, variables)))

    def in_style(found: re.Match[str]) -> str:
        return colours.sub(lambda colour: variables[colour[0]], found[0])

    return re.sub(r'style="[^"]*"', in_style, text)
