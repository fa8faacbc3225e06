"""Two people are not made one: ambiguous names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_kit import json_of, mentis

from mentis_records.statistics.name import compare_names

pytestmark = pytest.mark.one_build

PEOPLE = Path(__file__).parents[1] / "cases" / "people"


@pytest.mark.parametrize(
    ("names", "ambiguous"),
    [
        (["Ann Smith", "Arne Smith", "A. Smith"], {"A. Smith": ["Ann Smith", "Arne Smith"]}),
        (["Jan Smith", "Jana Smith", "J. Smith"], {"J. Smith": ["Jan Smith", "Jana Smith"]}),
        (
            ["Jörg Müller", "Jens Mueller", "Müller, J."],
            {"Müller, J.": ["Jens Mueller", "Jörg Müller"]},
        ),
        (
            ["Ann Smith", "Ann B. Smith", "Ann C. Smith"],
            {"Ann Smith": ["Ann B. Smith", "Ann C. Smith"]},
        ),
        (["Ann Smith", "Arne B. Smith", "A. Smith"], {"A. Smith": ["Ann Smith", "Arne B. Smith"]}),
        (["Ann B. Smith", "Ann Clara Smith"], {}),
        (["Tim Christophersen", "Tom Christophersen"], {}),
        (["Ann Smith", "Arne Smith", "Smith"], {}),
        (["Player 1", "Player 12"], {}),
        (["Bot1", "Bot2"], {}),
    ],
)
def test_different_people_are_no_pair(names: list[str], ambiguous: dict[str, list[str]]) -> None:
    found = compare_names(names)
    alike = {pair.likeness for pair in found.pairs if {pair.first, pair.second} & {*ambiguous}}
    assert (alike, found.ambiguous) == (set(), ambiguous)
    if not ambiguous:
        assert found.pairs == []


@pytest.mark.parametrize(
    "names",
    [
        ["Ann Smith", "A. Smith"],
        ["John R. Smith", "J. Robert Smith"],
        ["Ann Smith", "Ann B. Smith"],
        ["Jhon Smith", "John Smith"],
    ],
)
def test_names_of_one_person_are_a_pair(names: list[str]) -> None:
    assert len(compare_names(names).pairs) == 1


def test_ambiguous_initials_are_named_and_left(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    assert mentis("load", PEOPLE / "names.mgn", "--db", db).exit_code == 0
    done = mentis("players", "merge", "--suggested", "--all", "--yes", "--db", db)
    words = "A. Smith is ambiguous: Ann Smith or Arne Smith; left as it is\n"
    assert done.stderr == words + "no names look alike\n"
    rows = json_of("players", "--db", db)
    assert {row["player"] for row in rows} == {"Ann Smith", "Arne Smith", "A. Smith", "Zed"}
    assert words in mentis("players", "suggest", "--db", db).stderr


def test_contradicting_middle_names_are_not_alike(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    assert mentis("load", PEOPLE / "middle.mgn", "--db", db).exit_code == 0
    done = mentis("players", "suggest", "--db", db, "--format", "json")
    assert (json.loads(done.stdout), done.stderr) == ([], "")


GAME = '[Event "{}"]\n[Blue "{}"]\n[Red "{}"]\n[Result "*"]\n\n1. TSNd2 TSNd6 *\n'


@pytest.fixture
def db(tmp_path: Path) -> Path:
    text, path = tmp_path / "x.mgn", tmp_path / "x.duckdb"
    games = [("1", "Xenia", "Bob"), ("2", "Cid", "Xenia"), ("3", "Xenia", "Yvonne")]
    text.write_text("\n".join(GAME.format(*each) for each in games))
    assert mentis("load", text, "--db", path).exit_code == 0
    return path


def players(db: Path) -> list[tuple[str, str]]:
    rows = json_of("games", "--db", db)
    return [(row["blue"], row["red"]) for row in rows]


EDIT = ("edit", "--yes", "--where", 'player = "xenia" or player = "Xenia"')


def test_a_side_is_set_only_where_the_player_has_it(db: Path) -> None:
    done = mentis(*EDIT, "--set", "Blue=Zoe", "--db", db)
    assert done.exit_code == 0
    assert done.stdout == 'Blue: "Xenia" -> "Zoe"  2 games: 1, 3\n'
    assert "Blue left as it is in 1 game: 2; the player has another side there" in done.stderr
    assert players(db) == [("Zoe", "Bob"), ("Cid", "Xenia"), ("Zoe", "Yvonne")]
    done = mentis(*EDIT, "--set", "Blue=Zoe", "--db", db)
    assert players(db)[1] == ("Cid", "Xenia")


def test_a_player_is_renamed_on_either_side(db: Path) -> None:
    assert mentis(*EDIT, "--set", "player:Xenia=Zoe", "--db", db).exit_code == 0
    assert players(db) == [("Zoe", "Bob"), ("Cid", "Zoe"), ("Zoe", "Yvonne")]


@pytest.mark.parametrize("tag", ["player:Xenia=Yvonne", "Red=Xenia", "Red=xenia "])
def test_an_edit_that_puts_one_person_on_both_sides_is_refused(db: Path, tag: str) -> None:
    merge = ("players", "merge", "Xenia", "Bob", "--db", db)
    done = mentis(*merge)
    assert done.exit_code == 0
    assert "one player on both sides of 1 game then: 1\n" in done.stderr
    before = players(db)
    done = mentis("edit", "3", "--yes", "--set", tag.replace("xenia ", "Bob"), "--db", db)
    assert done.exit_code == 1
    assert "are one player, who would be on both sides" in done.stderr
    assert players(db) == before


def test_merged_names_reach_lists_games_and_exports(db: Path, tmp_path: Path) -> None:
    assert mentis("players", "merge", "Cid", "Xenia", "--db", db).exit_code == 0
    assert players(db) == [("Cid", "Bob"), ("Cid", "Cid"), ("Cid", "Yvonne")]
    shown = json_of("game", "3", "--db", db)
    assert shown["tags"]["Blue"] == "Cid"
    out = tmp_path / "out.mgn"
    for kind in ("mgn", "json", "csv", "listing"):
        merged = mentis("export", "--format", kind, "--db", db).stdout
        assert "Xenia" not in merged
        written = mentis("export", "--format", kind, "--names", "as-written", "--db", db).stdout
        assert ("Xenia" in written) == ("Cid" in written)
    assert mentis("export", "--out", out, "--db", db).exit_code == 0
    assert "Xenia" not in mentis("standings", out, "--where", 'Event = "3"').stdout
