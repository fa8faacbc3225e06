"""The section on how players score with each side, whomever they met."""

from __future__ import annotations

from mentis_records.core.number_table import NumberTable
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.core.text import one_line
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark, outcome_marks
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.rating_words import percent_tick, share_of_points, short_share
from mentis_records.report.words.wording import TOO_FEW, count
from mentis_records.statistics.lead import METHOD as LEAD_METHOD
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.rating.league import League, PlayerRating
from mentis_records.statistics.result import Results

LEAST_GAMES = 10
"""Counted games below which a player is in the files only."""

MOST_PLAYERS = 30
"""Players drawn in a figure."""


def side_section(league: League, collection: Collection) -> Section:
    """Return the section on how the players score with each side."""
    active = [each for each in league.players if each.games >= LEAST_GAMES]
    active = sorted(active, key=lambda each: (-each.games, each.name))[:MOST_PLAYERS]
    names = {each.name for each in active}
    shown = [each for each in league.players if each.name in names]
    if not shown:
        words = f"No player has {LEAST_GAMES} counted games or more: {TOO_FEW}."
        return Section("sides", "By side", (words,))
    wins = outcome_marks(collection.palette, league.sides)
    marks = tuple(
        Mark(side, mark.colour, mark.marker, "")
        for side, mark in zip(league.sides, (wins[0], wins[2]), strict=False)
    )
    rows, cells, display = [], [], []
    for each in shown:
        bounds = [_own_share(results) for results in _both(each)]
        found = [
            Point(*own, short_share(own), mark, results.is_small)
            for own, mark, results in zip(bounds, marks, _both(each), strict=True)
            if own is not None
        ]
        rows.append(IntervalRow(each.name, count(each.games, "game"), (tuple(found),)))
        for side, results, own in zip(league.sides, _both(each), bounds, strict=False):
            numbers = own or (None, None, None)
            cells.append((each.name, side, *results.counts[:4], *numbers, results.is_small))
            words = "no game" if own is None else share_of_points(own)
            if own is not None and results.is_small:
                words = f"{TOO_FEW}: {results.first}–{results.draws}–{results.second}"
            display.append((one_line(each.name), side, f"{results.games:,}", words))
    exhibit = Exhibit(
        slug="sides",
        title="Share of points with each side",
        alternative=(
            f"For {count(len(shown), 'player')} the share of points with {league.sides[0]} and "
            f"with {league.sides[1]}, with intervals. All numbers are in the table below."
        ),
        n=league.sifting.counted,
        n_words="games that count, each for both its players",
        method=(
            f"points of the games: 1 for a win, a half for a draw. {LEAD_METHOD}, 95 %, each for "
            "itself. The opponents' strength is not taken into account. Hollow and dashed: fewer "
            f"than {MIN_SAMPLE} games with the side, too few to tell. Players with the most games."
        ),
        selection=collection.provenance.selection,
        plot=IntervalPlot(
            rows, (Panel("Share of points, %", percent_tick, 0.5, "half", 120, marks),)
        ),
        numbers=NumberTable(
            (
                *("player", "side", "games", "won", "drawn", "lost"),
                *("points_share", "points_low", "points_high", "is_too_few"),
            ),
            tuple(cells),
        ),
        display=NumberTable(("Player", "Side", "Games", "Share of points"), tuple(display)),
    )
    return Section("sides", "By side", (), (exhibit,))


def _both(player: PlayerRating) -> tuple[Results, Results]:
    """Return a player's results with each side: won, drawn and lost by the player."""
    second = player.as_second
    return player.as_first, Results(second.second, second.draws, second.first)


def _own_share(results: Results) -> tuple[float, float, float] | None:
    lead = lead_of(results)
    return None if lead is None else lead.share
