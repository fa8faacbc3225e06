"""show on the command line: text in a pipe, pictures in files, stepping in a terminal."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from PIL import Image
from terminal_kit import needs_terminal, run_on_terminal
from typer.testing import CliRunner, Result

from mentis_records.cli.main import make_app

ROOT = Path(__file__).parents[2]
RULEBOOK = ROOT / "data" / "rulebook.mgn"
RUNNER = CliRunner()


def show(*words: object) -> Result:
    return RUNNER.invoke(make_app(["show"]), ["show", *(str(word) for word in words)])


def test_last_position_in_a_pipe() -> None:
    done = show(RULEBOOK)
    assert done.exit_code == 0
    assert "ply 24 of 24: 12... c5-c4#-b4" in done.stdout
    assert "1N2k2/2tt(ts)(SN)1/7/1nss3/6T/4n1S/2K4 b S1/n1 13" in done.stdout
    assert "\x1b" not in done.stdout


def test_start_and_comments() -> None:
    done = show(RULEBOOK, "--game", 2, "--ply", 0)
    assert "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1" in done.stdout
    assert "played out to a draw" in done.stdout


def test_record_with_errors(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text("1. d2-d3\n")
    done = show(path)
    assert done.exit_code == 1
    assert "nothing-there" in done.stderr


def test_pictures(tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    done = show(RULEBOOK, "--ply", 5, "--svg", svg, "--png", png)
    assert done.exit_code == 0
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    with Image.open(png) as image:
        assert image.width >= 600


def test_film(tmp_path: Path) -> None:
    short = tmp_path / "a.mgn"
    short.write_text("1. TSNd2 TSNd6 2. d2#-d3\n")
    gif = tmp_path / "a.gif"
    assert show(short, "--gif", gif).exit_code == 0
    with Image.open(gif) as image:
        assert getattr(image, "n_frames", 1) == 4


def test_picture_into_a_missing_folder(tmp_path: Path) -> None:
    assert show(RULEBOOK, "--svg", tmp_path / "no" / "a.svg").exit_code == 2


@needs_terminal
def test_stepping(tmp_path: Path) -> None:
    """The arrow keys walk through the game, and q leaves."""
    with run_on_terminal(tmp_path, 90, 40, "show", RULEBOOK) as terminal:
        terminal.wait_for("start")
        terminal.press("Right")
        terminal.wait_for("ply 1 of 24: 1. TSNd2")
        terminal.press("Right", "Right")
        terminal.wait_for("ply 3 of 24: 2. d2#-d3#-d4")
        terminal.press("Left")
        terminal.wait_for("ply 2 of 24: 1... TSNd6")
        terminal.press("End")
        terminal.wait_for("ply 24 of 24")
        terminal.press("q")
        terminal.wait_for_end()


def test_marks_are_words(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text("1. TSNd2 {[%eval #-3,7] allowed a forced win in 3 plies} {so} TSNd6 *\n")
    done = show(path, "--ply", 1)
    assert done.stdout.endswith(
        "\nRed wins in 3 plies, depth 7; allowed a forced win in 3 plies\nso\n"
    )
