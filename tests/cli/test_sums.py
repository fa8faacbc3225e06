"""Commands, reports and the library agree: sums of one collection, dates, and rounds."""

from __future__ import annotations

import json
import random
import re
import shlex
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import json_of, mentis
from size_kit import sampled, sizes

import mentis_records
from mentis_records.games.registry import OURS

CASES = cases_of(__file__)
FORFEITS = Path(__file__).parents[1] / "cases" / "unplayed" / "forfeits.mgn"
MOVES = "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 "
KINDS = ("opening", "winrate", "player", "balance", "collection")

# Blue, Red, result, moves, further tags.
RECORDS = [
    ("Ann", "Bob", "1-0", MOVES, '[Date "2024.05.01"]\n[BlueElo "0"]'),
    ("Bob", "Ann", "1-0", MOVES, '[Date "2024-05-02"]'),
    ("Ann", "Bob", "1/2-1/2", MOVES, '[Date "2024.13.01"]'),
    ("Bob", "Ann", "0-1", MOVES, '[Date "2024.06.??"]\n[Unrated "false"]'),
    ("Ann", "Cid", "1-0", MOVES, '[Date "2024.06.02"]\n[Unrated "true"]'),
    ("Cid", "Ann", "1-0", MOVES, '[Date "2024.06.03"]\n[Unrated "yes"]'),
    ("Ann", "?", "0-1", MOVES, '[Date "2024.06.04"]'),
    ("Ann", "Bob", "*", MOVES, '[Date "2024.06.05"]'),
    ("Ann", "Bob", "1-0", "", '[Date "2024.06.06"]\n[Termination "time forfeit"]'),
    ("Bob", "Ann", "1-0", "", '[Date "????.??.??"]'),
    ("Cid", "Ann", "1-0", "", '[Date "2024.06.08"]\n[Unrated "1"]'),
]
GAMES, UNPLAYED, UNRATED = len(RECORDS), 3, 3


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sums")
    text = "\n".join(
        f'[Event "x"]\n[Site "?"]\n[Round "{at}"]\n[Blue "{blue}"]\n[Red "{red}"]\n'
        f'[Result "{result}"]\n{tags}\n\n{moves}{result}\n'
        for at, (blue, red, result, moves, tags) in enumerate(RECORDS)
    )
    (folder / "club.mgn").write_text(text, encoding="utf-8")
    db = folder / "club.duckdb"
    result = mentis("load", folder / "club.mgn", "--db", db)
    assert f"{GAMES} read = {GAMES} stored" in result.stdout
    return db


def asked(db: Path, *words: str) -> Any:
    return json_of(*words, "--db", db)


def facts(db: Path, out: Path, kind: str, *words: str) -> dict[str, str]:
    mentis("report", kind, "--db", db, "--out", out, "--format", "json", *words, code=0)
    found: dict[str, str] = json.loads((out / "numbers" / f"{kind}.json").read_text())["facts"]
    return found


def test_games_are_told_apart(club: Path) -> None:
    found = asked(club, "info")["selection"]
    assert (found["games"], found["unplayed"], found["unrated"]) == (GAMES, UNPLAYED, UNRATED)
    assert found["results"] == {"*": 1, "0-1": 2, "1-0": 4, "1/2-1/2": 1}
    assert sum(found["results"].values()) == GAMES - UNPLAYED
    assert (found["shortest"], found["longest"], found["undated"]) == (4, 4, 2)
    assert len(asked(club, "games")) == GAMES
    assert len(asked(club, "games", "--where", "plies = 0")) == UNPLAYED
    text = mentis("info", "--db", club).stdout
    assert "unplayed                     3" in text
    assert "4.0 a game, 4 to 4" in text


@sampled("kind", ((kind,) for kind in KINDS), 2)
def test_reports_count_what_info_counts(club: Path, tmp_path: Path, kind: str) -> None:
    results = asked(club, "info")["selection"]["results"]
    found = facts(club, tmp_path, kind)
    assert found["Games"] == str(GAMES)
    assert found["Unplayed, left out"] == str(UNPLAYED)
    told = [found[name] for name in ("Blue won", "Drawn", "Red won", "Unfinished (*)")]
    assert told == [str(results[result]) for result in ("1-0", "1/2-1/2", "0-1", "*")]
    everything = facts(club, tmp_path, kind, "--with-unplayed")
    assert everything["Unplayed, counted"] == str(UNPLAYED)
    assert (everything["Games"], everything["Blue won"]) == (str(GAMES), "7")
    assert mentis("report", "verify", tmp_path, "--db", club).exit_code == 0


