"""Reports on games that each have set-ups of their own, level by level."""

from pathlib import Path

import pytest

from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.report.balance.finding import Finding, title_of
from mentis_records.report.registry import REPORTS
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database

pytestmark = pytest.mark.one_build

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


def test_a_finding_that_all_levels_share_is_said_once() -> None:
    found = [
        Finding(("Ada", "Bert"), label, (0.5, 0.2, 0.8), 40, is_adjusted=True)
        for label in ("Easy", "Medium", "Super")
    ]
    assert title_of(found) == "Easy, Medium and Super: too few games to show an advantage"
    assert title_of(found[:1]) == "Too few games to show an advantage"
