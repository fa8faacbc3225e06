"""A command that is killed while it writes to a database has done all of it, or nothing."""

import re
import shutil
import signal
import sys
from pathlib import Path

import duckdb
import pytest
from case_kit import cases_of
from cli_kit import mentis
from program_kit import python
from size_kit import sampled

CASES = cases_of(__file__)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")

CLUB = CASES["club"]
MENDED = '[Event "Club"]\n[Blue "Bob"]\n[Red "Cid"]\n[Result "0-1"]\n\n1. TSNd2 TSNd6 2. Nc2 0-1\n'

COMMANDS = CASES["commands"]

KILL = CASES["kill"]
"""Runs the program, and kills it at a call of the store's, or return from one, by its number."""

LATER = ("mentis_features", "mentis_unions", "positions_by_key", "meta")
"""The positions index, which follows when the games are stored, and how far it is."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("club")
    (folder / "club.mgn").write_text(CLUB)
    assert mentis("load", folder / "club.mgn", "--db", folder / "club.duckdb").exit_code == 1
    return folder / "club.duckdb"


def kept(db: Path) -> dict[str, list[str]]:
    """Return what the tables have but the index, without the times at which it came."""
    with duckdb.connect(str(db), read_only=True) as connection:
        names = connection.execute(
            "select table_name from information_schema.tables where table_type = 'BASE TABLE'"
        ).fetchall()
        return {
            name: sorted(
                re.sub(r"datetime\.datetime\([^)]*\)", "", repr(row))
                for row in connection.execute(f'from "{name}"').fetchall()
            )
            for (name,) in names
            if name not in LATER
        }


@sampled("words", ((words,) for words in COMMANDS), 2)
def test_all_or_nothing(words: list[str], club: Path, tmp_path: Path) -> None:
    (tmp_path / "mended.mgn").write_text(MENDED)
    db = tmp_path / "x.duckdb"
    shutil.copy(club, db)
    before = kept(db)
    done = python("-c", KILL, 0, *words, "--db", db, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    calls = int(done.stdout.rpartition("SEEN")[2])
    after = kept(db)
    assert after != before
    found = []
    for at in (calls * 3 // 5, calls * 19 // 20, calls):
        shutil.copy(club, db)
        done = python("-c", KILL, at, *words, "--db", db, cwd=tmp_path)
        assert done.returncode == -signal.SIGKILL
        found.append(kept(db))
        assert found[-1] in (before, after)
        for rest in tmp_path.glob("x.duckdb?*"):
            rest.unlink()
    assert found[-1] == after
    assert mentis("doctor", "--db", db).exit_code == 0
