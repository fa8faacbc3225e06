"""How often each side wins, in a title and sentences: of all games, or by setting."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.text import percent
from mentis_records.report.words.wording import bound_words, count, interval, share_words, tally
from mentis_records.statistics.correction import LEVEL
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.result import Results
from mentis_records.statistics.winrate import WinRate


def title_of(sides: Sequence[str], groups: Sequence[WinRate]) -> str:
    """Return who wins how often, of each group where there are several."""
    if len(groups) == 1:
        return _outcome(sides, groups[0].results)
    told = [group for group in groups if group.results.decided]
    return "; ".join(f"{group.label}: {_shares(sides, group.results)}" for group in told)


def _outcome(sides: Sequence[str], results: Results) -> str:
    lead = lead_of(results)
    if lead is None:
        return "No game has a result"
    if results.is_small:
        return _shares(sides, results)
    if lead.p_value > LEVEL:
        return f"Neither side is seen to win more often: {_shares(sides, results)}"
    return f"{sides[0 if lead.value > 0 else 1]} wins more often: {_shares(sides, results)}"


def _shares(sides: Sequence[str], results: Results) -> str:
    """Return the wins of both sides as shares; of few games, only their numbers."""
    if results.is_small:
        return f"{sides[0]} won {results.first:,}, {sides[1]} {results.second:,}"
    first, second = results.first / results.decided, results.second / results.decided
    return f"{sides[0]} {percent(first)}, {sides[1]} {percent(second)}"


def lede_of(sides: Sequence[str], groups: Sequence[WinRate]) -> list[str]:
    """Return the shares with their intervals, and what unfinished games could change."""
    if len(groups) > 1:
        each = (
            f"{group.label}: {sides[0]} won {share_words(group.results.score.first)}"
            for group in groups
            if group.results.decided
        )
        return [f"{'; '.join(each)}."]
    results = groups[0].results
    if not results.decided or results.is_small:
        return [f"{count(results.games, 'game')}: {tally(results, sides)}."]
    score = results.score
    first, second = (
        f"{side} won {percent(share.value or 0)} ({interval(share)})"
        for side, share in zip(sides, (score.first, score.second), strict=False)
    )
    drawn = percent(score.draw.value or 0)
    games = count(results.decided, "game")
    words = f"Of {games} with a result, {first} and {second}; {drawn} were drawn."
    return [words, *bound_words(results, sides[0])]
