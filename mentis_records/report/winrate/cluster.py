"""The words on games that are not independent: those of one pairing, or of one event."""

from __future__ import annotations

from mentis_records.report.words.wording import INDEPENDENCE_NOTE, count, interval
from mentis_records.statistics.bootstrap import FEWEST_CLUSTERS, REPLICATES
from mentis_records.statistics.winrate import ClusteredRate, Clustering

_MUCH_WIDER = 1.05
"""How many times as wide an interval must be to be worth words."""


def clustered_method(clustered: ClusteredRate) -> str:
    """Return by what method the intervals allow for games that are alike."""
    widest = clustered.widest
    if widest is None:
        return INDEPENDENCE_NOTE
    together = "of one event" if widest.unit == "event" else "of the same two players"
    alone = f" and of {_alone(widest)}, each for itself" if widest.alone else ""
    others = (
        "by pairings and by events, the wider one is shown"
        if clustered.pairings.found and clustered.events.found
        else f"by {widest.unit}s only"
    )
    return (
        f"Thin line: the games {together} belong together, bootstrap of "
        f"{count(widest.clusters, widest.unit)}{alone}, {REPLICATES:,} times, "
        f"95\N{NO-BREAK SPACE}% percentiles, never narrower than the other; {others}. The "
        "players' strength is not accounted for."
    )


def clustered_words(clustered: ClusteredRate, side: str) -> str:
    """Return what it means for the intervals that games share their players, or an event."""
    both = (clustered.pairings, clustered.events)
    if not any(each.is_repeated for each in both):
        return (
            "No two players are known to have met twice, and no two games to be from one event: "
            "games can be treated as independent."
        )
    pairings, events = map(_clusters, both)
    untold = [each for each in both if each.is_repeated and each.found is None]
    widest = clustered.widest
    if widest is None or widest.found is None:
        return (
            "Games of the same two players, or of one event, may be alike, and then the true "
            f"intervals are wider. With {pairings} and {events} that cannot be measured (it takes "
            f"{FEWEST_CLUSTERS} of either with several games in them), so all games are treated as "
            "independent."
        )
    words = [f"The games make up {pairings} and {events}."]
    told = " or ".join(each.unit for each in both if each.found is not None)
    ratio = widest.found.ratio
    if ratio < _MUCH_WIDER:
        words.append(
            f"It matters little here that games of one {told} may be alike: the interval that "
            "allows for it is about as wide as for independent games."
        )
    else:
        unit = "an event" if widest.unit == "event" else "a pairing"
        words.append(
            f"Where the games of {unit} belong together, the interval of {side}'s share is "
            f"{interval(widest.found.score.first)}, {ratio:.1f} times as wide as for independent "
            "games. The intervals of the groups below do not allow for that."
        )
    words += [
        f"There are too few {each.unit}s to tell how alike the games of one are." for each in untold
    ]
    return " ".join(words)


def _clusters(each: Clustering) -> str:
    """Return how many clusters of a kind there are, and how many games beside them."""
    words = count(each.clusters, each.unit) if each.clusters else f"no known {each.unit}"
    return f"{words} (and {_alone(each)})" if each.clusters and each.alone else words


def _alone(each: Clustering) -> str:
    return f"{count(each.alone, 'game')} of unknown {each.unit}"
