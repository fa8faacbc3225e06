"""A lake and a database of the same files say the same: counts, queries, trees, records.

``python -m tests.lake.compared FILE... --folder DIR`` makes both with the command, on two workers,
and says what it compared, and how long each took. What is in the folder from another time is not
made again. It takes minutes for 200,000 games.
"""

import argparse
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from mentis_records.core.game import PositionError
from mentis_records.games import find_game
from mentis_records.lake.exported_text import export_text
from mentis_records.lake.lake_manifest import Manifest, read_manifest
from mentis_records.lake.merged_answer import (
    LakeContinuations,
    LakeQuestion,
    count_games,
    count_matches,
    list_games,
    list_matches,
    list_positions,
    summarise,
)
from mentis_records.lake.shard_task import ChosenGames, select_in
from mentis_records.lake.worker_pool import WorkerPool
from mentis_records.query.answer.match import find_match
from mentis_records.query.plan.question import ask
from mentis_records.statistics.tree import grow_tree, opening_tree
from mentis_records.store import game_list
from mentis_records.store.count.summary import summarise_games
from mentis_records.store.database import Database
from mentis_records.store.game_tables import stored_games
from mentis_records.store.open import open_database
from mentis_records.store.position import hits
from mentis_records.store.record import fetch_game_ids, fetch_texts
from mentis_records.store.selection import EVERY_RECORD, select_rules

CASES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

QUERIES = CASES["queries"]
"""Thirty queries about Mentis, and those of any game."""

ORDERS = ((), ("-plies",), ("round", "-plies"), ("result", "source"))
_ROWS = 50

_FEW_POSITIONS = 20_000
"""So many positions are all listed; of more, the first ones."""

_FIRST_POSITIONS = 1_000

AnswerT = TypeVar("AnswerT")


class Comparison:
    """A lake and a database that are compared; what differs is in ``differences``.

    ``tell`` is told of each thing that was compared, with the seconds that either took.
    """

    def __init__(
        self,
        folder: Path,
        database: Database,
        pool: WorkerPool,
        tell: Callable[[str], object] = lambda text: None,
    ) -> None:
        self.folder, self.database, self.pool = folder, database, pool
        self.manifest: Manifest = read_manifest(folder)
        self.differences: list[str] = []
        self.compared: Counter[str] = Counter()
        self._tell = tell

    def run(self) -> None:
        """Compare all that both say."""
        slugs = stored_games(self.database)
        for slug in slugs:
            for test in ("", *CASES["tests"]):
                self.compare_games(slug, test)
                self.compare_tree(slug, test)
            for text in (*QUERIES.get(slug, ()), *QUERIES[""]):
                self.compare_query(slug, text)
        self.compare_all_games()
        self.check_records()

    def compare_all_games(self) -> None:
        """Compare all games in numbers."""
        slugs = stored_games(self.database)
        sole = slugs[0] if len(slugs) == 1 else None
        all_games = ChosenGames(slugs[0], sole, with_foreign=True)
        self._check(
            "info",
            lambda: asdict(summarise(self._question(all_games))),
            lambda: asdict(summarise_games(self.database, EVERY_RECORD)),
        )

    def check_records(self) -> None:
        """Compare what has become of the sources, and all records to the letter."""
        self._check("sources", self._manifest_counts, self._database_counts)
        self._check("records: all", self._lake_records, self._database_records)

    def _check(self, what: str, mine: Callable[[], object], its: Callable[[], AnswerT]) -> AnswerT:
        """Compare what both say, and return what the database does."""
        self.compared[what.split(":")[0]] += 1
        started = time.monotonic()
        from_lake = mine()
        between = time.monotonic()
        from_database = its()
        ended = time.monotonic()
        took = f"lake {between - started:.1f} s, database {ended - between:.1f} s"
        if from_lake == from_database:
            self._tell(f"{what}: {took}")
        else:
            told = f"{what}: lake {from_lake!r:.300}, database {from_database!r:.300}"
            self.differences.append(told)
            self._tell(f"DIFFERENT {told}; {took}")
        return from_database

    def _question(self, chosen: ChosenGames) -> LakeQuestion:
        return LakeQuestion(self.folder, self.manifest, self.pool, chosen)

    def _manifest_counts(self) -> list[tuple[Any, ...]]:
        return [
            (each.sha256, each.records, each.stored, each.duplicates, each.quarantined)
            for each in sorted(self.manifest.sources, key=lambda each: each.sha256)
        ]

    def _database_counts(self) -> list[tuple[Any, ...]]:
        return self.database.connection.execute(
            "select sha256, records, stored, duplicates, quarantined from sources order by sha256"
        ).fetchall()

    def _lake_records(self) -> tuple[int, str]:
        """Return how long the text of all records is, and its hash."""
        return _hashed(
            lambda write: export_text(self._question(ChosenGames("mentis", None)), "mgn", write)
        )

    def _database_records(self) -> tuple[int, str]:
        def write_all(write: Callable[[str], object]) -> None:
            ids = fetch_game_ids(self.database)
            texts = (each for each in fetch_texts(self.database, ids) if isinstance(each, str))
            for number, text in enumerate(texts):
                write(f"\n{text}" if number else text)

        return _hashed(write_all)

    def compare_query(self, slug: str, text: str) -> None:
        """Compare what a query finds."""
        game = find_game(slug)
        chosen = ChosenGames(slug, slug, by_rules=True)
        question, asked = self._question(chosen), ask(text, game)
        match = find_match(self.database, asked, select_rules(slug))
        sides = len(game.description.sides)
        found = self._check(
            f"queries: {slug}: {text}",
            lambda: count_matches(question, text),
            lambda: hits.count_matches(self.database, match, sides),
        )
        columns = [*game_list.list_columns(slug), "matches", "at"]
        order = ("-matches", "-plies", "source", "round")
        self._check(
            f"rows of queries: {slug}: {text}",
            lambda: [tuple(row[2:]) for row in list_matches(question, text, columns, order, _ROWS)],
            lambda: [
                tuple(row[1:]) for row in hits.list_matches(self.database, match, order, _ROWS)
            ],
        )
        limit = None if found.positions <= _FEW_POSITIONS else _FIRST_POSITIONS
        self._check(
            f"positions: {slug}: {text}",
            lambda: _by_game(list_positions(question, text, columns, (), limit)),
            lambda: _by_game(hits.list_positions(self.database, match, (), limit)),
        )

    def compare_games(self, slug: str, test: str) -> None:
        """Compare which games pass a test, in several orders."""
        chosen = ChosenGames(slug, slug, (test,) if test else (), by_rules=True)
        question, selection = self._question(chosen), select_in(self.database, chosen)
        self._check(
            f"selections: {slug}: {test}",
            lambda: count_games(question),
            lambda: game_list.count_games(self.database, selection),
        )
        columns = game_list.list_columns(slug)
        names = list(columns)

        def listed(order: Sequence[str]) -> list[tuple[Any, ...]]:
            with game_list.list_games(self.database, selection, columns, order, _ROWS, 7) as rows:
                return [tuple(row[1:]) for row in rows]

        for order in ORDERS:
            self._check(
                f"lists: {slug}: {test} by {' '.join(order)}",
                lambda order=order: [
                    tuple(row[2:]) for row in list_games(question, slug, names, order, _ROWS, 7)
                ],
                lambda order=order: listed(order),
            )

    def compare_tree(self, slug: str, test: str) -> None:
        """Compare the trees of the games that pass a test."""
        game = find_game(slug)
        chosen = ChosenGames(slug, slug, (test,) if test else (), by_rules=True, is_played=True)
        try:
            start = game.start_position({})
        except PositionError:  # each game has a start of its own
            return
        asked = {"depth": 2, "min_games": 3}
        selection = select_in(self.database, chosen)
        continuations = LakeContinuations(self._question(chosen))
        tree = self._check(
            f"trees: {slug}: {test}",
            lambda: _plain(grow_tree(continuations, game, start, **asked)),
            lambda: _plain(opening_tree(self.database, game, start, **asked, selection=selection)),
        )
        if len(tree) > _HEAD:
            self._compare_reached(replace(chosen, is_played=False), tree[_HEAD][1].position)

    def _compare_reached(self, chosen: ChosenGames, text: str) -> None:
        """Compare which games came to a position."""
        key = find_game(chosen.slug).parse_position(text, {}).canonical_key
        reaching = replace(chosen, reached=key)
        self._check(
            f"positions reached: {chosen.slug}: {text} {' '.join(chosen.where)}",
            lambda: count_games(self._question(reaching)),
            lambda: game_list.count_games(self.database, select_in(self.database, reaching)),
        )


