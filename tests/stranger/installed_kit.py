"""Games of a module of their own, installed beside the stranger for a test."""

import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from textwrap import dedent, indent

from program_kit import python

from mentis_records.notation.tables.grammar_tables import write_tables

HERE = Path(__file__).parent
SITE = HERE / "site"
"""Where the stranger is installed: a folder of its own, in which only some programs look."""
ROOT = HERE.parents[1]


_MODULE = """
from collections import namedtuple
from dataclasses import replace
from pathlib import Path
from annulus.game import Annulus, Position
from mentis_records.core.outcome import Outcome
from mentis_records.core.setting import Choice, Setting
from mentis_records.core.verdict import Verdict

CODES = Annulus.description.codes
Odd = namedtuple("Odd", ["code", "kind", "notation"], defaults=["place", "a1"])
facts = dict(slug="SLUG", title="SLUG".title(), codes=()) | dict(FACTS)

class Other(Annulus):
    description = replace(Annulus.description, **facts)
    METHOD

GAME = Other()
"""


def module_of(facts: str = "", method: str = "", slug: str = "bad") -> str:
    """Return the module of a game that is the stranger but for some facts and a method."""
    method = indent(dedent(method), "    ").strip()
    return _MODULE.replace("FACTS", facts).replace("METHOD", method).replace("SLUG", slug)


def install(module: str, folder: Path, name: str = "bad") -> None:
    """Install a game that has such a module in a folder."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    entry = f"[mentis_records.games]\n{name} = {name}_game:GAME\n"
    (metadata / "entry_points.txt").write_text(entry)
    (folder / f"{name}_game.py").write_text(module)


def told_of(module: str, folder: Path) -> str:
    """Return what is told where a game ``bad`` is installed that has such a module."""
    install(module, folder)
    done = run_with(folder, "perft", "1")
    assert done.returncode == 0, done.stderr
    return done.stderr


@cache
def _site_with_tables() -> tempfile.TemporaryDirectory[str]:
    """Return a folder in which the stranger is installed with the tables of its grammar."""
    folder: tempfile.TemporaryDirectory[str] = tempfile.TemporaryDirectory()
    shutil.copytree(SITE, folder.name, dirs_exist_ok=True)
    write_tables(Path(folder.name) / "annulus", str(SITE / "annulus" / "annulus.lark"))
    return folder


def run_with(
    folder: Path, *words: str, program: tuple[str, str] = ("-m", "mentis_records.cli")
) -> subprocess.CompletedProcess[str]:
    """Run a command, or another program, where another folder of modules is looked into."""
    path = (Path(_site_with_tables().name), folder)
    return python(*program, *words, path=path, is_first=True)


def alien_words(text: str) -> set[str]:
    """Return the words of another game that a text has."""
    text = re.sub("<(script|style).*?</\\1>", "", text, flags=re.DOTALL)
    return {"Blue", "Red", "Mentis", "tile", "tiles", "King"} & set(re.findall(r"\w+", text))
