"""A lake and a database of the same files say the same: counts, queries, trees, records.

``python -m tests.lake.compared FILE... --folder DIR`` makes both with the command, on two workers,
and says what it compared. It takes minutes for 200,000 games.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

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

QUERIES = {
    "mentis": (
        "start",
        "end",
        "blue N on d4",
        "red stack N?* on board",
        "blue K attacked",
        "any S attacks any N",
        "some x: blue N on board and count(red any attacked by x) >= 2",
        "red T on row 5 blocks",
        "count(blue any on row 4) >= 3",
        "result = 0-1 and move captures any and to move red",
        "blue K attacked then within 2 (move deploys * and to move red)",
        "mirror(move deploys TSN at c2) and ply <= 3",
        "end and result = 1-0 and not game(blue K attacked)",
        "any any on c3:e5 and ply = 10",
        "red N on row 6",
        "any T on column c",
        "blue K on hill blue",
        "red any on deployment red and ply > 60",
        "not game(red K attacked) and end",
        "game(blue K attacked) and ply = 3",
        "red K attacked then within 3 move by K",
        "any K attacked for 2",
        "blue S in d5 or red S in d3",
        "move captures any and ply < 20",
        "to move blue and red K attacked",
        "plies > 150 and ply = 150",
        "end and result = *",
        "move by K and any K attacked",
        "blue T on row 7",
        "count(red any on board) <= 4 and to move red",
    ),
    "": ("start", "end", "result = 1-0 and end", "ply = 7", "plies > 20 and ply = 20"),
}
"""Thirty queries about Mentis, and those of any game."""

TESTS = (
    "plies > 40",
    "result = 1-0",
    "not result = *",
    'player = "random"',
    "plies < 30 and result = 0-1",
    'termination = "unterminated"',
)
ORDERS = ((), ("-plies",), ("round", "-plies"), ("result", "source"))
_ROWS = 50


class Comparison:
    """A lake and a database that are compared; what differs is in ``differences``."""

    def __init__(self, folder: Path, database: Database, pool: WorkerPool) -> None:
        self.folder, self.database, self.pool = folder, database, pool
        self.manifest: Manifest = read_manifest(folder)
        self.differences: list[str] = []
        self.compared: Counter[str] = Counter()

    def run(self) -> None:
        """Compare all that both say."""
        self.check_records()
        slugs = stored_games(self.database)
        for slug in slugs:
            for text in (*QUERIES.get(slug, ()), *QUERIES[""]):
                self.compare_query(slug, text)
            for test in ("", *TESTS):
                self.compare_games(slug, test)
                self.compare_tree(slug, test)
        self.compare_all_games()

    def compare_all_games(self) -> None:
        """Compare all games in numbers."""
        slugs = stored_games(self.database)
        everything = summarise_games(self.database, EVERY_RECORD)
        sole = slugs[0] if len(slugs) == 1 else None
        all_games = ChosenGames(slugs[0], sole, with_foreign=True)
        self._check("info", asdict(summarise(self._question(all_games))), asdict(everything))

    def check_records(self) -> None:
        """Compare what has become of the sources, and all records to the letter."""
        self._check("sources", self._manifest_counts(), self._database_counts())
        texts = fetch_texts(self.database, fetch_game_ids(self.database))
        parts: list[str] = []
        export_text(self._question(ChosenGames("mentis", None)), "mgn", parts.append)
        self._check("records: all", "".join(parts) == "\n".join(map(str, texts)), True)

    def _check(self, what: str, mine: object, its: object) -> None:
        self.compared[what.split(":")[0]] += 1
        if mine != its:
            self.differences.append(f"{what}: lake {mine!r:.300}, database {its!r:.300}")

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

    def compare_query(self, slug: str, text: str) -> None:
        """Compare what a query finds."""
        game = find_game(slug)
        chosen = ChosenGames(slug, slug, by_rules=True)
        question, asked = self._question(chosen), ask(text, game)
        match = find_match(self.database, asked, select_rules(slug))
        sides = len(game.description.sides)
        found = hits.count_matches(self.database, match, sides)
        self._check(f"queries: {text}", count_matches(question, text), found)
        columns = [*game_list.list_columns(slug), "matches", "at"]
        order = ("-matches", "-plies", "source", "round")
        mine = list_matches(question, text, columns, order, _ROWS)
        its = hits.list_matches(self.database, match, order, _ROWS)
        keys = [columns.index(name) for name in ("matches", "plies")]
        self._check(
            f"rows of queries: {text}",
            [[row[1 + at] for at in keys] for row in mine],
            [[row[at] for at in keys] for row in its],
        )
        listed = list_positions(question, text, columns, (), None)
        total = sum(1 for _ in listed) if found.positions < 20_000 else found.positions
        self._check(f"positions: {text}", total, found.positions)

    def compare_games(self, slug: str, test: str) -> None:
        """Compare which games pass a test, in several orders."""
        chosen = ChosenGames(slug, slug, (test,) if test else (), by_rules=True)
        question, selection = self._question(chosen), select_in(self.database, chosen)
        self._check(
            f"selections: {test}",
            count_games(question),
            game_list.count_games(self.database, selection),
        )
        columns = game_list.list_columns(slug)
        names = list(columns)
        for order in ORDERS:
            mine = list_games(question, slug, names, order, _ROWS, 7)
            with game_list.list_games(self.database, selection, columns, order, _ROWS, 7) as rows:
                its = [tuple(row[1:]) for row in rows]
            self._check(f"lists: {test} by {order}", [tuple(row[2:]) for row in mine], its)

    def compare_tree(self, slug: str, test: str) -> None:
        """Compare the trees of the games that pass a test."""
        game = find_game(slug)
        chosen = ChosenGames(slug, slug, (test,) if test else (), by_rules=True, is_played=True)
        try:
            start = game.start_position({})
        except PositionError:  # each game has a start of its own
            return
        mine = grow_tree(
            LakeContinuations(self._question(chosen)), game, start, depth=2, min_games=3
        )
        its = opening_tree(
            self.database,
            game,
            start,
            depth=2,
            min_games=3,
            selection=select_in(self.database, chosen),
        )
        self._check(f"trees: {test}", _plain(mine), _plain(its))


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
        comparison = Comparison(lake, database, pool)
        _timed("comparison", comparison.run)
    print(", ".join(f"{count} {what}" for what, count in comparison.compared.items()))
    for text in comparison.differences:
        print(text)
    print(f"{len(comparison.differences)} differences")
    return int(bool(comparison.differences))


def _timed(what: str, work: Callable[[], object]) -> None:
    started = time.monotonic()
    work()
    print(f"{what}: {time.monotonic() - started:.1f} s", flush=True)


def _mentis(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", "mentis_records.cli", *words], check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.returncode)


if __name__ == "__main__":
    raise SystemExit(main())
