"""games, game, info, delete, doctor and vacuum on the command line, and --where elsewhere."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from case_kit import cases_of
from cli_kit import RULEBOOK, json_of, mentis

from mentis_records.core.outcome import RESULTS

CASES = cases_of(__file__)

SAMPLE = Path(__file__).parents[1] / "store" / "sample.mgn"


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", SAMPLE)


def numbers(db: Path, *words: str) -> list[int]:
    return [row["game"] for row in json_of("games", "--db", db, *words, code=0)]


def test_games_selects_sorts_and_pages(db: Path) -> None:
    assert numbers(db) == [1, 2, 3, 4]
    assert numbers(db, "--sort", "-plies") == [2, 1, 3, 4]
    assert numbers(db, "--sort", "blue,-game") == [4, 3, 2, 1]
    assert numbers(db, "--sort=-blue_elo") == [1, 2, 3, 4]
    assert numbers(db, "--sort", "date") == [1, 2, 4, 3]
    assert numbers(db, "--sort=-date") == [4, 1, 2, 3]
    assert numbers(db, "--limit", "3") == [1, 2, 3]
    assert numbers(db, "--limit", "3", "--page", "2") == [4]
    assert numbers(db, "--limit", "3", "--page", "3") == []
    assert numbers(db, "--limit", "0") == [1, 2, 3, 4]
    assert numbers(db, "--where", 'player = "Ada"', "--where", "not result = 1-0") == [3]
    start = "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"
    assert numbers(db, "--position", start) == [1, 2, 3]
    assert numbers(db, "--position", start, "--where", "plies < 40 and plies > 5") == [1]


def test_a_table_has_pages_other_formats_have_all(tmp_path: Path) -> None:
    db, text = tmp_path / "club.duckdb", tmp_path / "club.mgn"
    text.write_text("\n".join(f'[Blue "{at}"]\n[Red "x"]\n\n1. TSNd2 *\n' for at in range(1, 46)))
    assert mentis("load", text, "--db", db).exit_code == 0
    assert numbers(db) == [*range(1, 46)]
    assert numbers(db, "--page", "1") == [*range(1, 21)]
    assert numbers(db, "--page", "3") == [*range(41, 46)]
    assert numbers(db, "--limit", "2") == [1, 2]
    assert numbers(db, "--limit", "9" * 20) == [*range(1, 46)]
    assert numbers(db, "--limit", "9" * 20, "--page", "9" * 20) == []
    assert len(mentis("games", "--db", db, "--format", "csv").stdout.splitlines()) == 46
    done = mentis("games", "--db", db)
    assert (len(done.stdout.splitlines()), done.stderr) == (22, "games 1 to 20 of 45\n")
    done = mentis("games", "--db", db, "--page", 3)
    assert done.stderr == "games 41 to 45 of 45\n"


def test_what_is_no_date_is_sorted_last(tmp_path: Path) -> None:
    dates = ("1999.12.31", "2024.02.01", "2024.??.??")
    others = ("0000.01.01", "2024.00.00", "2024.13.01", "20240105", "0001.01.01", "????.??.??")
    db, text = tmp_path / "club.duckdb", tmp_path / "club.mgn"
    text.write_text(
        "\n".join(
            f'[Blue "{at}"]\n[Red "x"]\n[Date "{date}"]\n\n1. TSNd2 *\n'
            for at, date in enumerate((*others, *dates))
        )
    )
    assert mentis("load", text, "--db", db).exit_code == 0
    for sort, expected in (("date", dates), ("-date", dates[::-1])):
        done = mentis("games", "--db", db, "--format", "csv", f"--sort={sort}")
        found = [row["date"] for row in csv.DictReader(io.StringIO(done.stdout))]
        assert tuple(found[:3]) == expected
        assert sorted(found[3:]) == sorted(others)
    assert len(numbers(db, "--where", "not Date >= 1000")) == len(others)


def test_games_formats(db: Path) -> None:
    names = [
        *("game", "date", "blue", "red", "result", "termination", "plies", "event", "site"),
        *("round", "variant", "blue_elo", "red_elo", "source"),
    ]
    done = mentis("games", "--db", db, "--format", "csv")
    assert list(csv.DictReader(io.StringIO(done.stdout)).fieldnames or []) == names
    (row,) = json_of("games", "--db", db, "--where", "game = 4")
    assert row == {
        **dict.fromkeys(names),
        "game": 4,
        "date": "2024.05.01",
        "blue": "Ada",
        "red": "Bert",
        "result": "1-0",
        "plies": 2,
        "event": "Wolf",
        "site": "?",
        "round": "-",
        "variant": "Wolf",
        "source": str(SAMPLE),
    }
    table = mentis("games", "--db", db)
    assert "Ada" in table.stdout
    assert "site" not in table.stdout
    assert "games 1 to 4 of 4" in table.stderr
    none = mentis("games", "--db", db, "--where", "plies > 99")
    assert (none.exit_code, none.stdout) == (0, "")
    assert "no games" in none.stderr


def test_game_shows_tags_moves_comments(db: Path, tmp_path: Path) -> None:
    text = mentis("game", 3, "--db", db).stdout
    assert "Blue         Ada" in text
    assert "{before}" in text
    assert "(2... TSNc6)" in text
    assert "Red to move" in text
    mgn = mentis("game", 3, "--db", db, "--format", "mgn").stdout
    canonical = mentis("fmt", SAMPLE).stdout
    assert mgn.replace('[Termination "unterminated"]\n', "") in canonical
    value = json_of("game", 3, "--db", db)
    assert [ply["move"] for ply in value["plies"]][:2] == ["TSNd2", "TSNd6"]
    assert value["tags"]["Blue"] == "Ada"


def test_info(db: Path) -> None:
    value = json_of("info", "--db", db)
    assert set(value) == {
        "file",
        "versions",
        "rows",
        "index",
        "records",
        "selection",
        "not_installed",
    }
    assert value["records"] == {
        **dict.fromkeys(("duplicates", "quarantined", "deleted"), 0),
        **{"read": 4, "stored": 4},
    }
    assert value["file"]["bytes"] == db.stat().st_size
    assert value["versions"]["schema_version"].isdigit()
    assert value["versions"]["program"]
    assert value["rows"]["games"] == 4
    assert value["rows"]["quarantine"] == 0
    selection = value["selection"]
    assert (selection["games"], selection["plies"]) == (4, 77)
    assert (selection["first_day"], selection["last_day"]) == ("2010-01-01", "2024-05-01")
    assert (selection["shortest"], selection["longest"]) == (2, 46)
    assert (selection["players"], selection["undated"]) == (4, 1)
    assert selection["results"] == dict.fromkeys(RESULTS, 1)
    assert selection["variant"] == {"Standard": 3, "Wolf": 1}
    assert json_of("info", "--db", db, "--where", "Date < 2020")["selection"]["plies"] == 70
    rows = list(csv.reader(io.StringIO(mentis("info", "--db", db, "--format", "csv").stdout)))
    assert ["selection.results.1-0", "1"] in rows
    text = mentis("info", "--db", db, "--where", "plies > 2").stdout
    for words in CASES["info"]:
        assert words in text
    assert value["index"] == {"games": 4, "is_complete": True}
    assert "Positions index                4\n" in text
    with duckdb.connect(str(db)) as connection:
        connection.execute("delete from mentis_unions where game_id = 4")
    text = " ".join(mentis("info", "--db", db).stdout.split())
    assert f"Positions index 3 1 is not in it: mentis index --db {db}" in text
    none = mentis("info", "--db", db, "--where", "plies > 99").stdout
    assert "Games                          0" in none


def test_statistics_follow_the_selection(db: Path, tmp_path: Path) -> None:
    words = ("tree", "--db", db, "--format", "json", "--depth", "11")
    rows = json.loads(mentis(*words, "--where", "result = 0-1").stdout)
    assert [row["played"] for row in rows] == [1] * 11
    assert rows[-1]["move"] == "d4-d3-e3-f3"
    out = tmp_path / "reports"
    chosen = ("--where", 'Event = "Rulebook example"', "--format", "html,json")
    mentis("report", "winrate", "--db", db, "--out", out, *chosen, code=0)
    page = (out / "winrate.html").read_text()
    assert "Event = &#34;Rulebook example&#34;" in page
    overall = json.loads((out / "numbers" / "winrate-overall.json").read_text())
    assert overall["n"] == 2


def test_delete_needs_a_yes(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = mentis("delete", 1, "--db", db, code=2)
    assert "give --yes" in done.stderr
    assert numbers(db) == [1, 2, 3, 4]
    monkeypatch.setattr("mentis_records.cli.consent.is_answered", lambda: True)
    for answer, code, left in (("n", 1, [1, 2, 3, 4]), ("", 1, [1, 2, 3, 4]), ("y", 0, [2, 3, 4])):
        done = mentis("delete", 1, "--db", db, text=f"{answer}\n")
        assert done.exit_code == code
        assert "Delete 1 of 4 games" in done.stderr
        assert numbers(db) == left


def test_delete_takes_ranges(db: Path) -> None:
    done = mentis("delete", "1-2,4", "2-3", "--db", db, "--where", "game < 4", "--yes")
    assert (done.exit_code, done.stdout) == (0, "3 deleted, with 0 duplicates\n")
    assert numbers(db) == [4]
    for words, reason in (("3-1", "1 is less than 3"), ("x", "neither a game number")):
        done = mentis("delete", words, "--db", db, "--yes")
        assert (done.exit_code, reason in done.stderr) == (2, True)


def test_what_was_deleted_is_counted_in_words(tmp_path: Path) -> None:
    db, text = tmp_path / "club.duckdb", tmp_path / "twice.mgn"
    text.write_text('1. TSNd2 *\n\n[Round "1"]\n\n1. TSNd2 *\n')
    mentis("load", text, "--db", db)
    done = mentis("delete", 1, "--db", db, "--yes")
    assert done.stdout == "1 deleted, with 1 duplicate\n"
    assert done.stderr == "nothing is left of 1 file, which may be loaded again\n"


def test_delete_by_number_and_by_where(db: Path) -> None:
    done = mentis("delete", 1, 3, "--db", db, "--where", "plies > 5", "--yes")
    assert (done.exit_code, done.stdout) == (0, "1 deleted, with 0 duplicates\n")
    assert numbers(db) == [2, 3, 4]
    assert json_of("delete", "--db", db, "--where", "game > 0", "--yes") == {
        "games": 3,
        "duplicates": 0,
        "sources": 1,
    }
    assert numbers(db) == []
    assert mentis("load", SAMPLE, "--db", db).stdout.count("4 stored") == 1


def test_doctor(db: Path) -> None:
    done = mentis("doctor", "--db", db, "--format", "json")
    assert (done.exit_code, done.stdout) == (0, "[]\n")
    assert "0 differences" in done.stderr
    with duckdb.connect(str(db)) as connection:
        connection.execute("update games set ply_count = 1 where game_id = 2")
    expected = CASES["doctor"]
    done = mentis("doctor", "--db", db, "--format", "json")
    assert (done.exit_code, json.loads(done.stdout)) == (1, [expected])
    done = mentis("doctor", "--db", db, "--repair", code=0)
    assert "ply_count" in done.stdout
    assert "1 difference, 1 repaired" in done.stderr
    assert mentis("doctor", "--db", db).exit_code == 0
    with duckdb.connect(str(db)) as connection:
        connection.execute("update mainlines set keys = keys[2:] where game_id = 2")
    for words in ((), ("--repair",)):
        assert mentis("doctor", "--db", db, *words).exit_code == 1


def test_doctor_makes_the_index_anew(db: Path) -> None:
    count = ("query", "start", "--count", "--format", "json", "--db", db)
    before = mentis(*count).stdout
    with duckdb.connect(str(db)) as connection:
        connection.execute("update mentis_features set row1 = 0 where ply = 0")
    assert mentis("doctor", "--db", db).exit_code == 1
    assert mentis("doctor", "--db", db, "--repair").exit_code == 0
    assert mentis("doctor", "--db", db).exit_code == 0
    assert mentis(*count).stdout == before


def test_a_game_that_never_was_there_is_a_difference(db: Path) -> None:
    with duckdb.connect(str(db)) as connection:
        connection.execute("update games set game = 'go' where game_id = 2")
    told = "holds 1 game of go, which is not installed\n"
    assert told in mentis("export", "--db", db, "--format", "json").stderr
    assert ("game", "go") in [
        (row["what"], row["stored"]) for row in json_of("doctor", "--db", db, code=1)
    ]


@pytest.mark.parametrize("statement", CASES["damaged_games_are_no_fault_of_the_program"])
def test_damaged_games_are_no_fault_of_the_program(db: Path, statement: str) -> None:
    with duckdb.connect(str(db)) as connection:
        connection.execute(statement)
    for command in (("game", "2"), ("export", "--format", "json")):
        done = mentis(*command, "--db", db, code=2)
        assert "for details: mentis doctor" in done.stderr
    assert mentis("doctor", "--db", db).exit_code == 1


def test_doctor_says_why_there_is_no_index(db: Path) -> None:
    """A game that no board can follow is beyond repair, and in no index."""
    with duckdb.connect(str(db)) as connection:
        connection.execute(
            """
            update mainlines set turns = list_concat(turns[:2], [turns[2]], turns[4:])
            where game_id = 1;
            update mentis_features set row1 = 0 where game_id = 2 and ply = 0;
            """
        )
    done = mentis("doctor", "--db", db, "--repair", code=1)
    assert "the positions index is not complete: a move that the board cannot" in done.stderr
    for command in (("index",), ("query", "start")):
        done = mentis(*command, "--db", db, code=2)
        assert "mentis index" in done.stderr or "mentis doctor" in done.stderr


def test_vacuum(db: Path) -> None:
    assert set(json_of("vacuum", "--db", db, code=0)) == {"before", "after"}
    assert "bytes before" in mentis("vacuum", "--db", db).stdout
    assert numbers(db) == [1, 2, 3, 4]


@pytest.mark.parametrize("words", CASES["wrong_use"], ids=" ".join)
def test_wrong_use(db: Path, words: tuple[str, ...]) -> None:
    before = db.read_bytes()
    done = mentis(*words, "--db", db, code=2)
    assert done.stderr.startswith("mentis: ")
    assert not done.stdout
    assert db.read_bytes() == before


@pytest.mark.parametrize("command", ["games", "info", "doctor", "vacuum"])
def test_no_database(tmp_path: Path, command: str) -> None:
    place = tmp_path / "none.duckdb"
    for words in ((command,), ("delete", "1", "--yes"), ("game", "1"), ("doctor", "--repair")):
        assert mentis(*words, "--db", place).exit_code == 2
        assert not place.exists()
    assert mentis(command, "--db", RULEBOOK).exit_code == 2


def test_where_is_underlined(db: Path) -> None:
    done = mentis("games", "--db", db, "--where", 'player = "A" and resul = 1-0')
    assert done.stderr.splitlines() == CASES["where_is_underlined"]


def test_a_number_without_a_game_deletes_nothing(db: Path) -> None:
    before = mentis("games", "--db", db, "--format", "csv").stdout
    huge = "9" * 20
    for words, unknown in (([1, 99], 99), (["1,98-100"], 98), ([0], 0), ([huge], huge)):
        done = mentis("delete", *words, "--db", db, "--yes", code=2)
        assert f"there is no game {unknown}" in done.stderr
    assert mentis("games", "--db", db, "--format", "csv").stdout == before


def test_players_are_told_what_became_of_them(db: Path) -> None:
    done = mentis("players", "merge", "Blue", "Red", "--db", db)
    met = "Red is Blue: one player on both sides of 2 games then: 1-2\n"
    told = f"{met}names of Blue now: Red\nto undo it: mentis players split Red --db {db}\n"
    assert (done.exit_code, done.stderr) == (0, told)
    done = mentis("players", "split", "Red", "--db", db)
    assert (done.exit_code, done.stderr) == (0, "on their own again: Red\n")
