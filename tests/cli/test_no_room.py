"""What is said where there is no room is what happened: to standard output, or for the index."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_kit import GOOD, mentis

from mentis_records.store.error import UNDONE, StoreError
from mentis_records.store.position import index

pytestmark = pytest.mark.one_build


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device there")
def test_standard_output_is_blamed_and_not_the_file(tmp_path: Path) -> None:
    path, db = tmp_path / "a.mgn", tmp_path / "x.duckdb"
    path.write_text(GOOD)
    command = [sys.executable, "-m", "mentis_records.cli", "load", str(path), "--db", str(db)]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("mentis: standard output: No space left on device")
    assert str(path) not in done.stderr
    assert mentis("sql", "select count(*) from games", "--db", db).stdout.split()[-1] == "1"


def test_games_without_room_for_their_index_are_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, db = tmp_path / "a.mgn", tmp_path / "x.duckdb"
    path.write_text(GOOD)

    def refuse(*_: object) -> None:
        raise StoreError(f"x.duckdb: the disk is full{UNDONE}")

    with monkeypatch.context() as patch:
        patch.setattr(index, "update_index", refuse)
        done = mentis("load", path, "--db", db)
    assert done.exit_code == 2
    assert "the disk is full; the games are stored, but not indexed: mentis index" in done.stderr
    assert "undone" not in done.stderr
    assert mentis("sql", "select count(*) from games", "--db", db).stdout.split()[-1] == "1"
