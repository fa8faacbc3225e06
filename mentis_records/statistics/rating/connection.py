"""Who can be compared: whether the most likely strengths are finite and unique.

Strengths by maximum likelihood exist if, however the players are divided in two, somebody of
each part scored against the other: each player must reach each other one by a chain of wins and
draws (L. R. Ford, Solution of a Ranking Problem from Binary Comparisons, American Mathematical
Monthly 64, 1957, 28-33). Players are divided into the largest groups in which that holds.

Of the two numbers that all games share, the first side's advantage and the tendency to draw,
games may tell nothing, too. The likelihood has no maximum exactly if there is a direction in
which to change all numbers that contradicts no game (S. J. Haberman, Log-Linear Models for
Frequency Tables with Ordered Classifications, 1974, and A. Albert, J. A. Anderson, Biometrika 71,
1984, 1-10). Two players who each won against the other, with the same side, rule that out at once;
where there are none, linear programming finds out.
"""

from __future__ import annotations

import numpy

from mentis_records.statistics.rating.pairing import Flags, Pairings
from mentis_records.store.count.pairing_columns import Integers

ALONE = -1
"""The group of a player who can be compared with nobody."""

_FEASIBLE, _INFEASIBLE = 0, 2
"""What ``scipy.optimize.linprog`` answers."""


def connected_groups(pairings: Pairings, players: int) -> Integers:
    """Return the group of every player; the largest is 0, of equal ones that of lower places.

    A player who is alone has the group ``ALONE``.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    one = (pairings.won + pairings.drawn) > 0
    two = (pairings.lost + pairings.drawn) > 0
    scorer = numpy.concatenate([pairings.first[one], pairings.second[two]])
    other = numpy.concatenate([pairings.second[one], pairings.first[two]])
    graph = csr_array((numpy.ones(len(scorer)), (scorer, other)), shape=(players, players))
    count, labels = connected_components(graph, directed=True, connection="strong")
    sizes = numpy.bincount(labels, minlength=count)
    places = numpy.full(count, players)
    numpy.minimum.at(places, labels, numpy.arange(players))
    rank = numpy.empty(count, numpy.int64)
    rank[numpy.lexsort((places, -sizes))] = numpy.arange(count)
    groups: Integers = numpy.where(sizes[labels] > 1, rank[labels], ALONE)
    return groups


def are_strengths_finite(pairings: Pairings, players: int) -> bool:
    """Tell whether games within connected groups tell the strengths, and the tendency to draw.

    The advantage of the first side is taken for none.
    """
    if not pairings.drawn.any():
        return bool(pairings.games.any())
    wins = numpy.concatenate(
        [
            _directed(pairings.first, pairings.second, pairings.won, players),
            _directed(pairings.second, pairings.first, pairings.lost, players),
        ]
    )
    if _has_both_ways(wins, players):
        return True
    return not _has_direction(pairings, players, advantage=0.0)


def unbounded_ways(pairings: Pairings, players: int) -> tuple[int, ...]:
    """Return in which ways the first side's advantage may grow without end and contradict no game.

    1 is in its favour, -1 to its cost; in neither way, games within connected groups tell the
    advantage. In both, they do not tell it from the players' strengths. To be asked where
    ``are_strengths_finite``.
    """
    sides = (
        _directed(pairings.first, pairings.second, pairings.won, players),
        _directed(pairings.second, pairings.first, pairings.lost, players),
    )
    if all(_has_both_ways(wins, players) for wins in sides):
        return ()
    return tuple(way for way in (1, -1) if _has_direction(pairings, players, advantage=float(way)))


def _directed(winner: Integers, loser: Integers, games: Integers, players: int) -> Integers:
    """Return a number for each pair of a winner and a loser."""
    numbers: Integers = (winner * players + loser)[games > 0]
    return numbers


def _has_both_ways(wins: Integers, players: int) -> bool:
    """Tell whether two players each won against the other."""
    return bool(numpy.isin(wins % players * players + wins // players, wins).any())


def _has_direction(pairings: Pairings, players: int, *, advantage: float) -> bool:
    """Tell whether strengths may change, with a change of the advantage, and contradict no game.

    A change contradicts no won game if the winner gains on the loser (with the side's advantage)
    at least as much as the tendency to draw grows, and no drawn game if neither gains more on
    the other. Without drawn games there is no such tendency.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, hstack, vstack

    pairs = len(pairings.first)
    rows = numpy.arange(pairs)
    gain = csr_array(
        (
            numpy.concatenate([numpy.ones(pairs), -numpy.ones(pairs)]),
            (numpy.concatenate([rows, rows]), numpy.concatenate([pairings.first, pairings.second])),
        ),
        shape=(pairs, players),
    )
    parts: list[tuple[Flags, float, float]] = [
        (pairings.won > 0, -1.0, 1.0),
        (pairings.lost > 0, 1.0, 1.0),
        (pairings.drawn > 0, 1.0, -1.0),
        (pairings.drawn > 0, -1.0, -1.0),
    ]
    conditions = vstack(
        [
            hstack([way * gain[chosen], csr_array(numpy.full((int(chosen.sum()), 1), draw))])
            for chosen, way, draw in parts
        ]
    )
    bounds = numpy.concatenate(
        [numpy.full(int(chosen.sum()), -way * advantage) for chosen, way, _ in parts]
    )
    if not pairings.drawn.any():
        tendency: tuple[float, float | None] = (0.0, 0.0)
    else:
        tendency = (0.0, None) if advantage else (1.0, 1.0)
    answer = linprog(
        numpy.zeros(players + 1),
        A_ub=conditions.tocsr(),
        b_ub=bounds,
        bounds=[*[(None, None)] * players, tendency],
        method="highs",
    )
    if answer.status not in (_FEASIBLE, _INFEASIBLE):
        raise ArithmeticError(f"linear programming failed: {answer.message}")
    return bool(answer.status == _FEASIBLE)
