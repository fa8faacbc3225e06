"""The numbers behind a figure, written as CSV and JSON; knows neither games nor figures."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from mentis_records.core.csv_text import csv_line
from mentis_records.fast.late_dataclass import dataclass

Cell = str | int | float | bool | None

_DIGITS = 6
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
        rows = (map(_csv_cell, row) for row in self.rows)
        return "".join(map(csv_line, (self.columns, *rows)))

    def format_json(self, facts: Mapping[str, object]) -> str:
        """Return the table as a JSON object: the facts about it, then its ``rows`` as objects."""
        content = {**facts, "rows": self.objects()}
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"

    def objects(self) -> list[dict[str, Cell]]:
        """Return the rows as JSON has them: cells by column, numbers rounded."""
        return [dict(zip(self.columns, map(_rounded, row), strict=True)) for row in self.rows]


def _rounded(cell: Cell) -> Cell:
    return round(cell, _DIGITS) if isinstance(cell, float) else cell


def _csv_cell(cell: Cell) -> Cell:
    return str(cell).lower() if isinstance(cell, bool) else _rounded(cell)
