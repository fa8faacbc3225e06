"""The example games of the player report."""

from __future__ import annotations

import numpy

from mentis_records.core.capability import is_drawn
from mentis_records.core.game import AnyGame
from mentis_records.core.text import one_line
from mentis_records.report.document.example_game import ExampleGame, example_game, typical_games
from mentis_records.statistics.rating.league import League, PlayerRating
from mentis_records.statistics.rating.pairing import sift
from mentis_records.statistics.rating.upset import greatest_upset
from mentis_records.statistics.typical import typical_game
from mentis_records.store.count.pairing_columns import UNKNOWN
from mentis_records.store.database import Database
from mentis_records.store.record import fetch_record


def upset_games(database: Database, game: AnyGame, league: League) -> tuple[ExampleGame, ...]:
    """Return the game that the ratings explain least, if there is one.

    Raises:
        StoreError: the database cannot be read.
    """
    number = greatest_upset(league)
    if number is None or not is_drawn(game):
        return ()
    note = "The greatest upset: no other winner was rated so far below the loser"
    return (example_game(game, fetch_record(database, number), number=number, note=note),)


def side_games(
    database: Database, game: AnyGame, league: League, player: PlayerRating
) -> tuple[ExampleGame, ...]:
    """Return a game of the usual length of a player with each side.

    Raises:
        StoreError: the database cannot be read.
    """
    counted, _ = sift(league.encounters)
    place = league.encounters.names.index(player.name)
    numbers = {}
    seats = (league.encounters.first, league.encounters.second)
    for side, players in zip(league.sides, seats, strict=False):
        number = typical_game(league.encounters, counted & (players == place))
        if number is not None:
            numbers[f"{one_line(player.name)} with {side}"] = number
    return typical_games(database, game, numbers)


def latest_game(database: Database, game: AnyGame, league: League) -> tuple[ExampleGame, ...]:
    """Return the latest counted game, if it can be drawn: of the last month, the one stored last.

    Raises:
        StoreError: the database cannot be read.
    """
    if not is_drawn(game):
        return ()
    counted, _ = sift(league.encounters)
    months = numpy.where(counted, league.encounters.month, UNKNOWN)
    number = int(league.encounters.game_ids[numpy.flatnonzero(months == months.max())[-1]])
    note = "The latest of these games whose month is known"
    return (example_game(game, fetch_record(database, number), number=number, note=note),)
