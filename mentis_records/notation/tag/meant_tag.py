"""Tags as people write them: ``Blue: Ann``, ``[Blue: Ann]``, ``Blue "Ann"``; what to write."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mentis_records.core.date import is_date, meant_date, plain_date
from mentis_records.notation.tag.foreign_name import foreign_names
from mentis_records.notation.tag.quoted_value import escape
from mentis_records.notation.tag.result_word import read_score

_QUOTES = "\"'\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb`"
_BRACKETED = re.compile(
    rf"[ \t]*\[[ \t]*(?P<name>[A-Za-z][\w-]*)(?:[ \t]*[:=]|[ \t]|(?=[{_QUOTES}]))"
    r"[ \t]*(?P<value>[^\]\n]*?)[ \t]*\]?[ \t]*$",
    re.ASCII,
)
_PAIR = re.compile(r"([A-Za-z]\w*)[ \t]*[:=]?[ \t]*\"([^\"]*)\"", re.ASCII)
_VERSUS = re.compile(r"^[\s,;\u2013\u2014-]*(?:(?:vs?\.?|versus|against|and|gegen|contre)[ \t])?")
_LONGEST = 200
"""Characters of a line that is looked at."""

_MOST_LINES = 20
"""Lines of a text that are looked at."""


def meant_line(line: str, names: Sequence[str]) -> str:
    """Return the tag pairs that a line was to be, nothing if that is not clear.

    Args:
        line: one that is no tag pair.
        names: the known tags; in brackets any other name is one, too.
    """
    if len(line) > _LONGEST:
        return ""
    found = _BRACKETED.match(line)
    pairs = _PAIR.findall(line)
    spelt = {name.lower(): name for name in names}
    if found is not None and len(pairs) > 1:
        return " ".join(tag_pair(spelt.get(name.lower(), name), value) for name, value in pairs)
    if found is not None:
        name = found["name"].replace("-", "_")
        return tag_pair(spelt.get(name.lower(), name), found["value"])
    return " ".join(tag_pair(name, value) for name, value in prose_tags(line, names))


def stated_tags(text: str, names: Sequence[str]) -> str:
    """Return the tag pairs that the lines of a text state in prose."""
    lines = text.split("\n")[:_MOST_LINES]
    return " ".join(tag_pair(*pair) for line in lines for pair in prose_tags(line, names))


def prose_tags(line: str, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the names and values of tags that a line of prose states: ``Blue: Ann, Red: Bob``."""
    spelt = {name.lower(): name for name in names}
    spelt.update(foreign_names(names))
    sign = re.compile(
        rf"(?<![\w-])({'|'.join(map(re.escape, spelt))})[ \t]*(?:[:=]|(?=[{_QUOTES}]))",
        re.IGNORECASE,
    )
    marks = list(sign.finditer(line)) if len(line) <= _LONGEST else []
    if not marks or line[: marks[0].start()].strip(" \t*_-#>"):
        return []
    ends = [mark.start() for mark in marks[1:]] + [len(line)]
    return [
        (spelt[mark[1].lower()], line[mark.end() : end])
        for mark, end in zip(marks, ends, strict=True)
    ]


def prose_players(line: str, sides: Sequence[str]) -> list[tuple[str, str]]:
    """Return the sides and players of a line such as ``Ann (Blue) vs Bob (Red)``."""
    if len(line) > _LONGEST:
        return []
    named = re.compile(rf"([^():\n]+?)[ \t]*\(({'|'.join(map(re.escape, sides))})\)", re.IGNORECASE)
    spelt = {side.lower(): side for side in sides}
    found = {spelt[match[2].lower()]: _VERSUS.sub("", match[1]) for match in named.finditer(line)}
    return list(found.items()) if len(found) == len(sides) else []


def tag_pair(name: str, value: str) -> str:
    """Return a tag pair with a value in the form that it should have."""
    value = value.strip(f" \t,;|*_{_QUOTES}")
    if name == "Date" and not is_date(value):
        value = meant_date(value) or plain_date(value)
    elif name == "Result":
        value = read_score(value) or value
    return f'[{name} "{escape(value) or "?"}"]'
