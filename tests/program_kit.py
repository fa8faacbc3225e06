"""Programs run in processes that are started once for each set of folders with installed games.

    done = python("-m", "mentis_records.cli", "perft", "2", path=(SITE,))

Command lines run one after the other in one process; other programs run each in a fork of another,
as if Python had been started for it. What they import is imported once, grammars are made into
tables once, and new databases are copied of the first one.
``python tests/program_kit.py`` is the first of these processes: a line on standard input is a JSON
object that says what to run, one on standard output what came of it.
"""

import atexit
import gc
import json
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import IO, Any

ROOT = Path(__file__).parents[1]

Asked = dict[str, Any]
Pipes = tuple[IO[str], IO[str]]

SHARED = (
    *("duckdb", "jinja2", "lark", "numpy", "typer", "typer._click.decorators"),
    *("matplotlib.figure", "matplotlib.backends.backend_agg", "matplotlib.backends.backend_svg"),
    *("scipy.linalg", "scipy.optimize", "scipy.sparse.csgraph", "scipy.stats"),
    *("mentis_records.core.capability_module", "mentis_records.notation.tag.known_tag"),
)
"""What is imported before it is known which games there are."""


def python(
    *words: object,
    path: Sequence[Path] = (),
    root: Path = ROOT,
    stdin: str = "",
    cwd: Path | None = None,
    is_first: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run ``-m MODULE``, ``-c PROGRAM`` or a file, with its arguments.

    Args:
        words: what follows the name of Python in a command line.
        path: folders in which distributions are installed.
        root: the folder of the package.
        stdin: what can be read from standard input.
        cwd: the folder in which it runs, if not the present one.
        is_first: whether the program itself looks for games, and tells what it finds.
    """
    asked: Asked = {"words": [*map(str, words)], "stdin": stdin, "is_first": is_first}
    asked["cwd"] = str(cwd or Path.cwd())
    server = _server(root)
    assert server.stdin
    assert server.stdout
    server.stdin.write(json.dumps(asked | {"path": [*map(str, path)]}) + "\n")
    server.stdin.flush()
    return subprocess.CompletedProcess([*asked["words"]], **json.loads(server.stdout.readline()))


COMMAND = ["-m", "mentis_records.cli"]

mentis = partial(python, *COMMAND)
"""Run a command line of the program."""


def copying(template: Path, make: Callable[[Path], None]) -> Callable[[Path], None]:
    """Return what makes a new database by a copy of an empty one, which is made at first use."""

    def copy(place: Path) -> None:
        if not template.exists():
            make(template)
        try:
            shutil.copyfile(template, place)
        except OSError:
            place.unlink(missing_ok=True)
            make(place)

    return copy


@cache
def _server(root: Path) -> subprocess.Popen[str]:
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    server = subprocess.Popen(
        [sys.executable, __file__, folder.name],
        env=os.environ | {"PYTHONPATH": str(root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(server.communicate)
    return server


def _serve(asks: IO[str], answers: IO[str], *, knows_games: bool = False) -> Asked:
    """Answer all that is asked; in each fork for a program, return what is to be run."""
    inner: dict[tuple[bool, tuple[str, ...]], Pipes] = {}
    for line in asks:
        asked: Asked = json.loads(line)
        is_command = asked["words"][:2] == COMMAND
        path = (is_command, tuple(asked["path"]))
        if knows_games or asked["is_first"]:
            with tempfile.TemporaryFile() as given, _file() as out, _file() as err:
                given.write(asked["stdin"].encode())
                given.seek(0)
                ends = (given.fileno(), out.fileno(), err.fileno())
                if is_command and knows_games:
                    told: Asked = {"returncode": _run_here(asked, ends)}
                else:
                    child = os.fork()
                    if not child:
                        for number, end in enumerate(ends):
                            os.dup2(end, number)
                        return asked
                    _, status = os.waitpid(child, 0)
                    told = {"returncode": os.waitstatus_to_exitcode(status)}
                told |= {"stdout": _text(out), "stderr": _text(err)}
            answers.write(json.dumps(told) + "\n")
        else:
            if path not in inner:
                there, back = os.pipe(), os.pipe()
                if not os.fork():
                    for end in (there[1], back[0]):
                        os.close(end)
                    for pipe in (answers, *(pipe for pipes in inner.values() for pipe in pipes)):
                        pipe.close()
                    _learn_games(path[1], is_shared=not is_command)
                    asks, answers = os.fdopen(there[0]), os.fdopen(back[1], "w")
                    return _serve(asks, answers, knows_games=True)
                for end in (there[0], back[1]):
                    os.close(end)
                inner[path] = os.fdopen(there[1], "w"), os.fdopen(back[0])
            to, back_from = inner[path]
            to.write(line)
            to.flush()
            answers.write(back_from.readline())
        answers.flush()
    for to, _ in inner.values():
        to.close()
        os.wait()
    os._exit(0)


def _file() -> IO[str]:
    return tempfile.TemporaryFile("w+", encoding="utf-8")


def _text(file: IO[str]) -> str:
    file.seek(0)
    return file.read()


def _look_into(path: Sequence[str]) -> None:
    """Look for modules in the package's folder and in these, not in that of this module."""
    sys.path[:2] = [sys.path[1], *path]


def _learn_games(path: Sequence[str], *, is_shared: bool) -> None:
    """Import the games, and for forks all modules of the package."""
    _look_into(path)
    games = import_module("mentis_records.games").GAMES
    tables = import_module("mentis_records.notation.tables.grammar_tables")
    for game in games:
        tables.load_tables(game.description.grammar)
    if is_shared:
        package = import_module("mentis_records")
        for module in walk_packages(package.__path__, "mentis_records."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    store = import_module("mentis_records.store.open")
    store._make_file = copying(Path(sys.argv[1], f"{os.getpid()}.duckdb"), store._make_file)
    gc.collect()
    gc.freeze()  # what all forks share, none of them looks through
    if not is_shared:
        gc.freeze = lambda: None  # each command would keep the garbage of those before


def _run_here(asked: Asked, ends: Sequence[int]) -> int:
    """Run a command line in this process with other standard streams; return its exit code."""
    kept = [os.dup(number) for number in range(3)]
    for number, end in enumerate(ends):
        os.dup2(end, number)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - for one command
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
    import_module("mentis_records.cli.collection_file")._tell_once.cache_clear()
    try:
        return _run(asked)
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # where a test has closed it
                stream.flush()
        for number, end in enumerate(kept):
            os.dup2(end, number)
            os.close(end)


def _run(asked: Asked) -> int:
    """Return the exit code of a program, which is run."""
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the program
    os.chdir(asked["cwd"])
    if asked["is_first"]:
        _look_into(asked["path"])
    kind, *words = asked["words"]
    try:
        if kind == "-m":
            sys.argv = words
            runpy.run_module(words[0], run_name="__main__", alter_sys=True)
        elif kind == "-c":
            sys.argv = ["-c", *words[1:]]
            exec(compile(words[0], "<string>", "exec"), {"__name__": "__main__"})
        else:
            sys.argv = [kind, *words]
            runpy.run_path(kind, run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    for name in SHARED:
        with suppress(ImportError):
            import_module(name)
    code = _run(_serve(sys.stdin, os.fdopen(os.dup(1), "w")))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # what is imported is many objects, which need not be taken apart
