"""Lines of comma-separated values that no spreadsheet takes for formulas.

Text in a collection is anybody's, and a spreadsheet takes a cell for a formula that begins with
``=``, ``+``, ``-`` or ``@``, blanks and control characters aside. Such a text, and one that begins
with a tab or a carriage return, gets an apostrophe before it, also where apostrophes stand before
it already: so whoever takes one away of each such cell has the text as it was.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from decimal import Decimal

_FORMULA = re.compile("'*(?:[\t\r]|[\\s\0-\x1f]*[=+\\-@＝＋－＠])")
_NO_FORMULA = "-"
"""What records write for nothing."""


def csv_line(values: Iterable[object]) -> str:
    """Return values as a line, with its line feed: None as nothing, numbers in all digits."""
    line = io.StringIO()
    csv.writer(line).writerow(map(_cell, values))  # quotes what its end of line is made of
    return line.getvalue().removesuffix("\r\n") + "\n"


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return format(value, "f")
    if value is None or isinstance(value, int | float):
        return value
    text = str(value)
    return f"'{text}" if text != _NO_FORMULA and _FORMULA.match(text) else text
