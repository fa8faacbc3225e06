"""Signs with which all lines of a text begin or end: quoted mail, lists, numbered lines."""

from __future__ import annotations

import re

from mentis_records.notation.layout.other_layout import Layout
from mentis_records.notation.syntax.movetext_sign import MovetextSigns
from mentis_records.notation.tag.result_word import read_score

_QUOTED = re.compile(r"^[ \t]*((?:>[ \t]?)+)")
_LISTED = re.compile(r"^[ \t]*([-*+#~\u2022\u25cf\u25aa\u25e6\u2023\u00b7]+[ \t]+)")
_END = re.compile(r"(\\[a-z]{1,4}|(?<!\\)\\{1,4}|=20)$")
_NUMBER = re.compile(r"[ \t]*([0-9]{1,4})(?:[:.|)]*[ \t]+|[:.|)]*$)")

_NUMBERED = re.compile(r"[0-9]+\.")
_LEAST = 2
"""Lines that a list has at least, or a text whose lines are numbered."""

_SHARE = 0.6
"""The share of the lines that are quoted in a mail which goes on with other lines."""


def find_quotation(text: str, _: MovetextSigns) -> Layout | None:
    """Find lines that begin as quoted ones of a mail do, which may go on with others."""
    lines = text.split("\n")
    filled = sum(bool(line.strip()) for line in lines)
    quoted = sum(_QUOTED.match(line) is not None for line in lines)
    if not quoted or quoted < _SHARE * filled:
        return None
    return _without(text, lines, _QUOTED, "as in quoted mail")


def find_list(text: str, _: MovetextSigns) -> Layout | None:
    """Find a list's sign at the beginning of all lines but those of tags and of a result.

    A text may begin behind the first sign.
    """
    lines = text.split("\n")
    listed = [match[1].rstrip() for line in lines if (match := _LISTED.match(line))]
    others = [line for line in lines if not _LISTED.match(line) and not _is_alone(line.strip())]
    has_others = others not in ([], lines[:1])
    if len(listed) < _LEAST or len(set(listed)) > 1 or has_others:
        return None
    return _without(text, lines, _LISTED, "as in a list")


def _is_alone(line: str) -> bool:
    """Tell whether a line is empty, a tag pair or a result."""
    return not line or line.startswith("[") or bool(read_score(line))


def _without(text: str, lines: list[str], sign: re.Pattern[str], where: str) -> Layout:
    """Return a text without a sign at the beginning of its lines."""
    first = next(match for line in lines if (match := sign.match(line)))
    shown = first[1].rstrip()
    begin = text.index(first.string) + first.start(1)
    rest = "\n".join(sign.sub("", line, count=1) for line in lines)
    place = begin, begin + len(shown)
    return Layout(f"lines begin with {shown}, {where}", place, rest, "take it away from all lines")


def find_end(text: str, _: MovetextSigns) -> Layout | None:
    """Find a sign at the end of all lines."""
    lines = [line.rstrip() for line in text.split("\n")]
    filled = list(filter(None, lines))
    found = [match for line in filled if (match := _END.search(line))]
    if len(found) < max(2, len(filled) - 1) or len({match[1] for match in found}) > 1:
        return None
    sign = found[0][1]
    at = text.index(sign)
    rest = "\n".join(_END.sub("", line).rstrip() for line in lines)
    what = f"lines end with {sign}"
    return Layout(what, (at, at + len(sign)), rest, "take it away from all lines")


def find_numbers(text: str, _: MovetextSigns) -> Layout | None:
    """Find the numbers of lines, as editors show them, in a record with tags."""
    lines = text.split("\n")
    found = [_NUMBER.match(line) for line in lines]
    numbers = [int(match[1]) for match in found if match]
    missing = sum(bool(line.strip()) for line in lines) - len(numbers)
    rests = [line[match.end() :] for line, match in zip(lines, found, strict=True) if match]
    are_lines = "[" in text or all(_NUMBERED.match(rest) for rest in rests if rest)
    if missing > 1 or len(numbers) < _LEAST or not are_lines:
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
