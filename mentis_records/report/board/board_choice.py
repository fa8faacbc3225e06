"""A board as SVG with what moves would do, each in a group of its own; knows no game.

The groups are not displayed until a page displays one: that with ``data-move`` of the move. So are
the ``spots``, an area over each square with its name, which can be clicked where a page wants it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from html import escape

from mentis_records.core.picture import BoardPicture, SquarePicture
from mentis_records.core.text import one_line
from mentis_records.report.board.board_ground import draw_contents, head_of
from mentis_records.report.board.board_layout import BoardSheet
from mentis_records.report.board.board_mark import (
    AMBER,
    DEEP_AMBER,
    aimed_targets,
    draw_arrows,
    draw_attack,
    draw_cross,
    draw_path,
)
from mentis_records.report.board.board_shape import Area, Line, Shape, box, disc, mix, rounded_box
from mentis_records.report.board.board_svg import SCALE, svg_element, svg_frame

_GHOST = 0.55
"""How strongly the ground of a square is tinted on which a move leaves pieces."""


def render_choices(picture: BoardPicture, after: Sequence[BoardPicture], *, size: int = 420) -> str:
    """Return a position as SVG, with a hidden group for each position that moves lead to."""
    sheet = BoardSheet(picture, size, is_alone=True)
    drawing = sheet.draw(())
    groups = (
        _group(f'data-move="{number}" display="none"', trace(sheet, following))
        for number, following in enumerate(after)
    )
    return svg_frame(picture, drawing, size, "", "\n".join(groups))


def render_spots(
    picture: BoardPicture,
    marks: Mapping[str, Sequence[str]],
    squares: Container[str],
    *,
    title: str,
    words: str,
    size: int = 420,
) -> str:
    """Return a board, which ``words`` tell of, as SVG with an area over each of some squares.

    Those with ``marks`` have the class ``marked``, and the words of the marks as their title.
    """
    sheet = BoardSheet(picture, size, is_alone=True)
    drawing = sheet.draw(())
    spots = "\n".join(
        _spot(sheet, square, marks.get(square.name, ()))
        for square in picture.squares
        if square.name in squares
    )
    return svg_frame(picture, drawing, size, title, f'<g class="spots">\n{spots}\n</g>', words)


def trace(sheet: BoardSheet, after: BoardPicture) -> Iterator[Shape]:
    """Yield what a move would do on a sheet, as the position after it tells."""
    before = {square.name: square for square in sheet.picture.squares}
    corners = {name: sheet.corner(square) for name, square in before.items()}
    centres = {name: (x + 0.5, y + 0.5) for name, (x, y) in corners.items()}
    colours = {
        name: mix(sheet.ground_colour(square), AMBER, _GHOST) for name, square in before.items()
    }
    for square in after.squares:
        if square.pieces and square.pieces != before[square.name].pieces:
            corner = corners[square.name]
            yield _cover(sheet, square, colours[square.name])
            yield from draw_contents(square, corner, colours[square.name], sheet.style)
    for name in after.lit:
        x, y = corners[name]
        frame = rounded_box(x + 0.03, y + 0.03, 0.94, 0.94, 0.08)
        yield Line((*frame, frame[0]), DEEP_AMBER, 0.06)
    path = [centres[name] for name in after.last_path]
    yield from draw_path(path)
    for target in aimed_targets(after) if path else ():
        yield from draw_attack(path[-1], centres[target])
    yield from draw_arrows(path)
    for name in after.last_taken:
        x, y = corners[name]
        yield from draw_cross((x, y + head_of(before[name])), is_empty=False)


def _cover(sheet: BoardSheet, square: SquarePicture, colour: str) -> Area:
    """Return what hides the pieces that stand on a square now, as far as those after it do."""
    x, y = sheet.corner(square)
    if sheet.picture.lines:
        return Area(disc((x + 0.5, y + 0.5), 0.46, 48), colour)
    head = head_of(square)
    return Area(box(x, y + head, 1, 1 - head), colour)


def _spot(sheet: BoardSheet, square: SquarePicture, marks: Sequence[str]) -> str:
    x, y = (f"{SCALE * measure:.0f}" for measure in sheet.corner(square))
    marked = ' class="marked"' if marks else ""
    words = f"{square.name}: {'; '.join(marks)}" if marks else square.name
    return (
        f'<rect x="{x}" y="{y}" width="{SCALE}" height="{SCALE}" fill-opacity="0"{marked} '
        f'data-square="{escape(square.name)}"><title>{escape(one_line(words))}</title></rect>'
    )


def _group(attributes: str, shapes: Iterator[Shape]) -> str:
    inner = "\n".join(map(svg_element, shapes))
    return f"<g {attributes}>\n{inner}\n</g>"
