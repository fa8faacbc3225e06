"""The words on games that are not independent: those of one pairing, or of one event."""

from __future__ import annotations

from mentis_records.report.wording import INDEPENDENCE_NOTE, count, interval
from mentis_records.statistics.bootstrap import FEWEST_CLUSTERS, REPLICATES
from mentis_records.statistics.result import Results
from mentis_records.statistics.winrate import ClusteredRate

_MUCH_WIDER = 1.05
"""How many times as wide an interval must be to be worth words."""


def clustered_method(clustered: ClusteredRate) -> str:
    """Return by what method the intervals allow for games that are alike."""
    if clustered.found is None:
        return INDEPENDENCE_NOTE
    together = "of one event" if clustered.unit == "event" else "of the same two players"
    return (
        f"Thin line: the games {together} belong together, bootstrap of "
        f"{count(clustered.found.clusters, clustered.unit)}, {REPLICATES:,} times, "
        "95\N{NO-BREAK SPACE}% percentiles, never narrower than the other; by pairings and by "
        "events, the wider one is shown. The players' strength is not accounted for."
    )


def clustered_words(clustered: ClusteredRate, results: Results, side: str) -> str:
    """Return what it means for the intervals that games share their players, or an event."""
    pairings, events = count(clustered.pairings, "pairing"), count(clustered.events, "event")
    if clustered.pairings == clustered.events == results.decided:
        return (
            "No two players are known to have met twice, and no two games to be of one event: "
            "games may count as independent."
        )
    if clustered.found is None:
        return (
            f"The games make up {pairings} and {events} only, too few to tell how much alike the "
            f"games of one are; with at least {FEWEST_CLUSTERS} the intervals would allow for it."
        )
    again = f"{count(results.decided, 'game')} are {pairings} and {events}."
    ratio = clustered.found.ratio
    if ratio < _MUCH_WIDER:
        return (
            f"{again} Games of one pairing or event are hardly more alike than others: intervals "
            "that allow for it are about as wide as for independent games."
        )
    unit = "an event" if clustered.unit == "event" else "a pairing"
    return (
        f"{again} Where the games of {unit} belong together, the interval of {side}'s share is "
        f"{interval(clustered.found.score.first)}, {ratio:.1f} times as wide as for independent "
        "games. The intervals of the groups below do not allow for that."
    )
