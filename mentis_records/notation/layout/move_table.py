"""Moves in a table: Markdown's, or rows of cells with tabs, commas or semicolons between them."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence

from mentis_records.notation.layout.other_layout import Layout
from mentis_records.notation.syntax.movetext_sign import MovetextSigns
from mentis_records.notation.tag.meant_tag import tag_pair

_NUMBER = re.compile(r"[#(]?([0-9]{1,3})[.):]*")
_RULE = re.compile(r"[-=:| \t+\u2500-\u257f]*")
_QUOTES = "\"'`\u201c\u201d\u201e "
_MOST_PLIES = 3


def find_table(text: str, signs: MovetextSigns) -> Layout | None:
    """Find rows of a number and plies."""
    for sign in ("|", "\u2502", "&", "\t", ";", ","):
        found = _find(text, sign, signs)
        if found is not None:
            return found
    return None


def _find(text: str, sign: str, signs: MovetextSigns) -> Layout | None:
    written: list[str] = []
    begin = -1
    rows, at = 0, 0
    has_head = False
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
        ):
            written.append(tag_pair(*cells))
            continue
        number = _NUMBER.fullmatch(cells[0])
        plies = [cell for cell in cells[number is not None :] if cell]
        if number is None and not any(map(signs.is_movetext, plies)):
            if rows or any(map(str.isdigit, stripped)):
                return None
            has_head = True
            continue
        if len(plies) > _MOST_PLIES or (number is None and not has_head and sign != "|"):
            return None
        rows += 1
        written.append(" ".join([f"{number[1] if number else rows}.", *plies]))
    if not rows:
        return None
    end = text.find("\n", begin)
    place = begin, len(text) if end < 0 else end
    return Layout(
        "the moves stand in a table", place, "\n".join(written), "write the other rows likewise"
    )


def _cells(line: str, sign: str) -> Sequence[str]:
    """Return the cells of a row."""
    if sign in ("|", "\u2502", "&"):
        parts = line.strip(f"{sign} \t\\").split(sign)
    else:
        parts = next(csv.reader([line], delimiter=sign), [""])
    return [part.strip(_QUOTES) for part in parts] or [""]
