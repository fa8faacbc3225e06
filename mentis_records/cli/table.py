"""Rows on standard output as a table, CSV or JSON, written as they come.

A table's columns are as wide as its first rows need. On a terminal it fits: long texts are cut
where that helps, columns that may be left out are, and where nothing helps each row becomes a
list of names and values. Numbers are never cut, and in a pipe nothing is.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from textwrap import TextWrapper
from typing import Any

from mentis_records.cli import output
from mentis_records.cli.progress import waiting_bar
from mentis_records.core.text import printable
from mentis_records.export.json_rows import is_number, json_rows, value_text
from mentis_records.fast.late_dataclass import dataclass

FORMATS = ("table", "csv", "json")

_SAMPLE_ROWS = 1_000
"""Rows whose values decide on the widths of a table."""

_WIDEST = 200
"""Columns that a value may take in a table of a pipe before it juts out."""

_NARROWEST = 10
"""Columns to which long texts may be cut."""

_READABLE = 16
"""Columns to which long texts are not cut while a column is left that may be left out."""

_GAP = "  "
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def check_format(name: str) -> None:
    """End with a usage error if there is no such table format."""
    output.check_choice("--format", name, FORMATS)


def write_rows(
    format_name: str,
    names: Sequence[str],
    rows: Iterable[Sequence[Any]],
    droppable: Sequence[str] = (),
) -> list[str]:
    """Write rows with their column names in one of ``FORMATS``, as they come.

    Args:
        format_name: which format.
        names: those of the columns.
        rows: a value for each column.
        droppable: columns that a table leaves out if they say nothing, and where it would be
            too wide for the terminal, the first one first.

    Returns:
        The columns that were left out for want of room.
    """
    coming = iter(rows)
    with waiting_bar():
        first = list(islice(coming, 1))
    rows = chain(first, coming)
    if format_name == "csv":
        _write_csv(names, rows)
    elif format_name == "json":
        for text in json_rows(names, rows):
            output.write_text(text)
    else:
        return _write_table(names, rows, droppable)
    return []


def tell_no_room(left_out: Sequence[str]) -> None:
    """Say which columns a table had no room for, if there were any."""
    if left_out:
        output.talk(f"no room for: {', '.join(left_out)}; --format csv has all columns")


def _write_csv(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    from mentis_records.core.csv_text import csv_line

    header = csv_line(names)
    for row in rows:
        cells = (value if value is None or is_number(value) else value_text(value) for value in row)
        output.write_text(header + csv_line(cells))
        header = ""
    output.write_text(header)


@dataclass(slots=True)
class _Column:
    """A column of a table: where its values stand in a row, and how they are set."""

    at: int
    name: str
    width: int
    is_number: bool

    def least(self, limit: int) -> int:
        """Return the width of the column if long texts are cut to a limit."""
        return self.width if self.is_number else min(self.width, limit)


def _write_table(
    names: Sequence[str], rows: Iterable[Sequence[Any]], droppable: Sequence[str]
) -> list[str]:
    left = iter(rows)
    sample = list(islice(left, _SAMPLE_ROWS))
    columns = [
        _column(at, name, sample)
        for at, name in enumerate(names)
        if name not in droppable or any(_says_something(row[at]) for row in sample)
    ]
    dropped: list[str] = []
    if sys.stdout.isatty():
        room = shutil.get_terminal_size().columns
        for name in droppable:
            if _least(columns, _READABLE) <= room:
                break
            dropped += [column.name for column in columns if column.name == name]
            columns = [column for column in columns if column.name != name]
        if _least(columns, _NARROWEST) > room:
            _write_list(columns, chain(sample, left))
            return dropped
        _shrink(columns, room)
    for line in _lines(columns, chain(sample, left), is_cut=sys.stdout.isatty()):
        output.paint(line)
    return dropped


def _says_something(value: Any) -> bool:
    """Tell whether a value is more than the signs for what is unknown."""
    return value is not None and bool(str(value).strip("?.-"))


def _column(at: int, name: str, sample: Sequence[Sequence[Any]]) -> _Column:
    values = [row[at] for row in sample if row[at] is not None]
    has_numbers = bool(values) and all(map(is_number, values))
    width = max([_width(_text(name)), *(_width(_text(value)) for value in values)])
    return _Column(at, name, min(width, _WIDEST), has_numbers)


def _least(columns: Sequence[_Column], limit: int) -> int:
    """Return the width of a table in which long texts are cut to a limit."""
    return sum(column.least(limit) for column in columns) + len(_GAP) * (len(columns) - 1)


def _shrink(columns: Sequence[_Column], room: int) -> None:
    """Cut the widest columns until the table fits."""
    excess = sum(column.width for column in columns) + len(_GAP) * (len(columns) - 1) - room
    while excess > 0:
        widest = max(
            (column for column in columns if column.width > column.least(_NARROWEST)),
            key=lambda column: column.width,
        )
        widest.width -= 1
        excess -= 1


def _lines(
    columns: Sequence[_Column], rows: Iterable[Sequence[Any]], is_cut: bool
) -> Iterator[str]:
    header = _line(columns, [column.name for column in columns], is_cut)
    yield f"{_BOLD}{header}{_PLAIN}" if output.has_colour() else header
    yield _GAP.join("─" * column.width for column in columns)
    for row in rows:
        yield _line(columns, [row[column.at] for column in columns], is_cut)


def _line(columns: Sequence[_Column], values: Sequence[Any], is_cut: bool) -> str:
    cells = []
    for column, value in zip(columns, values, strict=True):
        text = _text(value)
        room = column.width - _width(text)
        blanks = " " * room
        if room < 0 and is_cut and not column.is_number:
            text = _cut(text, column.width)
        cells.append(blanks + text if column.is_number else text + blanks)
    return _GAP.join(cells).rstrip()


def _text(value: Any) -> str:
    return printable(value_text(value))


def _width(text: str) -> int:
    """Return the columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _cut(text: str, width: int) -> str:
    """Return a text cut to some columns; of a path the end is kept."""
    from rich.cells import set_cell_size

    if os.sep in text:
        return "…" + set_cell_size(text[::-1], width - 1)[::-1]
    return set_cell_size(text, width - 1) + "…"


def _write_list(columns: Sequence[_Column], rows: Iterable[Sequence[Any]]) -> None:
    """Write each row as lines of name and value, for terminals too narrow for a table."""
    names = [_text(column.name) for column in columns]
    wide = max(map(_width, names))
    room = max(shutil.get_terminal_size().columns - wide - len(_GAP), 1)
    whole_words = TextWrapper(room, break_long_words=False, break_on_hyphens=False)
    for number, row in enumerate(rows, 1):
        output.write(f"-- {number}")
        for name, column in zip(names, columns, strict=True):
            blanks = " " * (wide - _width(name))
            first, *more = whole_words.wrap(_text(row[column.at])) or [""]
            output.write(f"{blanks}{name}  {first}".rstrip())
            for line in more:
                output.write(f"{'':{wide}}  {line}")
