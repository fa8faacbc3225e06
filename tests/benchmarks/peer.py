"""Other programs at the same work: chess databases on chess, Lark and C++ on our records."""

import importlib.util
import json
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tests.benchmarks import process
from tests.benchmarks.contestant import Contestant, Sample, absent
from tests.benchmarks.corpus import Corpus
from tests.benchmarks.error import BenchmarkError

FOLDER = Path(__file__).resolve().parent

_COMPILER = ("g++", "-std=c++17", "-O3", "-march=native", "-Wall", "-Wextra")
_PROGRESS = re.compile(r"Games: (\d+)")
_PROGRESS_STEP = 1000
_CHESS_GAMES = 3000
"""python-chess reads so many: it would need minutes for all."""


def find_program(name: str) -> str | None:
    """Return where a program is; Debian keeps those about games apart."""
    return shutil.which(name, path=os.environ.get("PATH", os.defpath) + ":/usr/games")


def scid(name: str, corpus: Corpus, cores: Sequence[int]) -> Contestant:
    """Import into a new Scid base, from start to end of the process."""
    program = find_program("tkscid")
    if program is None:
        return absent(name, "scid is not installed")
    base = corpus.path.with_suffix(".scid")

    def run() -> Sample:
        _remove_base(base)
        done = process.run((program, FOLDER / "scid_import.tcl", base, corpus.path), cores)
        words = done.stdout.split()
        if words != ["imported", str(corpus.games)]:
            raise BenchmarkError(f"Scid says {done.stdout[:200]!r} of {corpus.games} games")
        plies = _count_scid_plies(base.with_name(base.name + ".si4"))
        if plies != corpus.plies:
            raise BenchmarkError(f"Scid keeps {plies} plies instead of {corpus.plies}")
        _remove_base(base)
        return Sample(done.seconds, corpus.plies)

    return Contestant(name, run)


def _count_scid_plies(index: Path) -> int:
    """Add up the plies of an index file: 182 bytes, then 47 a game (Scid's index.cpp, version 4).

    Byte 37 holds the lower eight bits of a game's plies, the top of byte 38 two more.
    """
    entries = np.fromfile(index, dtype=np.uint8, offset=182).reshape(-1, 47).astype(np.int64)
    return int(entries[:, 37].sum() + ((entries[:, 38] >> 6) << 8).sum())


def _remove_base(base: Path) -> None:
    for suffix in (".si4", ".sg4", ".sn4"):
        base.with_name(base.name + suffix).unlink(missing_ok=True)


def pgn_extract(name: str, corpus: Corpus, cores: Sequence[int]) -> Contestant:
    """Check every move (``-r``), saying nothing of games without fault (``-s``)."""
    program = find_program("pgn-extract")
    if program is None:
        return absent(name, "pgn-extract is not installed")
    due = corpus.games - corpus.games % _PROGRESS_STEP

    def run() -> Sample:
        done = process.run((program, "-s", "-r", corpus.path), cores)
        counts = [int(count) for count in _PROGRESS.findall(done.stderr)]
        if "File " in done.stderr or max(counts, default=0) != due:
            raise BenchmarkError(f"pgn-extract says {done.stderr[-200:]!r} of {corpus.games} games")
        return Sample(done.seconds, corpus.plies)

    return Contestant(name, run)


def python_chess(name: str, corpus: Corpus, cores: Sequence[int]) -> Contestant:
    """Read games with ``chess.pgn.read_game``; importing it is not counted."""
    if importlib.util.find_spec("chess") is None:
        return absent(name, "python-chess is not installed")
    games = min(_CHESS_GAMES, corpus.games)
    due = games * corpus.plies // corpus.games

    def run() -> Sample:
        words = (str(corpus.path), str(games))
        done = process.python("tests.benchmarks.chess_reader", *words, cores=cores)
        found = json.loads(done.stdout)
        if found["plies"] != due:
            raise BenchmarkError(f"python-chess reads {found['plies']} plies instead of {due}")
        return Sample(found["seconds"], found["plies"])

    return Contestant(name, run)


def stock_lark(name: str, corpus: Corpus, cores: Sequence[int]) -> Contestant:
    """Parse records with Lark as it is."""

    def run() -> Sample:
        done = process.python("tests.benchmarks.lark_reader", corpus.path, cores=cores)
        found = json.loads(done.stdout)
        if found["games"] != corpus.games:
            raise BenchmarkError(f"Lark parses {found['games']} games instead of {corpus.games}")
        return Sample(found["seconds"], corpus.plies)

    return Contestant(name, run)


def compile_peer(scratch: Path) -> Path | None:
    """Compile the C++ program; return it, or None where there is no compiler."""
    if find_program(_COMPILER[0]) is None:
        return None
    program = scratch / "peer"
    command = (*_COMPILER, "-o", program, FOLDER / "cpp" / "peer.cpp")
    process.run(command, process.all_cores())
    return program


def check_records(program: Path, corpus: Corpus, cores: Sequence[int]) -> tuple[Sample, int]:
    """Run the C++ program over a file; return its sample and the sum of all keys."""
    done = process.run((program, "check", corpus.path), cores)
    found = json.loads(done.stdout)
    if (found["games"], found["plies"], found["refused"]) != (corpus.games, corpus.plies, 0):
        raise BenchmarkError(f"the C++ program says {done.stdout.strip()} of {corpus}")
    return Sample(done.seconds, corpus.plies), found["checksum"]


def cpp(name: str, program: Path | None, corpus: Corpus, cores: Sequence[int]) -> Contestant:
    """Tokenise and replay records in C++."""
    if program is None:
        return absent(name, "g++ is not installed")
    return Contestant(name, lambda: check_records(program, corpus, cores)[0])
