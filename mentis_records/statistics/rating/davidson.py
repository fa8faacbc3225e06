"""Paired comparison with draws and an advantage of the first side, by maximum likelihood.

The model is R. R. Davidson's (On Extending the Bradley-Terry Model to Accommodate Ties in Paired
Comparison Experiments, JASA 65, 1970, 317-328) with the effect of order of Davidson and R. J.
Beaver (Biometrics 33, 1977, 693-702). With ``d`` the first player's log-strength minus the
second's plus the advantage, a win, a draw and a loss are as likely as ``exp(d / 2)``, ``nu`` and
``exp(-d / 2)`` are to each other. It is an exponential family, so the likelihood has one maximum
(where it has one, see ``connection``), and the expected score there equals the score.

The standard errors come from the observed information. Strengths are differences only: those of
each group of connected players have the mean 0, and so have their errors.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.rating.pairing import Pairings
from mentis_records.store.count.pairing_columns import Integers

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Floats = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

MAX_PLAYERS = 5_000
"""With more players there are no standard errors of each: the matrix would not fit in memory."""

_STEPS = 100
_TOLERANCE = 1e-9
"""Log-strengths are settled when no step is longer."""

_RESIDUE = 1e-10
"""What solving equations may leave of their right side."""

_MOST_WAYS = 20_000
"""Directions in which equations are solved at most."""

_WAYS_EACH = 10
"""The same for each of the equations, of which each takes one in exact arithmetic."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely a win, a draw and a loss of the first side are, a place a pair."""

    win: Floats
    draw: Floats
    loss: Floats

    @property
    def difference(self) -> Floats:
        """Return the likelihood of a win less that of a loss."""
        found: Floats = self.win - self.loss
        return found


def chances_of(difference: Floats, draw: float | None) -> Chances:
    """Return how likely the results are; ``draw`` is ``log(nu)``, or None where none is drawn."""
    half = difference / 2
    tie = numpy.full_like(half, -numpy.inf if draw is None else draw)
    top = numpy.maximum(numpy.abs(half), tie)
    win, tie, loss = (numpy.exp(each - top) for each in (half, tie, -half))
    whole = win + tie + loss
    return Chances(win / whole, tie / whole, loss / whole)


def expected_share(advantage: float, draw: float | None) -> float:
    """Return the first side's expected share of the points between equals."""
    chances = chances_of(numpy.array([advantage]), draw)
    return float(chances.win[0] + chances.draw[0] / 2)


@dataclass(frozen=True)
class Fit:
    """The most likely numbers; ``strengths`` has a place a player, of mean 0 in each group.

    ``groups`` are 0, 1 and so on. ``advantage`` and ``draw`` are None where they are no part of
    the model. ``information`` is the observed information: players, then the advantage, then the
    tendency to draw, ``draw``, where they are.
    """

    strengths: Floats
    groups: Integers
    advantage: float | None
    draw: float | None
    information: csr_array[Any]

    @property
    def size(self) -> int:
        """Return how many numbers the model has."""
        return int(self.information.shape[0])

    @property
    def advantage_at(self) -> int:
        """Return the place of the advantage in the information.

        Raises:
            LookupError: the model has none.
        """
        if self.advantage is None:
            raise LookupError("the model has no advantage")
        return len(self.strengths)

    @property
    def draw_at(self) -> int:
        """Return the place of the tendency to draw in the information.

        Raises:
            LookupError: the model has none.
        """
        if self.draw is None:
            raise LookupError("the model has no draws")
        return len(self.strengths) + (self.advantage is not None)

    def spread(self, vector: Floats) -> Floats:
        """Return the covariance matrix times a vector of ``size`` places.

        Whatever is the same for all players of a group in it counts for nothing.
        """
        return self._equations.solve(vector)

    @cached_property
    def _equations(self) -> _Equations:
        return _Equations(self.information, self.groups)

    def covariance(self) -> Floats:
        """Return the covariance matrix of all numbers.

        Raises:
            ValueError: there are more than ``MAX_PLAYERS`` players.
        """
        from scipy.linalg import cho_factor, cho_solve

        players = len(self.strengths)
        if players > MAX_PLAYERS:
            raise ValueError(f"no covariance matrix of more than {MAX_PLAYERS:,} players")
        matrix = self.information.toarray()
        weight = float(matrix.diagonal()[:players].mean())
        sizes = numpy.bincount(self.groups)
        for group in range(len(sizes)):
            members = numpy.flatnonzero(self.groups == group)
            matrix[numpy.ix_(members, members)] += weight
        factor = cho_factor(matrix, overwrite_a=True, check_finite=False)
        inverse: Floats = cho_solve(
            factor, numpy.eye(self.size), overwrite_b=True, check_finite=False
        )
        for group, size in enumerate(sizes):
            members = numpy.flatnonzero(self.groups == group)
            inverse[numpy.ix_(members, members)] -= 1 / (weight * float(size) ** 2)
        return inverse


def fit(pairings: Pairings, groups: Integers, *, has_advantage: bool) -> Fit:
    """Return the most likely strengths of connected players, with the advantage if asked for.

    That the likelihood has a maximum is not checked here (see ``connection``). All players are
    in a group, all pairs within one.

    Raises:
        ArithmeticError: no maximum is found.
    """
    players = len(groups)
    has_draws = bool(pairings.drawn.any())
    size = players + has_advantage + has_draws
    model = _Model(pairings, players, has_advantage, has_draws)
    values = numpy.zeros(size)
    if has_draws:
        drawn = float(pairings.drawn.sum())
        values[-1] = numpy.log(2 * drawn / max(float(pairings.games.sum()) - drawn, 1.0))
    likelihood = model.likelihood(values)
    for _ in range(_STEPS):
        step = _Equations(model.information(values), groups).solve(model.gradient(values))
        length = 1.0
        while (reached := model.likelihood(values + length * step)) < likelihood - (
            1e-12 * abs(likelihood)
        ):
            length /= 2
            if length < 1e-9:
                raise ArithmeticError("the likelihood has no maximum")
        values += length * step
        likelihood = reached
        if numpy.abs(step).max(initial=0.0) < _TOLERANCE:
            return Fit(
                values[:players],
                groups,
                float(values[players]) if has_advantage else None,
                float(values[-1]) if has_draws else None,
                model.information(values),
            )
    raise ArithmeticError("the likelihood has no maximum")


