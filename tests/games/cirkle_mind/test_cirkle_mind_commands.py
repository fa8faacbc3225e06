"""CirKle Mind at the command line: where games begin, and how records with claims are kept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import naive_cirkle_mind as naive
import pytest
from cli_kit import mentis

from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.report.balance.finding import Finding, title_of
from mentis_records.report.registry import REPORTS
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database

CASES = Path(__file__).parents[2] / "cases" / "cirkle_mind"
RULES = ("--rules", "cirkle_mind")
COVERED = "7mc/8/8/8/3m?4/2m?5/3G?4/8/8/8/Gc7 G - -"
LAST = "8/8/8/2m?5/3m?4/8/3Yx4/8/8/8/Gc7 G - -"
HIDDEN = "................/????????????????/????????????????/????????????????"


def test_commands_begin_with_the_usual_set_ups() -> None:
    assert mentis("moves", *RULES).stdout.split() == sorted(naive.turns(naive.start()))
    assert mentis("perft", 2, *RULES).stdout == "256\n"


def test_a_set_up_may_be_chosen() -> None:
    done = mentis("moves", *RULES, "--setting", f"GreenSetup={HIDDEN}")
    assert done.stdout.split() == sorted(naive.turns(naive.start(green=HIDDEN)))
    done = mentis("moves", *RULES, "--setting", "GreenSetup=YcGc")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "a set-up has 4 rows, separated by /, not 1" in done.stderr


def test_no_stored_game_begins_at_the_usual_start(tmp_path: Path) -> None:
    db, records = tmp_path / "a.duckdb", tmp_path / "a.mgn"
    words = ("--games", 2, "--seed", 3, "--max-plies", 4, "--out", records)
    assert mentis("generate", *RULES, *words).exit_code == 0
    assert mentis("load", records, "--db", db).exit_code == 0
    done = mentis("tree", "--db", db)
    said = "no game begins at the usual start; --position or --setting asks of another\n"
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", said)


def test_set_ups_are_in_no_table_for_people(tmp_path: Path) -> None:
    """Programs get them: in csv and json."""
    db, own, other = (tmp_path / name for name in ("a.duckdb", "a.mgn", "b.mgn"))
    words = ("--games", 2, "--seed", 3, "--max-plies", 4, "--out")
    assert mentis("generate", *RULES, *words, own).exit_code == 0
    assert mentis("generate", "--rules", "mentis", *words, other).exit_code == 0
    assert mentis("load", own, "--db", db).exit_code == 0
    found = json.loads(mentis("games", *RULES, "--format", "json", "--db", db).stdout)
    setups = [row["greensetup"] for row in found]
    assert len({*setups}) == 2
    assert setups[0] in mentis("games", *RULES, "--format", "csv", "--db", db).stdout
    assert json.loads(mentis("info", "--format", "json", "--db", db).stdout)["selection"][
        "greensetup"
    ] == {"values": 2}
    told = mentis("info", "--db", db).stdout
    assert "Setup" not in told
    assert re.search(r"Layout +1  different value$", told, flags=re.MULTILINE)
    said = "left out: shield, layout, greensetup, mauvesetup; --format csv has all columns"
    for path in (own, other):
        assert mentis("load", path, "--db", db).exit_code == 0
        listed = mentis("games", "--db", db)
        assert "easy" in listed.stdout
        assert "setup" not in listed.stdout.lower()
        assert setups[0] not in listed.stdout
        assert said in listed.stderr


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_levels_decide_outcomes(level: str) -> None:
    position = "3mc4/8/8/1ys6/Bx7/8/8/8/8/8/3Gc4 G - -"
    done = mentis("moves", position, *RULES, "--setting", f"Level={level}")
    state = naive.read(position, shield=level == "medium")
    assert done.stdout.split() == sorted(naive.turns(state))
    assert ("a7-a8xb8:BxYs+" in done.stdout) == (level == "medium")


def test_attacks_on_unknown_pieces_are_listed_with_each_mark() -> None:
    listed = mentis("moves", COVERED, *RULES).stdout.split()
    assert {"d5-d6xd7+", "d5-d6xd7=", "d5-d6xd7<"} < {*listed}
    assert not [turn for turn in listed if ":" in turn]


def test_generated_games_name_their_set_ups(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    assert mentis("generate", *RULES, "-n", 3, "--seed", 5, "--out", path).exit_code == 0
    text = path.read_text(encoding="utf-8")
    assert text.count("[GreenSetup ") == text.count("[MauveSetup ") == 3
    assert mentis("validate", path).exit_code == 0
    assert mentis("fmt", path).stdout == text


def test_records_are_kept_as_they_are(tmp_path: Path) -> None:
    """Set-ups with unknown faces, a stated position, an end that is a claim; and back again."""
    claim = (
        f'[Event "A"]\n[Game "CirKle Mind"]\n[Position "{LAST}"]\n[Result "1-0"]\n'
        '[Termination "target"]\n\n1. d5-d6xd7+ 1-0\n'
    )
    hidden = (
        f'[Event "B"]\n[Game "CirKle Mind"]\n[Level "super"]\n[GreenSetup "{HIDDEN}"]\n'
        f'[MauveSetup "{naive.MAUVE_SETUP}"]\n[Result "*"]\n\n'
        "1. a4-a5 b8-b7 2. a5-a6 b7-b6xa6:MxYt= *\n"
    )
    source, db = tmp_path / "a.mgn", tmp_path / "a.duckdb"
    games = [(CASES / f"{name}.mgn").read_text(encoding="utf-8") for name in ("easy", "medium")]
    source.write_text("\n".join([claim, hidden, *games]), encoding="utf-8")
    loaded = mentis("load", source, "--db", db, "--format", "json")
    assert json.loads(loaded.stdout.splitlines()[-1])["stored"] == 4
    checked = mentis("doctor", "--db", db)
    assert (checked.exit_code, checked.stderr) == (0, "0 differences\n")
    written = mentis("export", "--db", db).stdout
    plies = [re.findall(r"[a-h]\d+-\S+", text) for text in (source.read_text("utf-8"), written)]
    assert plies[0] == plies[1]
    assert '[Termination "target"]' in written.split("\n\n")[0]
    again = tmp_path / "b.mgn"
    again.write_text(written, encoding="utf-8")
    assert mentis("validate", again, "--strict").exit_code == 0


# Reports on games that each have set-ups of their own, level by level


GAME = find_game("cirkle_mind")
GREEN, MAUVE = (GAME.description.usual_settings[tag] for tag in ("GreenSetup", "MauveSetup"))
RECORD = """\
[Game "CirKle Mind"]
[Green "Ada"]
[Mauve "Bert"]
[Level "{level}"]
[GreenSetup "{green}"]
[MauveSetup "{mauve}"]
[Result "{result}"]

