"""Tie-breaks: what a player's opponents have scored, and the like; orders nobody.

They are those of FIDE's tie-break regulations (Handbook C.07, in force from 1 August 2024). In a
Swiss event unplayed rounds count by article 16: a player's own as a game against a dummy who
has the player's points (16.4); of an opponent as they are scored, but requested byes at
the end, behind which there are only voluntary unplayed rounds, as draws (16.3); and voluntary
unplayed rounds are the first to be cut (16.5). In an all-play-all a forfeit counts as a game that
was played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from mentis_records.statistics.event.entry import WIN, Entry, Kind
from mentis_records.statistics.event.event import Event

Worth = Callable[[Event, str], float]
"""Returns the number of a tie-break for a player of an event."""


def buchholz(event: Event, player: str) -> float:
    """Return the sum of the points of all opponents (C.07, 8.1)."""
    return _sum(event, player, 0, 0)


def buchholz_cut_1(event: Event, player: str) -> float:
    """Return Buchholz without the least contribution."""
    return _sum(event, player, 1, 0)


def buchholz_cut_2(event: Event, player: str) -> float:
    """Return Buchholz without the two least contributions."""
    return _sum(event, player, 2, 0)


def buchholz_median(event: Event, player: str) -> float:
    """Return Buchholz without the least and the greatest contribution."""
    return _sum(event, player, 1, 1)


def sonneborn_berger(event: Event, player: str) -> float:
    """Return the points of all opponents, each times the points against them (C.07, 9.1)."""
    return sum((worth * each.points for each, worth in _contributions(event, player)), 0.0)


def koya(event: Event, player: str) -> float:
    """Return the points against opponents with half of the possible points or more (C.07, 9.2)."""
    most = event.cycles * (len(event.cards) - 1) if not event.is_swiss else len(event.rounds)
    found = (
        each.points
        for each in event.cards[player]
        if _is_met(event, each) and each.opponent is not None
        if 2 * event.scores[each.opponent] >= most
    )
    return sum(found, 0.0)


def wins(event: Event, player: str) -> float:
    """Return the rounds with the points of a win, with or without playing (C.07, 7.1)."""
    return float(sum(each.points == WIN for each in event.cards[player]))


def games_won(event: Event, player: str) -> float:
    """Return the games won that were played (C.07, 7.2)."""
    return float(sum(each.is_played and each.points == WIN for each in event.cards[player]))


DIRECT = "direct-encounter"
"""The tie-break of the games between those who are still equal (C.07, 6)."""

TIE_BREAKS: Mapping[str, Worth] = MappingProxyType(
    {
        "buchholz": buchholz,
        "buchholz-cut-1": buchholz_cut_1,
        "buchholz-cut-2": buchholz_cut_2,
        "buchholz-median": buchholz_median,
        "sonneborn-berger": sonneborn_berger,
        "koya": koya,
        "wins": wins,
        "games-won": games_won,
    }
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


def _sum(event: Event, player: str, low: int, high: int) -> float:
    """Return the sum of the contributions without some of the least and the greatest."""
    found = _contributions(event, player)
    first = sorted(worth for each, worth in found if event.is_swiss and each.is_voluntary)
    rest = sorted(worth for each, worth in found if not (event.is_swiss and each.is_voluntary))
    kept = sorted((first + rest)[low:])
    return sum(kept[: max(len(kept) - high, 0)], 0.0)


def _contributions(event: Event, player: str) -> Sequence[tuple[Entry, float]]:
    """Return the rounds of a player that count, each with the points of the opponent."""
    found = []
    for each in event.cards[player]:
        if _is_met(event, each) and each.opponent is not None:
            found.append((each, event.adjusted_scores[each.opponent]))
        elif event.is_swiss and each.kind is not Kind.OPEN:
            found.append((each, event.scores[player]))
    return found


def _is_met(event: Event, entry: Entry) -> bool:
    """Tell whether a round counts as a game against its opponent."""
    return entry.is_played or (entry.kind is Kind.FORFEIT and not event.is_swiss)
