"""Headings above the moves: ``Round 4: Ann - Bob``, ``Spring Cup, Ann (Blue) vs Bob (Red)``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mentis_records.core.date import is_date, meant_date
from mentis_records.notation.tag.meant_tag import prose_players
from mentis_records.notation.tag.result_phrase import find_phrase

_LONGEST = 200
"""Characters of a line that is looked at."""

_ROUND = re.compile(
    r"Round[ \t]+([0-9]{1,3}(?:\.[0-9]{1,3})?)[ \t]*(?:[:.,;\u2013\u2014-]+|\Z)", re.IGNORECASE
)
_PART = re.compile(r"[,;|]")
_STYLE = " \t#*_=>-\u2013\u2014|,;:"
_BETWEEN = re.compile(r"[ \t]+(?:[-\u2013\u2014]|vs?\.?|versus)[ \t]+")
_NAME = re.compile(r"[^\W\d_][^\W\d_.'\u2019-]*\.?(?:[ \t]+[^\W\d_][^\W\d_.'\u2019-]*\.?){0,3}")
_NO_NAME = re.compile(
    r"\b(?:cup|club|league|open|final|semifinal|round|board|game|match|tournament|championship"
    r"|evening|night|event|festival|masters|team|season|group|notes|moves|result)\b",
    re.IGNORECASE,
)
"""Words that are of an event, not of a player."""


class Heading(NamedTuple):
    """The tags that a line states, by name and value, and whether they are all that it says."""

    tags: list[tuple[str, str]]
    is_whole: bool


def read_heading(line: str, sides: tuple[str, ...], events: Sequence[str] = ()) -> Heading:
    """Return what a line above the moves states plainly.

    Args:
        line: one that is no tag in prose.
        sides: the names of the game's sides.
        events: names of events that are known; no other text is taken for one.
    """
    text = line.strip(_STYLE)
    if not text or len(line) > _LONGEST:
        return Heading([], not text)
    tags: list[tuple[str, str]] = []
    numbered = _ROUND.match(text)
    if numbered is not None:
        tags.append(("Round", numbered[1]))
        text = text[numbered.end() :].strip(_STYLE)
    named = prose_players(text, sides)
    if named:
        tags += named
        text = _behind(text, sides)
    rest = []
    for part in filter(None, (each.strip(_STYLE) for each in _PART.split(text))):
        stated = _round(part) or _date(part) or _result(part, sides) or _event(part, events)
        if stated:
            tags.append(stated)
        else:
            rest.append(part)
    if len(rest) == 1 and not named:
        players = _players(rest[0], sides)
        tags += players
        rest = [] if players else rest
    return Heading(tags, not rest)


def _behind(text: str, sides: Sequence[str]) -> str:
    """Return what stands behind the names of the sides in parentheses."""
    lower = text.lower()
    ends = [lower.rfind(f"({side.lower()})") + len(side) + 2 for side in sides]
    return text[max(ends) :].strip(_STYLE)


def _round(text: str) -> tuple[str, str] | None:
    """Return the round that a text is."""
    found = _ROUND.fullmatch(text)
    return ("Round", found[1]) if found else None


def _date(text: str) -> tuple[str, str] | None:
    """Return the date that a text is, if that can be one day only."""
    text = text.removeprefix("on ")
    meant = text if is_date(text) and text[:1].isdigit() else meant_date(text)
    return ("Date", meant) if meant else None


def _result(text: str, sides: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the result that a text states in words."""
    found = find_phrase(text, 0, sides)
    return ("Result", found.meant) if found is not None and found.end == len(text) else None


def _event(text: str, events: Sequence[str]) -> tuple[str, str] | None:
    """Return the known event whose name a text is, in any case of letters."""
    known = next((name for name in events if name.casefold() == text.casefold()), None)
    return ("Event", known) if known else None


def _players(text: str, sides: Sequence[str]) -> list[tuple[str, str]]:
    """Return the players of a text such as ``Ann Smith - Bob``, the first side's first."""
    names = _BETWEEN.split(text)
    if len(names) != len(sides) or _NO_NAME.search(text):
        return []
    if not all(_NAME.fullmatch(name) and name[0].isupper() for name in names):
        return []
    return list(zip(sides, names, strict=True))