def test_points_of_players(club: Path) -> None:
    rows = {row["player"]: row for row in asked(club, "players")}
    assert {name: (row["games"], row["score"], row["unplayed"]) for name, row in rows.items()} == {
        "Ann": (8, 3.5, 3),
        "Bob": (5, 1.5, 2),
        "Cid": (2, 1.0, 1),
    }
    everything = {row["player"]: row for row in asked(club, "players", "--with-unplayed")}
    assert {name: (row["games"], row["score"]) for name, row in everything.items()} == {
        "Ann": (11, 4.5),
        "Bob": (7, 2.5),
        "Cid": (3, 2.0),
    }
    for name, row in rows.items():
        assert everything[name]["games"] == row["games"] + row["unplayed"]
        assert everything[name]["unplayed"] == 0
    told = mentis("players", "--db", club).stderr
    assert "3 games without a ply left out; --with-unplayed" in told
    assert "without a ply" not in mentis("players", "--with-unplayed", "--db", club).stderr
    sql = asked(club, "sql", "select name, games, unplayed from players order by name")
    assert [tuple(row.values()) for row in sql] == [("Ann", 8, 3), ("Bob", 5, 2), ("Cid", 2, 1)]


def test_ratings_leave_out(club: Path, tmp_path: Path) -> None:
    rows = {row["player"]: row["games"] for row in asked(club, "players", "rate")}
    assert rows == {"Ann": 4, "Bob": 4}
    told = mentis("players", "rate", "--db", club).stderr
    assert "3 unplayed, 2 with the tag Unrated" in told
    told = mentis("players", "rate", "--db", club, "--format", "json").stderr
    assert "3 games without a ply left out" in told
    assert "2 games with the tag Unrated left out; --with-unrated" in told
    unrated = {
        row["player"]: row["games"] for row in asked(club, "players", "rate", "--with-unrated")
    }
    assert unrated == {"Ann": 6, "Bob": 4, "Cid": 2}
    both = asked(club, "players", "rate", "--with-unrated", "--with-unplayed")
    assert {row["player"]: row["games"] for row in both} == {"Ann": 9, "Bob": 6, "Cid": 3}
    for words, left_out in CASES["ratings_leave_out"]:
        facts(club, tmp_path, "player", *words)
        games = json.loads((tmp_path / "numbers" / "player-games.json").read_text())["rows"]
        counts = {row["games_with"]: row["games"] for row in games}
        assert sum(counts.values()) == GAMES
        assert {name: counts[name] for name in counts if name.startswith("With")} == left_out
        assert counts["No result"] == 1
        assert mentis("report", "verify", tmp_path, "--db", club).exit_code == 0


def test_balance_says_what_enters_no_rating(club: Path, tmp_path: Path) -> None:
    found = facts(club, tmp_path, "balance")
    advantage = json.loads((tmp_path / "numbers" / "balance-advantage.json").read_text())
    assert advantage["n"] == int(found["Blue won"]) + int(found["Drawn"]) + int(found["Red won"])
    assert "3\u00a0unplayed games left out" in advantage["selection"]
    assert mentis("report", "balance", "--db", club, "--out", tmp_path, "--format", "html")
    words = "2\u00a0games with the tag Unrated enter no rating."
    assert words in (tmp_path / "balance.html").read_text()


def test_the_library_counts_alike(club: Path) -> None:
    with mentis_records.open(club) as collection:
        summary = collection.info().games
        assert (summary.games, summary.unplayed, summary.unrated) == (GAMES, UNPLAYED, UNRATED)
        assert collection.win_rates()[0].games == GAMES - UNPLAYED
        assert collection.win_rates(with_unplayed=True)[0].games == GAMES
        assert {each.name: each.unplayed for each in collection.players()}["Ann"] == 3
        assert {each.name: each.games for each in collection.players(with_unplayed=True)}[
            "Ann"
        ] == 11
        assert sum(row.games for row in collection.tree()) == GAMES - UNPLAYED


def test_options_where_they_say_nothing(club: Path) -> None:
    for words in CASES["options_where_they_say_nothing"]:
        assert mentis(*words, "--db", club).exit_code == 2


