"""Moves in a table: Markdown's, or rows of cells with tabs, commas or semicolons between them.

A table settles a game if its rows are numbered, and its first row, if it has one, names the side of
each column; or if it has one row a side.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from mentis_records.notation.layout.other_layout import Layout
from mentis_records.notation.layout.side_label import SideLabels
from mentis_records.notation.syntax.movetext_sign import MovetextSigns
from mentis_records.notation.tag.meant_tag import tag_pair

_NUMBER = re.compile(r"[#(]?([0-9]{1,3})[.):]*")
_RULE = re.compile(r"[-=:| \t+\u2500-\u257f]*")
_QUOTES = "\"'`\u201c\u201d\u201e "
_SIDES = 2
_MOST_PLIES = 3


def find_table(text: str, signs: MovetextSigns, labels: SideLabels) -> Layout | None:
    """Find rows of a number and plies."""
    for sign in ("|", "\u2502", "&", "\t", ";", ","):
        found = _find(text, sign, signs, labels)
        if found is not None:
            return found
    return None


@dataclass(slots=True)
class _Table:
    """The rows of a table on their way to movetext.

    ``head`` has the side that each column is headed with, and ``is_headed`` tells whether all
    columns of plies are; ``by_side`` has the plies of rows that begin with a side.
    """

    labels: SideLabels
    head: Sequence[int | None] = ()
    is_headed: bool = False
    is_settled: bool = True
    rows: int = 0
    numbered: int = 0
    by_side: dict[int, list[str]] = field(default_factory=dict)

    def take_head(self, cells: Sequence[str]) -> None:
        """Take the first row of a table, which has no plies."""
        self.head = [self.labels.side_of(cell) for cell in cells]
        self.is_headed = self.labels.is_head(cells)
        named = [cell for cell in cells if cell and not _is_number_head(cell)]
        self.is_settled = self.is_settled and (self.is_headed or not named)

    def row(self, cells: Sequence[str], number: re.Match[str] | None) -> str:
        """Return a row of plies as movetext, the first mover's ply first."""
        self.rows += 1
        self.numbered += number is not None
        begin = int(number is not None)
        plies = [cell for cell in cells[begin:] if cell]
        self.is_settled = self.is_settled and len(plies) <= _SIDES
        written = f"{number[1] if number else self.rows}."
        if not self.is_headed:
            self.is_settled = self.is_settled and number is not None
            return " ".join([written, *plies])
        lacks_number = number is not None and self.head[0] is not None
        of_side: dict[int, str] = {}
        for at, cell in enumerate(cells[begin:], begin - lacks_number):
            side = self.head[at] if at < len(self.head) else None
            if cell and (side is None or side in of_side):
                self.is_settled = False
            elif cell and side is not None:
                of_side[side] = cell
        first = self.labels.first
        if first is None or not self.is_settled:
            self.is_settled = False
            return " ".join([written, *plies])
        if first not in of_side:
            written = f"{written}.."
        return " ".join(
            [written, *(of_side[side] for side in (first, 1 - first) if side in of_side)]
        )

    def take_side(self, side: int, plies: Sequence[str]) -> None:
        """Take a row with the plies of one side."""
        self.is_settled = self.is_settled and side not in self.by_side
        self.by_side.setdefault(side, []).extend(plies)

    def side_rows(self) -> list[str]:
        """Return the moves of rows that are one a side."""
        first = self.labels.first or 0
        one, two = self.by_side.get(first, []), self.by_side.get(1 - first, [])
        if self.labels.first is None or self.rows or len(one) - len(two) not in (0, 1):
            self.is_settled = False
        two = [*two, ""] if len(two) < len(one) else two
        pairs = zip(one, two, strict=False)
        return [f"{at}. {' '.join(pair).strip()}" for at, pair in enumerate(pairs, 1)]


def _find(text: str, sign: str, signs: MovetextSigns, labels: SideLabels) -> Layout | None:
    written: list[str] = []
    begin = -1
    at = 0
    table = _Table(labels)
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        stripped = line.strip()
        if not stripped or stripped.startswith("[") or sign not in line:
            written.append(line)
            continue
        begin = start if begin < 0 else begin
        if _RULE.fullmatch(stripped):
            continue
        cells = _cells(stripped, sign)
        if (
            len(cells) == len(("name", "value"))
            and cells[0] in signs.tags
            and cells[1] not in signs.tags
            and not signs.is_ply(cells[1])
        ):
            written.append(tag_pair(*cells))
            continue
        number = _NUMBER.fullmatch(cells[0])
        plies = [cell for cell in cells[number is not None :] if cell]
        side = None if number is not None else labels.side_of(cells[0])
        if side is not None and len(plies) > 1 and all(map(signs.is_ply, plies[1:])):
            table.take_side(side, plies[1:])
            continue
        if number is None and not any(map(signs.is_movetext, plies)):
            if table.rows or any(map(str.isdigit, stripped)):
                return None
            table.take_head(cells)
            continue
        is_bare = number is None and not table.head and sign != "|"
        if len(plies) > _MOST_PLIES or is_bare:
            return None
        written.append(table.row(cells, number))
    if table.by_side:
        written += table.side_rows()
    elif not table.rows:
        return None
    end = text.find("\n", begin)
    place = begin, len(text) if end < 0 else end
    is_settled = table.is_settled and table.numbered == table.rows
    what = "the moves stand in a table"
    return Layout(what, place, "\n".join(written), "write the other rows likewise", is_settled)


def _is_number_head(cell: str) -> bool:
    """Return True if a cell may head the column of numbers."""
    return cell.strip("#. ").casefold() in ("", "no", "nr", "move", "number", "turn", "n", "zug")


def _cells(line: str, sign: str) -> Sequence[str]:
    """Return the cells of a row."""
    if sign in ("|", "\u2502", "&"):
        inner = line.strip(" \t\\")
        parts = inner.removeprefix(sign).removesuffix(sign).split(sign)
    else:
        parts = next(csv.reader([line], delimiter=sign), [""])
    return [part.strip(_QUOTES) for part in parts] or [""]
