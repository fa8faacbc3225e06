"""The section on ratings through time; knows no model but Glicko-2."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import NormalDist

from mentis_records.report.collection import Collection
from mentis_records.report.exhibit import Exhibit
from mentis_records.report.figure_time import TimeLine, TimePlot, month_words
from mentis_records.report.number_table import NumberTable
from mentis_records.report.page import Section
from mentis_records.report.wording import count
from mentis_records.statistics.rating.glicko import (
    START_DEVIATION,
    START_RATING,
    START_VOLATILITY,
    TAU,
    rate_months,
)
from mentis_records.statistics.rating.league import League, PlayerRating
from mentis_records.statistics.rating.pairing import sift
from mentis_records.store.encounter import UNKNOWN

_MOST_PLAYERS = 6
_Z = NormalDist().inv_cdf(0.975)

_Moment = tuple[int, int, float, float, float]
"""A month, the games in it, then rating, deviation and volatility after it."""


def time_section(league: League, players: Sequence[PlayerRating], collection: Collection) -> Section:
    """Return the section; of the players the first ones who played in several months are drawn."""
    title = "Through time"
    counted, _ = sift(league.encounters)
    dated = counted & (league.encounters.month != UNKNOWN)
    games, undated = int(dated.sum()), int((counted & ~dated).sum())
    if not games:
        words = "No counted game says in which month it was played: there is no path through time."
        return Section("time", title, (words,))
    careers = _careers(league, [player.name for player in players])
    shown = [name for name in careers if len(careers[name]) > 1][:_MOST_PLAYERS]
    words = f"{count(games, 'counted game')} say in which month they were played"
    words += f"; {count(undated, 'other')} do not and are left out." if undated else "."
    if not shown:
        words += " Nobody played in two months, so there is no path through time."
        return Section("time", title, (words,))
    months = [moment[0] for name in shown for moment in careers[name]]
    exhibit = Exhibit(
        slug="time",
        title="Ratings through time",
        alternative=(
            f"Lines of {count(len(shown), 'player')} from {month_words(min(months))} to "
            f"{month_words(max(months))}. "
            + " ".join(f"{name}: {_last(careers[name])} at the end." for name in shown)
        ),
        n=games,
        n_words="counted games whose month is known, of all players",
        method=(
            f"Glicko-2 (Glickman 2013), a month a rating period, tau {TAU:g}; new players begin "
            f"at {START_RATING:.0f}, deviation {START_DEVIATION:.0f}, volatility "
            f"{START_VOLATILITY:g}. The advantage of moving first is no part of it. Band: 95 %. "
            "A point a month with games; the players with the most games."
        ),
        selection=collection.provenance.selection,
        plot=TimePlot([_line(name, careers[name]) for name in shown]),
        numbers=NumberTable(
            ("player", "month", "games", "rating", "deviation", "volatility"),
            tuple(
                (name, month_words(month), *rest) for name in shown for month, *rest in careers[name]
            ),
        ),
        display=NumberTable(
            ("Player", "First month", "Last month", "Months with games", "Rating at the end (95 %)"),
            tuple(
                (
                    name,
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


def _careers(league: League, names: Sequence[str]) -> dict[str, list[_Moment]]:
    """Return the players' months with games, the players in the order given."""
    encounters = league.encounters
    counted, _ = sift(encounters)
    chosen = counted & (encounters.month != UNKNOWN)
    careers: dict[int, list[_Moment]] = defaultdict(list)
    for month in rate_months(
        encounters.month[chosen],
        encounters.first[chosen],
        encounters.second[chosen],
        encounters.points[chosen],
        len(encounters.names),
    ):
        for player, games, rating, deviation, volatility in zip(
            month.players.tolist(),
            month.games.tolist(),
            month.strength.rating.tolist(),
            month.strength.deviation.tolist(),
            month.strength.volatility.tolist(),
            strict=True,
        ):
            careers[player].append((month.month, games, rating, deviation, volatility))
    places = {name: place for place, name in enumerate(encounters.names)}
    return {name: careers[places[name]] for name in names if places[name] in careers}


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
