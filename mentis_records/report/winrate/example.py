"""The example games of the win rate report: of each result, and of the largest groups."""

from __future__ import annotations

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND
from mentis_records.report.document.example_game import ExampleGame, typical_games
from mentis_records.statistics.winrate import Grouping, typical_numbers
from mentis_records.store.database import Database
from mentis_records.store.selection import Selection

_MOST_GROUPS = 3


def result_games(
    database: Database, game: AnyGame, selection: Selection
) -> tuple[ExampleGame, ...]:
    """Return a game of the usual length for each result.

    Raises:
        StoreError: the database cannot be read.
    """
    first, second = game.description.sides[:2]
    words = {RESULT_FIRST: f"{first} won", RESULT_DRAW: "Drawn", RESULT_SECOND: f"{second} won"}
    found = typical_numbers(database, game, "result", selection)
    numbers = {label: found[result] for result, label in words.items() if result in found}
    return typical_games(database, game, numbers)


def group_games(
    database: Database, game: AnyGame, grouping: Grouping, selection: Selection
) -> tuple[ExampleGame, ...]:
    """Return a game of the usual length for each of the largest groups, in their order.

    Raises:
        StoreError: the database cannot be read.
    """
    found = typical_numbers(database, game, grouping.slug, selection)
    known = [rate for rate in grouping.rates if rate.label in found]
    largest = sorted(known, key=lambda rate: -rate.results.decided)[:_MOST_GROUPS]
    numbers = {rate.label: found[rate.label] for rate in known if rate in largest}
    return typical_games(database, game, numbers)
