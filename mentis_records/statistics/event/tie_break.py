"""Tie-breaks: what a player's opponents have scored, and the like; orders nobody.

They are those of FIDE's tie-break regulations (Handbook C.07, in force from 1 August 2024). In a
Swiss event unplayed rounds count by article 16: a player's own as a game against a dummy who
has the player's points (16.4); of an opponent as they are scored, but requested byes at
the end, behind which there are only voluntary unplayed rounds, as draws (16.3); and voluntary
unplayed rounds are the first to be cut (16.5). In an all-play-all a forfeit counts as a game that
was played.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mentis_records.statistics.event.entry import WIN, Entry, Kind
from mentis_records.statistics.event.event import Event

DIRECT = "direct-encounter"
"""The tie-break of the games between those who are still equal (C.07, 6)."""

TIE_BREAKS = (
    *("buchholz", "buchholz-cut-1", "buchholz-cut-2", "buchholz-median"),
    *("sonneborn-berger", "koya", "wins", "games-won"),
)
"""All tie-breaks by name, but ``DIRECT``, which depends on who is equal."""

SHORT: Mapping[str, str] = MappingProxyType(
    {
        "buchholz": "BH",
        "buchholz-cut-1": "BH-1",
        "buchholz-cut-2": "BH-2",
        "buchholz-median": "BH-M",
        "sonneborn-berger": "SB",
        "koya": "KS",
        "wins": "wins",
        "games-won": "won",
        DIRECT: "DE",
    }
)
"""How tables head the tie-breaks."""


def tie_breaks(event: Event) -> dict[str, dict[str, float]]:
    """Return the number of each of ``TIE_BREAKS`` for each player."""
    # Points that make half of those possible, for Koya (C.07, 9.2).
    rounds = len(event.rounds) if event.is_swiss else event.cycles * (len(event.cards) - 1)
    return {player: _numbers(event, player, rounds / 2) for player in event.cards}


def _numbers(event: Event, player: str, half: float) -> dict[str, float]:
    entries, is_swiss = event.cards[player], event.is_swiss
    voluntary, others = list[float](), list[float]()
    berger = koya = 0.0
    for each in entries:
        if each.opponent is not None and _is_met(each, is_swiss):
            worth = event.adjusted_scores[each.opponent]
            others.append(worth)
            berger += worth * each.points
            koya += each.points if event.scores[each.opponent] >= half else 0.0
        elif is_swiss and each.kind is not Kind.OPEN:
            worth = event.scores[player]
            (voluntary if each.is_voluntary else others).append(worth)
            berger += worth * each.points
    contributions = voluntary + sorted(others)  # in the order in which they are cut
    return {
        # The points of all opponents (C.07, 8.1), without the least or the greatest.
        "buchholz": sum(contributions, 0.0),
        "buchholz-cut-1": sum(contributions[1:], 0.0),
        "buchholz-cut-2": sum(contributions[2:], 0.0),
        "buchholz-median": sum(sorted(contributions[1:])[:-1], 0.0),
        # The points of each opponent times the points against them (C.07, 9.1).
        "sonneborn-berger": berger,
        # The points against opponents with half of the possible points or more (C.07, 9.2).
        "koya": koya,
        # Rounds with the points of a win, with or without playing (C.07, 7.1), and games (7.2).
        "wins": float(sum([each.points == WIN for each in entries])),
        "games-won": float(
            sum([each.points == WIN and each.kind is Kind.PLAYED for each in entries])
        ),
    }


def _is_met(entry: Entry, is_swiss: bool) -> bool:
    """Return True if a round counts as a game against its opponent."""
    return entry.kind is Kind.PLAYED or (entry.kind is Kind.FORFEIT and not is_swiss)
