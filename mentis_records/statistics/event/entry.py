"""What a player has of a round: a game, a forfeit, a bye or nothing; knows no table.

The words are those of FIDE's tie-break regulations (Handbook C.07, in force from 1 August 2024).
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, Termination
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.event_games import EventGame

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
"""Points of a game."""

_BYE = "bye"
_UNPLAYED = frozenset(
    (
        *("", "?", "-", "*", _BYE, "forfeit", "double forfeit", "default", "walkover", "unplayed"),
        *(Termination.ADJUDICATION, Termination.UNTERMINATED),
    )
)
"""Terminations of a record without plies that was not played; others tell how the play ended."""

_FORFEITS = frozenset(("forfeit", "double forfeit", "default", "walkover"))
_FORFEIT = re.compile(rf"(?:{'|'.join(_FORFEITS)})\b")
"""A termination may say more behind such a word: ``forfeit: Karl was ill``."""

_NUMBER = re.compile(r"\d+")
_MOST_DIGITS = 4


class Kind(StrEnum):
    """What came of a round for a player."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    ABSENT = "absent"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Entry:
    """A round of a player.

    ``opponent`` and ``side`` are None of a bye and of an absent player, ``round`` where the
    record does not tell it, ``game`` is the number of the game, if there is one.
    """

    round: int | None
    opponent: str | None
    side: int | None
    points: float
    kind: Kind
    game: int | None = None

    @property
    def is_requested(self) -> bool:
        """Tell whether the round is a bye of half a point or of none (C.07, article 16)."""
        return self.kind is Kind.ABSENT or (self.kind is Kind.BYE and self.points < WIN)

    @property
    def is_voluntary(self) -> bool:
        """Tell whether it is a voluntary unplayed round: a requested bye, or a forfeit not won."""
        return self.is_requested or (self.kind is Kind.FORFEIT and self.points < WIN)


def is_bye_name(name: str) -> bool:
    """Tell whether a name in a player's place says that there was no opponent."""
    return name.strip().lower() in ("", _BYE)


@lru_cache(1_024)
def round_number(text: str) -> int | None:
    """Return the number of a round as a record writes it: 3 of ``3``, ``3.2``, ``Round 3``."""
    found = _NUMBER.search(text)
    return None if found is None or len(found[0]) > _MOST_DIGITS else int(found[0])


def kind_of(game: EventGame) -> Kind:
    """Return what a game between two players, or of one with a bye, is."""
    if game.plies:
        return Kind.PLAYED if game.result in _POINTS else Kind.OPEN
    if any(map(is_bye_name, game.players)):
        return Kind.BYE
    termination = game.termination.strip().lower()
    told = _FORFEIT.match(termination)
    if told is not None:
        termination = told[0]
    if termination in _UNPLAYED:
        is_decided = game.result in _POINTS or termination in _FORFEITS
        return Kind.FORFEIT if is_decided else Kind.OPEN
    return Kind.PLAYED if game.result in _POINTS else Kind.OPEN


_POINTS = {RESULT_FIRST: (WIN, LOSS), RESULT_DRAW: (DRAW, DRAW), RESULT_SECOND: (LOSS, WIN)}


def points_of(result: str) -> tuple[float, float]:
    """Return the points of both sides; without a result none."""
    return _POINTS.get(result, (LOSS, LOSS))