class _Model:
    """The likelihood of pairings, as a function of all numbers."""

    def __init__(
        self, pairings: Pairings, players: int, has_advantage: bool, has_draws: bool
    ) -> None:
        self._pairings = pairings
        self._players = players
        self._has_advantage = has_advantage
        self._has_draws = has_draws
        self._size = players + has_advantage + has_draws
        self._terms = [(pairings.first, 1.0), (pairings.second, -1.0)]
        """Which numbers make up ``d``, a place a pair, with their signs."""
        if has_advantage:
            self._terms.append((numpy.full(len(pairings.first), players), 1.0))

    def _chances(self, values: Floats) -> tuple[Floats, float | None, Chances]:
        draw = float(values[-1]) if self._has_draws else None
        difference = values[self._pairings.first] - values[self._pairings.second]
        if self._has_advantage:
            difference += values[self._players]
        return difference, draw, chances_of(difference, draw)

    def likelihood(self, values: Floats) -> float:
        """Return the logarithm of the likelihood, but for a constant."""
        difference, draw, chances = self._chances(values)
        pairings = self._pairings
        half = difference / 2
        top = numpy.abs(half) if draw is None else numpy.maximum(numpy.abs(half), draw)
        whole = top - numpy.log(
            numpy.maximum(numpy.maximum(chances.win, chances.loss), chances.draw)
        )
        total = (pairings.won - pairings.lost) @ half - pairings.games @ whole
        return float(total + pairings.drawn.sum() * (draw or 0.0))

    def gradient(self, values: Floats) -> Floats:
        """Return the gradient of ``likelihood``: what was scored less what was to be expected."""
        _, _, chances = self._chances(values)
        pairings = self._pairings
        scored = (pairings.won - pairings.lost - pairings.games * chances.difference) / 2
        found = numpy.zeros(self._size)
        for places, sign in self._terms:
            found += sign * numpy.bincount(places, scored, minlength=self._size)
        if self._has_draws:
            found[-1] = (pairings.drawn - pairings.games * chances.draw).sum()
        return found

    def information(self, values: Floats) -> csr_array[Any]:
        """Return the negative second derivatives of ``likelihood``."""
        from scipy.sparse import csr_array

        _, _, chances = self._chances(values)
        games = self._pairings.games
        score, mixed, draw = (games * each for each in score_information(chances))
        parts = [
            (one, other, sign * way * score)
            for one, sign in self._terms
            for other, way in self._terms
        ]
        if self._has_draws:
            last = numpy.full(len(games), self._size - 1)
            for places, sign in self._terms:
                parts += [(places, last, sign * mixed), (last, places, sign * mixed)]
            parts.append((last, last, draw))
        rows, columns, numbers = (numpy.concatenate(each) for each in zip(*parts, strict=True))
        return csr_array((numbers, (rows, columns)), shape=(self._size, self._size))


def score_information(chances: Chances) -> tuple[Floats, Floats, Floats]:
    """Return what one game tells: of ``d``, of ``d`` with the tendency to draw, of that."""
    difference = chances.difference
    return (
        (chances.win + chances.loss) / 4 - difference**2 / 4,
        -chances.draw * difference / 2,
        chances.draw * (1 - chances.draw),
    )


def _centred(values: Floats, groups: Integers) -> Floats:
    """Return values, of players less the mean of their group, which is no part of the model."""
    players = len(groups)
    means = numpy.bincount(groups, values[:players]) / numpy.bincount(groups)
    centred = values.copy()
    centred[:players] -= means[groups]
    return centred


class _Equations:
    """Linear equations, solved by conjugate gradients, scaled by the diagonal.

    Their matrix is singular only in what is the same for all players of a group. The method is
    that of M. R. Hestenes and E. Stiefel (Methods of Conjugate Gradients for Solving Linear
    Systems, 1952). SciPy's asks BLAS for its products, whose threads wait for one another at each
    of them: on a busy machine that takes twenty times as long, and sums differ with the threads.
    """

    def __init__(self, matrix: csr_array[Any], groups: Integers) -> None:
        from scipy.sparse import diags_array

        self._groups = groups
        self._scale = 1 / numpy.sqrt(matrix.diagonal())
        self._scaled = diags_array(self._scale) @ matrix @ diags_array(self._scale)

    def solve(self, vector: Floats) -> Floats:
        """Return the solution for a right side, of which the same for all counts for nothing."""
        left = self._scale * _centred(vector, self._groups)
        solved, way = numpy.zeros_like(left), left.copy()
        size = float((left * left).sum())
        enough = _RESIDUE**2 * size
        for _ in range(min(_MOST_WAYS, _WAYS_EACH * len(left))):
            image = self._scaled @ way
            slope = float((way * image).sum())
            if size <= enough or slope <= 0:
                break
            length = size / slope
            solved += length * way
            left -= length * image
            before, size = size, float((left * left).sum())
            way = left + size / before * way
        return _centred(numpy.asarray(self._scale * solved, numpy.float64), self._groups)
