"""The players of a collection with their ratings; says who has none, and why.

A rating is the most likely one given all games at once, whenever they were played; strength is
taken as constant. For strength through time see ``glicko``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cached_property

import numpy

from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.interval import CONFIDENCE
from mentis_records.statistics.rating.connection import (
    ALONE,
    are_strengths_finite,
    connected_groups,
    unbounded_ways,
)
from mentis_records.statistics.rating.davidson import MAX_PLAYERS, Fit, Floats, expected_share, fit
from mentis_records.statistics.rating.elo import ANCHOR, POINTS_PER_LOG, Estimate, to_points
from mentis_records.statistics.rating.pairing import Flags, Pairings, Sifting, pair, sift
from mentis_records.statistics.result import Results
from mentis_records.store.count.pairing_columns import Encounters, Integers, fetch_encounters
from mentis_records.store.count.played_start import fetch_start_keys
from mentis_records.store.database import Database
from mentis_records.store.selection import EVERY_GAME, Selection


class Standing(StrEnum):
    """Whether a player has a rating, or why not."""

    RATED = "rated"
    WON_ALL = "won every game"
    LOST_ALL = "lost every game"
    APART = "no chain of wins and draws, in both directions, to any other player"
    DREW_ALL = "drew every game"
    UNTOLD = "results too much alike to tell how often games are drawn"


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player with what the counted games say.

    ``as_first`` and ``as_second`` are the results of the player's games on each side, from the
    side's own view: ``first`` is what the first side won. ``in_rating`` are those of the games of
    which the rating is made, from the player's view: of games with players of the same group, None
    without a rating. ``rating`` is in Elo points, its error
    from the mean of the group, and None where the player has no rating; the error is 0 where the
    league's ratings have none (see ``League.with_errors``). Ratings of one ``group`` can be
    compared; 0 is the largest, None is none.
    """

    name: str
    as_first: Results
    as_second: Results
    standing: Standing
    group: int | None
    rating: Estimate | None
    in_rating: Results | None = None

    @property
    def rating_games(self) -> int:
        """Return the number of the games of which the rating is made."""
        return 0 if self.in_rating is None else self.in_rating.games

    @property
    def rating_points(self) -> float:
        """Return the player's points of them."""
        return 0.0 if self.in_rating is None else self.in_rating.first + self.in_rating.draws / 2

    @property
    def games(self) -> int:
        """Return the number of the player's counted games."""
        return self.as_first.games + self.as_second.games

    @property
    def won(self) -> int:
        """Return how many of them the player won."""
        return self.as_first.first + self.as_second.second

    @property
    def drawn(self) -> int:
        """Return how many of them were drawn."""
        return self.as_first.draws + self.as_second.draws

    @property
    def lost(self) -> int:
        """Return how many of them the player lost."""
        return self.games - self.won - self.drawn

    @property
    def points(self) -> float:
        """Return the points of them: 1 for a win, a half for a draw."""
        return self.won + self.drawn / 2


