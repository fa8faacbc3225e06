"""What people type for tags and results, put into the form that records have."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING

from mentis_records.core.date import is_date, meant_date, plain_date
from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import (
    RESULT_DRAW,
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_UNKNOWN,
    RESULTS,
)
from mentis_records.notation.entry.entry_error import EntryError
from mentis_records.notation.tag.chess_side import CHESS
from mentis_records.notation.tag.known_tag import common_tags
from mentis_records.notation.tag.result_phrase import find_phrase
from mentis_records.notation.tag.result_word import read_score

if TYPE_CHECKING:
    from mentis_records.notation.entry.entered_game import EnteredGame

_DAYS = {"today": 0, "yesterday": 1}
_UNKNOWN_DATE = "????.??.??"
_LONGEST_NAME = 6
"""Words of a player's name that are typed at most."""

NOTHING = ("", "?", _UNKNOWN_DATE)
"""Values of tags that say nothing."""


def known_tag(facts: GameDescription, name: str) -> str:
    """Return the tag that a name in any case means, or nothing."""
    known = [*common_tags(facts.sides), *(each.tag for each in facts.settings)]
    return next((each for each in known if each.lower() == name.lower()), "")


def is_open_tag(entered: EnteredGame, name: str, value: str) -> bool:
    """Tell whether a tag of a record that is pasted is to be set: it says something new.

    Raises:
        EntryError: the record is of a game with other rules, or of another start.
    """
    facts = entered.game.description
    fixed = {"Position": "", "Game": facts.title} | {
        each.tag: each.default for each in facts.settings
    }
    if name in fixed:
        begun = entered.tags.get(name, fixed[name])
        if begun.casefold() != value.casefold():
            raise EntryError(f"{name} {value}: this game was begun with {begun or 'none'}")
        return False
    return name not in ("Result", "PlyCount") and is_said(value)


def meant_tag(name: str, value: str) -> str:
    """Return the value that is meant for a tag: a date in the form that tags have.

    Raises:
        EntryError: it may mean several days.
    """
    return meant_day(value) if name == "Date" and value else value


def meant_day(text: str) -> str:
    """Return a date as a tag has it, from any form in which people write it.

    Raises:
        EntryError: it is none, or may mean several days.
    """
    back = _DAYS.get(text.lower())
    if back is not None:
        return (date.today() - timedelta(days=back)).strftime("%Y.%m.%d")
    plain = plain_date(text)
    if text == "?":
        return _UNKNOWN_DATE
    if is_date(plain):
        return plain
    meant = meant_date(text)
    if not meant:
        raise EntryError(
            f"{text}: which day is that? Write it as 2026.11.14, 14 Nov 2026 or 2026 alone"
        )
    return meant


def meant_result(facts: GameDescription, text: str) -> str:
    """Return the result that a text means, such as 1:0, ``Blue won`` or ``drawn``, or nothing."""
    score = read_score(text)
    if score in RESULTS:
        return str(score)
    words = {"draw": RESULT_DRAW, "drawn": RESULT_DRAW, "unfinished": RESULT_UNKNOWN}
    for side, result in zip(facts.sides, (RESULT_FIRST, RESULT_SECOND), strict=False):
        words |= dict.fromkeys((f"{side} won".lower(), f"{side} wins".lower()), result)
    return words.get(text.lower(), "")


def named_by_side(facts: GameDescription, tags: Mapping[str, str], text: str) -> str:
    """Return a text that begins with a player's name, or a word of it, with the side instead.

    A name that both players have stands for neither, and the word for a side is that side.
    """
    words = text.split()
    sides = facts.sides[:2]
    names = [tags.get(side, "").casefold().split() for side in sides]
    for length in range(min(len(words) - 1, _LONGEST_NAME), 0, -1):
        begun = [word.casefold() for word in words[:length]]
        if length == 1 and begun[0] in map(str.casefold, (*facts.sides, *CHESS)):
            break
        having = [begun[0] in name if length == 1 else begun == name for name in names]
        if sum(having) == 1:
            return " ".join([sides[having.index(True)], *words[length:]])
    return text


def meant_end(facts: GameDescription, text: str) -> tuple[str, str] | None:
    """Return the result and termination that a text says, such as ``Blue resigns``, or None.

    With a colon, a word that may be a name is one: ``Blue: Won``.
    """
    result = meant_result(facts, text)
    if result:
        return result, ""
    for spoken in (text, text.replace(":", " ", 1)):
        found = find_phrase(spoken, 0, facts.sides)
        if found is not None and found.end == len(text) and found.meant:
            is_sure = spoken == text or found.termination
            return (found.meant, found.termination) if is_sure else None
    return None


def is_said(value: str) -> bool:
    """Tell whether the value of a tag says something."""
    return value not in NOTHING
