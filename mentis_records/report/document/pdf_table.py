"""Tables in PDF documents; knows no report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from mentis_records.core.number_table import NumberTable
from mentis_records.report.board.board_shape import rgb
from mentis_records.report.document.pdf_sheet import FAMILY, SMALL, PdfSheet, line_height
from mentis_records.report.figure.figure_style import GRID, INK

_LONGEST_CELL = 160
_NARROWEST = 9.0
"""Millimetres of a column at least."""

_PADDING = 4.0
"""Millimetres that a column is wider than its text."""

_ROW_PADDING = 0.5
"""Millimetres above and below the text of a cell."""

_TIGHT = 1.4
"""How much wider than the page a table may be, to be made narrower by breaking its texts."""

_WHOLE_ROWS = 12
"""So long a table, the headings counted, is not divided between two pages."""

_FEWEST_ROWS = 4
"""Rows of a longer one that do not stand alone at the foot of a page."""


def write_table(sheet: PdfSheet, table: NumberTable) -> None:
    """Write a table, as wide as its texts ask for; its headings stand on every page.

    Columns for which the page has no room follow in further tables, each with the first column. A
    cell is cut after ``_LONGEST_CELL`` characters; a table without rows is left out.
    """
    cells = [
        [sheet.clean(_shortened(cell)) for cell in map(_text, row)]
        for row in (table.columns, *table.rows)
    ]
    if len(cells) < 2:
        return
    columns = [_Column.of(sheet, column) for column in zip(*cells, strict=True)]
    for part in _parts(columns, sheet.epw):
        widths = _squeezed([columns[at] for at in part], sheet.epw)
        rights = [table.are_numbers[at] for at in part]
        _write_part(sheet, [[row[at] for at in part] for row in cells], widths, rights)


@dataclass(frozen=True, slots=True)
class _Column:
    """How wide a column would be, and how narrow it may become without breaking a word."""

    width: float
    least: float

    @classmethod
    def of(cls, sheet: PdfSheet, cells: Sequence[str]) -> _Column:
        """Measure the texts of a column, its heading first."""
        half = sheet.epw / 2
        found = [_NARROWEST, _NARROWEST]
        for row, cell in enumerate(cells):
            sheet.style(SMALL, is_bold=not row)
            words = max(cell.split(" "), key=len)
            for at, text in enumerate((cell, words)):
                found[at] = max(found[at], sheet.get_string_width(text) + _PADDING)
        return cls(min(found[0], half), min(found[1], half))


def _parts(columns: Sequence[_Column], room: float) -> list[list[int]]:
    """Return the columns of each table: the first, and as many others as there is room for."""
    parts = [[0]]
    for at in range(1, len(columns)):
        tried = [columns[one] for one in (*parts[-1], at)]
        width, least = (sum(getattr(one, name) for one in tried) for name in ("width", "least"))
        if len(tried) > 2 and (width > _TIGHT * room or least > room):
            parts.append([0])
        parts[-1].append(at)
    return parts


def _squeezed(columns: Sequence[_Column], room: float) -> list[float]:
    """Return the widths of columns, those that can be narrower made so to fit into a room."""
    excess = sum(column.width for column in columns) - room
    slack = sum(column.width - column.least for column in columns)
    share = min(max(excess / slack, 0.0), 1.0) if slack else 0.0
    return [column.width - share * (column.width - column.least) for column in columns]


def _write_part(
    sheet: PdfSheet,
    cells: Sequence[Sequence[str]],
    widths: Sequence[float],
    rights: Sequence[bool],
) -> None:
    sheet.style(SMALL)
    height = line_height(SMALL) + 2 * _ROW_PADDING
    together = len(cells) if len(cells) <= _WHOLE_ROWS else _FEWEST_ROWS
    if sheet.will_page_break(together * height):
        sheet.add_page()
    sheet.set_draw_color(*rgb(GRID))
    sheet.set_line_width(0.15)
    with sheet.table(
        width=min(sum(widths), sheet.epw),
        align="LEFT",
        col_widths=tuple(widths),
        text_align=tuple("RIGHT" if is_right else "LEFT" for is_right in rights),
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        headings_style=FontFace(FAMILY, "BOLD", SMALL, rgb(INK)),
        line_height=line_height(SMALL),
        padding=(_ROW_PADDING, _PADDING / 2, _ROW_PADDING, 0),
    ) as grid:
        for row in cells:
            grid.row(row)
    sheet.ln(3)


def _text(cell: object) -> str:
    return "" if cell is None else str(cell)


def _shortened(cell: str) -> str:
    """Return a cell cut to its greatest length, its no-break spaces kept."""
    return cell if len(cell) <= _LONGEST_CELL else f"{cell[: _LONGEST_CELL - 1]}…"
