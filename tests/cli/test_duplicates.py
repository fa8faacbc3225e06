"""Merged records are listed with their games, contradictions with what they are about."""

from collections.abc import Callable
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import json_of, mentis
from size_kit import sampled

from mentis_records.store.open import open_database

CASES = cases_of(__file__)

HEAD = '[Event "{event}"]\n[Blue "{blue}"]\n[Red "Bert"]\n[Result "*"]\n\n{plies} *\n'
PLIES = "1. TSNd2 TSNd6"


def test_all_kinds(tmp_path: Path) -> None:
    first, second, db = tmp_path / "one.mgn", tmp_path / "two.mgn", tmp_path / "x.duckdb"
    first.write_text(
        HEAD.format(event="A", blue="Ada", plies=PLIES)
        + "\n"
        + HEAD.format(event="B", blue="Carl", plies=PLIES)
    )
    second.write_text(
        HEAD.format(event="A", blue="?", plies=PLIES)
        + "\n"
        + HEAD.format(event="?", blue="Ada", plies="1. TSNd2")
    )
    assert mentis("load", first, second, "--db", db).exit_code == 0
    rows = [list(row.values()) for row in json_of("duplicates", "--db", db)]
    assert rows == [
        ["exact", 1, str(first), None, str(second), 1, 2, ""],
        ["prefix", 1, str(first), None, str(second), 2, 1, ""],
        ["near", 1, str(first), 2, str(first), 2, 2, "blue event"],
    ]
    near = mentis("duplicates", "--near", "--db", db, code=0)
    assert "0 merged, 1 near" in near.stderr


FIRST = HEAD.format(event="A", blue="Ada", plies=PLIES)
LATER = HEAD.format(event="B", blue="Ada", plies="1. TSNd2 TSNd6 {well}")
THIRD = HEAD.format(event="C", blue="Ada", plies=PLIES)


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    text = "\n".join([FIRST, LATER, THIRD])
    (tmp_path / "a.mgn").write_text(text)
    return place_loaded(tmp_path / "x.duckdb", text)


def pairs(db: Path) -> list[tuple[object, ...]]:
    rows = json_of("duplicates", "--db", db)
    return [(row["kind"], row["game"], row["other"] or row["record"]) for row in rows]


def kept(db: Path) -> list[tuple[object, ...]]:
    with open_database(db) as database:
        run = database.connection.execute
        return [row for name in TABLES for row in run(f"from {name} order by all").fetchall()]


TABLES = ("games", "duplicates", "mainlines", "comments", "moves")
NEAR = [("near", 1, 2), ("near", 1, 3)]


def sound(db: Path) -> None:
    mentis("doctor", "--db", db, code=0)
    assert mentis("query", "start", "--count", "--db", db).exit_code == 0


@sampled("keep, found", CASES["pairs_are_resolved_and_back"], 3)
def test_pairs_are_resolved_and_back(db: Path, keep: str, found: list[list[object]]) -> None:
    before = kept(db)
    assert pairs(db) == NEAR
    mentis("duplicates", "resolve", "--keep", keep, "--db", db, "--yes", code=0)
    assert pairs(db) == [tuple(row) for row in found]
    sound(db)
    for _ in range(1 if keep == "later" else 2):
        assert mentis("duplicates", "resolve", "--undo", "--db", db, "--yes").exit_code == 0
    sound(db)
    assert kept(db) == before
    assert pairs(db) == NEAR
    assert mentis("duplicates", "resolve", "--undo", "--db", db, "--yes").exit_code == 1


