"""The game that the ratings explain least; knows no position."""

from __future__ import annotations

import numpy

from mentis_records.statistics.rating.adjust import is_rated_game
from mentis_records.statistics.rating.league import League


def greatest_upset(league: League) -> int | None:
    """Return the number of the game in which the winner was rated furthest below the loser.

    Of equal ones it is that with the lowest number; None if no rated player ever beat a stronger
    one of the same group.
    """
    encounters = league.encounters
    rated = {player.name: player for player in league.rated}
    ratings = numpy.full(len(encounters.names), numpy.nan)
    for place, name in enumerate(encounters.names):
        player = rated.get(name)
        if player is not None and player.rating is not None:
            ratings[place] = round(player.rating.value, 6)
    first, second = encounters.first, encounters.second
    games = numpy.flatnonzero(is_rated_game(league) & (encounters.points != 1))
    ahead = ratings[second[games]] - ratings[first[games]]
    surprise = numpy.nan_to_num(numpy.where(encounters.points[games] == 2, ahead, -ahead))
    if not len(games) or surprise.max() <= 0:
        return None
    return int(encounters.game_ids[games[int(surprise.argmax())]])
