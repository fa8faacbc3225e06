"""The reports of an event and of one player, and headlines that claim no more than games show."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import json_of, mentis
from event_kit import all_play_all, record_text, swiss

import mentis_records
from mentis_records.report.balance.finding import Finding, title_of
from mentis_records.report.event.crosstable import crosstable_cells
from mentis_records.statistics.event.event import event_of
from mentis_records.statistics.event.ranking import standings

CASES = cases_of(__file__)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("event")
    (home / "ten.mgn").write_text(record_text("Ten", all_play_all()))
    (home / "seven.mgn").write_text(record_text("Seven", swiss()))
    (home / "marks.mgn").write_text(CASES["evaluated"])
    files = [home / f"{name}.mgn" for name in ("ten", "seven", "marks")]
    assert mentis("load", *files, "--db", home / "club.duckdb").exit_code == 0
    return home


def report(home: Path, out: Path, kind: str, *words: str) -> None:
    mentis(
        *("report", kind, *words, "--db", home / "club.duckdb", "--out", out),
        *("--format", "html,json"),
        code=0,
    )
    assert json_of("report", "verify", out, "--db", home / "club.duckdb")["is_clean"]


def rows(out: Path, stem: str) -> list[dict[str, Any]]:
    return json.loads((out / "numbers" / f"{stem}.json").read_text())["rows"]


def test_swiss(home: Path, tmp_path: Path) -> None:
    report(home, tmp_path, "event", "--where", 'Event = "Seven"')
    table = rows(tmp_path, "event-standings")
    assert [(row["player"], row["points"]) for row in table[:2]] == [("A", 4.5), ("B", 3.5)]
    cross = rows(tmp_path, "event-crosstable")
    own = [(row["round"], row["kind"], row["points"]) for row in cross if row["player"] == "E"]
    assert own == [
        (1, "played", 0.0),
        (2, "forfeit", 0.0),
        (3, "bye", 0.5),
        (4, "absent", 0.0),
        (5, "forfeit", 0.0),
    ]
    course = rows(tmp_path, "event-course")
    assert list(course[0].values()) == ["A", 1.0, 1.5, 2.5, 3.5, 4.5]
    page = (tmp_path / "event.html").read_text()
    assert "A wins Seven with 4½ points" in page
    assert "Round 2: B – E 1:0, not played; D bye; F – A ½:½; G – C 0:1." in page
    assert "Points after each round, the first 5 by name" in page
    assert "read this as a list" not in page


def test_all_play_all(home: Path, tmp_path: Path) -> None:
    report(home, tmp_path, "event", "--where", 'Event = "Ten"')
    assert [row["player"] for row in rows(tmp_path, "event-standings")] == list("CBADEFGHIJ")
    assert len(rows(tmp_path, "event-crosstable")) == 90
    sides = {row["player"]: row["blue_games"] for row in rows(tmp_path, "event-sides")}
    assert (sides["A"], sides["C"], sides["J"]) == (9, 6, 0)
    page = (tmp_path / "event.html").read_text()
    assert "C wins Ten with 8 points" in page
    assert re.findall('class="unseen">([^<]*)', page) == ["Crosstable"]


def test_a_bye_stands_in_the_crosstable_of_an_all_play_all() -> None:
    first, *others = all_play_all()
    event = event_of([replace(first, players=("A", "bye"), plies=0), *others])
    heads, lines = crosstable_cells(event, standings(event), ("Blue", "Red"))
    assert heads == [*map(str, range(1, 11)), "Bye"]
    names = [row.player for row in standings(event)]
    assert {name: line[-1] for name, line in zip(names, lines, strict=True) if line[-1]} == {
        "A": {"1-0": "1", "0-1": "0", "1/2-1/2": "½"}[first.result]
    }
    assert "Bye" not in crosstable_cells(event_of([first, *others]), [], ("Blue", "Red"))[0]


def test_several_events(home: Path, tmp_path: Path) -> None:
    report(home, tmp_path, "event")
    page = (tmp_path / "event.html").read_text()
    assert "Choose an event" in page
    assert "The games are of 3\N{NO-BREAK SPACE}events" in page


def test_one_player(home: Path, tmp_path: Path) -> None:
    report(home, tmp_path, "player", "--player", "B", "--where", 'Event = "Ten"')
    sides = {row["side"]: row for row in rows(tmp_path, "player-sides")}
    assert [sides["Blue"][key] for key in ("won", "drawn", "lost", "points")] == [6, 1, 1, 6.5]
    assert [sides["Red"][key] for key in ("won", "drawn", "lost", "points")] == [0, 1, 0, 0.5]
    met = {row["opponent"]: row["points"] for row in rows(tmp_path, "player-opponents")}
    assert met == {**dict.fromkeys("DEFHIJ", 1.0), "A": 0.5, "C": 0.5, "G": 0.0}
    assert {row["opening"] for row in rows(tmp_path, "player-openings")} == {
        row["opening"] for row in rows(tmp_path, "player-openings") if ", as " in row["opening"]
    }
    page = (tmp_path / "player.html").read_text()
    assert "B has 7 points of 9" in page
    assert re.search(r"Met 9.opponents\.<", page)


def test_what_moves_gave_away(home: Path, tmp_path: Path) -> None:
    """Bob's moves gave away 0.15 and 0.05; of Ann's two only the second has one before: 0.25."""
    report(home, tmp_path, "player", "--player", "Bob")
    found = {row["moves_of"]: row for row in rows(tmp_path, "player-accuracy")}
    assert (found["All"]["moves"], found["All"]["mean_loss"]) == (2, 0.1)
    assert (found["All"]["mistakes"], found["All"]["blunders"]) == (1, 0)
    assert found["Blue"]["moves"] == 0
    assert (found["Opponents"]["mean_loss"], found["Opponents"]["blunders"]) == (0.25, 1)


def test_what_a_search_has_found(home: Path, tmp_path: Path) -> None:
    db = tmp_path / "own.duckdb"
    assert mentis("load", home / "marks.mgn", "--db", db).exit_code == 0
    assert mentis("analyse", "--db", db, "--nodes", "30").exit_code == 0
    words = ("--db", db, "--player", "Ann", "--out", tmp_path / "out", "--format", "json")
    assert mentis("report", "player", *words).exit_code == 0
    found = {row["moves_of"]: row for row in rows(tmp_path / "out", "player-accuracy")}
    assert (found["All"]["moves"], found["Opponents"]["moves"]) == (2, 2)
    facts = json.loads((tmp_path / "out" / "numbers" / "player-accuracy.json").read_text())
    assert "30 nodes" in facts["method"]


# Headlines claim no more than the games show


LONG = "Maximiliana-Alexandrina von und zu Hohenlohe-Waldenburg-Schillingsfuerst"
GAME = '[Event "Cup"]\n[Round "{}"]\n[Blue "{}"]\n[Red "{}"]\n[Result "{}"]\n\n1. TSNd2 TSNd6 {}\n'


def event_page(tmp_path: Path, games: list[tuple[str, str, str, str]]) -> tuple[str, str]:
    """Return the title of an event's page, and the page."""
    text, db = tmp_path / "x.mgn", tmp_path / "x.duckdb"
    text.write_text("\n".join(GAME.format(*each, each[-1]) for each in games))
    mentis_records.load(text, db)
    done = mentis_records.report("event", db, tmp_path / "pages", formats="html")
    return done[0].title, done.page.read_text()


