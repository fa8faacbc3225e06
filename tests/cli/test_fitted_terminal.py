"""What a terminal of 40 columns shows: no line is wider, boards and keys are whole."""

import io
import sys
from pathlib import Path

import pytest
from cli_kit import RULEBOOK, mentis
from terminal_kit import needs_terminal, run_on_terminal

from mentis_records.cli import output
from mentis_records.games import GAMES

MESS = (
    '[Event "Club"]\n[Date "14.11.2026"]\n[Blue "Ann"]\n[Red "Bert"]\n\n'
    "1. TSNd2 TSNd6 2. d2-d4 d6#-d5 *\n"
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_are_folded_at_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    text = "  one two three four five\nsix\n" + "x" * 30
    assert output.fitted(text) == text
    assert output.fitted(text, Terminal()).splitlines() == [
        *("  one two three four", "    five", "six", "x" * 30)
    ]


def test_talk_is_folded_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    for stream, lines in ((Terminal(), 2), (io.StringIO(), 1)):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stderr", stream)
            output.talk("no such file or directory")
        assert stream.getvalue().count("\n") == lines


@needs_terminal
def test_findings_fit(tmp_path: Path) -> None:
    (tmp_path / "a.mgn").write_text(MESS)
    words = ("validate", tmp_path / "a.mgn", "; cat")
    with run_on_terminal(tmp_path, 40, 80, *words) as terminal:
        terminal.wait_for("1 invalid")
        shown = terminal.tmux("capture-pane", "-p", "-J", "-t", "mentis").splitlines()
    assert max(len(line) for line in shown if str(tmp_path) not in line) <= 40
    assert any("┌───┬───┬" in line for line in shown)
    assert any(line.endswith("d2-d4 d6#-d5 *") for line in shown)


@needs_terminal
@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
def test_the_keys_are_in_sight(size: tuple[int, int], tmp_path: Path) -> None:
    with run_on_terminal(tmp_path, *size, "show", RULEBOOK, "--ply", 9) as terminal:
        terminal.wait_for("q: quit")
        shown = terminal.tmux("capture-pane", "-p", "-t", "mentis")
    assert "Red to move" in shown
    assert "Blue, hand" in shown
    assert all(f"{row} " in shown for row in range(1, 8))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.description.slug))
def test_a_game_steps_in_little_room(game: object, tmp_path: Path) -> None:
    from mentis_records.notation.read import Reader
    from mentis_records.report.document.scene import Scene

    slug = game.description.slug  # type: ignore[attr-defined]
    made = mentis("generate", "--rules", slug, "--seed", 3, "--max-plies", 12).stdout
    (reading,) = Reader(GAMES).read_text("a", made)
    assert reading.partial is not None
    scene = Scene(reading.partial)
    for size in ((40, 24), (80, 24), (120, 50)):
        for ply in (0, scene.last):
            text = scene.text(ply, False, *size, foot="keys", fold=lambda line: line)
            assert text.count("\n") < size[1]
            assert text.endswith("keys")