def _hashed(write_all: Callable[[Callable[[str], object]], object]) -> tuple[int, str]:
    """Return how long a text is that is written in parts, and its hash."""
    length, found = 0, sha256()

    def write(text: str) -> None:
        nonlocal length
        length += len(text)
        found.update(text.encode())

    write_all(write)
    return length, found.hexdigest()


def _by_game(rows: Iterable[Sequence[Any]]) -> list[list[tuple[Any, ...]]]:
    """Return the plies and moves of each game, whatever its number is, in no order of the games."""
    found: defaultdict[tuple[Any, ...], list[tuple[Any, ...]]] = defaultdict(list)
    for *game, ply, move in rows:
        found[tuple(game)].append((ply, move))
    return sorted(found.values(), key=repr)


_HEAD = 3
"""Rows of ``_plain`` before the branches."""


def _plain(tree: Any) -> list[Any]:
    """Return a tree as rows without the numbers of games."""
    return [
        tree.reached,
        tree.results,
        tree.hidden_played,
        *(
            (line, replace(branch, best_games=tuple(map(bool, branch.best_games)), tree=None))
            for line, branch in tree.walk()
        ),
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Make a lake and a database of files, and compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args(words)
    lake, file = asked.folder / "lake", asked.folder / "one.duckdb"
    asked.folder.mkdir(parents=True, exist_ok=True)
    workers = str(asked.workers)
    words_of_add = ("lake", "add", *asked.files, "--lake", str(lake), "--workers", workers)
    _timed("lake add", lambda: _mentis(*words_of_add))
    _timed("load", lambda: _mentis("load", *asked.files, "--db", str(file)))
    with open_database(file) as database, WorkerPool(asked.workers) as pool:
        comparison = Comparison(lake, database, pool, _say)
        _timed("comparison", comparison.run)
    print(", ".join(f"{count} {what}" for what, count in comparison.compared.items()))
    print(f"{len(comparison.differences)} differences")
    return int(bool(comparison.differences))


def _timed(what: str, work: Callable[[], object]) -> None:
    started = time.monotonic()
    work()
    _say(f"{what}: {time.monotonic() - started:.1f} s")


def _say(text: str) -> None:
    print(text, flush=True)


def _mentis(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", "mentis_records.cli", *words], check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.returncode)


if __name__ == "__main__":
    raise SystemExit(main())