@sizes("kinds", KINDS[1:3], KINDS)
def test_forfeits_move_nothing(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    """What is said of the played games is the same with and without twenty forfeits beside them."""
    played = "".join(
        f'[Event "x"]\n[Round "p{at}"]\n[Blue "{("Ann", "Bob")[at % 2]}"]\n'
        f'[Red "{("Bob", "Ann")[at % 2]}"]\n[Result "{("1-0", "0-1", "0-1", "1/2-1/2")[at % 4]}"]\n'
        f'[Date "2024.0{1 + at % 3}.01"]\n\n{MOVES}{("1-0", "0-1", "0-1", "1/2-1/2")[at % 4]}\n\n'
        for at in range(40)
    )
    forfeits = "".join(
        f'[Event "x"]\n[Round "f{at}"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n\n1-0\n\n'
        for at in range(20)
    )
    found = {}
    for name, text in (("played", played), ("both", played + forfeits)):
        (tmp_path / f"{name}.mgn").write_text(text)
        db = tmp_path / f"{name}.duckdb"
        assert mentis("load", tmp_path / f"{name}.mgn", "--db", db).exit_code == 0
        out = tmp_path / name
        for kind in kinds:
            facts(db, out, kind)
        rows = {
            file.name: json.loads(file.read_text()).get("rows")
            for file in out.glob("numbers/*.json")
        }
        found[name] = {
            file: numbers
            for file, numbers in rows.items()
            if file != "player-games.json" and not file.endswith("manifest.json")
        }
        found[name]["rate"] = asked(db, "players", "rate")
    assert found["played"].keys() == found["both"].keys()
    assert len(found["played"]) > 3 * len(kinds)
    for name, numbers in found["played"].items():
        assert found["both"][name] == numbers, name


def test_case_of_forfeits(tmp_path: Path) -> None:
    db = tmp_path / "club.duckdb"
    assert mentis("load", FORFEITS, "--db", db).exit_code == 0
    found = asked(db, "info")["selection"]
    assert (found["games"], found["unplayed"]) == (13, 9)
    assert (found["shortest"], found["results"]) == (12, {"1/2-1/2": 4})
    assert {row["standing"] for row in asked(db, "players", "rate")} == {"drew every game"}


def test_unrated_games_of_abstract_play_enter_no_rating(tmp_path: Path) -> None:
    case = Path(__file__).parents[1] / "cases" / "abstract_play" / "unrated.json"
    db = tmp_path / "play.duckdb"
    assert mentis("load", case, "--db", db).exit_code == 0
    rated = asked(db, "players", "rate")
    assert {row["player"]: (row["games"], row["rating"]) for row in rated} == {
        "Ann": (2, pytest.approx(1500)),
        "Bob": (2, pytest.approx(1500)),
    }
    everything = {row["player"]: row for row in asked(db, "players", "rate", "--with-unrated")}
    assert {name: row["games"] for name, row in everything.items()} == {"Ann": 5, "Bob": 5}
    assert everything["Ann"]["rating"] > 1600


CASE = Path(__file__).parents[1] / "cases" / "dates" / "no-dates.mgn"


@pytest.fixture
def dates_club(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", CASE)


def test_findings_tell_what_to_write() -> None:
    result = mentis("validate", "--format", "json", CASE, code=0)
    records = [json.loads(line) for line in result.stdout.splitlines()]
    found = [
        (one["slug"], one["expected"], one["hint"])
        for record in records
        for one in record.get("diagnostics", ())
    ]
    form = "YYYY.MM.DD, with ?? for what is unknown"
    assert found == [
        ("date-malformed", form, "it counts as unknown"),
        ("date-malformed", form, 'write [Date "2024.05.01"]; as it is, it counts as unknown'),
        ("date-iso", "2024.05.01", ""),
    ]
    assert mentis("validate", "--strict", CASE).exit_code == 1


def test_iso_dates_are_written_as_tags_state_them() -> None:
    text = mentis("fmt", CASE).stdout
    assert '[Date "2024.05.01"]' in text
    assert '[Date "2024.13.01"]' in text
    assert "2024-05-01" not in text


def test_every_count_reads_dates_alike(dates_club: Path, tmp_path: Path) -> None:
    facts = json_of("info", "--db", dates_club)["selection"]
    assert facts["games"] == 4
    assert facts["undated"] == 2
    assert (facts["first_day"], facts["last_day"]) == ("2024-01-05", "2024-05-01")
    listed = json_of("games", "--db", dates_club, "--sort", "date")
    assert [row["date"] for row in listed] == ["2024.01.05", "2024.05.01", "2024.13.01", "20240501"]
    out = tmp_path / "reports"
    assert mentis("report", "collection", "--db", dates_club, "--out", out, "--format", "json")
    months = json.loads((out / "numbers" / "collection-by-month.json").read_text())["rows"]
    assert {row["month"]: row["games"] for row in months} == {
        "2024.01": 1,
        "2024.05": 1,
        "no such date": 2,
    }
    players = json_of("players", "--db", dates_club)
    dates = {row["player"]: (row["first"], row["last"]) for row in players}
    assert dates["B. Jones"] == ("2024.01.05", "2024.05.01")
    assert dates["B"] == dates["C"] == (None, None)


@pytest.mark.parametrize(("test", "games"), CASES["dates_are_asked_for_as_they_are_printed"])
def test_dates_are_asked_for_as_they_are_printed(dates_club: Path, test: str, games: int) -> None:
    assert json_of("info", "--db", dates_club, "--where", test)["selection"]["games"] == games


def test_load_says_what_was_found_and_where_it_went(tmp_path: Path) -> None:
    db = tmp_path / "club.duckdb"
    result = mentis("load", CASE, "--db", db)
    assert result.stdout == (
        f"{CASE}: 4 read = 4 stored + 0 duplicates + 0 quarantined; 3 warnings; in {db}\n"
    )
    value = json_of("load", CASE, "--db", db)
    assert (value["database"], value["warnings"], value["known"]) == (str(db), 0, True)
    other = tmp_path / "other.duckdb"
    value = json_of("load", CASE, "--db", other)
    assert (value["database"], value["warnings"], value["stored"]) == (str(other), 3, 4)
    assert "loaded before" in mentis("load", CASE, "--db", other).stdout
    checked = mentis("validate", CASE)
    assert "3 warnings" in checked.stdout + checked.stderr


ROUNDS_CASE = Path(__file__).parents[1] / "cases" / "rounds" / "rounds.mgn"
ORDER = [
    *("0", "1", "1.2", "1.2.3", "1.10", "2", "2a", "2b", "9", "10", "10.1", "100"),
    *("12345678901234567890123", "98765432109876543210987", "#2", "#10"),
    *("Final", "final 2", "Final 10", "Semifinal"),
]


def rounds(db: Path, sort: str) -> list[str]:
    return [row["round"] for row in json_of("games", "--db", db, "--sort", sort)]


def test_case(tmp_path: Path) -> None:
    db = tmp_path / "club.duckdb"
    assert mentis("load", ROUNDS_CASE, "--db", db).exit_code == 0
    assert rounds(db, "round") == [
        *("1", "1.2", "1.2.3", "1.2.10", "1.10", "2", "02", "2.1", "10", "Final"),
        *("?", "-", ""),
    ]
    assert rounds(db, "-round")[:3] == ["Final", "10", "2.1"]


@pytest.mark.parametrize("is_least_first", [True, False])
def test_order(tmp_path: Path, is_least_first: bool) -> None:
    named, nameless = ORDER, ["?", "-", "", "*"]
    shuffled = [*named, *nameless]
    random.Random(35).shuffle(shuffled)
    text = "\n".join(
        f'[Event "x"]\n[Round "{each}"]\n[Blue "P{at}"]\n[Red "B"]\n[Result "*"]\n\n1. TSNd2 *\n'
        for at, each in enumerate(shuffled)
    )
    path, db = tmp_path / "x.mgn", tmp_path / "x.duckdb"
    path.write_text(text)
    assert mentis("load", path, "--db", db).exit_code == 0
    found = rounds(db, "round" if is_least_first else "-round")
    assert found[: len(named)] == (named if is_least_first else named[::-1])
    assert set(found[len(named) :]) == set(nameless)
    with mentis_records.open(db) as collection:
        listed = [
            game.round
            for game in collection.games(sort="-round" if not is_least_first else "round")
        ]
    assert listed == found


# All games in one database: what is told of each is what a database of its own tells


SLUGS = tuple(game.description.slug for game in OURS)
PLAYED = 10
"""Games of each kind."""
LINES = CASES["lines"]
OF_PLACE = re.compile(
    r'"(game|id|record|first_game|database|db|source|best_games)": (\[.*?\]|[^,}\n]*)'
)
"""What says where a game is kept: it differs."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database of each game, and one of all, which players share."""
    place = tmp_path_factory.mktemp("games")
    for slug in SLUGS:
        records = place / f"{slug}.mgn"
        words = ("generate", "--rules", slug, "--games", PLAYED, "--seed", 3, "--max-plies", 40)
        assert mentis(*words, "--out", records).exit_code == 0
        for name in (slug, "all"):
            mentis("load", records, "--db", place / f"{name}.duckdb", code=0)
    return place


def _answers(folder: Path, slug: str, name: str) -> Iterator[str]:
    """Yield what a database says of a game, and the reports that it gives."""
    facts = next(game.description for game in OURS if game.description.slug == slug)
    text = (folder / f"{slug}.mgn").read_text(encoding="utf-8")
    (first,) = re.findall(r"^1\. (\S+)", text, flags=re.MULTILINE)[:1]
    out = folder / f"{slug}-{name}"
    values = {"slug": slug, "db": folder / f"{name}.duckdb", "folder": out}
    values |= {"side": facts.sides[0].lower(), "move": first}
    for line in LINES:
        done = mentis(*(word.format(**values) for word in shlex.split(line)), code=0)
        if not line.startswith("report"):
            yield OF_PLACE.sub("", done.stdout)
    for path in sorted((out / "numbers").iterdir()):
        yield path.name + OF_PLACE.sub("", path.read_text(encoding="utf-8"))


@pytest.mark.ci
@sampled("slug", ((slug,) for slug in SLUGS), 4)
def test_the_others_do_not_matter(folder: Path, slug: str) -> None:
    alone, beside = _answers(folder, slug, slug), _answers(folder, slug, "all")
    for own, shared in zip(alone, beside, strict=True):
        assert len(own) > 1
        assert shared == own


@pytest.mark.ci
def test_all_are_whole(folder: Path) -> None:
    db = folder / "all.duckdb"
    checked = mentis("doctor", "--db", db)
    assert (checked.exit_code, checked.stderr) == (0, "0 differences\n")
    told = json_of("info", "--db", db)
    assert {slug: told["selection"]["kinds"][slug] for slug in SLUGS} == dict.fromkeys(
        SLUGS, PLAYED
    )
    written = folder / "all.mgn"
    assert mentis("export", "--db", db, "--out", written).exit_code == 0
    again = mentis("load", written, "--db", folder / "again.duckdb", "--format", "json")
    assert json.loads(again.stdout.splitlines()[-1])["stored"] == PLAYED * len(SLUGS)


@pytest.mark.skipif(len(SLUGS) < 2, reason="one game only")
@pytest.mark.parametrize("command", ["tree", "players rate", "query start", "report winrate"])
def test_a_question_about_one_game_says_which_there_are(folder: Path, command: str) -> None:
    done = mentis(*command.split(), "--db", folder / "all.duckdb", code=2)
    assert all(slug in done.stderr for slug in (*SLUGS, "--rules"))


@sampled("slug, other", permutations(SLUGS, 2), 5)
def test_words_of_another_game_are_refused(folder: Path, slug: str, other: str) -> None:
    """A position of one game is none of another's."""
    text = mentis("show", folder / f"{other}.mgn", "--ply", 4).stdout.splitlines()[-1]
    done = mentis("moves", "--rules", slug, text, code=1)
    assert f"{text}: impossible position: " in done.stderr


@sampled("slug, other", permutations(SLUGS, 2), 5)
def test_a_player_of_another_game_is_no_field(folder: Path, slug: str, other: str) -> None:
    """It is one where records of both games are asked about."""
    sides = {game.description.slug: game.description.sides for game in OURS}
    tests = [f'{side} = "x"' for side in sides[other] if side not in sides[slug]]
    for test in tests:
        done = mentis("games", "--where", test, "--db", folder / f"{slug}.duckdb")
        assert (done.exit_code, "there is no field" in done.stderr) == (2, True)
        done = mentis("games", "--where", test, "--db", folder / "all.duckdb", code=0)
        words = ("--where", test, "--rules", slug, "--db", folder / "all.duckdb")
        assert mentis("games", *words).exit_code == 2
