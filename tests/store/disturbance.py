"""Loads that are disturbed at random moments, and what the database must hold thereafter.

``python tests/store/disturbance.py --moments 50`` kills fifty loads and says what it saw.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mentis_records.store.doctor.checkup import examine
from mentis_records.store.open import open_database
from mentis_records.store.schema import TABLES

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from program_kit import mentis  # noqa: E402

MENTIS = (sys.executable, "-m", "mentis_records.cli")

BAD = '[Event "bad"]\n\n1. TSNd2 TSNd3 *\n\n'
REMARKED = '[Event "remarks"]\n\n1. TSNd2! {two} TSNd6 (1... Sd6 2. Se2) *\n\n'

Dump = dict[str, list[tuple[Any, ...]]]


def environment() -> dict[str, str]:
    """Return the environment in which the program under test runs."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    return mentis(*words)


def timed_run(*words: object, code: int) -> float:
    """Run the program to its end from its start on; return how many seconds that takes."""
    started = time.monotonic()
    command = [*MENTIS, *map(str, words)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return time.monotonic() - started


def make_folder(folder: Path, sources: int, games: int) -> None:
    """Write files with games, defects, duplicates within and across, and remarks."""
    folder.mkdir()
    earlier = ""
    for number in range(sources):
        path = folder / f"{number:03}.mgn"
        run("generate", "--games", games, "--seed", number, "--out", path)
        text = path.read_text()
        path.write_text(f"{BAD}{REMARKED}{text}\n{BAD}{earlier}")
        earlier = text[: text.index("[Event", len(text) // 4)]


def contents(file: Path) -> Dump:
    """Return all rows of all tables in a canonical order, without the times of loading."""
    with open_database(file) as database:
        found: Dump = {}
        for table in TABLES:
            names = ", ".join(column.name for column in table.columns if column.name != "loaded_at")
            query = f"select {names} from {table.name} order by all"
            found[table.name] = database.connection.execute(query).fetchall()
        return found


def check_whole_sources(file: Path, whole: Dump) -> int:
    """Check that a database holds some first sources, each as it must be; return how many."""
    with open_database(file) as database:
        assert list(examine(database)) == []
        rows = database.connection.execute(
            """
            select name, sha256, records, stored + duplicates + quarantined from sources order by 1
            """
        ).fetchall()
    expected = [(row[1], row[2], row[4], row[4]) for row in sorted(whole["sources"])]
    assert rows == expected[: len(rows)]
    return len(rows)


@dataclass(frozen=True)
class Outcome:
    """One disturbed load: when, its exit code, its complaint, and how many sources it stored."""

    moment: float
    code: int
    complaint: str
    sources: int


def disturb(
    folder: Path, whole: Dump, lasts: float, moments: int, how: signal.Signals, seed: int
) -> Iterator[Outcome]:
    """Disturb loads at random moments; each is then repeated and must end as it should.

    Args:
        folder: what is loaded.
        whole: what the database holds after an undisturbed load.
        lasts: seconds that one takes, at most.
        moments: how many loads to disturb; those that end before their moment do not count.
        how: the signal that disturbs.
        seed: chooses the moments.
    """
    chance = random.Random(seed)
    for _ in range(3 * moments):
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch) / "club.duckdb"
            moment = chance.uniform(0.0, lasts)
            started = time.monotonic()
            with subprocess.Popen(
                [*MENTIS, "load", folder, "--db", file],
                env=environment(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            ) as load:
                try:
                    _, complaint = load.communicate(timeout=moment)
                except subprocess.TimeoutExpired:
                    load.send_signal(how)
                    _, complaint = load.communicate()
                else:
                    lasts = max(0.9 * lasts, time.monotonic() - started)
            sources = 0
            if file.exists() and contents_exist(file):
                sources = check_whole_sources(file, whole)
            again = run("load", folder, "--db", file)
            assert again.returncode == 1, again.stderr
            assert again.stdout.count("loaded before") == sources
            assert contents(file) == whole
            if load.returncode not in (0, 1):
                moments -= 1
                yield Outcome(moment, load.returncode, complaint, sources)
            if not moments:
                return


def contents_exist(file: Path) -> bool:
    """Tell whether a file that can be opened has tables; a load may end before it makes any."""
    done = run("info", "--db", file)
    assert done.returncode in (0, 2), done.stderr
    assert done.returncode == 0 or "an empty database" in done.stderr, done.stderr
    return done.returncode == 0


def undisturbed(folder: Path, file: Path) -> tuple[Dump, float]:
    """Load a folder; return what the database holds, and how many seconds it took."""
    lasts = timed_run("load", folder, "--db", file, code=1)
    return contents(file), lasts


def main() -> None:
    """Disturb loads as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=50)
    parser.add_argument("--signal", default="KILL", choices=("KILL", "INT", "TERM"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sources", type=int, default=12)
    parser.add_argument("--games", type=int, default=2_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "records"
        make_folder(folder, chosen.sources, chosen.games)
        whole, lasts = undisturbed(folder, Path(scratch) / "whole.duckdb")
        print(f"undisturbed: {lasts:.1f} s, {len(whole['games'])} games", flush=True)
        how = signal.Signals[f"SIG{chosen.signal}"]
        outcomes = []
        for outcome in disturb(folder, whole, lasts, chosen.moments, how, chosen.seed):
            print(
                f"{outcome.moment:5.2f} s: exit {outcome.code}, {outcome.sources} sources"
                f" {outcome.complaint.strip()}",
                flush=True,
            )
            outcomes.append(outcome)
        print(f"{len(outcomes)} loads cut short; repeated, all ended as the undisturbed one")


if __name__ == "__main__":
    main()
