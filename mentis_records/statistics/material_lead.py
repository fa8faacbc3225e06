"""Leads in material, and what came of them: the results of sides that owned more pieces.

The lead is the number of pieces that a side owns more than the other, in hand or on the board; the
piece whose capture wins counts for neither. A game gives one number to each question, so that the
many positions of one game are never taken for many games. A stronger player is ahead more often:
what is counted is not the effect of a piece alone.
"""

from __future__ import annotations

import numpy

from mentis_records.statistics.result import Results
from mentis_records.store.count.material_games import UNKNOWN, MaterialGames
from mentis_records.store.position.bulk import Column


def differences_after(games: MaterialGames, ply: int) -> Column:
    """Return by how many pieces of each kind the first side is ahead after a ply: (games, kinds).

    The piece whose capture wins is left out: it is 0. In games that are over by then, that is the
    difference at the end.
    """
    found = games.owned[:, 0] - games.owned[:, 1]
    passed = games.taken_ply <= ply
    signs = numpy.where(games.taken_side == 0, 1, -1)
    numpy.add.at(found, (games.taken_game[passed], games.taken_kind[passed]), signs[passed])
    if games.material.decisive is not None:
        found[:, games.material.decisive] = 0
    return found


def lead_results(games: MaterialGames, ply: int, least: int, most: int | None = None) -> Results:
    """Return how games ended for the side that was ahead by so many pieces after a ply.

    Only games that went on count. The first side of the results is the one ahead. Without
    ``most`` the lead may be greater.
    """
    leads = differences_after(games, ply).sum(axis=1)
    sizes = numpy.abs(leads)
    chosen = (games.plies > ply) & (sizes >= least)
    if most is not None:
        chosen &= sizes <= most
    return _results(games.points[chosen], leads[chosen])


def first_lead_results(games: MaterialGames, least: int) -> Results:
    """Return how games ended for the side that first was ahead by at least so many pieces.

    The first side of the results is the one ahead. A game counts once, however often the lead
    changed afterwards.
    """
    leads = differences_after(games, 0).sum(axis=1)
    counts = games.taken_kind != (
        -1 if games.material.decisive is None else games.material.decisive
    )
    places, plies = games.taken_game[counts], games.taken_ply[counts]
    signs = numpy.where(games.taken_side[counts] == 0, 1, -1)
    sums = numpy.cumsum(signs)
    # What the games before have added up to; then the lead after each piece, from the start on.
    firsts = numpy.searchsorted(places, places)
    after = leads[places] + sums - numpy.where(firsts > 0, sums[firsts - 1], 0)
    # Of several pieces taken by one ply the last one tells the lead.
    is_last = numpy.ones(len(places), bool)
    is_last[:-1] = (places[1:] != places[:-1]) | (plies[1:] != plies[:-1])
    reached = is_last & (numpy.abs(after) >= least) & (numpy.abs(leads[places]) < least)
    at_start = numpy.flatnonzero(numpy.abs(leads) >= least)
    later, events = numpy.unique(places[reached], return_index=True)
    ahead = numpy.concatenate([leads[at_start], after[reached][events]])
    return _results(games.points[numpy.concatenate([at_start, later])], ahead)


def _results(points: Column, leads: Column) -> Results:
    """Return results for the side ahead, of points of the first side in half points."""
    own = numpy.where(leads > 0, points, 2 - points)
    own[points == UNKNOWN] = UNKNOWN
    won, drawn, lost, unknown = (int((own == each).sum()) for each in (2, 1, 0, UNKNOWN))
    return Results(won, drawn, lost, unknown)
