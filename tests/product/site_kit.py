"""The pages of the documentation, and the commands and examples that stand in them."""

import doctest
import io
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import Result
from typer.testing import CliRunner

from mentis_records.cli.main import app_for

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FILES = "tutorials/club-evening/"
"""What files begin with that pages are about."""

MADE = (
    *("reference/commands", "reference/diagnostics", "reference/schema", "reference/python"),
    "reference/predicates",
)
"""What pages begin with that are made when the site is built."""

_BLOCK = re.compile(r"^```(sh|console|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_RUNNER = CliRunner()


class Block(NamedTuple):
    """A block of a page: ``sh`` has commands, ``console`` what they print, ``pycon`` Python."""

    kind: str
    text: str


def written_pages() -> list[str]:
    """Return the places of all pages that are not made."""
    places = (path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    return sorted(place for place in places if not place.startswith((*MADE, FILES)))


def read_page(place: str) -> str:
    """Return the text of a page, or of README."""
    path = ROOT / place if place == "README.md" else DOCS / place
    return path.read_text(encoding="utf-8")


def blocks_of(text: str) -> Iterator[Block]:
    """Yield the blocks that are to be run."""
    for found in _BLOCK.finditer(text):
        yield Block(found[1], found[2])


def run(line: str) -> Result:
    """Run a command line, of which the first words may print a text for it to read.

    Reports are written without their PDF, which takes longest and says the same.
    """
    *printed, command = line.split(" | ") if line.startswith("printf ") else [line]
    text = shlex.split(printed[0])[1].replace("\\n", "\n") if printed else ""
    words = shlex.split(command)
    assert words[0] == "mentis", line
    if words[1] == "report" and "verify" not in words and "--format" not in words:
        words += ["--format", "html,svg,csv,json"]
    return _RUNNER.invoke(app_for(words[1:]), words[1:], input=text)


def answers(text: str) -> str:
    """Return a block of commands with what they print now."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            done = run(line.removeprefix("$ "))
            assert done.exit_code in (0, 1), f"{line}\n{done.stderr}"
            lines += [line, *done.output.splitlines()]
    return "\n".join(lines) + "\n"


def furnish(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a folder the present one, with what pages take for granted."""
    shutil.copytree(ROOT / "data", folder / "data")
    shutil.copytree(ROOT / "docs/games", folder / "docs/games")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")
    words = ["load", "data/rulebook.mgn", "data/rulebook-listing.txt", "--db", "club.duckdb"]
    assert _RUNNER.invoke(app_for(words), words).exit_code == 0


def run_python(name: str, text: str) -> str:
    """Run the examples of a page; return what differs."""
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    told = io.StringIO()
    with redirect_stdout(sys.stdout):
        doctest.DocTestRunner(verbose=False).run(examples, out=told.write)
    return told.getvalue()
