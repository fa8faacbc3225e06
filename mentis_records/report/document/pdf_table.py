"""Tables in PDF documents; knows no report."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from mentis_records.core.number_table import NumberTable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.board.board_shape import rgb
from mentis_records.report.document.pdf_sheet import FAMILY, SMALL, PdfSheet, line_height
from mentis_records.report.figure.figure_style import GRID, INK
from mentis_records.report.words.wording import heading

_LONGEST_CELL = 160
_NARROWEST = 9.0
"""Millimetres of a column at least."""

_PADDING = 4.0
"""Millimetres that a column is wider than its text."""

_ROW_PADDING = 0.5
"""Millimetres above and below the text of a cell."""

_BETWEEN = 8.0
"""Millimetres between the two columns of a table that stands in two."""

_MOST_WORDS = 2
"""Words beside the numbers of a cell, such as a share with its interval, that is not broken."""

_TIGHT = 1.4
"""How much wider than the page a table may be, to be made narrower by breaking its texts."""

_WHOLE_ROWS = 12
"""So long a table, the headings counted, is not divided between two pages."""

_FEWEST_ROWS = 4
"""Rows of a longer one that do not stand alone at the foot of a page."""


def write_table(sheet: PdfSheet, table: NumberTable) -> None:
    """Write a table, as wide as its texts ask for; its headings stand on every page.

    Columns for which the page has no room follow in further tables, each with the first column; a
    long table of half the page's width stands in two columns. Headings have two lines at most, and
    short cells with numbers one. A cell is cut after ``_LONGEST_CELL`` characters; a table without
    rows is left out.
    """
    heads = [sheet.clean(heading(_shortened(column))) for column in table.columns]
    cells = [heads, *([sheet.clean(_cell(_text(cell))) for cell in row] for row in table.rows)]
    if len(cells) < 2:
        return
    columns = [_Column.of(sheet, column) for column in zip(*cells, strict=True)]
    for part in _parts(columns, sheet.epw):
        widths = _squeezed([columns[at] for at in part], sheet.epw)
        rights = [table.are_numbers[at] for at in part]
        rows = [[row[at] for at in part] for row in cells]
        if len(rows) > _WHOLE_ROWS and 2 * sum(widths) + _BETWEEN <= sheet.epw:
            rows = _folded(rows)
            widths, rights = [*widths, _BETWEEN, *widths], [*rights, False, *rights]
        _write_part(sheet, rows, widths, rights)


def least_height(table: NumberTable) -> float:
    """Return how high a table is if each row is of one line; without rows it is not there."""
    return (len(table.rows) + 2) * _row_height() if table.rows else 0.0


def least_room(table: NumberTable) -> float:
    """Return the least height with which a table begins: all of a short one, or a few rows."""
    rows = len(table.rows) + 1
    return ((rows if rows <= _WHOLE_ROWS else _FEWEST_ROWS) + 1) * _row_height()


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


def _folded(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows with the second half beside the first, below headings of its own."""
    head, *body = rows
    half = -(-len(body) // 2)
    blank = [""] * len(head)
    right = [*body[half:], *[blank] * (2 * half - len(body))]
    lines = zip([head, *body[:half]], [head, *right], strict=True)
    return [[*one, "", *other] for one, other in lines]


def _row_height() -> float:
    return line_height(SMALL) + 2 * _ROW_PADDING


def _write_part(
    sheet: PdfSheet, cells: Sequence[Sequence[str]], widths: Sequence[float], rights: Sequence[bool]
) -> None:
    sheet.style(SMALL)
    together = len(cells) if len(cells) <= _WHOLE_ROWS else _FEWEST_ROWS
    if sheet.will_page_break((together + 1) * _row_height()):
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


def _cell(text: str) -> str:
    """Return a cell as it is written, its spaces such as do not break if it has numbers."""
    words = re.findall(r"[^\W\d_]{3,}", text)
    is_whole = any(map(str.isdigit, text)) and len(words) <= _MOST_WORDS
    short = _shortened(text)
    return short.replace(" ", "\N{NO-BREAK SPACE}") if is_whole else short


def _shortened(cell: str) -> str:
    """Return a cell cut to its greatest length, its no-break spaces kept."""
    return cell if len(cell) <= _LONGEST_CELL else f"{cell[: _LONGEST_CELL - 1]}…"
