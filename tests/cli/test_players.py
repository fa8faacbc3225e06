"""Players, their aliases, and names that are alike."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import json_of, mentis

from mentis_records.statistics.name import compare_names, similar_names
from mentis_records.store.count.value_games import fetch_player_games
from mentis_records.store.file.glance import glance
from mentis_records.store.open import open_database

CASES = cases_of(__file__)
GAMES = CASES["games"]


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    text = "\n".join(
        f'[Blue "{blue}"]\n[Red "{red}"]\n[Result "{result}"]\n[Date "{date}"]\n'
        f'[BlueElo "{elo}"]\n[Round "{number}"]\n\n1. TSNd2 TSNd6 {result}\n'
        for number, (blue, red, result, date, elo) in enumerate(GAMES)
    )
    return place_loaded(tmp_path / "x.duckdb", text)


def listed(db: Path) -> dict[str, list[Any]]:
    rows = json_of("players", "--db", db)
    return {row["player"]: list(row.values())[1:] for row in rows}


def test_list_merge_and_split(db: Path) -> None:
    before = listed(db)
    assert before == {
        "A. Smith": [2, 1.0, 1, 0, 0, 0, "2023.12.31", "2024.01.02", 1500, []],
        "Bert": [2, 0.5, 0, 1, 1, 0, "2024.01.02", "2024.03.??", None, []],
        "Carl": [1, None, 0, 0, 0, 0, "2023.12.31", "2023.12.31", None, []],
        "Smith A": [1, 0.0, 0, 0, 1, 0, None, None, 1700, []],
        "Smith, A": [1, 0.5, 0, 1, 0, 0, "2024.03.??", "2024.03.??", None, []],
    }
    assert mentis("players", "merge", "Smith, A", "Smith A", "--db", db).exit_code == 0
    assert mentis("players", "merge", "A. Smith", "Smith, A", "--db", db).exit_code == 0
    after = listed(db)
    assert after["A. Smith"] == [
        *(4, 1.5, 1, 1, 1, 0, "2023.12.31", "2024.03.??", 1500),
        ["Smith A", "Smith, A"],
    ]
    assert after.keys() == {"A. Smith", "Bert", "Carl"}
    names = mentis(
        "sql", "select blue from mentis_games order by game_id", "--db", db, "--format", "csv"
    )
    assert names.stdout.splitlines()[1:] == ["A. Smith", "Bert", "Smith A", "A. Smith"]
    assert mentis("players", "split", "Smith, A", "--db", db).exit_code == 0
    assert listed(db)["Smith, A"][0] == 2
    assert mentis("players", "split", "Smith A", "--db", db).exit_code == 0
    assert listed(db) == before


def test_a_bye_is_no_player(tmp_path: Path) -> None:
    text, db = tmp_path / "x.mgn", tmp_path / "x.duckdb"
    pairs = CASES["a_bye_is_no_player"]
    text.write_text(
        "\n".join(
            f'[Round "{number}"]\n[Blue "{blue}"]\n[Red "{red}"]\n[Result "{result}"]\n\n'
            f"{'1. TSNd2 ' if number == 4 else ''}{result}\n"
            for number, (blue, red, result) in enumerate(pairs, 1)
        )
    )
    assert mentis("load", text, "--db", db).exit_code == 0
    for words in ((), ("--with-unplayed",), ("rate", "--with-unplayed"), ("suggest",)):
        found = json_of("players", *words, "--db", db)
        names = [row["player"] for row in found]
        assert sorted(names) == ([] if words == ("suggest",) else ["Ann", "Bob"])
    merged = mentis("players", "merge", "Ann", "bye", "--db", db)
    assert "no game has a player 'bye'" in merged.stderr
    assert glance(db, "players", "", 9) == ["Ann", "Bob"]
    with open_database(db) as database:
        found = fetch_player_games(database)
        assert (sorted(found.values), found.unsaid) == ([("Ann", 2), ("Bob", 2)], 1)
    asked = mentis("query", 'not Red ~ ""', "--db", db, "--format", "json").stdout
    assert asked.count('"game"') == 2


def test_games_against_oneself_give_no_points(db: Path) -> None:
    assert mentis("players", "merge", "A. Smith", "Bert", "--db", db).exit_code == 0
    assert listed(db)["A. Smith"] == [
        *(3, 0.5, 0, 1, 0, 0, "2023.12.31", "2024.03.??", 1500),
        ["Bert"],
    ]


def test_days_that_no_calendar_has_are_none(tmp_path: Path) -> None:
    text, db = tmp_path / "x.mgn", tmp_path / "x.duckdb"
    text.write_text('[Blue "Ann"]\n[Red "Bob"]\n[Date "2026.02.30"]\n\n1. TSNd2 TSNd6 *\n')
    assert mentis("load", text, "--db", db).exit_code == 0
    assert listed(db)["Ann"][6:8] == [None, None]
    rows = json_of("tree", "--db", db, "--depth", "1")
    assert (rows[0]["first_date"], rows[0]["last_date"]) == (None, None)


def test_rate(db: Path) -> None:
    """Two players who scored the same; a game of Nobody's and one without a result do not count."""
    assert mentis("players", "merge", "A. Smith", "Smith, A", "Smith A", "--db", db).exit_code == 0
    rows = {row.pop("player"): row for row in json_of("players", "rate", "--db", db, code=0)}
    assert rows.keys() == {"A. Smith", "Bert"}
    assert rows["A. Smith"]["standing"].startswith("results too much alike")
    assert {row["rating"] for row in rows.values()} == {None}
    assert [rows["A. Smith"][name] for name in ("games", "points", "won", "drawn", "lost")] == [
        *(2, 1.5, 1, 1, 0)
    ]
    table = mentis("players", "rate", "--db", db)
    assert "0 of 2 players rated, by 0 games; left out: 2 between players who" in table.stderr
    assert "1 with an unknown player" in table.stderr
    assert "1 without a result" in table.stderr


