"""The tutorial on a small game: the files that it shows are a game that the program plays."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from site_kit import ROOT, read_page

pytestmark = pytest.mark.ci

PAGE = read_page("tutorials/small-game.md")
COMMANDS = re.findall(r"^\$ (.*mentis .*)$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the page and nothing else."""
    place = tmp_path_factory.mktemp("small")
    facts, entry = re.findall(r"^```text\n((?:Metadata|\[mentis).*?)^```", PAGE, re.M | re.DOTALL)
    files = {
        "annulus/annulus.lark": re.findall(r"^```lark\n(.*?)^```", PAGE, re.M | re.DOTALL)[0],
        "annulus/game.py": re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.DOTALL)[0],
        "annulus/__init__.py": "",
        "annulus-1.0.dist-info/METADATA": facts,
        "annulus-1.0.dist-info/entry_points.txt": entry,
    }
    for name, text in files.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    return place


def run(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    *printed, command = line.split(" | ")
    text = shlex.split(printed[0])[1].replace("\\n", "\n") if printed else ""
    words = [sys.executable, "-m", "mentis_records.cli", *shlex.split(command)[1:]]
    path = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        words,
        input=text,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
    )


def test_it_goes_through_the_commands(folder: Path) -> None:
    *sound, broken = COMMANDS
    assert len(sound) >= 6
    told = []
    for line in sound:
        done = run(folder, line)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        told.append(done.stdout)
    assert told[0].split() == sorted(("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"))
    assert told[1].strip() == "56"
    done = run(folder, broken)
    assert done.returncode == 1
    assert "A102 point-taken: a1 has a stone already" in done.stdout


def test_it_is_the_game_of_the_tests() -> None:
    site = ROOT / "tests/stranger/site/annulus"
    for name in ("game.py", "annulus.lark"):
        assert (site / name).read_text(encoding="utf-8").strip() in PAGE
