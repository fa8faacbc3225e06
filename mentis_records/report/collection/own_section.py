"""The sections that a game adds, drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mentis_records.core.section import Bars, Drawing, HeatBoards, Matrices, OwnExhibit, OwnSection
from mentis_records.report.collection.frame import Frame, neutral_marks
from mentis_records.report.collection.own_results import compare_groups
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_bar import BarPlot
from mentis_records.report.figure.figure_heatmap import HeatmapPlot
from mentis_records.report.figure.figure_matrix import MatrixPlot
from mentis_records.report.figure.figure_style import Plot


def draw_section(frame: Frame, own: OwnSection) -> Section:
    """Return a section that a game describes; its figures share a scale where they show a unit.

    Raises:
        CapabilityError: it asks what is no query.
        StoreError: the database cannot be read.
    """
    scales: dict[str, float] = {}
    for each in own.exhibits:
        if isinstance(each, OwnExhibit) and not isinstance(each.drawing, Bars):
            unit = each.drawing.unit
            scales[unit] = max(scales.get(unit, 0.0), each.drawing.highest)
    paragraphs, exhibits = list(own.paragraphs), []
    for each in own.exhibits:
        if isinstance(each, OwnExhibit):
            exhibits.append(_exhibit(frame, each, scales))
            continue
        words, found = compare_groups(frame, each)
        paragraphs += [words] if words else []
        exhibits += found
    return Section(own.slug, own.title, tuple(paragraphs), tuple(exhibits))


def _exhibit(frame: Frame, own: OwnExhibit, scales: Mapping[str, float]) -> Exhibit:
    exhibit = frame.exhibit(
        own.slug,
        own.title,
        own.alternative,
        method=own.method,
        plot=_plot(frame, own.drawing, scales),
        numbers=own.told,
        display=own.shown,
    )
    n = exhibit.n if own.games is None else own.games
    return replace(exhibit, n=n, is_by_square=isinstance(own.drawing, HeatBoards))


def _plot(frame: Frame, drawing: Drawing, scales: Mapping[str, float]) -> Plot:
    match drawing:
        case Bars():
            marks = neutral_marks(drawing.parts)
            return BarPlot(drawing.rows, marks, drawing.is_share, frame.census.is_small)
        case Matrices():
            titles = (drawing.row_title, drawing.column_title)
            highest = scales[drawing.unit]
            return MatrixPlot(drawing.panels, *titles, drawing.unit, highest, has_decimal=True)
        case HeatBoards():
            names = (drawing.columns, drawing.rows, drawing.unit)
            return HeatmapPlot(drawing.boards, *names, scales[drawing.unit])
