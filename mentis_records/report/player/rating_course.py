"""The section on ratings through time; knows no model but Glicko-2."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import numpy

from mentis_records.core.number_table import NumberTable
from mentis_records.core.text import one_line
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_time import TimeLine, TimePlot, month_words
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.wording import count
from mentis_records.statistics.rating.glicko import (
    START_DEVIATION,
    START_RATING,
    START_VOLATILITY,
    TAU,
    rate_months,
)
from mentis_records.statistics.rating.league import League, PlayerRating
from mentis_records.statistics.rating.pairing import Flags, sift
from mentis_records.store.count.pairing_columns import UNKNOWN

_MOST_PLAYERS = 6
_Z = NormalDist().inv_cdf(0.975)

_Moment = tuple[int, int, float, float, float]
"""A month, the games in it, then rating, deviation and volatility after it."""


def time_section(
    league: League, players: Sequence[PlayerRating], collection: Collection
) -> Section:
    """Return the section; of the players the first ones who played in several months are drawn."""
    title = "Through time"
    counted, _ = sift(league.encounters)
    dated = counted & (league.encounters.month != UNKNOWN)
    games, undated = int(dated.sum()), int((counted & ~dated).sum())
    if not games:
        words = "no counted game says in which month it was played"
        return Section("time", title, (words,))
    shown = _returning(league, dated, [player.name for player in players])[:_MOST_PLAYERS]
    words = f"{count(games, 'counted game')} say in which month they were played"
    words += f"; {count(undated, 'other')} do not and are left out." if undated else "."
    if not shown:
        return Section("time", title, ("nobody played in more than one known month",))
    careers = _careers(league, dated, shown)
    months = [moment[0] for name in shown for moment in careers[name]]
    exhibit = Exhibit(
        slug="time",
        title="Ratings through time",
        alternative=(
            f"Lines of {count(len(shown), 'player')} from {month_words(min(months))} to "
            f"{month_words(max(months))}. "
            + " ".join(f"{one_line(name)}: {_last(careers[name])} at the end." for name in shown)
        ),
        n=games,
        n_words="counted games whose month is known, of all players",
        method=(
            f"Glicko-2 (Glickman 2013), one month per rating period, tau {TAU:g}; new players "
            f"begin at {START_RATING:.0f}, deviation {START_DEVIATION:.0f}, volatility "
            f"{START_VOLATILITY:g}. It ignores the advantage of moving first. Band: 95 %. "
            "One point for each month with games; early bands that are wider than the scale are "
            "cut. Shown are players with the most games."
        ),
        selection=collection.provenance.selection,
        plot=TimePlot([_line(name, careers[name]) for name in shown]),
        numbers=NumberTable(
            ("player", "month", "games", "rating", "deviation", "volatility"),
            tuple(
                (name, month_words(month), *rest)
                for name in shown
                for month, *rest in careers[name]
            ),
        ),
        display=NumberTable(
            (
                "Player",
                "First month",
                "Last month",
                "Months with games",
                "Rating at the end (95\N{NO-BREAK SPACE}%)",
            ),
            tuple(
                (
                    one_line(name),
                    month_words(careers[name][0][0]),
                    month_words(careers[name][-1][0]),
                    str(len(careers[name])),
                    _last(careers[name]),
                )
                for name in shown
            ),
        ),
    )
    return Section("time", title, (words,), (exhibit,))


def _returning(league: League, dated: Flags, names: Sequence[str]) -> list[str]:
    """Return those of the players who played in several months, in the order given."""
    encounters = league.encounters
    months = numpy.tile(encounters.month[dated], 2)
    players = numpy.concatenate([encounters.first[dated], encounters.second[dated]])
    seen = numpy.unique(numpy.stack([players, months]), axis=1)[0]
    often = numpy.bincount(seen, minlength=len(encounters.names)) > 1
    places = {name: place for place, name in enumerate(encounters.names)}
    return [name for name in names if often[places[name]]]


def _careers(league: League, chosen: Flags, names: Sequence[str]) -> dict[str, list[_Moment]]:
    """Return the months with games of some of the players."""
    encounters = league.encounters
    wanted = {encounters.names.index(name): name for name in names}
    careers: dict[str, list[_Moment]] = {name: [] for name in names}
    for month in rate_months(
        encounters.month[chosen],
        encounters.first[chosen],
        encounters.second[chosen],
        encounters.points[chosen],
        len(encounters.names),
    ):
        for at in numpy.flatnonzero(numpy.isin(month.players, list(wanted))).tolist():
            careers[wanted[int(month.players[at])]].append(
                (
                    month.month,
                    int(month.games[at]),
                    float(month.strength.rating[at]),
                    float(month.strength.deviation[at]),
                    float(month.strength.volatility[at]),
                )
            )
    return careers


def _line(name: str, moments: Sequence[_Moment]) -> TimeLine:
    return TimeLine(
        name,
        _last(moments),
        tuple(month for month, *_ in moments),
        tuple(rating for _, _, rating, _, _ in moments),
        tuple(rating - _Z * deviation for _, _, rating, deviation, _ in moments),
        tuple(rating + _Z * deviation for _, _, rating, deviation, _ in moments),
    )


def _last(moments: Sequence[_Moment]) -> str:
    """Return the rating after the last month with half its interval: ``1712 ± 84``."""
    _, _, rating, deviation, _ = moments[-1]
    return f"{rating:.0f} ± {_Z * deviation:.0f}"
