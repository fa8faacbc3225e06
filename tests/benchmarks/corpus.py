"""The files that are read: made once, kept in the scratch folder with their counts beside them."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks import process
from tests.benchmarks.chess_game import write_games

SEED = 1
MAX_PLIES = 75
"""Games are stopped after so many plies: 200,000 random ones then have about 13 million."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A file of records and how many games and mainline plies it has."""

    path: Path
    games: int
    plies: int

    @property
    def bytes(self) -> int:
        """Return the size of the file."""
        return self.path.stat().st_size


def make_records(
    scratch: Path, games: int, rules: str = "mentis", settings: Sequence[str] = ()
) -> Corpus:
    """Return random games by some rules and settings; fewer of them are the first of more."""
    path = scratch / f"{'-'.join(('random', rules, *settings))}-{games}.mgn"
    known = _known(path)
    if known is not None:
        return known
    partial = path.with_suffix(".partial.mgn")
    words = ["--rules", rules, "--games", games, "--seed", SEED]
    words += ["--policy", "random", "--max-plies", MAX_PLIES]
    words += [f"--setting={each}" for each in settings]
    process.python(
        "mentis_records.cli",
        "generate",
        *map(str, words),
        "--out",
        partial,
        cores=process.all_cores(),
    )
    with partial.open(encoding="ascii") as lines:
        corpus = _count(path, lines)
    return _keep(partial, corpus)


def make_chess(scratch: Path, records: Corpus) -> Corpus:
    """Return chess games, as many as the records and with as many plies.

    Raises:
        ImportError: python-chess is not installed.
    """
    path = scratch / f"random-{records.games}-{records.plies}.pgn"
    known = _known(path)
    if known is not None:
        return known
    partial = path.with_suffix(".partial.pgn")
    with partial.open("w", encoding="ascii") as file:
        file.writelines(write_games(records.games, records.plies))
    with partial.open(encoding="ascii") as lines:
        corpus = _count(path, lines)
    return _keep(partial, corpus)


def first_record(scratch: Path) -> Path:
    """Return a file of one game."""
    return make_records(scratch, 1).path


def _count(path: Path, lines: Iterable[str]) -> Corpus:
    """Count games by their first tags, plies by the words that are neither number nor result."""
    games = words = 0
    for line in lines:
        if line.startswith("["):
            games += line.startswith("[Event ")
        else:
            words += len(line.split()) - line.count(". ") - line.count(".\n")
    return Corpus(path, games, words - games)


def _known(path: Path) -> Corpus | None:
    counts = path.with_suffix(".json")
    if not (path.exists() and counts.exists()):
        return None
    return Corpus(path, **json.loads(counts.read_text(encoding="ascii")))


def _keep(partial: Path, corpus: Corpus) -> Corpus:
    """Give a whole file its name, so that one cut short is never taken for it."""
    counts = asdict(corpus)
    del counts["path"]
    partial.replace(corpus.path)
    corpus.path.with_suffix(".json").write_text(json.dumps(counts), encoding="ascii")
    return corpus
