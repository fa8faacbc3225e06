"""Which turns and words may be typed next while a game is entered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mentis_records.notation.entry.entered_game import EnteredGame

_NUMBER = re.compile(r"\d+\.+\s*")
_LISTED = 40
"""Legal turns that are listed on a terminal."""


def turns_from(entered: EnteredGame, begun: str) -> list[str]:
    """Return the legal turns that begin with a text in any case."""
    return [
        move.notation
        for move in entered.game.legal_moves(entered.position)
        if move.notation.lower().startswith(begun.lower())
    ]


def completed(entered: EnteredGame, words: Iterable[str], begun: str) -> list[str]:
    """Return what a text may become, the shortest turns first; it may begin with a number."""
    if not begun:
        return []
    number = _NUMBER.match(begun)
    lead = number[0] if number else ""
    wanted = begun[len(lead) :]
    if not wanted:
        return []
    turns = [lead + notation for notation in sorted(turns_from(entered, wanted), key=len)]
    known = [word for word in words if len(word) > 1 and word.startswith(begun.lower())]
    return [*turns, *known]


def listed(turns: Sequence[str]) -> str:
    """Return turns on a line, the first ones of many."""
    more = f" and {len(turns) - _LISTED} more" if len(turns) > _LISTED else ""
    return " ".join(turns[:_LISTED]) + more if turns else "none"
