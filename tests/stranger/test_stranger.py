"""A game of a hundred lines from another distribution goes through the commands, alone and beside.

It brings what is compulsory and nothing else: a board with a hole, no options of play, no
repetition, a common pool, and a tag that says who moves first.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from installed_kit import ROOT, SITE, alien_words, install, module_of, run_with, told_of
from program_kit import mentis
from size_kit import sampled

CASES = cases_of(__file__)

RULEBOOK = ROOT / "data" / "rulebook.mgn"
HEAD = '[Event "x"]\n[Site "?"]\n[Date "2025.03.04"]\n[Round "{}"]\n'
RECORDS = (
    HEAD.format(1)
    + '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n[Game "Annulus"]\n\n'
    + "1. a1 a3 2. b1 b3 3. c1 1-0\n",
    HEAD.format(2)
    + '[White "Bob"]\n[Black "Ann"]\n[Result "0-1"]\n[Game "annulus"]\n[FirstPlayer "Black"]\n\n'
    + "1. a1 a3 {a comment} 2. b1 (2. c3 b1) 2... b3 3. c1 0-1\n",
    HEAD.format(3)
    + '[White "Bob"]\n[Black "Ann"]\n[Result "1/2-1/2"]\n[Game "Annulus"]\n\n'
    + "1. a1 b1 2. c1 a2 3. c2 c3 4. a3 b3 1/2-1/2\n",
)
BROKEN = HEAD.format(4) + '[White "?"]\n[Black "?"]\n[Result "*"]\n[Game "Annulus"]\n\n1. a1 a1 *\n'


def _run(*words: object, knows: bool = True) -> subprocess.CompletedProcess[str]:
    """Run the program with the stranger installed, or without."""
    return mentis(*words, path=[SITE] if knows else [])


def _done(*words: object, code: int = 0) -> str:
    done = _run(*words)
    assert done.returncode == code, (words, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stranger") / "a.mgn"
    path.write_text("\n".join(RECORDS))
    return path


@pytest.fixture(scope="module", params=["beside", pytest.param("alone", marks=pytest.mark.ci)])
def db(
    request: pytest.FixtureRequest, text: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a database of its records, alone or behind those of Mentis.

    The one that has both was made before the game was there.
    """
    path = tmp_path_factory.mktemp(request.param) / "x.duckdb"
    if request.param == "beside":
        assert _run("load", RULEBOOK, "--db", path, knows=False).returncode == 0
        _done("doctor", "--db", path)
    _done("load", text, "--db", path)
    return path


def _lines(*words: object, code: int = 0) -> list[dict[str, Any]]:
    """Return the JSON objects that a command writes, one a line."""
    done = _done(*words, "--format", "json", code=code)
    return [json.loads(line) for line in done.split("\n") if line]


def _json(*words: object) -> list[dict[str, Any]]:
    """Return the rows that a command writes as a JSON array."""
    rows: list[dict[str, Any]] = json.loads(_done(*words, "--format", "json"))
    return rows


def test_records_are_judged_by_their_own_rules(text: Path, tmp_path: Path) -> None:
    mixed = tmp_path / "mixed.mgn"
    mentis = '[Event "m"]\n\n1. TSNd2 TSNd6 *\n'
    mixed.write_text("\n".join([RECORDS[0], mentis, BROKEN, *RECORDS[1:], mentis]))
    found = _lines("validate", mixed, code=1)
    assert [(each["game"], each["valid"]) for each in found] == [
        ("annulus", True),
        ("mentis", True),
        ("annulus", False),
        ("annulus", True),
        ("annulus", True),
        ("mentis", True),
    ]
    assert [each["code"] for each in found[2]["diagnostics"]] == ["A102"]
    assert found[3]["final_position"] == "ww./.-./bbb w 3"


def test_many_records_are_read_in_bulk_as_one_by_one(text: Path, tmp_path: Path) -> None:
    many = tmp_path / "many.mgn"
    many.write_text("\n".join([RECORDS[0], RECORDS[2]] * 300))
    found = _lines("validate", many)
    assert len(found) == 600
    assert {each["final_position"] for each in found} == {"bb./.-./www b 3", "wbb/b-w/wbw w 5"}


