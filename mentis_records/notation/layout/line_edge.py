"""Signs with which all lines of a text begin or end: quoted mail, lists, numbered lines."""

from __future__ import annotations

import re

from mentis_records.notation.layout.layout import Layout
from mentis_records.notation.syntax.movetext_sign import MovetextSigns

_BEGINNING = re.compile(r"^[ \t]*((?:>[ \t]?)+|[-*+#~\u2022\u25cf\u25aa\u25e6\u2023\u00b7]+[ \t]+)")
_END = re.compile(r"[ \t]*(\\[a-z]{1,4}|\\+|=20)$")
_NUMBER = re.compile(r"[ \t]*([0-9]{1,4})(?:[:.|)]*[ \t]+|[:.|)]*$)")

_SHARE = 0.6
"""The share of the lines that are quoted in a mail which goes on with other lines."""


def find_beginning(text: str, _: MovetextSigns) -> Layout | None:
    """Find a sign at the beginning of all lines; a text may begin behind the first of them."""
    lines = text.split("\n")
    marked = [(line, match) for line in lines if (match := _BEGINNING.match(line))]
    signs = {match[1].rstrip() for _, match in marked}
    is_mail = all(sign.startswith(">") for sign in signs)
    filled = sum(bool(line.strip()) for line in lines)
    has_first = _BEGINNING.match(lines[0]) is not None
    least = _SHARE * filled if is_mail else filled - (not has_first)
    if not marked or len(marked) < max(least, 1 if is_mail else 2):
        return None
    if not is_mail and len(signs) > 1:
        return None
    sign = marked[0][1][1].rstrip()
    lacks = "as in quoted mail" if is_mail else "as in a list"
    at = text.index(marked[0][0])
    begin = at + marked[0][1].start(1)
    rest = "\n".join(_BEGINNING.sub("", line, count=1) for line in lines)
    what = f"lines begin with {sign}, {lacks}"
    return Layout(what, (begin, begin + len(sign)), rest, "take it away from all lines")


def find_end(text: str, _: MovetextSigns) -> Layout | None:
    """Find a sign at the end of all lines."""
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    found = [match for line in filled if (match := _END.search(line))]
    if len(found) < max(2, len(filled) - 1) or len({match[1] for match in found}) > 1:
        return None
    sign = found[0][1]
    at = text.index(sign)
    rest = "\n".join(_END.sub("", line) for line in lines)
    what = f"lines end with {sign}"
    return Layout(what, (at, at + len(sign)), rest, "take it away from all lines")


def find_numbers(text: str, _: MovetextSigns) -> Layout | None:
    """Find the numbers of lines, as editors show them, in a record with tags."""
    lines = text.split("\n")
    found = [_NUMBER.match(line) for line in lines]
    numbers = [int(match[1]) for match in found if match]
    missing = sum(bool(line.strip()) for line in lines) - len(numbers)
    if missing > 1 or len(numbers) < 2 or "[" not in text:
        return None
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return None
    first = next(match for match in found if match)
    at = text.index(first.string) + first.start(1)
    rest = "\n".join(
        line[match.end() :] if match else line for line, match in zip(lines, found, strict=True)
    )
    what = "lines begin with their numbers"
    return Layout(what, (at, at + len(first[1])), rest, "take them away")
