"""mentis tree: a line of plies, names, what is left out, and walking on a terminal."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import json_of, mentis
from terminal_kit import needs_terminal, run_on_terminal

from mentis_records.cli.tree_walk import Walk, games_at
from mentis_records.games import GAMES
from mentis_records.statistics.opening import load_openings
from mentis_records.statistics.tree import Tree, opening_tree
from mentis_records.store.open import open_database
from mentis_records.store.selection import EVERY_GAME

CASES = cases_of(__file__)

GAME = GAMES[0]
TREE = Path(__file__).parents[1] / "statistics" / "tree.mgn"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("tree") / "tree.duckdb"
    assert mentis("load", TREE, "--db", file).exit_code == 0
    return file


def rows(db: Path, *words: object) -> list[dict[str, Any]]:
    return list(json_of("tree", "--db", db, *words, code=0))


def test_a_line_of_plies_comes_before_the_tree(db: Path) -> None:
    (row,) = rows(db, "--moves", "1. TSNe2 TSNe6")
    assert (row["move"], row["played"], row["as_shown"], row["mirrored"]) == ("Nf1", 2, 1, 1)
    assert row["name"] == "Side trio, Nobles over Spears"
    assert rows(db, "--moves", "TSNe2 tsne6") == [row]


LONG = ("x" * 200_000, "200,000 characters; expected at most 100,000")


@pytest.mark.parametrize(("moves", "words"), [*CASES["a_line_that_cannot_be_played"], LONG])
def test_a_line_that_cannot_be_played(db: Path, moves: str, words: str) -> None:
    done = mentis("tree", "--db", db, "--moves", moves, code=2)
    assert done.stderr.startswith(f"mentis: --moves: {words}")
    assert "\x1b" not in done.stderr
    assert not done.stdout


def test_rows_for_programs(db: Path) -> None:
    found = rows(db, "--depth", "2")
    assert [row["line"] for row in found][:3] == ["TSNc2", "TSNc2 TSNc6", "TSNc2 TSNe6"]
    first = found[0]
    assert (first["blue_share"], first["is_too_few"]) == (round(2 / 3, 6), True)
    assert (first["replies"], first["end"]) == (2, None)
    assert (first["first_date"], first["last_date"]) == ("2024.01.01", "2024.01.01")
    assert first["best_games"] == [1, 2, 6]
    assert (first["elo"], first["performance"]) == (None, None)
    assert found[1]["end"] == "depth"
    done = mentis("tree", "--db", db, "--depth", "2", "--format", "csv")
    cells = list(csv.DictReader(io.StringIO(done.stdout)))
    assert list(cells[0]) == list(first)
    assert cells[0]["best_games"] == "1 2 6"


def test_what_is_left_out_is_told(db: Path) -> None:
    done = mentis("tree", "--db", db, "--depth", "3", "--min-games", "2", "--format", "csv")
    assert "4 moves in fewer than 2 games are not shown; they were played 4 times" in done.stderr
    done = mentis("tree", "--db", db, "--depth", "3", "--max-positions", "2")
    assert "5 positions not looked up, those with the fewest games" in done.stderr
    assert "not looked up" in done.stdout
    done = mentis("tree", "--db", db, "--depth", "5")
    assert "as Nc2 Nc6 Se2 Se6" in done.stdout


NOWHERE = ("--moves", "TSNd2 TSNb7")


@pytest.mark.parametrize(("words", "said"), CASES["a_position_of_no_game_has_no_table"])
def test_a_position_of_no_game_has_no_table(db: Path, words: tuple[str, ...], said: str) -> None:
    done = mentis("tree", "--db", db, *words)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", f"{said}\n")
    assert rows(db, *words) == []


def test_names_of_a_file(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "own.csv"
    file.write_text('game,moves,name\nmentis,TSNe2,"Mine, mirrored"\n')
    assert rows(db, "--openings", file)[0]["name"] == "Mine, mirrored"
    assert rows(db, "--openings", file, "--moves", "TSNc2")[0]["name"] == "Mine, mirrored"
    monkeypatch.setenv("MENTIS_OPENINGS", str(file))
    assert rows(db)[0]["name"] == "Mine, mirrored"
    file.write_text("game,moves,name\nmentis,TSNd4,Nowhere\n")
    done = mentis("tree", "--db", db, code=2)
    assert done.stderr.startswith(f"mentis: {file}:2: ply 1, TSNd4: Blue cannot deploy on d4")


def test_games_in_which_a_position_matches(db: Path) -> None:
    deploys = ("--query", "move deploys TSN at e6")
    assert [row["games"] for row in rows(db, *deploys)] == [2]
    found = rows(db, *deploys, "--query", "ply = 3")
    assert [(row["move"], row["games"]) for row in found] == [("TSNe2", 1)]
    done = mentis("tree", "--db", db, "--query", "blue N on z9", code=2)
    assert done.stderr.startswith("mentis: --query: ")


@pytest.fixture
def walk(db: Path) -> Any:
    with open_database(db) as opened:
        names = load_openings()

        def ask(position: Any, name: str) -> Tree:
            return opening_tree(opened, GAME, position, openings=names, name=name)

        def ask_games(position: Any) -> Sequence[str]:
            return games_at(opened, GAME, position, EVERY_GAME)

        yield Walk(ask, ask_games, GAME, GAME.start_position({}), "")


def test_walking(walk: Walk) -> None:
    start = walk.text(120, 34, colour=False)
    assert "> TSNc2" in start
    assert "1-4 of 4" in start
    assert "│░░K░░│" in start
    walk.choose(1)
    assert "> Nc2" in walk.text(120, 34, colour=False)
    walk.choose(99)
    assert "> TSNd2" in walk.text(120, 34, colour=False)
    walk.choose(-99)
    walk.go_in()
    inside = walk.text(120, 34, colour=False)
    assert inside.startswith("TSNc2   Side trio, Nobles over Spears\nRed to move; 3 games: Blue 2")
    assert "> TSNc6" in inside
    walk.choose(1)
    assert ": 1 game, Blue won 1 of 1, position reached 1 time, 1 of 1" in walk.text(
        120, 34, colour=False
    )
    walk.go_back()
    assert walk.text(120, 34, colour=False) == start
    walk.go_back()
    assert walk.text(120, 34, colour=False) == start


@pytest.mark.parametrize(("width", "height"), [(120, 34), (80, 24), (60, 44), (40, 15)])
def test_the_screen_fits_the_terminal(walk: Walk, width: int, height: int) -> None:
    for _ in range(12):
        lines = walk.text(width, height, colour=False).splitlines()
        assert len(lines) <= height
        assert max(map(len, lines)) <= width
        walk.go_in()
    assert "No game continues from here." in walk.text(120, 34, colour=False)


def test_the_games_of_a_position_are_listed(walk: Walk) -> None:
    walk.go_in()
    moves = walk.text(80, 30, colour=False)
    walk.show_games()
    shown = walk.text(80, 30, colour=False)
    assert "games 1 to 3 of 3" in shown
    assert shown.count(" – ") == 3
    walk.choose(2)
    assert walk.text(80, 30, colour=False) != moves
    walk.go_in()
    walk.go_back()
    assert walk.text(80, 30, colour=False) == moves


def test_a_board_stands_beside_the_moves_at_80_columns(walk: Walk) -> None:
    assert "│░░K░░│" in walk.text(80, 30, colour=False)
    assert "Blue won 2 of 3" in walk.text(80, 30, colour=False)
    assert "█" in walk.text(80, 30, colour=False)


@needs_terminal
def test_walking_on_a_terminal(db: Path, tmp_path: Path) -> None:
    with run_on_terminal(tmp_path, 120, 34, "tree", "--db", db) as terminal:
        terminal.wait_for("> TSNc2")
        terminal.press("Enter")
        terminal.wait_for("Red to move; 3 games")
        terminal.press("BSpace", "Down")
        terminal.wait_for("> Nc2")
        terminal.press("q")
        terminal.wait_for_end()
