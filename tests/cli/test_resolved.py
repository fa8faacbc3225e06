"""Refused records leave quarantine when their mended form is loaded, and only then."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_kit import json_lines, mentis

from mentis_records.store.open import open_database

HEAD = (
    '[Event "{event}"]\n[Date "2026.11.14"]\n[Round "{round}"]\n[Blue "{blue}"]\n[Red "Bob"]\n'
    '[Result "*"]\n\n'
)
PLIES = "1. TSNd2 TSNd6 2. d2#-d3-d4 d6#-d5 3. TNNc2 TSNc6 *\n"
SOUND = HEAD.format(event="A", round="1", blue="Ann") + PLIES
MENDED = HEAD.format(event="B", round="2", blue="Cid") + PLIES
BROKEN = MENDED.replace("TSNd2", "TSNd3")
ODD = HEAD.format(event="C", round="3", blue="Dan") + PLIES.replace("TNNc2", "{never closed TNNc2")


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    path = place_loaded(tmp_path / "x.duckdb", "\n".join([SOUND, BROKEN, ODD]))
    assert waiting(path) == ["1.2", "1.3"]
    return path


def waiting(db: Path) -> list[str]:
    done = mentis("quarantine", "--db", db, "--format", "json")
    return [row["id"] for row in json.loads(done.stdout)]


def sound(db: Path) -> None:
    done = mentis("doctor", "--db", db)
    assert done.exit_code == 0, done.stdout


def load(db: Path, text: str, name: str = "new.mgn") -> list[str]:
    """Load a text; return what it resolves."""
    path = db.parent / name
    path.write_text(text)
    (value,) = json_lines(mentis("load", path, "--db", db, "--format", "json"))
    sound(db)
    return [each["was"] for each in value["resolved"]]


def test_a_mended_file(db: Path) -> None:
    text = "\n".join([SOUND, MENDED, ODD.replace("never closed", "closed}")])
    path = db.parent / "a.mgn"
    path.write_text(text)
    done = mentis("load", path, "--db", db)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1:] == [
        "  record 2 was 1.2 in quarantine: game 2",
        "  record 3 was 1.3 in quarantine: game 3",
    ]
    assert waiting(db) == []
    sound(db)


def test_mended_records_of_any_file(db: Path) -> None:
    assert load(db, MENDED) == ["1.2"]
    assert load(db, ODD.replace("never closed", "closed}"), "other.mgn") == ["1.3"]


def test_several_files_at_once(db: Path) -> None:
    (db.parent / "1.mgn").write_text(MENDED)
    (db.parent / "2.mgn").write_text(SOUND.replace("Ann", "Eva"))
    done = mentis("load", db.parent / "1.mgn", db.parent / "2.mgn", "--db", db, "--format", "json")
    assert [len(value["resolved"]) for value in json_lines(done)] == [1, 0]
    assert waiting(db) == ["1.3"]
    sound(db)


@pytest.mark.parametrize(
    "text",
    [
        MENDED.replace('[Round "2"]', '[Round "4"]'),
        MENDED.replace("Cid", "Eva"),
        MENDED.replace("2026.11.14", "2026.11.21"),
        HEAD.format(event="B", round="2", blue="Cid") + "1. NNNe2 SSSe6 2. TTTd2 *\n",
        '[Event "B"]\n[Result "*"]\n\n' + PLIES,
        BROKEN,
        SOUND,
    ],
    ids=["round", "player", "date", "plies", "tags", "still broken", "another"],
)
def test_another_game_resolves_nothing(db: Path, text: str) -> None:
    assert load(db, text) == []
    assert waiting(db)[:2] == ["1.2", "1.3"]


def test_in_the_same_place_one_tag_may_be_mended(db: Path) -> None:
    text = "\n".join([SOUND, MENDED.replace("Cid", "Cyd"), SOUND.replace("Ann", "Eva")])
    with open_database(db) as database:
        ((place,),) = database.connection.execute("select name from sources").fetchall()
    source = Path(place).name
    assert load(db, text, source) == ["1.2"]


def test_two_records_that_may_be_it_leave_it(db: Path) -> None:
    one = MENDED.replace("TNNc2", "TNNe2")
    other = MENDED.replace("TSNc6", "TSNe6")
    assert load(db, one + "\n" + other) == []
    assert load(db, MENDED, "again.mgn") == ["1.2"]
