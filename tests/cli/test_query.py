"""query on the command line."""

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import DATA, RULEBOOK, json_lines, json_of, mentis

from mentis_records.cli.query import query
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader

CASES = cases_of(__file__)

TEN = Path(__file__).parents[1] / "query" / "ten.mgn"
SELFPLAY = 400
"""So many of the bundled games of self-play."""
EXAMPLES = re.findall(r"^      (\S.*)$", str(query.__doc__), re.MULTILINE)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("query") / "ten.duckdb"
    assert mentis("load", TEN, "--db", path).exit_code == 0
    return path


@pytest.fixture(scope="module")
def selfplay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("query")
    with gzip.open(DATA / "selfplay.mgn.gz", "rt", encoding="utf-8") as file:
        texts = file.read().split("\n\n[Event ")
    (folder / "some.mgn").write_text("\n\n[Event ".join(texts[:SELFPLAY]) + "\n")
    path = folder / "selfplay.duckdb"
    assert mentis("load", folder / "some.mgn", "--db", path).exit_code == 0
    return path


@pytest.fixture(scope="module")
def sieged(db: Path) -> Path:
    """Return a copy of the database with a saved query."""
    path = db.with_name("sieged.duckdb")
    shutil.copy(db, path)
    assert mentis("query", "--save", "long-siege", "any K attacked", "--db", path).exit_code == 0
    return path


def count(text: str, db: Path, *more: str) -> dict[str, int]:
    return dict(json_of("query", text, "--db", db, "--count", *more, code=0))


