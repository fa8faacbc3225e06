"""The sections that a game adds, drawn."""

from __future__ import annotations

from mentis_records.core.section import (
    Bars,
    Drawing,
    HeatBoards,
    Matrices,
    OwnExhibit,
    OwnSection,
)
from mentis_records.report.collection.frame import Frame, neutral_marks
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_bar import BarPlot
from mentis_records.report.figure.figure_heatmap import HeatmapPlot
from mentis_records.report.figure.figure_matrix import MatrixPlot
from mentis_records.report.figure.figure_style import Plot


def draw_section(frame: Frame, own: OwnSection) -> Section:
    """Return a section that a game describes."""
    exhibits = tuple(_exhibit(frame, each) for each in own.exhibits)
    return Section(own.slug, own.title, own.paragraphs, exhibits)


def _exhibit(frame: Frame, own: OwnExhibit) -> Exhibit:
    return frame.exhibit(
        own.slug,
        own.title,
        own.alternative,
        method=own.method,
        plot=_plot(frame, own.drawing),
        numbers=own.told,
        display=own.shown,
    )


def _plot(frame: Frame, drawing: Drawing) -> Plot:
    match drawing:
        case Bars():
            marks = neutral_marks(drawing.parts)
            return BarPlot(drawing.rows, marks, drawing.is_share, frame.census.is_small)
        case Matrices():
            titles = (drawing.row_title, drawing.column_title)
            return MatrixPlot(drawing.panels, *titles, drawing.unit, has_decimal=True)
        case HeatBoards():
            return HeatmapPlot(drawing.boards, drawing.columns, drawing.rows, drawing.unit)
