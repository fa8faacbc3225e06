"""The curve of a game's evaluations as a drawing for paper, which neither stretches nor answers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise

from mentis_records.core.picture import Point
from mentis_records.report.board.board_shape import Area, Drawing, Label, Line, Shape, disc, mix
from mentis_records.report.board.board_svg import FONTS, SCALE, svg_element
from mentis_records.report.document.eval_curve import CurvePoint, EvalCurve
from mentis_records.report.figure.figure_style import GRID, INK, MUTED, PAPER, Palette

_WIDTH, _HEIGHT = 17.0, 2.4
_LEFT, _TOP, _RIGHT, _FOOT = 0.5, 0.6, 0.3, 0.6
_TYPE = 0.3
_TINT = 0.7
_RADIUS = 0.22
_DOTS = {1: 0.09, 2: 0.12, 3: 0.16}
"""Radii of points without a label, by the weight of the move."""


def curve_svg(curve: EvalCurve, palette: Palette) -> str:
    """Return the drawing as the text of an SVG element, all of its text escaped."""
    drawing = draw_curve(curve, palette)
    shapes = "".join(map(svg_element, drawing.shapes))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(curve.summary)}" '
        f'viewBox="0 0 {drawing.width * SCALE:g} {drawing.height * SCALE:g}">'
        f'<g font-family="{FONTS}">{shapes}</g></svg>'
    )


def draw_curve(curve: EvalCurve, palette: Palette) -> Drawing:
    """Return the curve with its axes and with the moves that stand out."""
    width, height = _LEFT + _WIDTH + _RIGHT, _TOP + _HEIGHT + _FOOT
    return Drawing(width, height, tuple(_shapes(curve, palette)))


def _shapes(curve: EvalCurve, palette: Palette) -> Iterator[Shape]:
    right, bottom = _LEFT + _WIDTH, _TOP + _HEIGHT
    sides = (palette.first, palette.second)
    for run in curve.runs():
        places = tuple(_place(curve, point) for point in run)
        for colour, edge in zip(sides, (bottom, _TOP), strict=True):
            if len(run) > 1:
                corners = (*places, (places[-1][0], edge), (places[0][0], edge))
                yield Area(corners, mix(colour, PAPER, _TINT))
    for words, level in (("1", _TOP), ("½", (_TOP + bottom) / 2), ("0", bottom)):
        yield Line(((_LEFT, level), (right, level)), GRID, 0.02)
        yield Label(_LEFT - 0.12, level, words, _TYPE, MUTED, "end")
    yield Label(_LEFT, 0.15, curve.title, _TYPE, MUTED, "start")
    for ply in curve.ticks():
        yield Label(_LEFT + _WIDTH * ply / curve.last, bottom + 0.35, str(ply), _TYPE, MUTED)
    for run in curve.runs():
        for start, end in pairwise(run):
            yield Line((_place(curve, start), _place(curve, end)), INK, 0.05)
        if len(run) == 1:
            yield Area(disc(_place(curve, run[0]), 0.05), INK)
    for point in sorted(curve.marked, key=lambda point: point.weight):
        x, y = _place(curve, point)
        radius = _RADIUS if point.label else _DOTS[point.weight]
        yield Area(disc((x, y), radius), PAPER, sides[point.side], 0.06)
        if point.label:
            yield Label(x, y, point.label, 0.26, INK, is_bold=True)


def _place(curve: EvalCurve, point: CurvePoint) -> Point:
    return (_LEFT + _WIDTH * point.ply / curve.last, _TOP + _HEIGHT * (1 - curve.level(point)))
