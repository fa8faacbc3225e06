"""The tutorial on a club evening: its commands run in order, are answered as it says, and show what
it shows."""

import glob
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pseudo_terminal import converse

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/tutorials/club-evening"
PAGE = FOLDER.with_suffix(".md").read_text(encoding="utf-8")

PROMPT = re.compile(
    r"(?P<prompt>\w+ \[\w+\]:|.*\?(?: \([^)]*\))? \[[a-zA-Z/]+\]|\d+\.+ (?:Blue|Red) to move:"
    r"|(?:Event|Site|Round \(- if there is none\)|done, or undo, or a turn):)(?: (?P<answer>.*))?"
)
"""A line of the tutorial with a question and what is typed then."""

FOUND = {"validate": 1, "load": 1, "standings": 1}
"""Commands that tell of findings by their exit code."""

EDITOR = """
import pathlib, sys
path = pathlib.Path(sys.argv[1])
text = path.read_text()
for old, new in {mended!r}[path.stem]:
    assert old in text, text
    text = text.replace(old, new) if old else new + "\\n\\n" + text
path.write_text(text)
"""


def mended() -> dict[str, list[tuple[str, str]]]:
    """Return what is written in the editor in place of what, entry by entry."""
    rows = re.findall(r"^\| (\d+\.\d+) \| (.*?) \| `(.*?)` \|$", PAGE, re.MULTILINE)
    found: dict[str, list[tuple[str, str]]] = {}
    for entry, old, new in rows:
        found.setdefault(entry, []).append((old.strip("`") if old[0] == "`" else "", new))
    return found


def commands() -> Iterator[tuple[str, list[str], list[tuple[str, str]]]]:
    """Yield each command with the lines that are shown, and the answers to its questions."""
    for block in re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            answers, shown = [], []
            for line in lines:
                asked = PROMPT.fullmatch(line)
                if asked is not None and command.startswith("mentis new"):
                    answers.append((asked["prompt"].rsplit(" [")[-1], asked["answer"] or ""))
                elif asked is not None and "?" in line:
                    prompt = asked["prompt"].rsplit(" ", 1)[1]
                    shown.append(asked["prompt"])
                    answers.append((prompt, asked["answer"] or ""))
                else:
                    shown.append(line)
            yield command, shown, answers


def plain(text: str) -> str:
    """Return a text with single blanks."""
    return " ".join(text.split())


def check_shown(lines: list[str], text: str) -> None:
    """Check that a text has lines one after the other; three dots stand for anything."""
    left = plain(text)
    for line in lines:
        for part in filter(None, map(plain, line.split("..."))):
            before, found, left = left.partition(part)
            assert found, f"no {part!r} in {before!r}"


@pytest.mark.ci
def test_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(FOLDER, tmp_path / "inbox")
    editor = tmp_path / "editor.py"
    editor.write_text(EDITOR.format(mended=mended()), encoding="utf-8")
    environment = {
        "EDITOR": f"{sys.executable} {editor}",
        "VISUAL": "",
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
    }
    ran = []
    for command, lines, answers in commands():
        words = []
        for word in shlex.split(command)[1:]:
            words += sorted(glob.glob(word)) if "*" in word else [word]
        code, text = converse(words, answers, tmp_path, environment)
        assert code == FOUND.get(words[0], 0), text
        check_shown(lines, text)
        ran.append(words[0])
    assert len(ran) == 10
    assert (tmp_path / "evening.mgn").read_text(encoding="utf-8").count("[Event ") == 1
    for page in ("game.html", "cup/event.html"):
        assert "Ann Smith" in (tmp_path / page).read_text(encoding="utf-8")
    code, text = converse(["quarantine", "--db", "club.duckdb"], (), tmp_path, environment)
    assert (code, "0 records in quarantine" in text) == (0, True)
    code, text = converse(["doctor", "--db", "club.duckdb"], (), tmp_path, environment)
    assert (code, "0 differences" in text) == (0, True)


def test_the_files_are_thirty_and_small() -> None:
    files = [path for path in FOLDER.iterdir() if path.is_file()]
    assert len(files) == 30
    assert sum(path.stat().st_size for path in files) < 60_000
