"""The balance of a game: whether the side that moves first has an advantage, and where.

The raw lead takes results as they are. The adjusted advantage is that of the rating model, in
which the players' strengths account for who played which side. Within a grouping the p-values of
all groups are corrected together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import numpy

from mentis_records.core.game import AnyGame
from mentis_records.core.progress import Progress, steps_of
from mentis_records.core.setting import Setting
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.core.text import slug_of
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.correction import bonferroni, joint_confidence
from mentis_records.statistics.first_ply import group_by_line
from mentis_records.statistics.lead import Lead, lead_of
from mentis_records.statistics.rating.adjust import adjusted_advantages, is_rated_game
from mentis_records.statistics.rating.elo import Estimate
from mentis_records.statistics.rating.league import League, rate
from mentis_records.statistics.rating.pairing import Flags
from mentis_records.statistics.result import Results
from mentis_records.statistics.typical import typical_game
from mentis_records.statistics.winrate import BAND_PLIES
from mentis_records.store.count.pairing_columns import (
    UNKNOWN,
    Encounters,
    Integers,
    fetch_encounters,
)
from mentis_records.store.count.played_start import (
    fetch_opening_keys,
    fetch_start_keys,
    fetch_starts,
)
from mentis_records.store.database import Database
from mentis_records.store.selection import EVERY_GAME, Selection

_LINES = {1: ("opening", "Opening"), 2: ("reply", "Opening and reply")}
"""What divisions by so many plies are called: for programs, and as a title."""

_FINE = ("reply", "length")
"""Divisions so fine that groups with few games say nothing."""

_MOST_SMALL = 12
"""Groups that are shown where hardly one has enough games."""


@dataclass(frozen=True, slots=True)
class BalanceGroup:
    """A group of games: its lead, and its advantage in Elo points adjusted for strength.

    ``rated`` counts the games of rated players, on which ``adjusted`` rests; that is None where
    they are fewer than ``MIN_SAMPLE`` or do not tell. Intervals and p-values are corrected for the
    number of groups. ``typical_wins`` has for each side the number of a game of the usual length
    that it won, or None where it won none.
    """

    label: str
    lead: Lead
    lead_p: float
    rated: int
    adjusted: Estimate | None
    adjusted_p: float | None
    typical_wins: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class BalanceGrouping:
    """Games divided by one property; ``slug`` names it for programs.

    ``groups`` are those with at least ``MIN_SAMPLE`` games with a result; where fewer than two
    have, they are the largest, unless the division is too fine for that. ``small`` counts the
    others, ``small_games`` the games in them, and ``unplaced`` those of the games divided of which
    the property is not known; all of games with a result. ``confidence`` is that of each interval.
    """

    slug: str
    title: str
    groups: tuple[BalanceGroup, ...]
    small: int
    small_games: int
    unplaced: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Balance:
    """The balance of the games that begin at the game's own start, and by groups.

    ``sides`` are the side that moves first and the other; results and shares are the former's.
    ``lead`` is None without any result. ``starts`` divides the games by the settings that choose
    the start position or the rules, but for who begins, if these differ; each is a game of its own.
    ``rated`` counts the games on which the league's advantage rests. ``stated`` counts the games
    with a result that begin from another position and are left out: either side may move first
    there, and the sides need not be equal. Games without a ply are left out before that, unless
    they are selected to count.
    """

    sides: tuple[str, str]
    lead: Lead | None
    league: League
    rated: int
    stated: int
    starts: BalanceGrouping | None
    groupings: tuple[BalanceGrouping, ...]

    @property
    def advantage(self) -> Estimate | None:
        """Return the advantage in Elo points adjusted for strength, if the games tell it."""
        return self.league.advantage if self.rated >= MIN_SAMPLE else None


def fetch_balance(
    database: Database,
    game: AnyGame,
    selection: Selection = EVERY_GAME,
    progress: Progress | None = None,
) -> Balance:
    """Return the balance of the selected games.

    Raises:
        StoreError: the database cannot be read.
    """
    starts = fetch_start_keys(database, game, selection.played)
    found = fetch_encounters(database, game, starts, selection.played)
    encounters = found.only(found.from_start == 1).by_mover()
    dividers = list(_dividers(game, encounters))
    step = steps_of(progress, len(dividers) + 1)
    step()
    league = rate(encounters, game.description, needs_errors=False)
    groupings = []
    for divide in dividers:
        step()
        groupings.append(_group(league, *divide()))
    everything = numpy.zeros(len(encounters.points), numpy.int64)
    (results,) = _results(encounters, everything, 1)
    rated = int(is_rated_game(league).sum())
    stated = int(((found.from_start == 0) & (found.points != UNKNOWN)).sum())
    by_start = _by_start(game, encounters)
    return Balance(
        league.movers,
        lead_of(results),
        league,
        rated,
        stated,
        None if by_start is None else _group(league, *by_start),
        tuple(groupings),
    )


@dataclass(frozen=True, slots=True)
class OpeningBalance:
    """The balance by first ply of the games from each start, the same as in ``Balance``.

    ``groupings`` are by the values of ``settings``: those that choose the start, or, where each
    game has a start of its own, those that change the rules.
    """

    league: League
    settings: tuple[Setting, ...]
    groupings: Mapping[tuple[str, ...], BalanceGrouping]

    def of(self, options: Mapping[str, str]) -> BalanceGrouping:
        """Return the grouping of the games from a start, which settings choose.

        Where there are too many starts for groups of their own, it is that of all.
        """
        found = self.groupings.get(tuple(options.values()), self.groupings.get(()))
        slug, title = _LINES[1]
        return found or BalanceGrouping(slug, title, (), 0, 0, 0, joint_confidence(0))


def fetch_opening_balance(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> OpeningBalance:
    """Return the balance of the selected games by their first plies.

    Raises:
        StoreError: the database cannot be read.
    """
    starts = fetch_opening_keys(database, game, selection.played)
    found = fetch_encounters(database, game, starts, selection.played)
    encounters = found.only(found.from_start == 1).by_mover()
    league = rate(encounters, game.description, needs_errors=False)
    is_compared = bool(fetch_starts(database, game, selection.played))
    settings = _choosing(game) if is_compared else _telling(game, encounters)
    return OpeningBalance(
        league,
        tuple(settings),
        {
            values: _group(league, *_by_line(game, encounters, settings, chosen, values, 1))
            for values, chosen in _divided(encounters, settings)
        },
    )


_Division = tuple[str, str, Sequence[str], Integers, Flags]
"""A slug, a title, the labels of groups, the group of each game, and which games it divides."""


def _dividers(game: AnyGame, encounters: Encounters) -> list[Callable[[], _Division]]:
    """Return functions that divide the games, each by one property."""
    choosing = _choosing(game)

    def by_setting(setting: Setting) -> _Division:
        values, places = encounters.options[setting.tag]
        labels = [setting.name_of(value) for value in values]
        return (setting.tag.lower(), setting.title, labels, places, _all(encounters))

    return [
        *(
            lambda setting=setting: by_setting(setting)
            for setting in game.description.settings
            if setting.is_counted and setting not in _telling(game, encounters)
        ),
        *(
            lambda chosen=chosen, values=values, depth=depth: _by_line(
                game, encounters, choosing, chosen, values, depth
            )
            for depth in (1, 2)
            for values, chosen in _divided(encounters, choosing)
        ),
        lambda: _by_period(encounters),
        lambda: _by_length(encounters),
    ]


def _choosing(game: AnyGame) -> list[Setting]:
    """Return the settings that choose a start, but for those with too many values to count by."""
    settings = game.description.settings
    return [each for each in settings if each.chooses_start and each.is_counted]


def _divided(
    encounters: Encounters, settings: Sequence[Setting]
) -> list[tuple[tuple[str, ...], Flags]]:
    """Return the values of some settings, as games have them, and which games have them."""
    starts: list[tuple[tuple[str, ...], Flags]] = [((), _all(encounters))]
    for setting in settings:
        values, places = encounters.options[setting.tag]
        starts = [
            ((*before, value), chosen & (places == place))
            for before, chosen in starts
            for place, value in enumerate(values)
        ]
    return [(values, chosen) for values, chosen in starts if chosen.any()] or starts[:1]


def _telling(game: AnyGame, encounters: Encounters) -> list[Setting]:
    """Return the settings that make another game of it: by its start, or by its rules.

    One that says who begins makes none: shares are those of the side that moves first.
    """
    found = []
    numbered_by = game.description.numbered_by
    for setting in game.description.settings:
        if setting.is_counted and setting.tag != numbered_by:
            sides = set()
            for value in encounters.options[setting.tag][0]:
                with suppress(ValueError):
                    sides.add(game.start_position({setting.tag: value}).side)
            if len(sides) < 2:
                found.append(setting)
    return found


def _by_start(game: AnyGame, encounters: Encounters) -> _Division | None:
    """Divide by the settings that make another game; None where all games are of one."""
    settings = _telling(game, encounters)
    starts = _divided(encounters, settings)
    if len(starts) < 2:
        return None
    groups = numpy.full(len(encounters.points), UNKNOWN)
    for place, (_, chosen) in enumerate(starts):
        groups[chosen] = place
    title = ", ".join(setting.title for setting in settings)
    labels = [
        ", ".join(each.name_of(value) for each, value in zip(settings, values, strict=True))
        for values, _ in starts
    ]
    return "start", title, labels, groups, _all(encounters)


def _by_line(
    game: AnyGame,
    encounters: Encounters,
    settings: Sequence[Setting],
    chosen: Flags,
    values: Sequence[str],
    depth: int,
) -> _Division:
    """Divide the chosen games, which have these values of settings, by their first plies."""
    labels, places = group_by_line(game, encounters.only(chosen), depth)
    groups = numpy.full(len(chosen), UNKNOWN)
    groups[chosen] = places
    slug, title = _LINES[depth]
    named = slug_of(" ".join(values))
    names = [each.name_of(value) for each, value in zip(settings, values, strict=False)]
    return (
        f"{slug}-{named}" if named else slug,
        ", ".join((title, *names)),
        labels,
        groups,
        chosen,
    )


def _by_period(encounters: Encounters) -> _Division:
    """Divide by years; games of one year only by months."""
    years = numpy.unique(encounters.year[encounters.year != UNKNOWN])
    if len(years) == 1:
        months, places = _places(encounters.month)
        labels = [f"{month // 12}-{month % 12 + 1:02}" for month in months]
        return "period", "Month", labels, places, _all(encounters)
    found, places = _places(encounters.year)
    return "period", "Year", [str(year) for year in found], places, _all(encounters)


def _by_length(encounters: Encounters) -> _Division:
    bands = numpy.maximum(encounters.plies - 1, 0) // BAND_PLIES
    found, places = _places(bands)
    labels = [
        f"{band * BAND_PLIES + 1 if band else 0} to {(band + 1) * BAND_PLIES} plies"
        for band in found
    ]
    return "length", "Length", labels, places, _all(encounters)


def _all(encounters: Encounters) -> Flags:
    return numpy.ones(len(encounters.points), numpy.bool_)


def _places(values: Integers) -> tuple[list[int], Integers]:
    """Return the known values in order, and the place of each game's among them."""
    known = values != UNKNOWN
    found, inverse = numpy.unique(values[known], return_inverse=True)
    places = numpy.full(len(values), UNKNOWN)
    places[known] = inverse
    return found.tolist(), places


