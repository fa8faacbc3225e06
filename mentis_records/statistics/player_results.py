"""The results of one player, from the player's view, by what games have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy

from mentis_records.statistics.result import Results
from mentis_records.store.count.pairing_columns import UNKNOWN, Encounters, Integers

Flags = numpy.ndarray[Any, numpy.dtype[numpy.bool_]]


def games_of(encounters: Encounters, place: int) -> Encounters:
    """Return the games that a player, by the place in the names, played against somebody else."""
    is_own = (encounters.first == place) != (encounters.second == place)
    return encounters.only(is_own)


def own_results(encounters: Encounters, place: int) -> Results:
    """Return a player's results, ``first`` being those won, in games that are all the player's."""
    own = own_points(encounters, place)
    return Results(*(int((own == points).sum()) for points in (2, 1, 0, UNKNOWN)))


def own_points(encounters: Encounters, place: int) -> Integers:
    """Return a player's half points in games that are all the player's."""
    is_turned = (encounters.second == place) & (encounters.points != UNKNOWN)
    found: Integers = numpy.where(is_turned, 2 - encounters.points, encounters.points)
    return found


def opponents_of(encounters: Encounters, place: int) -> Integers:
    """Return the places of a player's opponents in games that are all the player's."""
    found: Integers = numpy.where(encounters.first == place, encounters.second, encounters.first)
    return found


def results_by(encounters: Encounters, place: int, groups: Integers) -> Mapping[int, Results]:
    """Return a player's results by group, by the groups' numbers; unknown ones are left out."""
    return {
        group: own_results(encounters.only(groups == group), place)
        for group in numpy.unique(groups).tolist()
        if group != UNKNOWN
    }
