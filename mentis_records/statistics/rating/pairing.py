"""Which games say something about strength, and how often each two players met; knows no model."""

from __future__ import annotations

from typing import Any

import numpy

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.pairing_columns import UNKNOWN, Encounters, Integers

Flags = numpy.ndarray[Any, numpy.dtype[numpy.bool_]]


@dataclass(frozen=True, slots=True)
class Sifting:
    """How many games tell of strength, and why the others do not.

    A game is counted under the first reason that holds: it has no ply, it has the tag Unrated, a
    player is unknown, both are the same player, the game has no result, it begins from a stated
    position: the side to move there may be either, and the sides need not be equal.
    """

    games: int
    counted: int
    unplayed: int
    unrated: int
    nameless: int
    same: int
    unfinished: int
    stated: int


@dataclass(frozen=True, slots=True)
class Pairings:
    """Games by who played the first side and who the second, a place a pair in every array.

    ``won``, ``drawn`` and ``lost`` count games from the first side's view.
    """

    first: Integers
    second: Integers
    won: Integers
    drawn: Integers
    lost: Integers

    @property
    def games(self) -> Integers:
        """Return the number of games of each pair."""
        total: Integers = self.won + self.drawn + self.lost
        return total

    def only(self, chosen: Flags) -> Pairings:
        """Return the pairs that are flagged."""
        return Pairings(
            self.first[chosen],
            self.second[chosen],
            self.won[chosen],
            self.drawn[chosen],
            self.lost[chosen],
        )


def sift(encounters: Encounters) -> tuple[Flags, Sifting]:
    """Return which games tell of strength, with the numbers of the others."""
    reasons: tuple[Flags, ...] = (
        encounters.unplayed == 1,
        encounters.unrated == 1,
        (encounters.first == UNKNOWN) | (encounters.second == UNKNOWN),
        encounters.first == encounters.second,
        encounters.points == UNKNOWN,
        encounters.from_start == 0,
    )
    counted = numpy.ones(len(encounters.points), numpy.bool_)
    left_out = []
    for reason in reasons:
        left_out.append(int((counted & reason).sum()))
        counted &= ~reason
    return counted, Sifting(len(counted), int(counted.sum()), *left_out)


def pair(first: Integers, second: Integers, points: Integers) -> Pairings:
    """Return games, given by their players and the first side's half points, by pairs in order."""
    one, two, *counts = _count((first, second), points)
    return Pairings(one, two, *counts)


def pair_by(
    group: Integers, first: Integers, second: Integers, points: Integers
) -> tuple[Integers, Pairings]:
    """Return games by group and pair: the group of each pairing, and the pairings."""
    within, one, two, *counts = _count((group, first, second), points)
    return within, Pairings(one, two, *counts)


def _count(keys: tuple[Integers, ...], points: Integers) -> list[Integers]:
    """Return the distinct keys in order, then how many games of each were won, drawn, lost."""
    order = numpy.lexsort(keys[::-1])
    ordered = [key[order] for key in keys]
    is_new = numpy.ones(len(order), numpy.bool_)
    if len(order):
        is_new[1:] = numpy.logical_or.reduce([key[1:] != key[:-1] for key in ordered])
    place = numpy.cumsum(is_new) - 1
    size = int(is_new.sum())
    counts = [
        numpy.bincount(place[points[order] == each], minlength=size).astype(numpy.int64)
        for each in (2, 1, 0)
    ]
    return [*(key[is_new] for key in ordered), *counts]