def _group(
    league: League, slug: str, title: str, labels: Sequence[str], places: Integers, divided: Flags
) -> BalanceGrouping:
    """Return the balance of each group that is large enough, or the largest of small ones."""
    count = len(labels)
    results = _results(league.encounters, places, count)
    large = [place for place in range(count) if not results[place].is_small]
    if len(large) < 2 and slug.partition("-")[0] not in _FINE:
        decided = sorted(range(count), key=lambda place: -results[place].decided)
        large = sorted(place for place in decided[:_MOST_SMALL] if results[place].decided)
    rank = numpy.full(count + 1, UNKNOWN)
    rank[large] = numpy.arange(len(large))
    chosen = rank[places]
    rated = numpy.bincount(
        chosen[is_rated_game(league) & (chosen != UNKNOWN)], minlength=len(large)
    )
    adjusted = [
        estimate if games >= MIN_SAMPLE else None
        for estimate, games in zip(
            adjusted_advantages(league, chosen, len(large)), rated.tolist(), strict=True
        )
    ]
    confidence = joint_confidence(len(large))
    leads = [lead for place in large if (lead := lead_of(results[place], confidence)) is not None]
    lead_p = bonferroni([lead.p_value for lead in leads])
    adjusted_p = bonferroni([1.0 if each is None else each.p_value for each in adjusted])
    points = league.encounters.points
    groups = [
        BalanceGroup(
            labels[place],
            leads[at],
            lead_p[at],
            int(rated[at]),
            adjusted[at],
            None if adjusted[at] is None else adjusted_p[at],
            (
                typical_game(league.encounters, (places == place) & (points == 2)),
                typical_game(league.encounters, (places == place) & (points == 0)),
            ),
        )
        for at, place in enumerate(large)
    ]
    decided = league.encounters.points != UNKNOWN
    small = [results[place] for place in range(count) if rank[place] == UNKNOWN]
    small = [each for each in small if each.decided]
    return BalanceGrouping(
        slug,
        title,
        tuple(groups),
        len(small),
        sum(each.decided for each in small),
        int((decided & divided & (places == UNKNOWN)).sum()),
        confidence,
    )


def _results(encounters: Encounters, places: Integers, count: int) -> list[Results]:
    """Return the results of each group of games."""
    known = places != UNKNOWN
    table = [
        numpy.bincount(places[known & (encounters.points == points)], minlength=count).tolist()
        for points in (2, 1, 0, UNKNOWN)
    ]
    return [Results(*counts) for counts in zip(*table, strict=True)]
