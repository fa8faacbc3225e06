"""Analyses of a database that are killed at random moments, and what going on must end in.

``python -m tests.analysis.killed_analysis --moments 30`` kills thirty and says what it saw.
"""

import argparse
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "store"))

from disturbance import MENTIS, environment, run, timed_run

from mentis_records.store.doctor.checkup import examine
from mentis_records.store.game_tables import has_evaluations
from mentis_records.store.open import open_database
from mentis_records.store.schema import EVALUATIONS

Rows = list[tuple[Any, ...]]

KILL = signal.SIGKILL


@dataclass(frozen=True)
class Undisturbed:
    """A database, its evaluations after an analysis, and how many seconds that takes."""

    before: Path
    words: Sequence[object]
    whole: Rows
    lasts: float


def evaluations(file: Path) -> Rows:
    """Return all rows of the table in a canonical order; none where it is not there."""
    with open_database(file) as database:
        if not has_evaluations(database.connection):
            return []
        return database.connection.execute(f"from {EVALUATIONS.name} order by all").fetchall()


def make_database(file: Path, games: int) -> None:
    """Make a database of games played at random, some of whose positions are the same."""
    records = file.with_suffix(".mgn")
    assert run("generate", "--games", games, "--seed", 7, "--out", records).returncode == 0
    assert run("load", records, "--db", file).returncode == 0
    records.unlink()


def analyse(before: Path, words: Sequence[object], scratch: Path) -> Undisturbed:
    """Analyse without disturbance."""
    scratch.mkdir()
    file = Path(shutil.copy(before, scratch / "club.duckdb"))
    lasts = timed_run("analyse", *words, "--db", file, code=0)
    return Undisturbed(before, words, evaluations(file), lasts)


def kill(
    known: Undisturbed, moments: int, seed: int, kills: int = 2, how: signal.Signals = KILL
) -> Iterator[tuple[float, list[int]]]:
    """Kill analyses at random moments, and those that go on; in the end all must be there.

    Args:
        known: what it must end as.
        moments: how many databases; those whose first analysis ends before its moment do not count.
        seed: chooses the moments.
        kills: how often each is killed.
        how: the signal that kills.

    Yields:
        The first moment, and how many rows there were after each kill.
    """
    chance = random.Random(seed)
    lasts = known.lasts
    while moments:
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(shutil.copy(known.before, Path(scratch) / "club.duckdb"))
            first = chance.uniform(0.0, lasts)
            sizes: list[int] = []
            for moment in (first, *(chance.uniform(0.0, lasts) for _ in range(kills - 1))):
                if not _is_killed(file, known.words, moment, how):
                    break
                kept = evaluations(file)
                assert all(row in known.whole for row in kept)
                assert not sizes or len(kept) >= sizes[-1]
                sizes.append(len(kept))
            if not sizes:
                lasts = max(0.9 * lasts, 0.1)
                continue
            done = run("analyse", *known.words, "--db", file)
            assert done.returncode == 0, done.stderr
            assert evaluations(file) == known.whole
            left = sorted(found.name for found in Path(scratch).iterdir())
            assert left == [file.name], left
            with open_database(file) as database:
                assert list(examine(database)) == []
            moments -= 1
            yield first, sizes


def _is_killed(file: Path, words: Sequence[object], moment: float, how: signal.Signals) -> bool:
    """Kill an analysis after so many seconds; tell whether it had not ended before."""
    with subprocess.Popen(
        [*MENTIS, "analyse", *map(str, words), "--db", file],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as analysis:
        try:
            analysis.communicate(timeout=moment)
        except subprocess.TimeoutExpired:
            analysis.send_signal(how)
            return True
    return False


def main() -> None:
    """Kill as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=30)
    parser.add_argument("--signal", default="KILL", choices=("KILL", "INT", "TERM"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=2_000)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    how = signal.Signals[f"SIG{chosen.signal}"]
    words = ("--nodes", chosen.nodes, "--jobs", chosen.jobs)
    with tempfile.TemporaryDirectory() as scratch:
        before = Path(scratch) / "before.duckdb"
        make_database(before, chosen.games)
        known = analyse(before, words, Path(scratch) / "whole")
        print(f"undisturbed: {known.lasts:.1f} s, {len(known.whole)} rows", flush=True)
        for moment, sizes in kill(known, chosen.moments, chosen.seed, how=how):
            told = " and ".join(map(str, sizes))
            print(f"{moment:5.2f} s: killed with {told} rows; then all were there", flush=True)


if __name__ == "__main__":
    main()
