"""Tables on standard output: for a terminal, or plain and as wide as needed in a pipe."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from mentis_records.cli import output

FORMATS = ("table", "csv", "json")
_PIPE_WIDTH = 10_000


def check_format(name: str) -> None:
    """End with a usage error if there is no such table format."""
    if name not in FORMATS:
        output.fail(f"--format {name!r}: choose one of {', '.join(FORMATS)}")


def write_rows(format_name: str, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write rows with their column names in one of ``FORMATS``; csv and json as they come."""
    if format_name == "csv":
        _write_csv(names, rows)
    elif format_name == "json":
        _write_json(names, rows)
    else:
        _write_table(names, rows)


def _write_csv(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow(["" if value is None else value for value in row])
        output.write_text(buffer.getvalue())
        buffer.seek(0)
        buffer.truncate()
    output.write_text(buffer.getvalue())


def _write_json(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write one array, a row a line."""
    before = "[\n"
    for row in rows:
        value = dict(zip(names, row, strict=True))
        output.write_text(before + json.dumps(value, ensure_ascii=False, default=str))
        before = ",\n"
    output.write_text("[]\n" if before == "[\n" else "\n]\n")


def _write_table(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from mentis_records.core.text import printable

    body = [list(row) for row in rows]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for at, name in enumerate(names):
        values = [row[at] for row in body if row[at] is not None]
        is_number = bool(values) and all(isinstance(value, int | float) for value in values)
        table.add_column(Text(printable(name)), justify="right" if is_number else "left")
    for row in body:
        table.add_row(*(Text("" if value is None else printable(str(value))) for value in row))
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    console = Console(file=sys.stdout, width=width, no_color=not output.has_colour())
    if body and _natural_width(names, body) > console.width:
        _write_list(names, body)
    else:
        console.print(table)


def _natural_width(names: Sequence[str], body: Sequence[Sequence[Any]]) -> int:
    """Return the columns that a table needs to show everything."""
    widths = [
        max(len(str(name)), *(len(str(row[at])) for row in body)) for at, name in enumerate(names)
    ]
    return sum(widths) + 3 * len(widths)


def _write_list(names: Sequence[str], body: Sequence[Sequence[Any]]) -> None:
    """Write each row as lines of name and value, for terminals too narrow for a table."""
    from mentis_records.core.text import printable

    wide = max(len(name) for name in names)
    for number, row in enumerate(body, 1):
        output.write(f"-- {number}")
        for name, value in zip(names, row, strict=True):
            output.write(f"{name:>{wide}}  {'' if value is None else printable(str(value))}")
