"""Render a board picture as one self-contained SVG element; knows neither games nor layout.

The element may stand many times in one HTML page: it has no ids, no style sheet, no script and
no outside reference. Its text alternative lists every piece.
"""

from __future__ import annotations

from html import escape

from mentis_records.core.picture import BoardPicture, Polygon
from mentis_records.core.text import one_line
from mentis_records.report.board.board_caption import Caption, add_caption
from mentis_records.report.board.board_layout import lay_out
from mentis_records.report.board.board_shape import Area, Drawing, Label, Line, Shape
from mentis_records.report.board.board_text import describe

SCALE = 100
"""Units of a view box to a board unit."""

FONTS = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', Arial, sans-serif"


def render_svg(
    picture: BoardPicture,
    *,
    size: int = 360,
    flipped: bool = False,
    title: str = "",
    highlights: tuple[str, ...] = (),
    caption: Caption | None = None,
) -> str:
    """Return the picture as the text of an SVG element, ``size`` pixels wide.

    Without a title, whose turn it is or how the game ended becomes the title. ``highlights`` are
    names of squares to be ringed; names that are no squares are ignored. All text is escaped.
    """
    drawing = lay_out(picture, pixels=size, flipped=flipped, highlights=highlights)
    if caption is not None:
        drawing = add_caption(drawing, caption)
    return svg_frame(picture, drawing, size, title)


def svg_frame(
    picture: BoardPicture,
    drawing: Drawing,
    size: int,
    title: str = "",
    above: str = "",
    words: str = "",
) -> str:
    """Return a drawing of a picture as an SVG element.

    ``above`` are elements to lie over it, ``words`` what it shows, by default every piece.
    """
    name = escape(one_line(title) or one_line(picture.standing))
    height = round(size * drawing.height / drawing.width)
    view = f"0 0 {_number(drawing.width)} {_number(drawing.height)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{size}" '
        f'height="{height}" role="img" aria-label="{name}">',
        f"<title>{name}</title>",
        f"<desc>{escape(one_line(words or describe(picture)))}</desc>",
        f'<g font-family="{FONTS}" stroke-linejoin="round" stroke-linecap="round">',
        *(svg_element(shape) for shape in drawing.shapes),
        *([above] if above else []),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts)


def svg_element(shape: Shape) -> str:
    """Return a shape as an SVG element, a board unit being ``SCALE`` units."""
    match shape:
        case Area():
            stroke = (
                f' stroke="{escape(shape.outline)}" stroke-width="{_number(shape.width)}"'
                if shape.width
                else ""
            )
            return (
                f'<polygon points="{_points(shape.points)}" fill="{escape(shape.fill)}"{stroke}/>'
            )
        case Line():
            return (
                f'<polyline points="{_points(shape.points)}" fill="none" '
                f'stroke="{escape(shape.colour)}" stroke-width="{_number(shape.width)}"/>'
            )
        case Label():
            weight = ' font-weight="700"' if shape.is_bold else ""
            return (
                f'<text x="{_number(shape.x)}" y="{_number(shape.baseline)}" '
                f'font-size="{_number(shape.size)}" text-anchor="{shape.anchor}"{weight} '
                f'fill="{escape(shape.colour)}">{escape(one_line(shape.text))}</text>'
            )


def _points(points: Polygon) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(units: float) -> str:
    """Return a measure in the units of the view box, a hundredth of a board unit each."""
    return f"{units * SCALE:.1f}".removesuffix(".0")