def test_records_without_the_tag_are_of_the_game_that_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "bare.mgn"
    path.write_text('[Event "x"]\n\n1. a1 a3 *\n')
    assert _run("validate", path).returncode == 1
    _done("validate", path, "--rules", "annulus")
    shown = _done("show", path, "--rules", "annulus", "--setting", "FirstPlayer=Black")
    assert "w../.-./b.. b 2" in shown


def test_formatting_is_canonical_and_stays(text: Path, tmp_path: Path) -> None:
    once = _done("fmt", text)
    again = tmp_path / "again.mgn"
    again.write_text(once)
    assert _done("fmt", again) == once
    assert "1. a1 a3 {a comment} 2. b1 (2. c3 b1) 2... b3 3. c1 0-1" in once


def test_a_database_has_it(db: Path) -> None:
    _done("doctor", "--db", db)  # exit code 1: differences
    facts = json.loads(_done("info", "--db", db, "--format", "json"))
    assert facts["selection"]["kinds"]["annulus"] == 3
    rows = _json("games", "--rules", "annulus", "--db", db)
    assert [(row["white"], row["black"], row["result"]) for row in rows] == [
        ("Ann", "Bob", "1-0"),
        ("Bob", "Ann", "0-1"),
        ("Bob", "Ann", "1/2-1/2"),
    ]
    assert [row["firstplayer"] for row in rows] == ["White", "Black", "White"]


def test_export_loads_again(db: Path, tmp_path: Path) -> None:
    out, other = tmp_path / "out.mgn", tmp_path / "y.duckdb"
    _done("export", "--db", db, "--out", out)
    _done("load", out, "--db", other)
    query = "select game, settings, content_key, result from games order by all"
    assert _json("sql", query, "--db", other) == _json("sql", query, "--db", db)


def test_a_listing_is_read_as_the_game_that_was_written(db: Path, tmp_path: Path) -> None:
    """One that the second side begins would read as its opponent's."""
    path = tmp_path / "out.txt"
    done = _run("export", "--db", db, "--format", "listing", "--rules", "annulus", "--out", path)
    assert done.returncode == 1
    assert "its FirstPlayer is Black, which a listing cannot show" in done.stderr
    found = _lines("validate", path, "--rules", "annulus")
    assert [(each["result"], each["final_position"]) for each in found] == [
        ("1-0", "bb./.-./www b 3"),
        ("1/2-1/2", "wbb/b-w/wbw w 5"),
    ]
    assert {one["code"] for each in found for one in each["diagnostics"]} == {"N203"}


def test_views_have_its_names(db: Path) -> None:
    rows = _json(
        "sql",
        "select white, black, firstplayer from annulus_games where result = '0-1'",
        "--db",
        db,
    )
    assert rows == [{"white": "Bob", "black": "Ann", "firstplayer": "Black"}]
    (row,) = _json("sql", "select count(*) as n from annulus_positions", "--db", db)
    assert row["n"] == 6 + 6 + 9


def test_where_tells_sides_apart(db: Path) -> None:
    for test, expected in (('white = "Bob"', 2), ('black = "Ann"', 2), ('player = "Bob"', 3)):
        assert len(_json("games", "--rules", "annulus", "--where", test, "--db", db)) == expected
    assert len(_json("games", "--where", 'firstplayer = "Black"', "--db", db)) == 1


def test_moves_and_counts() -> None:
    assert _done("moves", "--rules", "annulus").split() == [
        "a1",
        "a2",
        "a3",
        "b1",
        "b3",
        "c1",
        "c2",
        "c3",
    ]
    assert _done("perft", "4", "--rules", "annulus") == "1680\n"
    (row,) = _lines("moves", "ww./.-./bb. w 3", "--rules", "annulus")
    assert " ".join(row["moves"]) == "a2 c1 c2 c3"


def test_random_games_are_sound(tmp_path: Path) -> None:
    path = tmp_path / "random.mgn"
    _done("generate", "--rules", "annulus", "-n", 50, "--out", path)
    found = _lines("validate", path)
    assert len(found) == 50
    assert {each["result"] for each in found} == {"1-0", "0-1", "1/2-1/2"}


