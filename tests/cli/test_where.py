"""``--where`` on every command that takes it, against rows worked out by hand."""

import csv
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import json_of, mentis

import mentis_records
from mentis_records.cli.main import COMMANDS
from mentis_records.report.registry import REPORTS
from mentis_records.store.error import StoreError

CASES = cases_of(__file__)

FIRST = CASES["first"]
SECOND = CASES["second"]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that no test changes."""
    folder = tmp_path_factory.mktemp("club")
    path = folder / "club.duckdb"
    (folder / "first.mgn").write_text(FIRST)
    (folder / "second.mgn").write_text(SECOND)
    for name in ("first.mgn", "second.mgn"):
        mentis("load", folder / name, "--db", path)
    return path


@pytest.mark.parametrize(("test", "expected"), CASES["tags_as_they_are_written"])
def test_tags_as_they_are_written(
    tmp_path: Path, place_loaded: Callable[..., Path], test: str, expected: list[int]
) -> None:
    text = CASES["written_tags"]
    db = place_loaded(tmp_path / "x.duckdb", text)
    assert numbers(db, test) == expected
    done = mentis("query", test, "--db", db, "--verify")
    assert (done.exit_code, done.stdout) == (0, "2 games replayed, 0 differences\n")


@pytest.fixture
def own_db(db: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(db, tmp_path))


def numbers(db: Path, *tests: str) -> list[int]:
    words = [word for test in tests for word in ("--where", test)]
    return [row["game"] for row in json_of("games", "--db", db, *words, code=0)]


@pytest.mark.parametrize(("test", "expected"), CASES["every_field"])
def test_every_field(db: Path, test: str, expected: list[int]) -> None:
    assert numbers(db, test) == expected


@pytest.mark.parametrize(("test", "expected"), CASES["who_is_unknown_is_nobody_else"])
def test_who_is_unknown_is_nobody_else(
    tmp_path: Path, place_loaded: Callable[..., Path], test: str, expected: list[str]
) -> None:
    names = ['[Blue "Ann"]', '[Blue "Bob"]', *(f'[Blue "{sign}"]' for sign in "?-"), '[Blue ""]']
    text = "\n".join(
        f'[Round "{number}"]\n{blue}\n[Red "Cid"]\n\n1. TSNd2 *\n'
        for number, blue in enumerate([*names, '[Blue "*"]', ""], 1)
    )
    db = place_loaded(tmp_path / "x.duckdb", text)
    assert sorted(row["round"] for row in json_of("games", "--db", db, "--where", test)) == expected
    done = mentis("query", test, "--db", db, "--verify")
    assert (done.exit_code, done.stdout) == (0, "7 games replayed, 0 differences\n")


def test_names_of_one_player_count_as_one(own_db: Path) -> None:
    assert mentis("players", "merge", "Nn, A", "A. Nn", "--db", own_db).exit_code == 0
    assert mentis("players", "merge", "Ann", "Nn, A", "--db", own_db).exit_code == 0
    for name in ("Ann", "A. Nn", "Nn, A"):
        assert numbers(own_db, f'player = "{name}"') == [1, 2, 3, 5]
        assert numbers(own_db, f'not player = "{name}"') == [4, 6]
        assert numbers(own_db, f'player != "{name}"') == [4, 6]
    assert numbers(own_db, 'player ~ "nn, "') == [1, 2, 3, 5]
    assert numbers(own_db, 'player ~ "Nn*"') == [1, 2, 3, 5]
    assert numbers(own_db, 'red player = "Ann"') == [2, 3]
    assert numbers(own_db, 'red player != "Ann"') == [1, 4, 5, 6]
    assert numbers(own_db, 'tag "Red" = "Ann"') == [3]
    assert numbers(own_db, 'player = "Bob"') == [1, 2, 6]
    assert mentis("players", "split", "Nn, A", "--db", own_db).exit_code == 0
    assert numbers(own_db, 'player = "Ann"') == [1, 3]
    assert numbers(own_db, 'player = "A. Nn"') == [2, 5]


def test_export(db: Path, tmp_path: Path) -> None:
    words = ("export", "--db", db, "--format", "csv")
    done = mentis(*words, "--where", 'Event = "Open"')
    assert [row["game_id"] for row in csv.DictReader(io.StringIO(done.stdout))] == ["3", "4", "5"]
    done = mentis(*words, "--where", "result = 1-0", "--game", "1-3")
    assert [row["game_id"] for row in csv.DictReader(io.StringIO(done.stdout))] == ["1"]
    out = tmp_path / "open.mgn"
    done = mentis("export", "--db", db, "--where", 'Event = "Open"', "--out", out)
    assert done.stderr == f"{out}: 3 games\n"
    assert out.read_text().count('[Event "Open"]') == 3
    none = mentis(*words, "--where", "plies > 99")
    assert len(none.stdout.splitlines()) == 1


def test_players(db: Path) -> None:
    rows = {
        row["player"]: row for row in json_of("players", "--db", db, "--where", "Date = 2024.01")
    }
    assert {name: [row["games"], row["score"]] for name, row in rows.items()} == CASES["players"]
    assert json_of("players", "suggest", "--db", db, "--where", "game = 2") == []
    assert mentis("players", "split", "Ann", "--where", "game = 1", "--db", db).exit_code == 2


def test_duplicates(db: Path) -> None:
    def found(*words: str) -> list[tuple[str, int, int | None]]:
        return [
            (row["kind"], row["game"], row["other"])
            for row in json_of("duplicates", "--db", db, *words)
        ]

    everything = [("exact", 1, None), ("near", 1, 6)]
    assert found() == everything
    assert found("--where", 'player = "Ann"') == everything
    assert found("--where", 'player = "Eve"') == [("near", 1, 6)]
    assert found("--where", "plies = 3") == []


def test_quarantine_is_chosen_by_code_and_source(db: Path) -> None:
    def found(*words: str) -> list[str]:
        return [row["id"] for row in json_of("quarantine", "list", "--db", db, *words, code=0)]

    (first,) = (row["codes"] for row in json_of("quarantine", "--db", db) if row["id"] == "2.5")
    assert found() == ["2.5", "2.6"]
    assert found("--code", first.split()[0]) == ["2.5"]
    assert found("--source", "second.mgn") == ["2.5", "2.6"]
    assert found("--source", str(db.parent / "second.mgn")) == ["2.5", "2.6"]
    assert found("--source", "first.mgn") == []
    assert mentis("quarantine", "--db", db, "--code", "nonsense").exit_code == 2
    assert mentis("quarantine", "show", "2.5", "--db", db, "--source", "x").exit_code == 2
    assert mentis("quarantine", "show", "9.9", "--db", db).exit_code == 2


def test_info_tree_and_delete(own_db: Path) -> None:
    where = ("--where", 'Event = "Club evening"')
    info = json_of("info", "--db", own_db, *where)
    assert (info["selection"]["games"], info["selection"]["plies"]) == (2, 5)
    tree = json_of("tree", "--db", own_db, *where)
    assert [(row["move"], row["played"]) for row in tree] == [("TSNd2", 2)]
    done = mentis("delete", "--db", own_db, "--yes", *where)
    assert done.stdout == "2 deleted, with 1 duplicate\n"
    assert numbers(own_db) == [3, 4, 5, 6]


@pytest.mark.parametrize("kind", REPORTS)
def test_every_figure_of_a_report_says_what_is_selected(
    db: Path, tmp_path: Path, kind: str
) -> None:
    out = tmp_path / "reports"
    words = ("report", kind, "--db", db, "--out", out, "--where", "Date = 2024.01")
    words += ("--format", "json")
    assert mentis(*words).exit_code == 0
    figures = list(out.glob("numbers/*.json"))
    assert figures
    for figure in figures:
        assert "Date = 2024.01" in json.loads(figure.read_text())["selection"], figure


TAKING = ("export", "games", "info", "tree", "players", "duplicates", "matches", "delete", "report")
"""Commands that take the option."""


@pytest.mark.parametrize("command", TAKING)
def test_wrong_tests_are_underlined(db: Path, tmp_path: Path, command: str) -> None:
    assert command in COMMANDS
    words = ("winrate", "--out", tmp_path / "out") if command == "report" else ()
    done = mentis(command, *words, "--db", db, "--where", "plies > x", code=2)
    assert "        ^" in done.stderr


@pytest.mark.parametrize("command", TAKING)
def test_saved_queries_are_not_asked_of_half_an_index(
    tmp_path: Path, command: str, saved_in_part: Path
) -> None:
    words = ("winrate", "--out", tmp_path / "out") if command == "report" else ()
    words += ("--yes",) if command == "delete" else ()
    done = mentis(command, *words, "--db", saved_in_part, "--where", "not opened")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "3 games are not in the positions index" in done.stderr
    assert len(numbers(saved_in_part)) == 3


def test_values_are_not_asked_of_half_an_index(saved_in_part: Path) -> None:
    with mentis_records.open(saved_in_part) as club:
        with pytest.raises(StoreError, match="3 games are not in the positions index"):
            club.count("opened")
        assert club.count("plies = 3") == 1


@pytest.fixture(scope="module")
def saved_in_part(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("part")
    path = folder / "club.duckdb"
    (folder / "first.mgn").write_text(FIRST)
    mentis("load", "--no-index", folder / "first.mgn", "--db", path)
    mentis("query", "--save", "opened", "move deploys TSN", "--db", path)
    return path