def test_answers_on_a_terminal(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("consent", "duplicate_resolution"):
        monkeypatch.setattr(f"mentis_records.cli.{name}.is_answered", lambda: True)
    done = mentis("duplicates", "resolve", "--db", db, text="x\nb\nfirst\n", code=0)
    assert done.stdout.splitlines()[-1] == "game 3 becomes a duplicate of game 1"
    assert pairs(db) == [("exact", 1, 3)]
    assert mentis("duplicates", "resolve", "--db", db).stderr == "no pair to resolve\n"
    assert mentis("duplicates", "resolve", "2", "--db", db, text="f\n").exit_code == 0
    assert pairs(db) == [("exact", 1, 2), ("exact", 1, 3)]
    sound(db)


def test_answers_hold_when_a_file_has_grown(db: Path) -> None:
    assert mentis("duplicates", "resolve", 2, "--keep", "first", "--db", db, "-y").exit_code == 0
    assert mentis("duplicates", "resolve", 3, "--keep", "both", "--db", db, "-y").exit_code == 0
    path = db.parent / "a.mgn"
    path.write_text(path.read_text() + "\n" + HEAD.format(event="D", blue="Eva", plies="1. TSNd2"))
    assert mentis("load", path, "--db", db).exit_code == 0
    assert pairs(db) == [("exact", 1, 2)]
    sound(db)


@pytest.mark.parametrize("words", CASES["wrong_use"])
def test_wrong_use(db: Path, words: tuple[str, ...]) -> None:
    done = mentis("duplicates", *words, "--db", db, code=2)
    assert done.stderr.startswith("mentis: ")
    assert pairs(db) == NEAR


WHOLE = "1. TSNd2 TSNd6 2. TSNe2 TSNe6"


@pytest.mark.parametrize(
    ("plies", "differences"),
    [("", "plies blue"), ("1. TSNd2 TSNd6", "plies blue"), (WHOLE, "blue")],
)
def test_merged_names_are_one_player_of_a_near_pair(
    tmp_path: Path, plies: str, differences: str
) -> None:
    """A pairing, an early copy or the whole game under one name, the game under the other."""
    head = '[Event "Cup"]\n[Date "2024.05.01"]\n[Round "1"]\n[Red "Ann Lee"]\n'
    early, late, db = tmp_path / "early.mgn", tmp_path / "late.mgn", ("--db", tmp_path / "d.duckdb")
    early.write_text(f'{head}[Blue "J. Smith"]\n\n{plies} *\n', encoding="utf-8")
    late.write_text(f'{head}[Blue "John Smith"]\n\n{WHOLE} 1-0\n', encoding="utf-8")
    mentis("load", early, late, *db, code=0)
    found = json_of("duplicates", "--near", *db)
    assert len(found) == (plies == WHOLE)
    told = mentis("players", "merge", "John Smith", "J. Smith", *db, code=0)
    assert "may be one: mentis duplicates resolve 2" in told.output.replace(
        "resolve 1", "resolve 2"
    )
    (found,) = json_of("duplicates", "--near", *db)
    assert sorted((found["game"], found["other"])) == [1, 2]
    assert found["differs in"] == differences
    mentis("duplicates", "resolve", "--keep", "first", "--yes", *db, code=0)
    (kept,) = json_of("games", *db)
    assert (kept["plies"], kept["result"], kept["blue"]) == (4, "1-0", "John Smith")


def test_bare_results_under_merged_names_are_near(tmp_path: Path) -> None:
    path, db = tmp_path / "a.mgn", ("--db", tmp_path / "d.duckdb")
    records = (("J. Smith", "1"), ("John Smith", "?"), ("Joe Smith", "1"))
    path.write_text(
        "\n".join(
            f'[Event "Cup"]\n[Round "{number}"]\n[Blue "{name}"]\n[Red "Ann Lee"]\n\n1-0\n'
            for name, number in records
        ),
        encoding="utf-8",
    )
    mentis("load", path, *db, code=0)
    assert json_of("duplicates", "--near", *db) == []
    mentis("players", "merge", "John Smith", "J. Smith", *db, code=0)
    (found,) = json_of("duplicates", "--near", *db)
    assert (found["game"], found["other"], found["differs in"]) == (1, 2, "blue")