def test_the_name_of_a_winner_is_whole(tmp_path: Path) -> None:
    title, _ = event_page(tmp_path, [("1", LONG, "Bob", "1-0")])
    assert title == f"{LONG} wins Cup with 1 point"


def test_a_tie_is_called_a_tie(tmp_path: Path) -> None:
    drawn = "1/2-1/2"
    games = [("1", LONG, "Bob", drawn), ("2", "Bob", "Cid", drawn), ("3", "Cid", LONG, drawn)]
    title, _ = event_page(tmp_path, games)
    assert title == f"Bob, Cid and {LONG} are level at the top of Cup"


def test_a_winner_on_tie_breaks_is_called_so(tmp_path: Path) -> None:
    pairs = [("Ann", "Bob", "1-0"), ("Ann", "Cid", "0-1"), ("Ann", "Dee", "1-0")]
    pairs += [("Bob", "Cid", "1-0"), ("Bob", "Dee", "1-0"), ("Cid", "Dee", "1-0")]
    title, page = event_page(tmp_path, [(str(at), *pair) for at, pair in enumerate(pairs, 1)])
    assert "tie-breaks" in title or "are level" in title
    assert "Ann, Bob and Cid have 2 points each" in page


def test_no_player_is_left_out_of_the_figure(tmp_path: Path) -> None:
    games = [("1", f"Blue {at}", f"Red {at}", "1-0") for at in range(10)]
    _, page = event_page(tmp_path, games)
    assert "The first " not in page
    assert all(page.count(f"Red {at}") for at in range(10))


@pytest.mark.parametrize(
    ("share", "words"),
    [
        ((0.5, 0.49, 0.51), "at most 1.0 percentage points for Blue, 1.0 for Red (95\xa0%)"),
        ((0.6, 0.55, 0.65), "Blue has an advantage of 10.0 percentage points"),
    ],
)
def test_balance_holds_among_the_players(share: tuple[float, float, float], words: str) -> None:
    whom = "greedy players of this program"
    found = Finding(("Blue", "Red"), "", share, 1_000, True, whom)
    assert title_of([found]).replace("\xa0", " ") == f"Among {whom}: {words}".replace("\xa0", " ")