1. {move} {result}

"""


def turned(setup: str, by: int) -> str:
    """Return a set-up whose second row is turned by so many cells."""
    rows = setup.split("/")
    rows[1] = rows[1][2 * by :] + rows[1][: 2 * by]
    return "/".join(rows)


def records(level: str, move: str, result: str) -> str:
    """Return 40 games from set-ups of which no two are alike."""
    return "".join(
        RECORD.format(
            level=level,
            green=turned(GREEN, at % 8),
            mauve=turned(MAUVE, at // 8),
            move=move,
            result=result,
        )
        for at in range(40)
    )


@pytest.mark.one_build
def test_openings_and_balance_are_told_over_all_set_ups_and_by_level(tmp_path: Path) -> None:
    """In Easy the first step decides, in Medium Green always wins."""
    text = records("easy", "a4-a5", "1-0") + records("easy", "b4-b5", "0-1")
    text += records("medium", "c4-c5", "1-0")
    path = tmp_path / "games.mgn"
    path.write_text(text, encoding="utf-8")
    with create_database(tmp_path / "games.duckdb") as database:
        assert load(database, Reader(GAMES), str(path)).stored == 120
        opening = REPORTS["opening"].make(database, GAME)
        balance = REPORTS["balance"].make(database, GAME)
        collection = REPORTS["collection"].make(database, GAME)
    assert opening.title.replace("\N{NO-BREAK SPACE}", " ").startswith(
        "Easy: of 2 openings, forward on a seems to favour the first mover (40 games), "
        "forward on b the second mover (40 games)"
    )
    assert [section.title for section in opening.sections] == ["Easy", "Medium"]
    families = next(each for each in opening.exhibits if each.slug == "families-easy")
    assert families.selection == "games with Level easy"
    assert {row[0]: row[1] for row in families.numbers.rows} == {
        "forward on a": 40,
        "forward on b": 40,
    }
    assert not any(each.slug.startswith("tree") for each in opening.exhibits)
    assert opening.absent == ()
    assert balance.figure is not None
    assert {row[0]: row[1] for row in balance.figure.numbers.rows} == {"Easy": 80, "Medium": 40}
    assert balance.title.startswith("Easy: ")
    assert "Medium: the first mover scored more" in balance.title
    assert collection.title.replace("\N{NO-BREAK SPACE}", " ") == (
        "Half of the games are over after 1 ply in Easy and 1 ply in Medium"
    )


@pytest.mark.one_build
def test_a_finding_that_all_levels_share_is_said_once() -> None:
    found = [
        Finding(("Ada", "Bert"), label, (0.5, 0.2, 0.8), 40, is_adjusted=True)
        for label in ("Easy", "Medium", "Super")
    ]
    assert title_of(found) == "Easy, Medium and Super: too few games to show an advantage"
    assert title_of(found[:1]) == "Too few games to show an advantage"
