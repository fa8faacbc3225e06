"""A game with a choice, a number and a text among its settings goes through the commands.

The text chooses the start, and there is none without it; the number holds beside a position.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from program_kit import mentis
from size_kit import sampled

SITE = Path(__file__).parent / "site"

HEAD = '[Event "x"]\n[Site "?"]\n[Date "2025.03.04"]\n[Round "{}"]\n[Left "Ann"]\n[Right "Bob"]\n'
TABLES = cases_of(__file__)
RECORDS, FAULTS = TABLES["records"], TABLES["faults"]
FIRST = RECORDS[0]


_run = partial(mentis, path=(SITE,))


def _done(*words: object, code: int = 0, text: str = "") -> str:
    done = _run(*words, stdin=text)
    assert done.returncode == code, (words, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    assert "ignored" not in done.stderr
    return done.stdout


def _lines(*words: object, code: int = 0, text: str = "") -> list[dict[str, Any]]:
    done = _done(*words, "--format", "json", code=code, text=text)
    return [json.loads(line) for line in done.split("\n") if line]


def _json(*words: object) -> Any:
    return json.loads(_done(*words, "--format", "json"))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("heaps") / "a.mgn"
    path.write_text("\n".join(RECORDS))
    return path


@pytest.fixture(scope="module")
def db(source: Path) -> Path:
    path = source.with_name("x.duckdb")
    assert "4 stored" in _done("load", source, "--db", path)
    return path


def test_records_are_read_from_the_start_that_their_tags_choose(source: Path) -> None:
    found = _lines("validate", source)
    assert [(each["valid"], each["final_position"]) for each in found] == [
        (True, "0,0 R 2"),
        (True, "0 L 1"),
        (True, "0,0 R 3"),
        (True, "0,0 R 2"),
    ]


def test_many_are_read_in_bulk_as_one_by_one(tmp_path: Path) -> None:
    """Each has a set-up of its own; some are wrong, and found so."""
    records, expected = [], []
    for number in range(400):
        heaps = f"{1 + number % 9},{1 + number // 9 % 9},{1 + number // 81}"
        wrong = number % 50 == 7
        tags = f'[Most "{"x" if wrong else 1 + number % 9}"]\n[Heaps "{heaps}"]'
        head = HEAD.format(number).replace("\n", f" {'{c}' if number % 2 else ''}\n", 1)
        records.append(f'{head}[Result "*"]\n[Game "Heaps"]\n{tags}\n\n1. a1 c1 *\n')
        a, b, c = map(int, heaps.split(","))
        expected.append(None if wrong else f"{a - 1},{b},{c - 1} L 2")
    path = tmp_path / "many.mgn"
    path.write_text("\n".join(records))
    found = _lines("validate", path, code=1)
    assert [each["final_position"] if each["valid"] else None for each in found] == expected
    stored = [text for text in expected if text]
    db = tmp_path / "x.duckdb"
    assert f"{len(stored)} stored" in _done("load", path, "--db", db, code=1)
    _done("doctor", "--db", db)
    rows = _json(
        "sql", "select heaps, start_position from heaps_games order by game_id", "--db", db
    )
    assert [f"{row['heaps']} L 1" for row in rows] == [row["start_position"] for row in rows]
    assert len({row["heaps"] for row in rows}) == len(stored)


@pytest.mark.parametrize("name", FAULTS)
def test_wrong_values_are_told_at_their_tag(tmp_path: Path, name: str) -> None:
    tags, tag, expected = FAULTS[name]
    path = tmp_path / "a.mgn"
    path.write_text(HEAD.format(1) + f'[Result "*"]\n[Game "Heaps"]\n{tags}\n\n1. a1 *\n')
    (found,) = _lines("validate", path, code=1)
    (said,) = found["diagnostics"]
    assert said["code"] == "N205"
    assert said["expected"].startswith(expected)
    line = path.read_text().split("\n")[said["line"] - 1]
    assert line.startswith(f"[{tag} ")
    value = tags.partition(f'[{tag} "')[2].partition('"')[0]
    done = _run("moves", "--rules", "heaps", "--setting", f"{tag}={value}")
    assert done.returncode == 2
    assert expected in done.stderr


def test_a_record_without_its_start_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(HEAD.format(1) + '[Result "*"]\n[Game "Heaps"]\n\n1. a1 *\n')
    (found,) = _lines("validate", path, code=1)
    (said,) = found["diagnostics"]
    assert said["code"] == "N206"
    assert "no tag Heaps says what there is" in said["message"]
    _done("validate", path, "--rules", "heaps", "--setting", "Heaps=2")


def test_settings_of_the_command_line_hold_for_records_without_them(tmp_path: Path) -> None:
    path, db = tmp_path / "a.mgn", tmp_path / "x.duckdb"
    path.write_text(
        HEAD.format(1) + '[Result "*"]\n[Game "Heaps"]\n\n1. a5 *\n\n'
        '[Event "y"]\n[Game "Heaps"]\n[Position "9 L 1"]\n\n1. a5 *\n'
    )
    words = ("--rules", "heaps", "--setting", "Heaps=5, 6", "--setting", "most=05")
    _done("validate", path, "--rules", "heaps", "--setting", "Heaps=5, 6", code=1)
    _done("load", path, "--db", db, *words)
    rows = _json("sql", "select heaps, most, start_position from heaps_games", "--db", db)
    assert rows == [
        {"heaps": "5,6", "most": "5", "start_position": "5,6 L 1"},
        {"heaps": "", "most": "5", "start_position": "9 L 1"},
    ]
    _done("doctor", "--db", db)


def test_formatting_is_canonical_and_stays(source: Path, tmp_path: Path) -> None:
    once = _done("fmt", source)
    assert '[Heaps "1,2"]' in once
    assert '[FirstPlayer "Right"]\n[Most "7"]\n[Heaps "7"]' in once
    again = tmp_path / "again.mgn"
    again.write_text(once)
    assert _done("fmt", again) == once


def test_a_database_keeps_canonical_values(db: Path) -> None:
    _done("doctor", "--db", db)
    rows = _json("sql", "select settings from games order by round", "--db", db)
    assert [row["settings"] for row in rows] == [
        {"FirstPlayer": "Left", "Most": "3", "Heaps": "1,2"},
        {"FirstPlayer": "Right", "Most": "7", "Heaps": "7"},
        {"FirstPlayer": "Left", "Most": "4", "Heaps": ""},
        {"FirstPlayer": "Left", "Most": "3", "Heaps": "1,2"},
    ]
    shown = _done("info", "--db", db)
    for words in ("FirstPlayer Left", "Most 3", "Most 7", "Heaps", "2  different values"):
        assert words in shown
    assert _json("info", "--db", db)["selection"]["most"] == {"3": 2, "4": 1, "7": 1}


def test_lists_and_tests_know_the_settings(db: Path) -> None:
    rows = _json("games", "--rules", "heaps", "--sort", "round", "--db", db)
    assert [(row["firstplayer"], row["most"], row["heaps"]) for row in rows][1] == (
        *("Right", "7", "7"),
    )
    for test, expected in (
        ("most > 3", 2),
        ("most = 07", 1),
        ('heaps = "1,2"', 2),
        ('firstplayer = "Right"', 1),
        ('tag "Most" = "3"', 2),
    ):
        assert len(_json("games", "--where", test, "--db", db)) == expected, test
    done = _run("games", "--where", "most = few", "--db", db)
    assert done.returncode == 2


def test_queries_of_a_game_without_a_usual_start(db: Path) -> None:
    assert len(_json("query", "game(end)", "--db", db)) == 4
    assert len(_json("query", 'position "1,2 L 1"', "--db", db)) == 2
    for command, hint in (
        (("query", "foo(end)"), "there is only game("),
        (("query", "left stone on a1"), "such as: "),
        (("games", "--where", "x == 3"), "such as: "),
        (("games", "--where", "end"), "such as: "),
    ):
        done = _run(*command, "--db", db)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
        assert hint in done.stderr


def test_a_tree_begins_where_it_is_told_to(db: Path) -> None:
    words = ("tree", "--rules", "heaps", "--db", db)
    rows = _json(*words, "--setting", "Heaps=1 2")
    assert [(row["move"], row["games"]) for row in rows] == [("b1", 2)]
    assert _json(*words, "--setting", "Heaps=4,4") == []
    done = _run(*words)
    assert done.returncode == 2
    assert "no tag Heaps says what there is" in done.stderr


def test_games_are_shown(db: Path, source: Path) -> None:
    assert "0 L 1" in _done("game", 2, "--db", db)
    assert "0 L 1" in _done("show", source, "--game", 2)


def test_moves_and_counts() -> None:
    words = ("--rules", "heaps", "--setting", "Heaps=1,9")
    assert _done("moves", *words).split() == ["a1", "b1", "b2", "b3"]
    assert _done("moves", "1,9 L 1", "--rules", "heaps", "--setting", "Most=2").split() == [
        *("a1", "b1", "b2")
    ]
    assert _done("perft", 2, *words, "--setting", "Most=9") == f"{9 + 9 + sum(range(1, 9))}\n"
    done = _run("perft", 1, "--rules", "heaps")
    assert (done.returncode, done.stdout) == (2, "")


def test_random_games_are_sound(tmp_path: Path) -> None:
    path = tmp_path / "random.mgn"
    words = ("--setting", "Heaps=3, 4", "--setting", "Most=2", "--setting", "FirstPlayer=right")
    _done("generate", "--rules", "heaps", "-n", 20, "--out", path, *words)
    text = path.read_text()
    assert text.count('[FirstPlayer "Right"]\n[Most "2"]\n[Heaps "3,4"]\n') == 20
    assert {each["valid"] for each in _lines("validate", path)} == {True}
    assert _run("generate", "--rules", "heaps").returncode == 2


def test_export_loads_again(db: Path, tmp_path: Path) -> None:
    out, other = tmp_path / "out.mgn", tmp_path / "y.duckdb"
    _done("export", "--db", db, "--out", out)
    _done("load", out, "--db", other)
    query = "select game, settings, start_position, content_key, result from games order by all"
    assert _json("sql", query, "--db", other) == _json("sql", query, "--db", db)
    for form in ("json", "csv"):
        _done("export", "--format", form, "--db", db, "--out", tmp_path / f"a.{form}")


def test_a_listing_tells_no_settings(db: Path) -> None:
    done = _run("export", "--db", db, "--format", "listing")
    assert (done.returncode, done.stdout) == (1, "")
    for reason in (
        "its Heaps is 1,2, which a listing cannot show",
        "its FirstPlayer is Right, which",
        "its Most is 4, which",
    ):
        assert reason in done.stderr


def test_duplicates_have_the_same_settings(db: Path, tmp_path: Path) -> None:
    """A record that spells its settings otherwise repeats; one with others does not."""
    other = tmp_path / "y.duckdb"
    text = tmp_path / "a.mgn"
    more = FIRST.replace('[Heaps "1, 02"]', '[Most "4"]\n[Heaps "1 2"]')
    text.write_text("\n".join([FIRST, FIRST.replace("1, 02", "1 2"), more]))
    said = _done("load", text, "--db", other)
    assert "2 stored" in said
    assert "1 duplicate" in said


@sampled("kind", ((kind,) for kind in ("opening", "winrate", "balance", "player", "collection")), 4)
def test_reports_go_over_the_starts_that_occur(db: Path, tmp_path: Path, kind: str) -> None:
    words = ("--rules", "heaps", "--db", db)
    _done("report", kind, *words, "--out", tmp_path, "--format", "html,json")
    page = (tmp_path / f"{kind}.html").read_text(encoding="utf-8")
    if kind == "opening":
        assert "FirstPlayer Left, Heaps 1,2" in page
        assert "FirstPlayer Right, Heaps 7" in page
    _done("report", "verify", tmp_path, *words)


def test_players_are_rated_by_the_games_from_starts(db: Path) -> None:
    rows = _json("players", "rate", "--rules", "heaps", "--db", db)
    assert {row["player"]: row["games"] for row in rows} == {"Ann": 3, "Bob": 3}


def test_the_doctor_finds_values_that_are_none(db: Path, tmp_path: Path) -> None:
    for number, settings in enumerate(
        (
            "{'FirstPlayer': 'Left', 'Most': '12', 'Heaps': '1,2'}",
            "{'FirstPlayer': 'L', 'Most': '3', 'Heaps': '1,2'}",
            "{'FirstPlayer': 'Left', 'Most': '3', 'Heaps': '1;2'}",
        )
    ):
        damaged = tmp_path / f"{number}.duckdb"
        damaged.write_bytes(db.read_bytes())
        update = f"update games set settings = map {settings} where game_id = 1"
        _done("sql", update, "--write", "--db", damaged)
        done = _run("doctor", "--db", damaged)
        assert done.returncode == 1, (settings, done.stdout, done.stderr)
