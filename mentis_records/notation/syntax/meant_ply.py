"""What a word that is no ply may have been meant for: a sign too many, missing or another one.

Knows squares as a letter and a number, whatever the game; its grammar says what is a ply.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mentis_records.core.game import GameDescription
from mentis_records.notation.syntax.movetext_sign import signs_of

_SQUARE = r"[a-z][0-9]{1,2}"
_UPPER = re.compile(r"[A-Z](?=[0-9])")
_ENDS = "\"'`.,;:"
_TWICE = re.compile(r"[-\u2010-\u2015\u2212]{2,}")
_ARROW = re.compile(r"-{0,2}>|=>|[\u2192\u279c\u2794\u279d\u21d2\u27f6]")
_DROPPED = re.compile(rf"^([A-Z]{{1,4}})[-@*+.:/>\u2192]+(?={_SQUARE}$)")
_NAMED = re.compile(rf"^[A-Z](?={_SQUARE}#{{0,2}}[-x])")
_DOUBLED = re.compile(r"([a-z])\1(?=[0-9])")
_TAKEN = re.compile(rf"(?<=[0-9])[X:*+\u2715\u2716](?={_SQUARE})")
_JOINED = re.compile(rf"(?<=[0-9#])(?={_SQUARE})")
_LONGEST = 40
_MOST = 2
"""So many plies are named at most; more that may be meant tell nothing."""


def meant_plies(word: str, game: GameDescription) -> str:
    """Return the plies that a word may have been meant for, joined by "or"; nothing if unclear."""
    if len(word) > _LONGEST or not any(map(str.isdigit, word)):
        return ""
    is_ply = signs_of(game).is_ply
    found = list(dict.fromkeys(each for each in _candidates(word) if each != word and is_ply(each)))
    return " or ".join(found) if len(found) <= _MOST else ""


def _candidates(word: str) -> Iterator[str]:
    """Yield a word with one thing mended after the other."""
    stripped = word.strip(_ENDS)
    lower = _UPPER.sub(lambda match: match[0].lower(), stripped)
    for start in dict.fromkeys((stripped, lower)):
        plain = _TWICE.sub("-", _ARROW.sub("-", start))
        yield start
        yield plain
        yield _DOUBLED.sub(r"\1", plain)
        yield _DROPPED.sub(r"\1", start)
        yield _NAMED.sub("", plain)
        yield _TAKEN.sub("x", plain)
        yield _JOINED.sub("-", plain)
        yield _JOINED.sub("x", plain, count=1)
