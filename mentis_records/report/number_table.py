"""The numbers behind a figure, written as CSV and JSON; knows neither games nor figures.

Text in a collection is anybody's. A spreadsheet takes a cell that begins with ``=``, ``+``,
``-`` or ``@`` for a formula, so CSV gets such text behind an apostrophe; JSON has it as it is.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

Cell = str | int | float | bool | None

_DIGITS = 6
_FORMULA_STARTS = ("=", "+", "-", "@")
_NUMBER = re.compile(r"[+\-\N{MINUS SIGN}]?\d[\d,]*(\.\d+)?(\s?%)?")


@dataclass(frozen=True, slots=True)
class NumberTable:
    """Rows of cells under named columns; numbers are kept to six decimals."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def are_numbers(self) -> tuple[bool, ...]:
        """Return of which columns all cells that say something are plain numbers, to be aligned.

        The first column, which says what a row is about, is none of them.
        """
        told = (
            [str(row[at]) for row in self.rows if row[at] not in ("", None)]
            for at in range(1, len(self.columns))
        )
        found = (bool(cells) and all(map(_NUMBER.fullmatch, cells)) for cells in told)
        return (False, *found)

    def without_blanks(self) -> NumberTable:
        """Return the table without the columns, after the first, in which no row says anything."""
        told = [
            at
            for at in range(len(self.columns))
            if at == 0 or any(row[at] not in ("", None) for row in self.rows)
        ]
        return NumberTable(
            tuple(self.columns[at] for at in told),
            tuple(tuple(row[at] for at in told) for row in self.rows),
        )

    def format_csv(self) -> str:
        """Return the table as CSV with a header line; truth values as true and false."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([_csv_cell(cell) for cell in row] for row in self.rows)
        return text.getvalue()

    def format_json(self, facts: Mapping[str, object]) -> str:
        """Return the table as a JSON object: the facts about it, then its ``rows`` as objects."""
        content = {**facts, "rows": self.objects()}
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"

    def objects(self) -> list[dict[str, Cell]]:
        """Return the rows as JSON has them: cells by column, numbers rounded."""
        return [dict(zip(self.columns, map(_rounded, row), strict=True)) for row in self.rows]


def _rounded(cell: Cell) -> Cell:
    return round(cell, _DIGITS) if isinstance(cell, float) else cell


def _csv_cell(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case str():
            # Spreadsheets skip leading blanks and control characters before they look.
            start = cell.lstrip("\t\r\n \0")
            return "'" + cell if start.startswith(_FORMULA_STARTS) else cell
        case _:
            return str(_rounded(cell))
