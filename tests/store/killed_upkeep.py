"""Repairs and vacuums that are killed at random moments, and what repeating them must end in.

``python tests/store/killed_upkeep.py repair --moments 30`` kills thirty and says what it saw.
"""

import argparse
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from disturbance import MENTIS, Dump, contents, environment, run, timed_run

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.store.delete import delete_games
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.position.index import update_index
from mentis_records.store.selection import select_ids

WORDS = {"repair": ("doctor", "--repair"), "vacuum": ("vacuum",)}
"""The command of each kind of upkeep."""


@dataclass(frozen=True)
class Undisturbed:
    """A database that needs upkeep, what it holds after that, and how many seconds that takes."""

    before: Path
    whole: Dump
    size: int
    lasts: float


def make_database(file: Path, kind: str, games: int) -> None:
    """Make a database that needs a kind of upkeep: damaged, or with much unused room."""
    records = file.with_suffix(".mgn")
    assert run("generate", "--games", games, "--seed", 7, "--out", records).returncode == 0
    with create_database(file) as database:
        load(database, Reader(GAMES), str(records))
        update_index(database)
        if kind == "vacuum":
            delete_games(database, select_ids(range(1, games // 2)))
        else:
            database.connection.execute(
                """
                update mainlines set keys = list_transform(keys, lambda key: key + 8)
                where game_id % 3 = 0
                """
            )
    records.unlink()


def keep_up(kind: str, before: Path, scratch: Path) -> Undisturbed:
    """Do the upkeep without disturbance."""
    scratch.mkdir()
    file = Path(shutil.copy(before, scratch / "club.duckdb"))
    lasts = timed_run(*WORDS[kind], "--db", file, code=0)
    return Undisturbed(before, contents(file), file.stat().st_size, lasts)


def kill(kind: str, known: Undisturbed, moments: int, seed: int) -> Iterator[float]:
    """Kill upkeep at random moments, which are yielded; repeated, it must end as it should.

    Args:
        kind: of upkeep.
        known: what it must end as.
        moments: how many to kill; those that end before their moment do not count.
        seed: chooses the moments.
    """
    chance = random.Random(seed)
    lasts = known.lasts
    while moments:
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(shutil.copy(known.before, Path(scratch) / "club.duckdb"))
            moment = chance.uniform(0.0, lasts)
            with subprocess.Popen(
                [*MENTIS, *WORDS[kind], "--db", file],
                env=environment(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ) as upkeep:
                try:
                    upkeep.communicate(timeout=moment)
                except subprocess.TimeoutExpired:
                    upkeep.kill()
                else:
                    lasts = max(0.9 * lasts, 0.1)
                    continue
            done = run(*WORDS[kind], "--db", file)
            assert done.returncode == 0, done.stderr
            assert contents(file) == known.whole
            assert file.stat().st_size <= known.size * 1.1 + 1_000_000
            assert [found.name for found in Path(scratch).iterdir()] == [file.name]
            with open_database(file) as database:
                assert list(examine(database)) == []
            moments -= 1
            yield moment


def main() -> None:
    """Kill as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=WORDS)
    parser.add_argument("--moments", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=20_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        before = Path(scratch) / "before.duckdb"
        make_database(before, chosen.kind, chosen.games)
        known = keep_up(chosen.kind, before, Path(scratch) / "whole")
        print(f"undisturbed: {known.lasts:.1f} s", flush=True)
        for moment in kill(chosen.kind, known, chosen.moments, chosen.seed):
            print(f"{moment:5.2f} s: killed; repeated, it ended as the undisturbed one", flush=True)


if __name__ == "__main__":
    main()
