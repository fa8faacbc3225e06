"""game on the command line: text in a pipe, stepping on a terminal, pictures and pages in files."""

from pathlib import Path

import pytest
from cli_kit import RULEBOOK, mentis
from terminal_kit import needs_terminal, run_on_terminal


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("game") / "club.duckdb"
    assert mentis("load", RULEBOOK, "--db", path, "--no-index").exit_code == 0
    return path


def test_text_and_boards_in_a_pipe(db: Path) -> None:
    text = mentis("game", 1, "--db", db)
    assert text.stdout == mentis("game", 1, "--db", db, "--format", "text").stdout
    assert "Result" in text.stdout
    assert "12. " in text.stdout
    board = mentis("game", 1, "--db", db, "--ply", 5)
    assert board.stdout == mentis("show", RULEBOOK, "--game", 1, "--ply", 5).stdout
    assert mentis("game", 1, "--db", db, "--ply", 25).stderr == (
        "mentis: --ply 25: the record has 24 plies\n"
    )


@pytest.mark.parametrize("option", ["--svg", "--png", pytest.param("--gif", marks=pytest.mark.ci)])
@pytest.mark.parametrize("view", [(), ("--view", "red")])
def test_files_are_those_of_show(
    db: Path, tmp_path: Path, option: str, view: tuple[str, ...]
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    done = mentis("game", 2, "--db", db, option, one, "--ply", 1, *view)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", f"{one}: written\n")
    shown = mentis("show", RULEBOOK, "--game", 2, option, other, "--ply", 1, *view)
    assert shown.exit_code == 0
    assert one.read_bytes() == other.read_bytes()


def test_page(db: Path, tmp_path: Path) -> None:
    """Its replay is that of show; the record may lack tags that go without saying."""
    pages = [tmp_path / "a.html", tmp_path / "b.html"]
    assert mentis("game", 2, "--db", db, "--html", pages[0]).exit_code == 0
    assert mentis("show", RULEBOOK, "--game", 2, "--html", pages[1]).exit_code == 0
    one, other = (page.read_text(encoding="utf-8").split('<dl class="facts">') for page in pages)
    assert one[0] == other[0]
    assert 'data-ply="46"' in one[0]


def test_a_format_is_not_a_picture(db: Path, tmp_path: Path) -> None:
    for words in (("--png", tmp_path / "a.png"), ("--ply", 3)):
        done = mentis("game", 1, "--db", db, "--format", "mgn", *words)
        assert done.exit_code == 2
        assert done.stderr == f"mentis: --format and {words[0]}: choose one of them\n"


@needs_terminal
def test_stepping(db: Path, tmp_path: Path) -> None:
    with run_on_terminal(tmp_path, 90, 40, "game", 1, "--db", db) as terminal:
        terminal.wait_for("start")
        terminal.press("Right")
        terminal.wait_for("ply 1 of 24: 1. TSNd2")
        terminal.press("End")
        terminal.wait_for("ply 24 of 24")
        terminal.press("q")
        terminal.wait_for_end()
