"""Time a query, or the bare scan of a mask, in this process; prints seconds and positions as JSON.

Everything is asked once before it is timed, and then several times; the median counts.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from mentis_records.games import GAMES
from mentis_records.query.question import ask
from mentis_records.store.database import Database
from mentis_records.store.match import Match, count_matches
from mentis_records.store.schema import FEATURE_TABLES
from mentis_records.store.selection import EVERY_GAME

RUNS = 5
SCAN = "--scan"
"""In place of a query: count the positions whose first mask has its middle square."""


def main(path: Path, text: str) -> None:
    """Time and print."""
    game = GAMES[0]
    with Database.open(path) as database:
        if text == SCAN:
            feature = game.description.features[0]
            middle = 1 << feature.bits // 2
            table = FEATURE_TABLES[game.description.slug].name
            query = f"select count(*) from {table} where ({feature.name} & $mask) = $mask"

            def count() -> int:
                rows = database.connection.execute(query, {"mask": middle}).fetchall()
                return int(rows[0][0])
        else:

            def count() -> int:
                question = ask(text, game)
                positions, parameters = question.positions, question.parameters
                match = Match(game.description.slug, positions, parameters, EVERY_GAME)
                return count_matches(database, match, len(game.description.sides)).positions

        positions = count()
        seconds = median(_time(count) for _ in range(RUNS))
    print(json.dumps({"positions": positions, "seconds": seconds}))


def _time(act: Callable[[], object]) -> float:
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
