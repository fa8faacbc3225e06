"""What is counted on the command line: one is one."""

from pathlib import Path

import pytest
from cli_kit import mentis

import mentis_records


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database of one game with one ply."""
    folder = tmp_path_factory.mktemp("one")
    (folder / "one.mgn").write_text(
        '[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n[Termination "resignation"]\n\n1. TSNd2 1-0\n'
    )
    db = folder / "club.duckdb"
    assert mentis("load", folder / "one.mgn", "--db", db, "--no-index").exit_code == 0
    done = mentis("info", "--db", db)
    assert "1 is not in it: mentis index" in done.stdout
    assert "of 1 file\n" in done.stdout
    done = mentis("index", "--db", db)
    assert done.stdout == f"{db}: 2 positions of 1 game indexed\n"
    return db


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["query", "start"], "1 position in 1 game\n"),
        (["query", "start or end"], "2 positions in 1 game\n"),
        (
            ["tree", "--depth", "1", "--min-games", "2"],
            "1 move in fewer than 2 games is not shown; it was played 1 time (--min-games)\n",
        ),
        (["players"], "2 players\n"),
        (["players", "rate"], "0 of 2 players rated, by 0 games; left out: 1 between "),
        (["delete", "1"], "Delete 1 of 1 game from"),
    ],
)
def test_one(db: Path, words: list[str], told: str) -> None:
    assert told in mentis(*words, "--db", db).stderr


def test_one_of_a_file(db: Path) -> None:
    done = mentis("show", db.parent / "one.mgn", "--ply", "2")
    assert done.stderr == "mentis: --ply 2: the record has 1 ply\n"
    done = mentis("moves", "3k3/7/7/7/7/7/3K3 b W2/- 1")
    assert "Blue has 2 Wolves; the set holds 1" in done.stderr


def test_one_in_the_library(db: Path) -> None:
    with mentis_records.open(db) as club:
        assert repr(club.games()) == "<1 game>"
        assert repr(club.query("start")).startswith("<1 row, first ")
        assert repr(club.game(1)) == "<game 1: Ann - Bob, 1-0, 1 ply>"
        with pytest.raises(IndexError, match=r"ply 2: the record has 1 ply$"):
            club.game(1).position(2)
