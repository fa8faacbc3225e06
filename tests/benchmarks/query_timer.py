"""Time a query, or the bare scan of a mask, in this process; prints seconds and positions as JSON.

Everything is asked once before it is timed, and then several times; the median counts. What was
counted is checked: a query against the positions themselves and against a replay of some games by
the rules, the scan against the query that asks the same.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from mentis_records.games import default_game
from mentis_records.query.answer.verify import verify
from mentis_records.query.plan.question import Question, ask
from mentis_records.store.database import Database
from mentis_records.store.open import open_database
from mentis_records.store.position.hits import Match, count_matches, find_games, list_matches
from mentis_records.store.schema import FEATURES
from tests.benchmarks.error import BenchmarkError

RUNS = 5
SCAN = "--scan"
"""In place of a query: count the positions in which the first side has the middle square."""

TABLE = "--table "
"""Before a query: count, and list the games of the first page as ``mentis query`` does."""

_ROWS = 20

_REPLAYED = 100
"""So many games are replayed to check an answer."""

_GAME = default_game()
_SLUG = _GAME.description.slug
_SIDE = _GAME.description.sides[0]
_MASK = next(each for each in _GAME.description.features if each.name == _SIDE.lower())
_MIDDLE = _MASK.bits // 2


def main(path: Path, text: str) -> None:
    """Time, check and print."""
    with open_database(path) as database:
        is_table, text = text.startswith(TABLE), text.removeprefix(TABLE)
        ask_it = _lister if is_table else _counter
        count = _scan(database) if text == SCAN else ask_it(database, text)
        positions = count()
        seconds = median(_time(count) for _ in range(RUNS))
        if text == SCAN:
            square = _GAME.description.vocabulary.squares[_MIDDLE]
            if positions != _counter(database, f"{_SIDE} any on {square}")():
                raise BenchmarkError("the scan and the query that asks the same differ")
        else:
            _check(database, text, positions)
    print(json.dumps({"positions": positions, "seconds": seconds}))


def _scan(database: Database) -> Callable[[], int]:
    table = f"{_SLUG}{FEATURES}"
    query = f"select count(*) from {table} where ({_MASK.name} & $mask) = $mask"

    def count() -> int:
        rows = database.connection.execute(query, {"mask": 1 << _MIDDLE}).fetchall()
        return int(rows[0][0])

    return count


def _ask(text: str) -> tuple[Question, Match]:
    question = ask(text, _GAME)
    return question, question.match()


def _counter(database: Database, text: str) -> Callable[[], int]:
    def count() -> int:
        _, match = _ask(text)
        return count_matches(database, match, len(_GAME.description.sides)).positions

    return count


def _lister(database: Database, text: str) -> Callable[[], int]:
    def count() -> int:
        _, match = _ask(text)
        found = find_games(database, match)
        rows = list(list_matches(database, match, limit=_ROWS, found=found))
        if len(rows) != min(_ROWS, len(found.games)):
            raise BenchmarkError(f"{text}: {len(rows)} games listed of {len(found.games)}")
        return found.positions

    return count


def _check(database: Database, text: str, positions: int) -> None:
    question, match = _ask(text)
    found = count_matches(database, match, len(_GAME.description.sides))
    counts = "count(*), count(distinct (game_id, ply)), count(distinct game_id)"
    query = f"select {counts} from ({match.sql})"
    listed = database.connection.execute(query, match.values).fetchone()
    if listed != (positions, positions, found.games):
        raise BenchmarkError(f"{text}: {positions} positions counted, {listed} listed")
    numbers = "select game_id from games order by 1 limit $limit"
    rows = database.connection.execute(numbers, {"limit": _REPLAYED}).fetchall()
    differences = list(verify(database, question, match, [game_id for (game_id,) in rows]))
    if differences:
        raise BenchmarkError(f"{text}: a replay differs, first at {differences[0]}")


def _time(act: Callable[[], object]) -> float:
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