def test_help_has_examples() -> None:
    assert len(EXAMPLES) == 11
    shown = mentis("query", "--help").stdout
    assert all(example in shown for example in EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_over_games_of_self_play(selfplay: Path, example: str) -> None:
    found = count(example, selfplay)
    assert list(found) == ["games", "positions", "blue", "draws", "red"]
    assert 0 < found["games"] <= found["positions"]
    assert found["blue"] + found["draws"] + found["red"] <= found["games"] <= SELFPLAY
    done = mentis("query", example, "--db", selfplay, "--verify", "--where", "game <= 10")
    assert done.stdout == "10 games replayed, 0 differences\n"


def test_games_with_plies(db: Path) -> None:
    done = mentis("query", "blue N on d4", "--db", db, "--sort", "-plies")
    rows = [line.split() for line in done.stdout.splitlines()[2:]]
    assert [row[0] for row in rows] == ["2", "1", "3"]
    assert rows[0][-3:] == ["14", "3-14,", "31-32"] or rows[0][-2:] == ["3-14,", "31-32"]
    assert done.stderr == "28 positions in 3 games\n"
    done = mentis("query", "blue N on d4", "--db", db, "--limit", 1)
    assert done.stderr == "28 positions in 3 games, 1 of them listed\n"


def test_formats(db: Path) -> None:
    rows = json_of("query", "move captures K", "--db", db)
    assert [(row["game"], row["result"], row["matches"], row["at"]) for row in rows] == [
        (5, "1-0", 1, [1]),
        (6, "0-1", 1, [1]),
    ]
    done = mentis("query", "blue N on d4 and game = 2", "--db", db, "--format", "csv")
    header, row = done.stdout.splitlines()
    assert header.startswith("game,date,")
    assert header.endswith(",matches,at")
    assert row.endswith(",14,3 4 5 6 7 8 9 10 11 12 13 14 31 32")
    done = mentis("query", "move captures K", "--db", db, "--format", "mgn")
    readings = list(Reader(GAMES).read_text("answer", done.stdout))
    assert [reading.record.tags["Result"] for reading in readings if reading.record] == [
        "1-0",
        "0-1",
    ]


def test_positions(db: Path) -> None:
    assert json_of("query", "end and ply <= 1", "--db", db, "--positions") == [
        {"game": 5, "ply": 1, "move": "d6xd7"},
        {"game": 6, "ply": 1, "move": "d2xd1"},
        {"game": 8, "ply": 0, "move": None},
    ]


def test_count(db: Path) -> None:
    expected = {"games": 10, "positions": 116, "blue": 2, "draws": 3, "red": 3}
    assert count("ply >= 0", db) == expected
    assert count("ply >= 0", db, "--where", "result = 1-0") == CASES["count"]
    done = mentis("query", "start", "--db", db, "--count", "--format", "csv")
    assert done.stdout == "games,positions,blue,draws,red\n10,10,2,3,3\n"


def test_show(db: Path) -> None:
    done = mentis("query", "red T on c4 blocks", "--db", db, "--show")
    assert "game 4, ply 0" in done.stdout
    assert "»st «" in done.stdout or "» st«" in done.stdout
    assert "2k4" in done.stdout or "3k3/7/2n4/2(st)4" in done.stdout


def test_page(db: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert mentis("query", "any K attacked", "--db", db, "--page", page).exit_code == 0
    text = page.read_text(encoding="utf-8")
    shown = text.count("<svg xmlns")
    assert shown == 4
    found = count("any K attacked", db)
    assert f"{shown} of {found['games']}\N{NO-BREAK SPACE}games" in text
    assert f"<dt>Games that match</dt><dd>{found['games']}</dd>" in text
    assert f"<dt>Positions</dt><dd>{found['positions']}</dd>" in text
    assert "any K attacked" in text
    assert "Game 5, ply 0" in text


def test_explain(db: Path) -> None:
    done = mentis("query", 'player = "x\'; drop" then start', "--db", db, "--explain")
    assert "select later.game_id, later.ply" in done.stdout
    assert '-- $asked_0 = "x\'; drop"' in done.stdout
    assert "drop" not in done.stdout.partition("-- $")[0]


def test_saved_queries(db: Path) -> None:
    assert mentis("query", "--save", "long-siege", "any K attacked", "--db", db).exit_code == 0
    assert mentis("query", "--save", "Late", "ply > 20 and long-siege", "--db", db).exit_code == 0
    assert count("long-siege and result = 0-1", db) == count("any K attacked and result = 0-1", db)
    assert count("late", db) == count("any K attacked and ply > 20", db)
    assert json_of("query", "--saved", "--db", db) == [
        {"name": "late", "query": "ply > 20 and long-siege"},
        {"name": "long-siege", "query": "any K attacked"},
    ]
    assert [
        row["game"] for row in json_of("games", "--where", "not long-siege", "--db", db)
    ] == CASES["no_siege"]
    done = mentis("query", "start", "--where", "LATE or plies = 0", "--db", db, "--positions")
    assert [line.split()[0] for line in done.stdout.splitlines()[2:]] == ["1", "2", "8"]
    assert mentis("query", "--forget", "late", "--db", db).exit_code == 0
    done = mentis("query", "late", "--db", db)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no saved query" in done.stderr


@pytest.mark.parametrize(("words", "reason"), CASES["wrong_use"], ids=" ".join)
def test_wrong_use(sieged: Path, words: list[str], reason: str) -> None:
    done = mentis("query", *words, "--db", sieged)
    assert (done.exit_code, done.stdout) == (2, "")
    assert reason in done.stderr


def test_verify_tells_programs_what_differs(tmp_path: Path) -> None:
    """An index that is false: a row of the board is empty in one game."""
    db = tmp_path / "false.duckdb"
    assert mentis("load", TEN, "--db", db).exit_code == 0
    asked = ("query", "blue any on row 1", "--db", db, "--verify", "--format", "json")
    done = mentis(*asked)
    assert (done.exit_code, json.loads(done.stdout)) == (
        0,
        {"games": 10, "differences": 0, "listed": []},
    )
    change = "update mentis_features set row1 = 0 where game_id = 2 and ply > 20"
    assert mentis("sql", change, "--write", "--db", db).exit_code == 0
    done = mentis(*asked)
    found = json.loads(done.stdout)
    assert (done.exit_code, found["games"]) == (1, 10)
    assert found["differences"] == len(found["listed"]) == 27
    assert {each["game"] for each in found["listed"][:-1]} == {2}
    assert found["listed"][0] == {"game": 2, "ply": 21, "only_by": "replay"}
    assert found["listed"][-1] == {"game": None, "ply": None, "only_by": "replay"}
    assert len(json.loads(mentis(*asked, "--limit", "3").stdout)["listed"]) == 3
    text = mentis(*asked[:-2]).stdout.splitlines()
    assert len(text) == 21
    assert text[0] == "game 2, ply 21: only by replay"
    assert text[-1] == "10 games replayed, 27 differences, 20 of them listed"
    text = mentis(*asked[:-2], "--limit", "0").stdout.splitlines()
    assert text[-2] == "positions: more are counted by replay"


def test_games_that_are_not_indexed_are_not_passed_over(tmp_path: Path) -> None:
    db = tmp_path / "club.duckdb"
    mentis("load", "--no-index", RULEBOOK, "--db", db)
    done = mentis("query", "start", "--db", db, "--count")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "2 games are not in the positions index" in done.stderr


def test_nothing_found(db: Path) -> None:
    done = mentis("query", "blue N on a1", "--db", db)
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "0 positions in 0 games\n"
    assert count("blue N on a1", db) == dict.fromkeys(
        ("games", "positions", "blue", "draws", "red"), 0
    )
    assert json_lines(mentis("query", "blue N on a1", "--db", db, "--format", "json")) == [[]]
