"""Start-up: heavy libraries are imported where they are used, not before."""

import subprocess
import sys

import pytest

from mentis_records.core.resource import resource_folder

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