@dataclass(frozen=True)
class League:
    """All players of the counted games, the best of the largest group first.

    Those without a rating stand last. ``sifting`` tells which games are counted. ``group_games``
    counts the games between players of each group, who can be compared. ``has_errors`` tells
    whether ratings have standard errors. ``advantage`` is that of moving first in Elo points, None
    where the games do not tell it; the fit then takes it for none. ``unbounded`` has the ways in
    which it may then grow without end and contradict no game (``connection.unbounded_ways``).
    """

    sides: tuple[str, ...]
    movers: tuple[str, str]
    encounters: Encounters
    sifting: Sifting
    players: tuple[PlayerRating, ...]
    group_games: tuple[int, ...]
    has_errors: bool
    advantage: Estimate | None
    unbounded: tuple[int, ...]
    fit: Fit | None
    seats: Integers
    """The place of each of ``encounters.names`` in the fit, or ``ALONE``."""

    @property
    def groups(self) -> int:
        """Return how many groups of players there are who can be compared."""
        return len(self.group_games)

    @property
    def unused(self) -> int:
        """Return how many counted games enter no rating: their players cannot be compared."""
        return self.sifting.counted - sum(self.group_games)

    @property
    def rated(self) -> tuple[PlayerRating, ...]:
        """Return the players with a rating."""
        return tuple(player for player in self.players if player.rating is not None)

    @property
    def unrated(self) -> Counter[Standing]:
        """Return how many players have no rating, by the reason."""
        return Counter(each.standing for each in self.players if each.rating is None)

    @property
    def unbounded_side(self) -> str | None:
        """Return the mover whose advantage contradicts no game however large it is, if one only."""
        if len(self.unbounded) != 1:
            return None
        return self.movers[0 if self.unbounded[0] > 0 else 1]

    @property
    def share(self) -> tuple[float, float, float] | None:
        """Return the first mover's share of points between equals, with its bounds."""
        return None if self.advantage is None else self.share_of(self.advantage)

    def share_of(
        self, advantage: Estimate, confidence: float = CONFIDENCE
    ) -> tuple[float, float, float]:
        """Return the share of points that an advantage gives between equals, with its bounds.

        ``confidence`` is that of the interval, from 0 to 1. The tendency to draw is taken as it
        was estimated.
        """
        draw = None if self.fit is None else self.fit.draw
        value, low, high = (
            expected_share(points / POINTS_PER_LOG, draw)
            for points in (advantage.value, *advantage.bounds(confidence))
        )
        return value, low, high

    def difference(self, one: PlayerRating, other: PlayerRating) -> Estimate:
        """Return by how much one player is rated above another of the same group.

        Raises:
            ValueError: they cannot be compared.
        """
        if self.fit is None or one.group is None or one.group != other.group:
            raise ValueError(f"{one.name!r} and {other.name!r} cannot be compared")
        vector = numpy.zeros(self.fit.size)
        places = [self._place(player) for player in (one, other)]
        vector[places] = (1, -1)
        variance = float(vector @ self.fit.spread(vector))
        strengths = self.fit.strengths[places]
        return Estimate(
            to_points(float(strengths[0] - strengths[1])), to_points(max(variance, 0.0) ** 0.5)
        )

    def with_errors(self, players: Sequence[PlayerRating]) -> list[PlayerRating]:
        """Return players with the standard errors of their ratings.

        Where the league has too many players for the errors of all, those of each player are
        solved for by themselves, which takes some hundredths of a second among 50,000 players.

        Raises:
            ValueError: a player has no rating.
        """
        if self.has_errors:
            return list(players)
        return [replace(each, rating=self._solved(each)) for each in players]

    def _solved(self, player: PlayerRating) -> Estimate:
        if self.fit is None or player.rating is None:
            raise ValueError(f"{player.name!r} has no rating")
        vector = numpy.zeros(self.fit.size)
        vector[self._place(player)] = 1
        variance = float(vector @ self.fit.spread(vector))
        return Estimate(player.rating.value, to_points(max(variance, 0.0) ** 0.5))

    def _place(self, player: PlayerRating) -> int:
        return int(self.seats[self._indexes[player.name]])

    @cached_property
    def _indexes(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.encounters.names)}


def rate_players(database: Database, game: AnyGame, selection: Selection = EVERY_GAME) -> League:
    """Return the players of the selected games with their ratings.

    Raises:
        StoreError: the database cannot be read.
    """
    starts = fetch_start_keys(database, game, selection)
    encounters = fetch_encounters(database, game, starts, selection)
    return rate(encounters, game.description)


def rate(encounters: Encounters, game: GameDescription, *, needs_errors: bool = True) -> League:
    """Return the players of games with their ratings.

    The ratings have no errors where they are not needed, which is quicker, nor where there are
    more than ``MAX_PLAYERS`` players. The advantage always has one.
    """
    counted, sifting = sift(encounters)
    seated = _pairings(encounters.only(counted))
    pairings = _pairings(encounters.only(counted).by_mover())
    players = len(encounters.names)
    groups = connected_groups(pairings, players)
    seats, found, games, unbounded = _fit(pairings, groups)
    has_errors = found is not None and needs_errors and len(found.strengths) <= MAX_PLAYERS
    advantage, errors = _advantage(found), _errors(found, has_errors)
    tables = _results(seated, players)
    inner = _results(pairings.only(_within(pairings, groups)), players)
    rows = []
    for index, name in enumerate(encounters.names):
        as_first, as_second = (Results(*map(int, table[index])) for table in tables)
        if not as_first.games + as_second.games:
            continue
        seat = int(seats[index])
        rating = None
        if found is not None and seat != ALONE:
            rating = Estimate(
                ANCHOR + to_points(float(found.strengths[seat])), to_points(float(errors[seat]))
            )
        standing = _standing(as_first, as_second, int(groups[index]), rating)
        group = None if rating is None else int(groups[index])
        in_rating = None
        if rating is not None:
            in_rating = Results(*map(int, inner[0][index] + inner[1][index][::-1]))
        rows.append(PlayerRating(name, as_first, as_second, standing, group, rating, in_rating))
    rows.sort(key=_order)
    return League(
        game.sides,
        game.movers,
        encounters,
        sifting,
        tuple(rows),
        games,
        has_errors,
        advantage,
        unbounded,
        found,
        seats,
    )


