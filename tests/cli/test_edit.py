"""Tags of stored games are changed as if loaded so, shown before, and changed back."""

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import json_lines, json_of, mentis
from program_kit import python

from mentis_records.store.open import open_database

CASES = cases_of(__file__)

HEAD = '[Event "Club"]\n[Date "{date}"]\n[Blue "{blue}"]\n[Red "Bob"]\n[Result "{result}"]\n\n'
FIRST = HEAD.format(date="2026.11.14", blue="Ann", result="*") + "1. TSNd2 TSNd6 *\n"
LATER = HEAD.format(date="2026.11.15", blue="Ann", result="*") + "1. TSNd2 TSNd6 {fine} *\n"
COPY = HEAD.format(date="2026.11.14", blue="?", result="*") + "1. TSNd2 TSNd6 *\n"
OTHER = (
    HEAD.format(date="2026.11.16", blue="Cid", result="1-0") + "1. TSNd2 TSNd6 2. d2#-d3-d4 1-0\n"
)


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    text = "\n".join([FIRST, LATER, COPY, OTHER])
    (tmp_path / "a.mgn").write_text(text)
    return place_loaded(tmp_path / "x.duckdb", text)


def kept(db: Path) -> list[tuple[Any, ...]]:
    """Return all rows of games and duplicates."""
    with open_database(db) as database:
        run = database.connection.execute
        return [
            *run("from games order by all").fetchall(),
            *run("from duplicates order by all").fetchall(),
        ]


def tags(db: Path, tag: str) -> dict[int, str]:
    return {row["game"]: row[tag] for row in json_of("games", "--db", db)}


def sound(db: Path) -> None:
    mentis("doctor", "--db", db, code=0)


def test_an_edit_and_back(db: Path) -> None:
    before = kept(db)
    done = mentis(
        "edit", "1,3", "--set", "date=2026.11.20", "--set", "Site=Wien", "--db", db, "-y", code=0
    )
    assert done.stdout.splitlines() == CASES["an_edit_and_back"]
    dates = {1: "2026.11.20", 2: "2026.11.15", 3: "2026.11.20"}
    assert tags(db, "date") == dates
    sound(db)
    with open_database(db) as database:
        (copy,) = database.connection.execute("select tags['Date'] from duplicates").fetchall()
    assert copy == ("2026.11.20",)
    done = mentis("edit", "--where", 'Blue = "Cid"', "--remove", "Site", "--yes", "--db", db)
    assert done.stdout == 'Site: "Wien" -> none  1 game: 3\n'
    assert mentis("edit", "--undo", "--yes", "--db", db).exit_code == 0
    assert tags(db, "site") == {1: "Wien", 2: None, 3: "Wien"}
    assert mentis("edit", "--undo", "--yes", "--db", db).exit_code == 0
    assert kept(db) == before
    sound(db)
    assert mentis("edit", "--undo", "--yes", "--db", db).exit_code == 1


def test_the_result_takes_its_end_along(db: Path) -> None:
    done = mentis("edit", 3, "--set", "Result=1/2-1/2", "--db", db, "--yes", "--format", "json")
    assert {(row["tag"], row["old"], row["new"]) for row in json_lines(done)} == {
        ("Result", "1-0", "1/2-1/2")
    }
    done = mentis(
        "edit",
        3,
        "--set",
        "Result=0 - 1",
        "--set",
        "Termination=resignation",
        "--db",
        db,
        "--yes",
        code=0,
    )
    done = mentis("edit", 3, "--remove", "Result", "--db", db, "--yes")
    assert 'Result: "0-1" -> "*"' in done.stdout
    sound(db)


@pytest.mark.parametrize(("words", "reason"), CASES["what_would_not_be_read_is_refused"])
def test_what_would_not_be_read_is_refused(db: Path, words: list[str], reason: str) -> None:
    before = kept(db)
    done = mentis("edit", "1-3", *words, "--db", db, "--yes", code=1)
    assert reason in done.stderr
    assert "nothing was changed" in done.stderr
    assert kept(db) == before


def test_a_date_that_may_be_two_days_is_asked_back(db: Path) -> None:
    before = kept(db)
    done = mentis("edit", "1", "--set", "Date=1/2/2026", "--db", db, "--yes", code=2)
    assert "which day is that? Write 2026.02.01 or 2026.01.02" in done.stderr
    assert kept(db) == before


def test_a_warning_is_told(db: Path) -> None:
    done = mentis("edit", "1", "--set", "Date=in spring", "--db", db, "--yes", code=0)
    assert "is not a date" in done.stderr


@pytest.mark.parametrize("date", ["17.11.2026", "17 Nov 2026", "2026-11-17"])
def test_a_date_that_can_only_mean_one_day_is_written_as_tags_are(db: Path, date: str) -> None:
    done = mentis("edit", "1", "--set", f"Date={date}", "--db", db, "--yes", code=0)
    assert 'Date: "2026.11.14" -> "2026.11.17"' in done.stdout
    assert "warning" not in done.stderr


def test_it_asks(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept(db)
    done = mentis("edit", 1, "--set", "Site=Wien", "--db", db, code=2)
    assert "Wien" in done.stdout
    assert "give --yes" in done.stderr
    monkeypatch.setattr("mentis_records.cli.consent.is_answered", lambda: True)
    assert mentis("edit", 1, "--set", "Site=Wien", "--db", db, text="\n").exit_code == 1
    assert kept(db) == before
    assert mentis("edit", 1, "--set", "Site=Wien", "--db", db, text="y\n").exit_code == 0
    assert mentis("edit", 1, "--set", "Site=Wien", "--db", db).stderr == "nothing to change\n"


def test_games_that_say_the_same_now_are_told(db: Path) -> None:
    done = mentis("edit", 2, "--set", "Date=2026.11.14", "--db", db, "--yes")
    assert "games 1-2 say the same now: mentis duplicates resolve 2 --db " in done.stderr


def test_edits_hold_when_a_file_has_grown(db: Path) -> None:
    for date in ("2026.11.20", "2026.11.21"):
        assert mentis("edit", 1, "--set", f"Date={date}", "--db", db, "--yes").exit_code == 0
    path = db.parent / "a.mgn"
    path.write_text(path.read_text() + "\n" + OTHER.replace("Cid", "Dan"))
    assert mentis("load", path, "--db", db).exit_code == 0
    found = {1: "2026.11.21", 2: "2026.11.15", 3: "2026.11.16", 4: "2026.11.16"}
    assert tags(db, "date") == found
    sound(db)


def test_edits_of_deleted_games_are_forgotten(db: Path) -> None:
    assert mentis("edit", "1,3", "--set", "Site=Wien", "--db", db, "--yes").exit_code == 0
    assert mentis("delete", 3, "--db", db, "--yes").exit_code == 0
    done = mentis("edit", "--undo", "--db", db, "--yes")
    assert done.stdout == 'Site: "Wien" -> none  1 game: 1\n'
    sound(db)


KILL = CASES["kill"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_one_that_is_killed_leaves_nothing(db: Path) -> None:
    before = kept(db)
    words = ("edit", "1-3", "--set", "Site=Wien", "--yes", "--db", str(db))
    assert python("-c", KILL, *words, cwd=db.parent).returncode == -signal.SIGKILL
    assert kept(db) == before
    assert mentis("edit", "--undo", "--yes", "--db", db).exit_code == 1
    sound(db)


@pytest.mark.parametrize("words", CASES["wrong_use"])
def test_wrong_use(db: Path, words: tuple[str, ...]) -> None:
    done = mentis("edit", *words, "--db", db, code=2)
    assert done.stderr.startswith("mentis: ")