def load_played(path: Path, played: list[tuple[str, str, str]]) -> None:
    """Load a game for each pair of players with its result."""
    text = path.with_suffix(".mgn")
    text.write_text(
        "\n".join(
            f'[Blue "{blue}"]\n[Red "{red}"]\n[Result "{result}"]\n[Round "{number}"]\n\n'
            f"1. TSNd2 TSNd6 {result}\n"
            for number, (blue, red, result) in enumerate(played)
        )
    )
    assert mentis("load", text, "--db", path).exit_code == 0


def test_ratings_as_rows(tmp_path: Path) -> None:
    """Three of four points on each side: odds of three to one, 95 points from the mean."""
    path = tmp_path / "x.duckdb"
    played = [("Ann", "Bob", "1-0")] * 3 + [("Ann", "Bob", "0-1")]
    played += [("Bob", "Ann", "0-1")] * 3 + [("Bob", "Ann", "1-0")]
    load_played(path, played)
    done = mentis("players", "rate", "--db", path, "--format", "csv")
    lines = [line.split(",") for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == ["player", "Ann", "Bob"]
    assert [float(line[1]) for line in lines[1:]] == pytest.approx([1595.424251, 1404.575749])
    assert [float(line[2]) for line in lines[1:]] == pytest.approx([70.919992] * 2)
    table = mentis("players", "rate", "--db", path)
    assert "1595" in table.stdout
    assert "first move: +0 Elo points" in table.stderr.replace("-0", "+0")


def test_groups_that_cannot_be_compared(tmp_path: Path) -> None:
    """Ann and Bob, Cas and Dot; that Ann always beats Cas connects them in one direction only."""
    path = tmp_path / "x.duckdb"
    played = [("Ann", "Bob", "1-0"), ("Ann", "Bob", "0-1"), ("Bob", "Ann", "1-0")]
    played += [("Cas", "Dot", "1-0"), ("Cas", "Dot", "0-1"), ("Dot", "Cas", "0-1")]
    played += [("Ann", "Cas", "1-0")] * 2
    load_played(path, played)
    table = mentis("players", "rate", "--db", path)
    assert "4 of 4 players rated, by 6 games; left out: 2 between players who" in table.stderr
    assert "2 groups with no chain of wins and draws leading both ways" in table.stderr
    assert "ratings of different groups cannot be compared" in table.stderr
    rows = json_of("players", "rate", "--db", path)
    counts = {row["player"]: (row["rating_games"], row["games"]) for row in rows}
    assert counts == {"Ann": (3, 5), "Bob": (3, 3), "Cas": (3, 5), "Dot": (3, 3)}


@pytest.mark.parametrize("words", CASES["wrong_use"])
def test_wrong_use(db: Path, words: tuple[str, ...]) -> None:
    before = listed(db)
    done = mentis("players", *words, "--db", db, code=2)
    assert done.stderr.startswith("mentis: ")
    assert listed(db) == before


def test_a_name_that_differs_in_what_is_overlooked_is_named(db: Path) -> None:
    done = mentis("players", "merge", "Bert", "a. smith ", "--db", db)
    assert done.stderr == "mentis: no game has a player 'a. smith '; did you mean 'A. Smith'?\n"


def test_names_of_the_player_that_a_name_stands_for(db: Path) -> None:
    done = mentis("players", "merge", "A. Smith", "Smith, A", "--db", db)
    assert "names of A. Smith now: Smith, A\n" in done.stderr
    done = mentis("players", "merge", "Smith, A", "Smith A", "Carl", "--db", db)
    assert "names of A. Smith now: Carl; Smith A; Smith, A\n" in done.stderr
    done = mentis("players", "split", "Carl", "--db", db, "--format", "json")
    assert done.stderr == "mentis: split has no --format\n"
    assert "Carl" not in listed(db)


def test_another_name_becomes_the_own_one_without_a_circle(db: Path) -> None:
    assert mentis("players", "merge", "A. Smith", "Smith, A", "--db", db).exit_code == 0
    assert mentis("players", "merge", "Bert", "Smith, A", "--db", db).exit_code == 2
    assert mentis("players", "merge", "Smith, A", "Smith A", "--db", db).exit_code == 0
    assert listed(db)["A. Smith"][0] == 4
    done = mentis("players", "merge", "Smith, A", "A. Smith", "--db", db)
    assert "names of Smith, A now: A. Smith; Smith A\n" in done.stderr
    assert "A. Smith" not in listed(db)
    assert listed(db)["Smith, A"][0] == 4
    assert mentis("players", "merge", "Smith, A", "A. Smith", "--db", db).exit_code == 2


def test_suggestions_change_nothing(db: Path) -> None:
    before = listed(db)
    rows = json_of("players", "suggest", "--db", db)
    pairs = {frozenset((row["player"], row["alike"])) for row in rows}
    assert pairs == {
        frozenset(("A. Smith", "Smith, A")),
        frozenset(("A. Smith", "Smith A")),
        frozenset(("Smith, A", "Smith A")),
    }
    assert listed(db) == before


@pytest.mark.parametrize(("one", "other", "is_alike"), CASES["similarity"])
def test_similarity(one: str, other: str, is_alike: bool) -> None:
    assert bool(similar_names([one, other])) is is_alike


@pytest.mark.parametrize(("names", "pair"), CASES["a_single_name"])
def test_a_single_name_goes_with_the_only_player_who_has_it(
    names: list[str], pair: list[str]
) -> None:
    found = [[each.first, each.second] for each in similar_names(names)]
    assert [each for each in found if names[0] in each] == ([pair] if pair else [])


PAIRS = CASES["pairs"]


@pytest.fixture
def alike(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    text = "\n".join(
        f'[Event "{number}"]\n[Blue "{blue}"]\n[Red "{red}"]\n[Result "1-0"]\n\n'
        "1. TSNd2 TSNd6 1-0\n"
        for number, (blue, red) in enumerate(PAIRS)
    )
    return place_loaded(tmp_path / "alike.duckdb", text)


SUGGESTED = ("players", "merge", "--suggested")


def aliases(db: Path) -> dict[str, list[str]]:
    return {name: values[-1] for name, values in listed(db).items() if values[-1]}


def test_all_suggested_merges_but_doubtful_ones(alike: Path) -> None:
    done = mentis(*SUGGESTED, "--all", "--db", alike)
    assert (done.exit_code, aliases(alike)) == (2, {})
    done = mentis(*SUGGESTED, "--all", "--yes", "--db", alike, code=0)
    assert done.stdout.splitlines() == CASES["all_suggested_merges_but_doubtful_ones"]
    assert "one player on both sides of 1 game then: 4; not merged without --force" in done.stderr
    assert "to undo it: mentis players split 'Jones, Bob' 'A. Smith' --db " in done.stderr
    assert aliases(alike) == {"Bob Jones": ["Jones, Bob"], "Ann Smith": ["A. Smith"]}
    assert mentis("doctor", "--db", alike).exit_code == 0
    assert mentis("players", "split", "Jones, Bob", "A. Smith", "--db", alike).exit_code == 0
    assert aliases(alike) == {}
    assert mentis(*SUGGESTED, "--all", "--yes", "--force", "--db", alike).exit_code == 0
    assert aliases(alike) == {"Bob Jone": ["Bob Jones", "Jones, Bob"], "Ann Smith": ["A. Smith"]}


def test_suggested_merges_one_by_one(alike: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert mentis(*SUGGESTED, "--db", alike).exit_code == 2
    monkeypatch.setattr("mentis_records.cli.player_merging.is_answered", lambda: True)
    done = mentis(*SUGGESTED, "--db", alike, text="n\nyes\n\n")
    assert done.stdout == "A. Smith is Ann Smith now\n"
    assert aliases(alike) == {"Ann Smith": ["A. Smith"]}
    done = mentis(*SUGGESTED, "--db", alike, text="y\n")
    assert aliases(alike) == {"Ann Smith": ["A. Smith"], "Bob Jones": ["Jones, Bob"]}
    assert "not merged without --force" in done.stderr


@pytest.mark.parametrize("words", CASES["wrong_use_of_suggestions"])
def test_wrong_use_of_suggestions(alike: Path, words: tuple[str, ...]) -> None:
    assert mentis("players", *words, "--db", alike).exit_code == 2


def test_games_that_names_kept_apart_are_told(tmp_path: Path) -> None:
    text, path = tmp_path / "twice.mgn", tmp_path / "twice.duckdb"
    game = (
        '[Event "a"]\n[Round "{}"]\n[Blue "{}"]\n[Red "Bob"]\n[Result "1-0"]\n\n'
        "1. TSNd2 TSNd6 1-0\n"
    )
    games = [("1", "Ann Smith"), ("1", "Smith, Ann"), ("2", "Smith, Ann")]
    text.write_text("\n".join(game.format(*each) for each in games))
    assert mentis("load", text, "--db", path).exit_code == 0
    done = mentis("players", "merge", "Ann Smith", "Smith, Ann", "--db", path)
    assert "games 1 and 2 may be one: mentis duplicates resolve 2 --db " in done.stderr
    assert done.stderr.count("may be one") == 1


def test_games_that_names_kept_apart_are_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, path = tmp_path / "twice.mgn", tmp_path / "twice.duckdb"
    game = '[Event "a"]\n[Blue "{}"]\n[Red "Bob"]\n[Result "1-0"]\n\n1. TSNd2 TSNd6 1-0\n'
    text.write_text("\n".join(game.format(name) for name in ("Ann Smith", "Smith, Ann")))
    assert mentis("load", text, "--db", path).exit_code == 0
    monkeypatch.setattr("mentis_records.cli.player_merging.is_answered", lambda: True)
    done = mentis(*SUGGESTED, "--db", path, text="y\n\n")
    assert "1 game is there twice, under both names; keep one of each" in done.stderr
    assert "game 2 becomes a duplicate of game 1" in done.stdout
    assert "0 near" in mentis("duplicates", "--db", path).stderr


# Two people are not made one: ambiguous names


PEOPLE = Path(__file__).parents[1] / "cases" / "people"


@pytest.mark.parametrize(("names", "ambiguous"), CASES["different_people_are_no_pair"])
def test_different_people_are_no_pair(names: list[str], ambiguous: dict[str, list[str]]) -> None:
    found = compare_names(names)
    alike = {pair.likeness for pair in found.pairs if {pair.first, pair.second} & {*ambiguous}}
    assert (alike, found.ambiguous) == (set(), ambiguous)
    if not ambiguous:
        assert found.pairs == []


@pytest.mark.parametrize("names", CASES["names_of_one_person_are_a_pair"])
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
def named_db(tmp_path: Path) -> Path:
    text, path = tmp_path / "x.mgn", tmp_path / "x.duckdb"
    games = [("1", "Xenia", "Bob"), ("2", "Cid", "Xenia"), ("3", "Xenia", "Yvonne")]
    text.write_text("\n".join(GAME.format(*each) for each in games))
    assert mentis("load", text, "--db", path).exit_code == 0
    return path


def players(named_db: Path) -> list[tuple[str, str]]:
    rows = json_of("games", "--db", named_db)
    return [(row["blue"], row["red"]) for row in rows]


EDIT = ("edit", "--yes", "--where", 'player = "xenia" or player = "Xenia"')


def test_a_side_is_set_only_where_the_player_has_it(named_db: Path) -> None:
    done = mentis(*EDIT, "--set", "Blue=Zoe", "--db", named_db, code=0)
    assert done.stdout == 'Blue: "Xenia" -> "Zoe"  2 games: 1, 3\n'
    assert "Blue left as it is in 1 game: 2; the player has another side there" in done.stderr
    assert players(named_db) == [("Zoe", "Bob"), ("Cid", "Xenia"), ("Zoe", "Yvonne")]
    done = mentis(*EDIT, "--set", "Blue=Zoe", "--db", named_db)
    assert players(named_db)[1] == ("Cid", "Xenia")


def test_a_player_is_renamed_on_either_side(named_db: Path) -> None:
    assert mentis(*EDIT, "--set", "player:Xenia=Zoe", "--db", named_db).exit_code == 0
    assert players(named_db) == [("Zoe", "Bob"), ("Cid", "Zoe"), ("Zoe", "Yvonne")]


@pytest.mark.parametrize("tag", ["player:Xenia=Yvonne", "Red=Xenia", "Red=xenia "])
def test_an_edit_that_puts_one_person_on_both_sides_is_refused(named_db: Path, tag: str) -> None:
    merge = ("players", "merge", "Xenia", "Bob", "--db", named_db)
    done = mentis(*merge, code=0)
    assert "one player on both sides of 1 game then: 1\n" in done.stderr
    before = players(named_db)
    done = mentis(
        "edit", "3", "--yes", "--set", tag.replace("xenia ", "Bob"), "--db", named_db, code=1
    )
    assert "are one player, who would be on both sides" in done.stderr
    assert players(named_db) == before


def test_merged_names_reach_lists_games_and_exports(named_db: Path, tmp_path: Path) -> None:
    assert mentis("players", "merge", "Cid", "Xenia", "--db", named_db).exit_code == 0
    assert players(named_db) == [("Cid", "Bob"), ("Cid", "Cid"), ("Cid", "Yvonne")]
    shown = json_of("game", "3", "--db", named_db)
    assert shown["tags"]["Blue"] == "Cid"
    out = tmp_path / "out.mgn"
    for kind in ("mgn", "json", "csv", "listing"):
        merged = mentis("export", "--format", kind, "--db", named_db).stdout
        assert "Xenia" not in merged
        words = ("--format", kind, "--names", "as-written", "--db", named_db)
        written = mentis("export", *words).stdout
        assert ("Xenia" in written) == ("Cid" in written)
    assert mentis("export", "--out", out, "--db", named_db).exit_code == 0
    assert "Xenia" not in mentis("standings", out, "--where", 'Event = "3"').stdout
