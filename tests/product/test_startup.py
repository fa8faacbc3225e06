"""Start-up: heavy libraries are imported where they are used, not before."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mentis_records.core.resource import resource_folder
from mentis_records.games import GAMES

HEAVY = (
    "duckdb",
    "lark",
    "matplotlib",
    "nanoarrow",
    "numpy",
    "scipy",
    "PIL",
    "prompt_toolkit",
    "jinja2",
    "pydantic",
)

COMPUTED = set() if list(resource_folder("grammar").glob("*.tables")) else {"lark"}
"""What a checkout needs whose tables have not been written; see setup.py."""

PROBE = """
import sys
from mentis_records.cli.main import run
try:
    run()
except SystemExit:
    pass
print("LOADED", *(name for name in {heavy!r} if name in sys.modules))
"""


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        (["--help"], set()),
        (["validate", "--help"], set()),
        (["version"], set()),
        (["--version"], set()),
        (["explain"], set()),
        (["completion", "bash"], set()),
        (["completion", "zsh", "--", "validate", "--f"], set()),
        (["completion", "zsh", "--", "players", "merge", "--db", "none.duckdb", ""], set()),
        (["moves"], set()),
        (["analyse", "--help"], set()),
        (["explain", "blocked"], set()),
        (["validate", "data/rulebook.mgn"], COMPUTED),
        (["validate", "tests/store/broken.mgn"], COMPUTED),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_imports(words: list[str], allowed: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(heavy=HEAVY), *words],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stdout.rpartition("LOADED")[2].split()
    assert set(loaded) <= allowed, done.stderr


MODULES = {"validate": 120, "show": 132, "games": 55, "query": 160, "tree": 134}
"""Modules of the product that a command imports at most; a slow machine needs a millisecond each.

What is added to them is added to every start: import it where it is used.
"""

PRODUCT = """
import sys
from mentis_records.cli.main import run
try:
    run()
except SystemExit:
    pass
print("LOADED", *(name for name in sys.modules if name.startswith("mentis_records")))
"""


@pytest.mark.skipif(bool(COMPUTED), reason="tables that are computed need more")
@pytest.mark.parametrize("name", MODULES)
def test_few_modules_of_one_game(
    name: str, tmp_path: Path, place_loaded: Callable[..., Path]
) -> None:
    file = resource_folder("bundled") / "rulebook.mgn"
    if name in ("validate", "show"):
        words = [name, str(file)]
    else:
        database = place_loaded(tmp_path / "two.duckdb", file)
        words = [name, *(["blue K attacked"] if name == "query" else []), "--db", str(database)]
    done = subprocess.run(
        [sys.executable, "-c", PRODUCT, *words], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.rpartition("LOADED")[2].split()
    assert len(loaded) <= MODULES[name]
    games = {each.split(".")[2] for each in loaded if each.count(".") > 1}
    slugs = {game.description.slug for game in GAMES}
    assert games & slugs <= {"mentis"}


INTERRUPTED = """
import os, signal, sys
from mentis_records.cli.program import run

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
run()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
@pytest.mark.parametrize("module", ["mentis_records.cli.main", "typer", "mentis_records.cli.info"])
def test_an_interruption_while_modules_are_imported(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(module=module), "info"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "mentis: interrupted\n"
