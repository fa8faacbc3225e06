"""The diagram of the database: tables as boxes in columns, relations as arrows."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from generator.schema_page import ALL_TABLES, relations

_WIDTH, _GAP = 218, 56
_ROW, _HEAD, _BETWEEN = 15, 21, 24
_COLUMNS = 5
_STYLE = (
    "font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; min-width: 1330px; "
    "width: 100%; height: auto"
)


@dataclass(frozen=True)
class Box:
    """A table with its place."""

    name: str
    left: int
    top: int
    columns: tuple[str, ...]

    @property
    def height(self) -> int:
        """Return the height of the head and all rows."""
        return _HEAD + _ROW * len(self.columns) + 6

    def row(self, column: str) -> int:
        """Return the middle of a row."""
        return self.top + _HEAD + _ROW * self.columns.index(column) + _ROW // 2 + 3


def boxes() -> list[Box]:
    """Return the tables in columns of about the same height, in their order."""
    total = sum(_HEAD + _ROW * len(table.columns) + 6 + _BETWEEN for table in ALL_TABLES)
    found: list[Box] = []
    column = top = 0
    for table in ALL_TABLES:
        box = Box(table.name, 0, 0, tuple(each.name for each in table.columns))
        if top and top + box.height / 2 > total / _COLUMNS and column < _COLUMNS - 1:
            column, top = column + 1, 0
        found.append(Box(box.name, column * (_WIDTH + _GAP), top, box.columns))
        top += box.height + _BETWEEN
    return found


def schema_picture() -> str:
    """Return the diagram as an SVG element, in the colours of the text around it."""
    placed = {box.name: box for box in boxes()}
    width = _COLUMNS * (_WIDTH + _GAP)
    height = max(box.top + box.height for box in placed.values()) + 4
    parts = [
        f'<div style="overflow-x: auto"><svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="-30 -2 {width} {height}" style="{_STYLE}" fill="currentColor">',
        "<title>The tables of the database and their relations</title>",
    ]
    linked = {(each.child, each.column) for each in relations()}
    parts += [
        _arrow(placed[each.child], each.column, placed[each.parent], each.other)
        for each in relations()
    ]
    for box in placed.values():
        parts += _drawn(box, linked)
    return "\n".join([*parts, "</svg></div>", ""])


def _drawn(box: Box, linked: set[tuple[str, str]]) -> list[str]:
    frame = f'x="{box.left}" y="{box.top}" width="{_WIDTH}"'
    parts = [
        f'<rect {frame} height="{box.height}" rx="4" fill="none" stroke="currentColor"/>',
        f'<rect {frame} height="{_HEAD}" rx="4" opacity="0.12"/>',
        f'<text x="{box.left + 8}" y="{box.top + 15}" font-weight="bold">{escape(box.name)}</text>',
    ]
    for column in box.columns:
        sign = " →" if (box.name, column) in linked else ""
        place = f'x="{box.left + 8}" y="{box.row(column) + 4}"'
        parts += [f"<text {place}>{escape(column)}{sign}</text>"]
    return parts


def _arrow(child: Box, column: str, parent: Box, other: str) -> str:
    """Return a curve from a row to the row that it names."""
    start = child.row(column)
    end = parent.row(other)
    left, right = child.left, parent.left + _WIDTH
    if child.left < parent.left:
        left, right = child.left + _WIDTH, parent.left
    elif child.left == parent.left:
        right = parent.left
    bend = 26 if child.left < parent.left else -26
    back = bend if child.left == parent.left else -bend
    return (
        f'<path d="M{left} {start} C{left + bend} {start} {right + back} {end} {right} {end}" '
        'fill="none" stroke="currentColor" opacity="0.35"/>'
    )
