"""The game that the ratings explain least; knows no position."""

from __future__ import annotations

import numpy

from mentis_records.statistics.rating.league import League


def greatest_upset(league: League) -> int | None:
    """Return the number of the game in which the winner was rated furthest below the loser.

    Of equal ones it is that with the lowest number; None if no rated player ever beat a stronger
    one of the same group.
    """
    encounters = league.encounters
    rated = {player.name: player for player in league.rated}
    ratings = numpy.full(len(encounters.names), numpy.nan)
    groups = numpy.full(len(encounters.names), -1)
    for place, name in enumerate(encounters.names):
        player = rated.get(name)
        if player is not None and player.rating is not None and player.group is not None:
            ratings[place], groups[place] = round(player.rating.value, 6), player.group
    first, second = encounters.first, encounters.second
    won = numpy.isin(encounters.points, (0, 2)) & (first >= 0) & (second >= 0)
    games = numpy.flatnonzero(won)
    games = games[groups[first[games]] == groups[second[games]]]
    ahead = ratings[second[games]] - ratings[first[games]]
    surprise = numpy.nan_to_num(numpy.where(encounters.points[games] == 2, ahead, -ahead))
    if not len(games) or surprise.max() <= 0:
        return None
    return int(encounters.game_ids[games[int(surprise.argmax())]])