def test_a_tree_counts_its_games(db: Path) -> None:
    rows = _json("tree", "--rules", "annulus", "--db", db)
    assert [(row["move"], row["white"], row["black"]) for row in rows] == [("a1", 1, 0)]


def test_what_it_does_not_offer_is_said(db: Path) -> None:
    done = _run("query", "white stone on a1", "--rules", "annulus", "--db", db)
    assert (done.returncode, done.stderr.splitlines()) == (
        2,
        [
            "mentis: query: Annulus has no tests of squares and pieces",
            "  white stone on a1",
            "              ^^",
            '  such as: white player = "A"',
        ],
    )
    done = _run("query", "move to a1", "--rules", "annulus", "--db", db)
    assert "has no tests of squares" in done.stderr
    done = _run("show", db.parent / "none.mgn", "--rules", "corridor")
    assert (done.returncode, "choose one of mentis, " in done.stderr) == (2, True)


@sampled("kind", ((kind,) for kind in ("winrate", "opening", "player", "collection")), 3)
def test_reports_need_no_drawing(db: Path, tmp_path: Path, kind: str) -> None:
    words = ("--rules", "annulus", "--db", db)
    _done("report", kind, *words, "--out", tmp_path, "--format", "html,json")
    page = (tmp_path / f"{kind}.html").read_text(encoding="utf-8")
    assert "Annulus" in page
    assert not alien_words(page)
    _done("report", "verify", tmp_path, *words)


def test_balance_is_that_of_whoever_moves_first(tmp_path: Path) -> None:
    """White began and won half of the games, Black the others, with comments and without."""
    text, db = tmp_path / "a.mgn", tmp_path / "a.duckdb"
    plain = RECORDS[1].replace("{a comment}", "").replace("(2. c3 b1) 2...", "")
    kinds = (RECORDS[0], RECORDS[1], RECORDS[0], plain)
    text.write_text(
        "\n".join(kinds[number % 4].replace("2025", f"{1960 + number}") for number in range(60))
    )
    words = ("--rules", "annulus", "--db", db)
    assert "60 stored" in _done("load", text, "--db", db)
    query = "select first_mover, result, count(*) as n from games group by all order by all"
    assert _json("sql", query, "--db", db) == [
        {"first_mover": 0, "result": "1-0", "n": 30},
        {"first_mover": 1, "result": "0-1", "n": 30},
    ]
    assert "0 differences" in _run("doctor", "--db", db).stderr
    _done("report", "balance", *words, "--out", tmp_path, "--format", "html,json")
    numbers = (tmp_path / "numbers" / "balance-advantage.json").read_text()
    assert "The first mover's share of the points" in numbers
    page = (tmp_path / "balance.html").read_text(encoding="utf-8")
    assert "The first mover scored more, 100.0" in page
    assert "By first player" in page
    (whole,) = [row for row in _json("players", "rate", *words) if row["player"] == "Bob"]
    assert (whole["games"], whole["won"]) == (60, 0)


def test_several_games_must_be_told_apart(db: Path) -> None:
    done = _run("query", "start", "--db", db)
    if db.parent.name.startswith("alone"):
        assert (done.returncode, done.stderr) == (0, "3 positions in 3 games\n")
    else:
        assert done.returncode == 2
        assert "has games of annulus and mentis: choose one with --rules" in done.stderr


def test_a_position_is_short_only_of_its_move_number(db: Path, tmp_path: Path) -> None:
    """The last field of Bad is a digit, too, which says something else."""
    method = """
        def parse_position(self, text, settings):
            found = super().parse_position(text, settings)
            return replace(found, move_number=(8 - found.stones.count(".")) // 2 + 1)
    """
    install(module_of(method=method), tmp_path)
    query = ("query", "--db", str(db), "--count", "--rules")
    for rules, text, code in (
        ("annulus", "w../.-./... b", 0),
        ("annulus", "w../.-./... b 1", 0),
        ("bad", "w../.-./... b", 2),
        ("bad", "w../.-./... b 1", 0),
    ):
        done = run_with(tmp_path, *query, rules, f'position "{text}"')
        assert done.returncode == code, done.stderr
        assert ("such as the start: .../.-./... w 1" in done.stderr) == bool(code)


