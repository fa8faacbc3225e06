"""The first side's advantage in groups of games, adjusted for who played; knows no property.

The players' strengths and the tendency to draw are those of the whole league; in each group only
the advantage is estimated, so that a group cannot make players stronger or weaker. The standard
errors carry the uncertainty of the strengths along, with its dependence on the group's own games
(two-step maximum likelihood: K. M. Murphy, R. H. Topel, Estimation and Inference in Two-Step
Econometric Models, Journal of Business & Economic Statistics 3, 1985, 370-379). A group of all
games gets just the league's advantage and its error.
"""

from __future__ import annotations

from math import sqrt

import numpy

from mentis_records.statistics.rating.connection import ALONE
from mentis_records.statistics.rating.davidson import Fit, Floats, chances_of, score_information
from mentis_records.statistics.rating.elo import Estimate, to_points
from mentis_records.statistics.rating.league import League
from mentis_records.statistics.rating.pairing import Flags, Pairings, pair_by, sift
from mentis_records.store.count.pairing_columns import UNKNOWN, Integers

_REACH = 64.0
"""Log-strengths within which advantages are looked for."""

_HALVINGS = 56


def is_rated_game(league: League) -> Flags:
    """Return of which games both players have ratings that can be compared."""
    counted, _ = sift(league.encounters)
    found: Flags = counted.copy()
    if league.fit is None or not counted.any():
        found[:] = False
        return found
    encounters = league.encounters
    seats = [league.seats[side[counted]] for side in (encounters.first, encounters.second)]
    groups = [
        numpy.where(seat == ALONE, -1 - side, league.fit.groups[seat])
        for side, seat in enumerate(seats)
    ]
    found[counted] = groups[0] == groups[1]
    return found


def adjusted_advantages(league: League, group: Integers, count: int) -> list[Estimate | None]:
    """Return the first mover's advantage in Elo points in each of ``count`` groups of games.

    ``group`` has the group of every game of ``league.encounters``, or ``UNKNOWN``. A group has
    None if the games of rated players in it do not tell: there are none, or one side won all.
    """
    found = league.fit
    if found is None or found.advantage is None:
        return [None] * count
    chosen = is_rated_game(league) & (group != UNKNOWN)
    moved = league.encounters.only(chosen).by_mover()
    first, second = league.seats[moved.first], league.seats[moved.second]
    within, pairings = pair_by(group[chosen], first, second, moved.points)
    known = numpy.flatnonzero(_tells(within, pairings, count))
    advantages = _advantages(found, within, pairings, count)
    estimates: list[Estimate | None] = [None] * count
    for place in known:
        mine = within == place
        error = _error(found, pairings.only(mine), float(advantages[place]))
        estimates[place] = Estimate(to_points(float(advantages[place])), to_points(error))
    return estimates


def _tells(within: Integers, pairings: Pairings, count: int) -> Flags:
    """Return in which groups each side won or drew a game."""
    one, two = (
        numpy.bincount(within, won + pairings.drawn, minlength=count)
        for won in (pairings.won, pairings.lost)
    )
    tells: Flags = (one > 0) & (two > 0)
    return tells


def _advantages(found: Fit, within: Integers, pairings: Pairings, count: int) -> Floats:
    """Return the advantages with which the groups' expected scores are their scores.

    The expected score grows with the advantage, so halving an interval finds it.
    """
    strength = found.strengths[pairings.first] - found.strengths[pairings.second]
    scored = numpy.bincount(within, (pairings.won - pairings.lost), minlength=count)
    low, high = numpy.full(count, -_REACH), numpy.full(count, _REACH)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        expected = pairings.games * chances_of(strength + middle[within], found.draw).difference
        is_below = numpy.bincount(within, expected, minlength=count) < scored
        low, high = numpy.where(is_below, middle, low), numpy.where(is_below, high, middle)
    middle = (low + high) / 2
    return numpy.asarray(middle, numpy.float64)


def _error(found: Fit, pairings: Pairings, advantage: float) -> float:
    """Return the standard error of a group's advantage in log-strengths."""
    strength = found.strengths[pairings.first] - found.strengths[pairings.second]
    chances = chances_of(strength + advantage, found.draw)
    score, mixed, _ = (pairings.games * each for each in score_information(chances))
    own = float(score.sum())
    others = numpy.zeros(found.size)
    others += numpy.bincount(pairings.first, score, minlength=found.size)
    others -= numpy.bincount(pairings.second, score, minlength=found.size)
    if found.draw is not None:
        others[found.draw_at] = mixed.sum()
    shared = others.copy()
    shared[found.advantage_at] = own
    spread = found.spread(others)
    variance = float(own + others @ spread - 2 * shared @ spread) / own**2
    return sqrt(max(variance, 0.0))
