"""Ratings through time by Glicko-2; knows no database.

M. E. Glickman, Example of the Glicko-2 system (revision of November 30, 2013); steps are numbered
as there. A month is a rating period. The first side's advantage is no part of the system.

One thing is Glicko's, not Glicko-2's: a player who does not play for long becomes no less certain
than a new one (M. E. Glickman, Parameter Estimation in Large Dynamic Paired Comparison
Experiments, Applied Statistics 48, 1999, 377-394).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import Any

import numpy

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.pairing_columns import UNKNOWN, Integers

Floats = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

START_RATING, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
"""What is known of a new player (step 1)."""

TAU = 0.5
"""How much volatility may change; the paper has 0.3 to 1.2, and 0.5 in its example."""

_SCALE = 173.7178
_PRECISION = 1e-6
_STEPS = 1_000


@dataclass(frozen=True, slots=True)
class Strength:
    """Ratings, their deviations (RD) and volatilities, a place a player."""

    rating: Floats
    deviation: Floats
    volatility: Floats

    @classmethod
    def start(cls, players: int) -> Strength:
        """Return what is known of new players."""
        return cls(
            numpy.full(players, START_RATING),
            numpy.full(players, START_DEVIATION),
            numpy.full(players, START_VOLATILITY),
        )

    def at(self, places: Integers) -> Strength:
        """Return the players at these places."""
        return Strength(self.rating[places], self.deviation[places], self.volatility[places])

    def after(self, periods: Integers) -> Strength:
        """Return what is known after periods without a game, a number for each player."""
        variance = (self.deviation / _SCALE) ** 2 + periods * self.volatility**2
        deviation = numpy.minimum(_SCALE * numpy.sqrt(variance), START_DEVIATION)
        return Strength(
            self.rating,
            numpy.where(periods > 0, numpy.maximum(deviation, self.deviation), self.deviation),
            self.volatility,
        )


@dataclass(frozen=True, slots=True)
class Month:
    """The players of a month, in the order of their places, with what is known after it."""

    month: int
    players: Integers
    games: Integers
    strength: Strength


def rate_period(strength: Strength, first: Integers, second: Integers, points: Floats) -> Strength:
    """Return what is known after the games of a period, by all players given.

    ``first`` and ``second`` are places of players, ``points`` the first one's: 1, 0.5 or 0.
    Those who did not play become less certain.
    """
    mu = (strength.rating - START_RATING) / _SCALE
    phi = strength.deviation / _SCALE
    sigma = strength.volatility
    size = len(mu)
    player = numpy.concatenate([first, second])
    other = numpy.concatenate([second, first])
    scored = numpy.concatenate([points, 1 - points])
    g = 1 / numpy.sqrt(1 + 3 * phi[other] ** 2 / pi**2)
    expected = 1 / (1 + numpy.exp(-g * (mu[player] - mu[other])))
    told = numpy.bincount(player, g**2 * expected * (1 - expected), minlength=size)
    gained = numpy.bincount(player, g * (scored - expected), minlength=size)
    plays = numpy.bincount(player, minlength=size) > 0
    v = numpy.full(size, numpy.inf)
    v[plays] = 1 / told[plays]
    delta = numpy.zeros(size)
    delta[plays] = v[plays] * gained[plays]
    sigma = sigma.copy()
    sigma[plays] = _volatility(sigma[plays], phi[plays], v[plays], delta[plays])
    widened = numpy.sqrt(phi**2 + sigma**2)
    phi = 1 / numpy.sqrt(1 / widened**2 + 1 / v)
    mu = mu + phi**2 * gained
    deviation = numpy.minimum(_SCALE * phi, START_DEVIATION)
    return Strength(_SCALE * mu + START_RATING, deviation, sigma)


def rate_months(
    month: Integers, first: Integers, second: Integers, points: Integers, players: int
) -> Iterator[Month]:
    """Yield what is known after each month with games, of the players of that month.

    ``points`` are half points of the first side. No month, player or result is unknown; the
    games may be in any order.
    """
    strength = Strength.start(players)
    last = numpy.full(players, UNKNOWN)
    order = numpy.argsort(month, kind="stable")
    starts = numpy.flatnonzero(numpy.diff(month[order], prepend=UNKNOWN - 1))
    for games in numpy.split(order, starts[1:]) if len(order) else ():
        now = int(month[games[0]])
        active, places = numpy.unique(
            numpy.concatenate([first[games], second[games]]), return_inverse=True
        )
        missed = numpy.where(last[active] == UNKNOWN, 0, now - last[active] - 1)
        one, two = numpy.split(places, 2)
        found = rate_period(strength.at(active).after(missed), one, two, points[games] / 2)
        strength.rating[active] = found.rating
        strength.deviation[active] = found.deviation
        strength.volatility[active] = found.volatility
        last[active] = now
        yield Month(now, active, numpy.bincount(places), found)


def _volatility(sigma: Floats, phi: Floats, v: Floats, delta: Floats) -> Floats:
    """Return the new volatilities (step 5), found by the Illinois algorithm."""
    a = numpy.log(sigma**2)

    def f(x: Floats) -> Floats:
        e = numpy.exp(x)
        whole = phi**2 + v + e
        found: Floats = e * (delta**2 - whole) / (2 * whole**2) - (x - a) / TAU**2
        return found

    high = a.copy()
    excess = delta**2 - phi**2 - v
    low = numpy.where(excess > 0, numpy.log(numpy.maximum(excess, 1e-300)), a - TAU)
    for _ in range(_STEPS):
        short = (excess <= 0) & (f(low) < 0)
        if not short.any():
            break
        low = numpy.where(short, low - TAU, low)
    f_high, f_low = f(high), f(low)
    for _ in range(_STEPS):
        is_open = numpy.abs(low - high) > _PRECISION
        if not is_open.any():
            break
        span = numpy.where(is_open, f_low - f_high, 1.0)
        between = numpy.where(is_open, high + (high - low) * f_high / span, high)
        f_between = f(between)
        crosses = f_between * f_low <= 0
        high_next = numpy.where(is_open & crosses, low, high)
        f_high = numpy.where(is_open & crosses, f_low, numpy.where(is_open, f_high / 2, f_high))
        low = numpy.where(is_open, between, low)
        f_low = numpy.where(is_open, f_between, f_low)
        high = high_next
    volatility: Floats = numpy.exp(high / 2)
    return volatility