def _pairings(encounters: Encounters) -> Pairings:
    return pair(encounters.first, encounters.second, encounters.points)


def _fit(
    pairings: Pairings, groups: Integers
) -> tuple[Integers, Fit | None, tuple[int, ...], tuple[int, ...]]:
    """Return the places of players in the fit, the fit of all groups, and the games of each.

    The ways in which the advantage has no bound come last. Where there is no fit, there are
    neither places nor games.
    """
    seats = numpy.full(len(groups), ALONE)
    members = numpy.flatnonzero(groups != ALONE)
    seats[members] = numpy.arange(len(members))
    chosen = pairings.only(_within(pairings, groups))
    placed = Pairings(
        seats[chosen.first], seats[chosen.second], chosen.won, chosen.drawn, chosen.lost
    )
    if not are_strengths_finite(placed, len(members)):
        return numpy.full(len(groups), ALONE), None, (), ()
    unbounded = unbounded_ways(placed, len(members))
    games = numpy.bincount(groups[chosen.first], chosen.games).astype(numpy.int64)
    found = fit(placed, groups[members], has_advantage=not unbounded)
    return seats, found, tuple(games.tolist()), unbounded


def _within(pairings: Pairings, groups: Integers) -> Flags:
    """Return which pairs are of one group."""
    within: Flags = (groups[pairings.first] == groups[pairings.second]) & (
        groups[pairings.first] != ALONE
    )
    return within


def _advantage(found: Fit | None) -> Estimate | None:
    """Return the advantage in Elo points."""
    if found is None or found.advantage is None:
        return None
    vector = numpy.zeros(found.size)
    vector[found.advantage_at] = 1
    variance = float(vector @ found.spread(vector))
    return Estimate(to_points(found.advantage), to_points(variance**0.5))


def _errors(found: Fit | None, has_errors: bool) -> Floats:
    """Return the standard errors of log-strengths, zeros where they have none."""
    players = 0 if found is None else len(found.strengths)
    if found is None or not has_errors:
        return numpy.zeros(players)
    variances = found.covariance().diagonal()[:players]
    return numpy.sqrt(numpy.maximum(variances, 0.0))


def _results(pairings: Pairings, players: int) -> tuple[Integers, Integers]:
    """Return won by the first side, drawn, won by the second: by first, by second player."""
    counts = (pairings.won, pairings.drawn, pairings.lost)
    one, two = (
        numpy.stack(
            [numpy.bincount(side, each, minlength=players).astype(numpy.int64) for each in counts],
            axis=1,
        )
        for side in (pairings.first, pairings.second)
    )
    return one, two


def _standing(
    as_first: Results, as_second: Results, group: int, rating: Estimate | None
) -> Standing:
    games = as_first.games + as_second.games
    if rating is not None:
        return Standing.RATED
    if as_first.first + as_second.second == games:
        return Standing.WON_ALL
    if as_first.second + as_second.first == games:
        return Standing.LOST_ALL
    if as_first.draws + as_second.draws == games:
        return Standing.DREW_ALL
    return Standing.APART if group == ALONE else Standing.UNTOLD


def _order(player: PlayerRating) -> tuple[bool, int, float, int, str]:
    value = 0.0 if player.rating is None else player.rating.value
    return (player.rating is None, player.group or 0, -round(value, 6), -player.games, player.name)
