"""How often each side wins, in a title and sentences: of all games, or by setting."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import NumberTable
from mentis_records.core.text import percent
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark, outcome_marks
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.bound_words import counted_share
from mentis_records.report.words.rating_words import (
    lead_cells,
    lead_columns,
    percent_tick,
    share_of_points,
    short_share,
)
from mentis_records.report.words.wording import (
    bound_words,
    capital,
    count,
    interval,
    share_words,
    tally,
)
from mentis_records.statistics.correction import LEVEL
from mentis_records.statistics.lead import METHOD, lead_of
from mentis_records.statistics.result import Results
from mentis_records.statistics.winrate import Grouping, WinRate


def title_of(sides: Sequence[str], groups: Sequence[WinRate]) -> str:
    """Return who wins how often, of each group where there are several."""
    if len(groups) == 1:
        return _outcome(sides, groups[0].results)
    told = [group for group in groups if group.results.decided]
    return capital("; ".join(f"{group.label}: {_shares(sides, group.results)}" for group in told))


def _outcome(sides: Sequence[str], results: Results) -> str:
    lead = lead_of(results)
    if lead is None:
        return "No game has a result"
    if results.is_small:
        return _shares(sides, results)
    if results.draws == results.decided:
        return "All games were drawn"
    if lead.p_value > LEVEL:
        return f"Neither side clearly wins more often: {_shares(sides, results)}"
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
    drawn = counted_share(score.draw)
    games = count(results.decided, "game")
    words = f"Of {games} with a result, {first} and {second}; {drawn} were drawn."
    return [words, *bound_words(results, sides[0])]


def points_exhibit(grouping: Grouping, sides: tuple[str, ...], collection: Collection) -> Exhibit:
    """Return the figure of the first side's share of the points in each group."""
    mark = Mark("", outcome_marks(collection.palette, sides)[0].colour, "s", "")
    leads = [
        (rate.label, lead) for rate in grouping.rates if (lead := lead_of(rate.results)) is not None
    ]
    first = sides[0]
    return Exhibit(
        slug=f"{grouping.slug}-points",
        title=f"{first}'s share of the points by {grouping.title.lower()}",
        alternative="; ".join(f"{label}: {share_of_points(lead.share)}" for label, lead in leads),
        n=sum(lead.results.decided for _, lead in leads),
        n_words="games with a result",
        method=(
            f"points: 1 for a win, a half for a draw. {METHOD}, 95 %, each for itself. Games are "
            "treated as independent; the players' strength is not accounted for. Filled: the "
            "interval excludes an even game; hollow: it does not."
        ),
        selection=collection.provenance.selection,
        plot=IntervalPlot(
            [
                IntervalRow(
                    label,
                    count(lead.results.decided, "game"),
                    ((Point(*lead.share, short_share(lead.share), mark, lead.p_value > LEVEL),),),
                )
                for label, lead in leads
            ],
            (
                Panel(
                    f"{first}'s share of the points, %", percent_tick, 0.5, "even", 120, least=0.04
                ),
            ),
        ),
        numbers=NumberTable(
            ("group", *lead_columns(sides)),
            tuple((label, *lead_cells(lead)) for label, lead in leads),
        ),
        display=NumberTable(
            ("Group", "Games", "Points (95\N{NO-BREAK SPACE}%)"),
            tuple(
                (label, f"{lead.results.decided:,}", share_of_points(lead.share))
                for label, lead in leads
            ),
        ),
    )
