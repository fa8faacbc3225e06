"""The program's own work: load, validate, perft, start-up, each as one process."""

import json
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from tests.benchmarks import process
from tests.benchmarks.contestant import Contestant, Sample
from tests.benchmarks.corpus import Corpus
from tests.benchmarks.error import BenchmarkError
from tests.benchmarks.process import ROOT, Done

_PLAYED = 100_000
"""Plies that are played at random, at least."""

PERFT_3 = 8_393_973
"""Action sequences of three plies from the start (rules, Checks anyone can repeat)."""

_TALLY = re.compile(r"([\d,]+) records?: ([\d,]+) valid, 0 invalid")
_TOTALS = "select count(*) as plies, (sum(key) % 18446744073709551616)::varchar as keys from plies"


def load(
    name: str,
    corpus: Corpus,
    cores: Sequence[int],
    checksum: int | None = None,
    is_indexed: bool = False,
) -> Contestant:
    """Load into a new database; games, plies and (if known) the sum of the keys are compared."""
    database = corpus.path.with_suffix(".duckdb")
    words: list[str | Path] = [corpus.path, "--db", database]
    words += ["--jobs", str(len(cores)), "--format", "json"]
    if not is_indexed:
        words.append("--no-index")

    def run() -> Sample:
        _remove(database)
        done = _mentis("load", *words, cores=cores, has_memory=True)
        summary = json.loads(done.stdout.splitlines()[-1])
        if summary["stored"] != corpus.games or summary["records"] != corpus.games:
            raise BenchmarkError(f"{summary} instead of {corpus.games} games")
        _check_plies(database, corpus, checksum)
        _remove(database)
        return Sample(done.seconds, corpus.plies, done.private_bytes)

    return Contestant(name, run)


def _check_plies(database: Path, corpus: Corpus, checksum: int | None) -> None:
    words: list[str | Path] = [_TOTALS, "--db", database, "--format", "json"]
    done = _mentis("sql", *words, cores=process.all_cores())
    found = json.loads(done.stdout)[0]
    if found["plies"] != corpus.plies:
        raise BenchmarkError(f"{found['plies']} plies stored instead of {corpus.plies}")
    if checksum is not None and int(found["keys"]) != checksum:
        raise BenchmarkError(f"keys sum up to {found['keys']} instead of {checksum}")


def validate(name: str, corpus: Corpus, cores: Sequence[int], package: Path = ROOT) -> Contestant:
    """Check a file without a database; ``package`` is the folder to import from."""
    words: list[str | Path] = [corpus.path, "--jobs", str(len(cores)), "--quiet"]

    def run() -> Sample:
        done = _mentis("validate", *words, cores=cores, package=package)
        _check_tally(done, corpus.games)
        return Sample(done.seconds, corpus.plies)

    return Contestant(name, run)


def _check_tally(done: Done, games: int) -> None:
    tally = _TALLY.search(done.stdout + done.stderr)
    if tally is None or int(tally[2].replace(",", "")) != games:
        raise BenchmarkError(f"not {games} valid records: {(done.stdout + done.stderr)[-200:]!r}")


def playouts(name: str, rules: str, cores: Sequence[int]) -> Contestant:
    """Play games at random from Python; counted without the start of the process."""

    def run() -> Sample:
        words = ("playouts", rules, str(_PLAYED))
        done = process.python("tests.benchmarks.counter", *words, cores=cores)
        found = json.loads(done.stdout)
        if found["plies"] < _PLAYED:
            raise BenchmarkError(f"{found['plies']} plies instead of {_PLAYED}")
        return Sample(found["seconds"], found["plies"])

    return Contestant(name, run)


def perft(name: str, cores: Sequence[int]) -> Contestant:
    """Count three plies from the start; the seconds are those of the counting alone."""

    def run() -> Sample:
        done = process.python("tests.benchmarks.counter", "perft", "3", cores=cores)
        found = json.loads(done.stdout)
        if found["leaves"] != PERFT_3:
            raise BenchmarkError(f"perft(3) is {found['leaves']} instead of {PERFT_3}")
        return Sample(found["seconds"])

    return Contestant(name, run)


def query(name: str, text: str, database: Callable[[], Path], cores: Sequence[int]) -> Contestant:
    """Ask an indexed database; the seconds are those of the asking alone, warm."""

    def run() -> Sample:
        words = (str(database()), text)
        done = process.python("tests.benchmarks.query_timer", *words, cores=cores)
        found = json.loads(done.stdout)
        if not found["positions"]:
            raise BenchmarkError(f"{text}: nothing was found")
        return Sample(found["seconds"])

    return Contestant(name, run)


def make_indexed(corpus: Corpus) -> Path:
    """Return a database of a corpus with its positions index, made once."""
    database = corpus.path.with_suffix(".indexed.duckdb")
    if not database.exists():
        partial = database.with_suffix(".partial.duckdb")
        _remove(partial)
        _mentis("load", corpus.path, "--db", partial, cores=process.all_cores())
        partial.replace(database)
    return database


def show_help(name: str, cores: Sequence[int]) -> Contestant:
    """Show the program's help."""

    def run() -> Sample:
        done = _mentis("--help", cores=cores)
        if "validate" not in done.stdout:
            raise BenchmarkError("the help does not name the commands")
        return Sample(done.seconds)

    return Contestant(name, run)


def validate_one(name: str, path: Path, cores: Sequence[int]) -> Contestant:
    """Check a file of one game, as a user would."""

    def run() -> Sample:
        done = _mentis("validate", path, cores=cores)
        _check_tally(done, 1)
        return Sample(done.seconds)

    return Contestant(name, run)


def import_typer(name: str, cores: Sequence[int]) -> Contestant:
    """Start Python and import the library that reads the command line."""
    command = (sys.executable, "-c", "import typer")
    return Contestant(name, lambda: Sample(process.run(command, cores).seconds))


def require_build(word: str, package: Path = ROOT) -> None:
    """Make sure that the program runs compiled or interpreted, by what it says of itself.

    Raises:
        BenchmarkError: it does not.
    """
    said = _mentis("version", cores=process.all_cores(), package=package).stdout
    if word not in said:
        raise BenchmarkError(f"this is no {word} build: {' '.join(said.split())}")


def copy_uncompiled(scratch: Path) -> Path:
    """Copy the package without its extension modules; return the folder to import it from."""
    folder = scratch / "uncompiled"
    shutil.rmtree(folder, ignore_errors=True)
    leave_out = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    for name in ("mentis_records", "grammar", "data"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave_out)
    return folder


def _mentis(
    *words: str | Path, cores: Sequence[int], package: Path = ROOT, has_memory: bool = False
) -> Done:
    environment = {"PYTHONPATH": str(package)}
    run = partial(process.python, cores=cores, environment=environment, has_memory=has_memory)
    return run("mentis_records.cli", *words, folder=package)


def _remove(database: Path) -> None:
    for path in (database, database.with_name(database.name + ".wal")):
        path.unlink(missing_ok=True)