def test_a_database_is_of_use_without_a_game_that_it_has(text: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.duckdb"
    _done("load", text, "--no-index", "--db", path)
    note = "3 games of annulus, which is not"

    def do(*words: object, code: int = 0) -> str:
        done = _run(*words, "--db", path, knows=False)
        assert (done.returncode, "Traceback" in done.stderr) == (code, False), (words, done)
        assert f"{path} holds {note} installed\n" in done.stderr
        assert done.stderr.count(note) == 1
        return done.stdout

    assert re.search("annulus +3  not installed", do("info"))
    assert json.loads(do("games", "--format", "json")) == []
    assert do("export") == ""
    do("load", RULEBOOK)  # and its positions are indexed
    told = json.loads(do("info", "--format", "json"))
    assert told["not_installed"] == {"annulus": 3}
    assert told["index"] == {"games": 2, "is_complete": True}
    for words in (("doctor",), ("doctor", "--repair"), ("index", "--rebuild"), ("duplicates",)):
        do(*words)
    listed = json.loads(do("games", "--format", "json"))
    assert [row["game"] for row in listed] == [4, 5]
    assert "blue" in listed[0]
    assert len(json.loads(do("query", "end", "--format", "json"))) == 2
    assert do("export", "--format", "json").count("\n") == 2
    assert _run("game", "2", "--db", path, knows=False).stderr.endswith(
        "mentis: game 2 is of annulus, which is not installed\n"
    )
    do("delete", "1", "--yes")
    note = "2 games of annulus, which is not"
    do("doctor")
    # Once the game is there again, nothing is found until its games are in the index.
    words = ("query", "end", "--rules", "annulus", "--db", path)
    assert "2 games are not in the positions index" in _run(*words).stderr
    assert "indexed" in _done("index", "--db", path)
    assert len(_json(*words)) == 2
    _done("doctor", "--db", path)


PAIR = CASES["pair"]
"""One stone in the first turn, two in all others."""

BASE = CASES["base"]


def test_what_a_listing_continues_has_its_numbers_where_a_turn_is_two_plies(tmp_path: Path) -> None:
    install(module_of('title="Pair", settings=()', PAIR), tmp_path)
    path, db = tmp_path / "x.txt", str(tmp_path / "x.duckdb")
    path.write_text("1. a1 b1 a2\n2. b3 c2 c3\n\nWhite Moves\tBlack Moves\n3. a1\n")
    assert run_with(tmp_path, "load", str(path), "--rules", "bad", "--db", db).returncode == 1
    done = run_with(tmp_path, db, program=("-c", BASE))
    assert ast.literal_eval(done.stdout) == [
        '[Result "*"]\n[Game "Pair"]\n\n1. a1 b1 a2 2. b3 2. c2 c3 *\n'
    ], done.stderr


def test_the_page_on_adding_a_game_shows_its_grammar() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    grammar = (SITE / "annulus" / "annulus.lark").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```lark\n(.*?)```", page, re.DOTALL)
    assert shown in grammar
    entry = (SITE / "annulus-1.0.dist-info" / "entry_points.txt").read_text(encoding="utf-8")
    assert '"annulus.game:GAME"' in page
    assert "annulus.game:GAME" in entry


def test_it_brings_no_records_to_show() -> None:
    done = _run("demo", "--rules", "annulus")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mentis: Annulus brings no records to show: load some of your own\n"


# Games that break the contract: left out when they are registered, or blamed by their name


def test_a_game_that_cannot_be_used_is_left_out(tmp_path: Path) -> None:
    told = told_of("class Bad:\n    description = None\n\nGAME = Bad()\n", tmp_path)
    assert told.startswith(
        "mentis: the game bad (bad_game:GAME) is left out: it lacks start_position"
    )


@pytest.mark.parametrize(("changed", "reason"), CASES["wrong_facts"])
def test_a_game_with_a_wrong_fact_is_left_out(changed: str, reason: str, tmp_path: Path) -> None:
    assert f"is left out: {reason}" in told_of(module_of(changed), tmp_path)


def test_the_class_of_a_game_is_no_game(tmp_path: Path) -> None:
    told = told_of("from annulus.game import Annulus as GAME\n", tmp_path)
    assert "is left out: it is the class Annulus: name an object of it" in told


@pytest.mark.parametrize(("method", "words"), CASES["broken_contracts"])
def test_a_game_that_breaks_the_contract_is_blamed(method: str, words: str, tmp_path: Path) -> None:
    record = tmp_path / "x.mgn"
    start = '[Position "3/3/3 w 1"]' if "parse" in method else ""
    record.write_text(f'[Game "Bad"]\n{start}\n\n1. a1 a3 *\n')
    install(module_of(method=method), tmp_path)
    for command in (("validate",), ("load", "--no-index", "--db", str(tmp_path / "x.duckdb"))):
        done = run_with(tmp_path, *command, str(record))
        assert done.returncode == 3, done.stdout + done.stderr
        assert words in done.stderr
        assert "Traceback" not in done.stderr
        assert "ignored" not in done.stderr


def test_a_game_of_one_file_is_not_blamed_for_those_beside_it(tmp_path: Path) -> None:
    fails = "def play(self, *given): 1 / 0"
    install(module_of(method=fails, slug="worse"), tmp_path, "worse")
    install(module_of(), tmp_path)
    record = tmp_path / "x.mgn"
    record.write_text('[Game "Worse"]\n\n1. a1 a3 *\n')
    done = run_with(tmp_path, "validate", str(record))
    assert done.stderr.startswith("mentis: the game Worse fails: ZeroDivisionError: ")


@pytest.mark.parametrize("tag", ["round", "White", "WhiteElo", "Captures"])
def test_a_setting_has_a_tag_of_its_own(tag: str, tmp_path: Path) -> None:
    twice = f'settings=tuple(Setting(tag, Choice(("a", "b"))) for tag in ("Captures", {tag!r}))'
    assert f"is left out: the tag {tag} stands for two things" in told_of(
        module_of(twice), tmp_path
    )


# A game from outside with its own picture and sections, as the page on adding one has them


GUIDE = ROOT / "docs" / "game-capabilities.md"
MORE = CASES["more"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The distribution, with what the page shows besides."""
    site = tmp_path_factory.mktemp("full") / "site"
    shutil.copytree(SITE, site, ignore=shutil.ignore_patterns("__pycache__"))
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    shown = [block for block in blocks if re.search("^def (picture|sections)", block, re.MULTILINE)]
    assert len(shown) == 2
    game = site / "annulus" / "game.py"
    game.write_text(game.read_text(encoding="utf-8") + "\n" + "\n".join(shown) + MORE)
    (site / "a.mgn").write_text(RECORDS[0])
    return site


def run(site: Path, *words: object) -> str:
    done = mentis(*words, path=[site])
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def test_its_board_is_drawn(site: Path) -> None:
    shown = run(site, "show", site / "a.mgn")
    assert " 3    b─────b─────•" in shown
    assert " 1    w─────w────[w]" in shown


def test_its_sections_are_in_the_report(site: Path, tmp_path: Path) -> None:
    database = tmp_path / "x.duckdb"
    run(site, "load", site / "a.mgn", "--db", database)
    run(site, "report", "collection", "--db", database, "--out", tmp_path)
    report = json.loads((tmp_path / "numbers" / "collection.json").read_text(encoding="utf-8"))
    assert "collection-stones" in report["figures"]
    numbers = json.loads(
        (tmp_path / "numbers" / "collection-stones.json").read_text(encoding="utf-8")
    )
    assert {row["square"]: (row["White"], row["Black"]) for row in numbers["rows"]} == {
        **dict.fromkeys(("a1", "b1", "c1"), (1.0, 0.0)),
        **dict.fromkeys(("a2", "c2", "c3"), (0.0, 0.0)),
        **dict.fromkeys(("a3", "b3"), (0.0, 1.0)),
    }
    page = (tmp_path / "collection.html").read_text(encoding="utf-8")
    assert "replayer" in page
    assert not re.search("tile|King|Blue", re.sub("<(script|style).*?</\\1>", "", page, flags=re.S))
