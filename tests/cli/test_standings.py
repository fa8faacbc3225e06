"""The table of an event, from files and from a database."""

import json
import shlex
import tracemalloc
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import json_lines, mentis
from event_kit import all_play_all, record_text, swiss

CASES = cases_of(__file__)

HERE = Path(__file__).parent
FOLDER = HERE.parent / "cases"
KEYS = ["player", "points", "played", "won", "drawn", "lost", "buchholz", "sonneborn_berger"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("standings")
    (folder / "ten.mgn").write_text(record_text("Ten", all_play_all()))
    (folder / "seven.mgn").write_text(record_text('Seven "quick"', swiss()))
    files = (folder / "ten.mgn", folder / "seven.mgn")
    assert mentis("load", *files, "--no-index", "--db", folder / "club.duckdb").exit_code == 0
    return folder


def test_json_has_an_object_a_line(folder: Path) -> None:
    done = mentis("standings", folder / "seven.mgn", "--format", "json", code=0)
    found = json_lines(done)
    assert [[row[key] for key in KEYS] for row in found[:3]] == CASES["json_has_an_object_a_line"]
    assert [row["rank"] for row in found] == [1, 2, 3, 4, 5, 6, 7]


def test_a_database_and_files_say_the_same(folder: Path) -> None:
    where = ("--db", folder / "club.duckdb", "--where", 'Event = "Ten"')
    stored = mentis("standings", *where, "--format", "csv", code=0)
    assert stored.stdout == mentis("standings", folder / "ten.mgn", "--format", "csv").stdout
    assert stored.stdout.startswith("rank,player,points,played,won,drawn,lost,unplayed,")


def test_several_events_are_named(folder: Path) -> None:
    done = mentis("standings", "--db", folder / "club.duckdb", code=2)
    assert not done.stdout
    assert "of 2 events: choose one with --where" in done.stderr
    hint = next(line for line in done.stderr.splitlines() if "Seven" in line)
    assert hint == '  --where \'Event = "Seven \\"quick\\""\'  (19 games)'
    where = hint.split("'")[1]
    assert mentis("standings", "--db", folder / "club.duckdb", "--where", where).exit_code == 0


def test_the_order_of_tie_breaks_and_the_table(folder: Path) -> None:
    words = ("standings", folder / "ten.mgn", "--tie-breaks", "direct-encounter")
    done = mentis(*words, code=0)
    lines = done.stdout.splitlines()
    assert lines[0].split()[-1] == "DE"
    assert [line.split()[1] for line in lines[2:6]] == ["C", "B", "D", "A"]
    assert "all-play-all: 10 players, 45 records" in done.stderr
    assert "unplayed: C – J: 1:0, not played" in done.stderr
    assert mentis("standings", folder / "ten.mgn", "--tie-breaks", "luck").exit_code == 2


def test_findings_are_exit_code_1(folder: Path, tmp_path: Path) -> None:
    games = all_play_all()[1:]
    (tmp_path / "missing.mgn").write_text(record_text("Ten", games))
    done = mentis("standings", tmp_path / "missing.mgn", code=1)
    assert "missing: A – B: not met" in done.stderr
    (tmp_path / "bad.mgn").write_text(
        record_text("Ten", games[:3]) + '\n[Event "Ten"]\n[Blue "X"]\n[Red "Y"]\n\n1. TSNd9 1-0\n'
    )
    done = mentis("standings", tmp_path / "bad.mgn", "--system", "swiss", code=1)
    assert "1 record has errors and are not counted" not in done.stderr
    assert "1 record with errors not counted" in done.stderr


def test_a_missing_game_without_the_event_is_found_and_put_right(tmp_path: Path) -> None:
    first, *others = all_play_all()
    db = tmp_path / "x.duckdb"
    (tmp_path / "x.mgn").write_text(record_text("Ten", others) + record_text("?", [first]))
    assert mentis("load", tmp_path / "x.mgn", "--no-index", "--db", db).exit_code == 0
    asked = ("standings", "--db", db, "--where", 'Event = "Ten"')
    done = mentis(*asked, code=1)
    (line,) = (line for line in done.stderr.splitlines() if line.startswith("missing"))
    command = f"mentis edit 45 --set Event=Ten --db {db}"
    assert line == f"missing: A – B: not met; game 45 without this event may be it: {command}"
    assert mentis(*command.split()[1:], "--yes").exit_code == 0
    assert "missing" not in mentis(*asked).stderr


def test_a_game_that_came_twice_is_named_with_its_command(tmp_path: Path) -> None:
    games = all_play_all()
    again = record_text("Ten", games[:1]).replace("2024.01.01", "2024.01.02")
    db = tmp_path / "x.duckdb"
    (tmp_path / "x.mgn").write_text(f"{record_text('Ten', games)}\n{again}")
    assert mentis("load", tmp_path / "x.mgn", "--no-index", "--db", db).exit_code == 0
    asked = ("standings", "--db", db, "--where", 'Event = "Ten"')
    (line,) = (line for line in mentis(*asked).stderr.splitlines() if "doubled" in line)
    start, command = line.split("; perhaps the same game: mentis ")
    assert start.endswith(": A – B: 2 games (games 1, 46)")
    assert mentis(*command.split(), "--keep", "first", "--yes").exit_code == 0
    assert "doubled" not in mentis(*asked).stderr


def test_a_bye_that_may_be_the_missing_game_is_named(tmp_path: Path) -> None:
    text = record_text("Ten", all_play_all()).replace('[Red "B"]', '[Red "bye"]', 1)
    first, rest = text.split("1. TSNd2 TSNd6 ", 1)
    db = tmp_path / "x.duckdb"
    (tmp_path / "x.mgn").write_text(first + rest)
    assert mentis("load", tmp_path / "x.mgn", "--no-index", "--db", db).exit_code == 0
    asked = ("standings", "--db", db, "--where", 'Event = "Ten"')
    command = f"mentis edit 1 --set Red=B --db {db}"
    told = mentis(*asked).stderr
    assert f"missing: A – B: not met; the bye of A (game 1) may be it: {command}\n" in told
    assert mentis(*command.split()[1:], "--yes").exit_code == 0
    assert "missing" not in mentis(*asked).stderr


def test_names_that_look_alike_and_refused_records_are_told(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    text = record_text("x", swiss(["A-B 1, C-D 1", "E-A 1, B-D 1"]))
    names = {"A": "Eva Lund", "B": "Ann Smith", "C": "Smith, Ann", "D": "Bob", "E": "Eve Lund"}
    for letter, name in names.items():
        text = text.replace(f' "{letter}"]', f' "{name}"]')
    bad = '\n[Event "x"]\n[Blue "X"]\n[Red "Y"]\n\n1. TSNd9 1-0\n'
    (tmp_path / "x.mgn").write_text(text + bad)
    assert mentis("load", tmp_path / "x.mgn", "--no-index", "--db", db).exit_code == 1
    told = mentis("standings", "--db", db).stderr
    command = f"mentis players merge --suggested --db {db}"
    assert f"one player? Smith, Ann – Ann Smith: {command}\n" in told, "those who met are two"
    assert (
        f"1 record is in quarantine, perhaps of this event: mentis quarantine edit --db {db}"
        in told
    )


def test_wrong_use(folder: Path) -> None:
    for words in (
        (folder / "ten.mgn", "--db", folder / "club.duckdb"),
        (folder / "ten.mgn", "--system", "knockout"),
        (folder / "ten.mgn", "--format", "table"),
        (folder / "no.mgn",),
    ):
        assert mentis("standings", *words).exit_code == 2


def test_no_game_with_known_players(tmp_path: Path) -> None:
    (tmp_path / "x.mgn").write_text("1. TSNd2 TSNd6 *\n")
    done = mentis("standings", tmp_path / "x.mgn", "--format", "json")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "no games of known players" in done.stderr


def test_merged_names_are_one_player(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    text = record_text("x", swiss(["A-B 1", "Z-A 1"]))
    (tmp_path / "x.mgn").write_text(text)
    assert mentis("load", tmp_path / "x.mgn", "--db", db).exit_code == 0
    assert mentis("players", "merge", "B", "Z", "--db", db).exit_code == 0
    done = mentis("standings", "--db", db, "--format", "json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["player"], row["points"]) for row in rows] == [("A", 1.0), ("B", 1.0)]


def test_forfeits_and_byes_of_the_case() -> None:
    done = mentis("standings", FOLDER / "unplayed" / "forfeits.mgn", "--format", "json")
    found = {row["player"]: row for row in json_lines(done)}
    assert (found["Ann"]["points"], found["Ann"]["played"]) == (8, 4)
    assert (found["Cid"]["points"], found["Cid"]["played"]) == (3, 0)
    assert "unplayed: round 20: Cid: bye, 1 point" in done.stderr


# One event is not made of two, nor one pairing counted twice


EVENTS = Path(__file__).parents[1] / "cases" / "events"
GAME = (
    '[Event "Open"]\n[Site "{site}"]\n[Date "{date}"]\n[Round "{turn}"]\n[Blue "{blue}"]\n'
    '[Red "{red}"]\n[Result "1-0"]\n{more}\n\n1. TSNd2 TSNd6 1-0\n'
)


def table(*arguments: object, code: int | None = None) -> dict[str, float]:
    rows = json_lines(mentis("standings", *arguments, "--format", "json", code=code))
    return {row["player"]: row["points"] for row in rows}


def game(number: int, site: str = "?", date: str = "2024.05.01", more: str = "") -> str:
    names = {"blue": f"Ann {number}", "red": f"Bob {number}", "turn": number}
    return GAME.format(site=site, date=date, more=more, **names)


@pytest.mark.parametrize(("one", "other"), CASES["events_of_one_name"])
def test_events_of_one_name_are_named_with_a_filter_each(
    tmp_path: Path, one: dict[str, str], other: dict[str, str]
) -> None:
    text = tmp_path / "x.mgn"
    text.write_text("\n".join((game(1, **one), game(2, **one), game(3, **other))))
    done = mentis("standings", text, code=2)
    first, *lines = done.stderr.splitlines()
    assert first.endswith("the games are of 2 events: choose one with --where")
    found = []
    for line in lines:
        option, test, *_ = shlex.split(line)
        found.append(len(table(text, option, test)))
    assert sorted(found) == [2, 4]


def test_blanks_make_no_other_event(tmp_path: Path) -> None:
    text = tmp_path / "x.mgn"
    written = game(2).replace('[Event "', '[Event " ').replace('[Site "?"]', '[Site "Club  house"]')
    text.write_text("\n".join((game(1, site="Club house"), written)))
    assert len(table(text)) == 4


@pytest.mark.parametrize(("one", "other"), CASES["one_event_stays_one"])
def test_one_event_stays_one(tmp_path: Path, one: dict[str, str], other: dict[str, str]) -> None:
    text = tmp_path / "x.mgn"
    text.write_text("\n".join((game(1, **one), game(2, **other))))
    assert len(table(text)) == 4


def test_two_years_are_two_events() -> None:
    path = EVENTS / "two-years.mgn"
    assert mentis("standings", path).exit_code == 2
    year = table(path, "--where", "Date = 2024")
    assert len(year) == 4
    assert sum(year.values()) == 6


def test_a_match_is_one_pairing() -> None:
    assert table(EVENTS / "match-cup.mgn") == {"Ann": 2, "Bob": 1, "Cid": 0}
    assert mentis("standings", EVENTS / "match-cup.mgn").exit_code == 0


def test_a_pair_twice_in_a_swiss_round_is_doubled(tmp_path: Path) -> None:
    forfeits = tmp_path / "x.mgn"
    text = (EVENTS / "results.mgn").read_text()
    forfeits.write_text(text.replace("\n\n1-0", '\n[Termination "forfeit"]\n\n1-0'))
    done = mentis("standings", EVENTS / "played.mgn", forfeits, code=1)
    assert done.stderr.count("doubled: round") == text.count("\n\n1-0")


def test_results_beside_the_games_count_once() -> None:
    done = table(EVENTS / "played.mgn", EVENTS / "results.mgn", code=0)
    assert done == {"Ann": 2, "Eve": 1.5, "Dee": 1, "Cid": 1, "Fay": 0.5, "Bob": 0}


def test_rounds_within_a_year_are_rounds() -> None:
    done = mentis("standings", EVENTS / "league.mgn")
    assert "4 records, 2 rounds" in done.stderr
    assert "missing" not in done.stderr


def test_many_missing_rounds_are_one_short_line(tmp_path: Path) -> None:
    text = tmp_path / "x.mgn"
    text.write_text(
        "\n".join(
            GAME.format(site="?", date="?", turn=turn, blue="Ann", red="Bob", more="")
            for turn in (1, 2024)
        )
    )
    done = mentis("standings", text)
    assert "missing: no game of 2,022 rounds before round 2024\n" in done.stderr


def test_a_wide_all_play_all_is_not_listed_pair_by_pair(tmp_path: Path) -> None:
    text = tmp_path / "x.mgn"
    text.write_text("\n".join(game(number) for number in range(60)))
    done = mentis("standings", text, "--system", "all-play-all")
    words = "missing: 7,080 of 7,140 pairs have not met as often as planned: too many to be listed"
    assert done.stderr.count("missing: ") == 1
    assert words in done.stderr


def test_an_all_play_all_of_many_takes_memory_by_its_games(tmp_path: Path) -> None:
    text, peaks = tmp_path / "x.mgn", []
    for count in (50, 200, 800):  # the first makes what is kept
        text.write_text("\n".join(game(number) for number in range(count)))
        tracemalloc.start()
        mentis("standings", text, "--system", "all-play-all")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 6 * peaks[1]


def test_documented_forfeits_are_known(tmp_path: Path) -> None:
    assert mentis("validate", EVENTS / "forfeit.mgn").stderr.endswith("0 warnings, 0 notes\n")
    mentis("load", "--strict", EVENTS / "forfeit.mgn", "--db", tmp_path / "x.duckdb", code=0)
    text = tmp_path / "x.mgn"
    text.write_text('[Event "x"]\n[Result "1-0"]\n[Termination "forfeit: ill"]\n\n1-0\n')
    assert "N208" not in mentis("validate", text).stdout
    text.write_text('[Event "x"]\n[Result "1/2-1/2"]\n[Termination "forfeit"]\n\n1/2-1/2\n')
    assert "N404" in mentis("validate", text).stdout


def test_a_double_zero_says_how_it_is_written() -> None:
    done = mentis("validate", EVENTS / "double-zero.mgn")
    assert 'if both forfeit, write * and the tag [Termination "forfeit"]' in done.stdout
