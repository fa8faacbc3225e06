"""Make the answers of ``forced.jsonl.gz``: ``python -m tests.search.make_forced``.

From the top of the checkout, with ``g++``; the file is the same every time. Greedy games are played
against each other, a fifth of them with the Wolf. A position is taken of each: from shortly before
a King is captured, or anywhere where a game ends otherwise. ``exhaustive.cpp`` solves them all, and
as many are kept of each distance as ``SHARES`` says. ``--seed``, ``--count`` and ``--out`` make
other collections.
"""

import argparse
import gzip
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import mentis_records
from tests.search.forced import FORCED, Case, parse_case

SOURCE = Path(__file__).with_name("exhaustive.cpp")

SHARES: dict[int | None, int] = {1: 10, 3: 20, 5: 20, -2: 10, -4: 15, None: 25}
"""How many of a hundred positions have each distance of the end."""

LATEST = 10
"""So many plies before a capture of the King positions are taken."""

GAMES = 8
"""So many games are played for each position that is wanted."""


def main() -> int:
    """Make the collection that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="how many positions")
    parser.add_argument("--seed", type=int, default=1, help="the random seed")
    parser.add_argument("--out", type=Path, default=FORCED, help="a .jsonl or .jsonl.gz file")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        lines = make_forced(wanted.count, wanted.seed, Path(scratch))
    text = "".join(f"{line}\n" for line in lines).encode()
    wanted.out.write_bytes(gzip.compress(text, mtime=0) if wanted.out.suffix == ".gz" else text)
    print(f"{wanted.out}: {len(lines)} positions")
    return 0


def make_forced(count: int, seed: int, scratch: Path) -> list[str]:
    """Return so many answers as lines of JSON, a fifth of them with the Wolf."""
    program = compile_exhaustive(scratch)
    chance = random.Random(seed)
    lines: list[str] = []
    for variant, wanted in ("Standard", count - count // 5), ("Wolf", count // 5):
        games = scratch / f"{variant}.mgn"
        words = ["--policy", "greedy", "-n", str(wanted * GAMES), "--seed", str(seed)]
        words += ["--variant", variant, "--out", str(games)]
        command = [sys.executable, "-m", "mentis_records.cli", "generate", *words]
        subprocess.run(command, check=True)
        positions = list(dict.fromkeys(late_positions(games, chance)))
        lines += chosen(solve(program, positions), wanted)
    chance.shuffle(lines)
    return lines


def compile_exhaustive(scratch: Path, optimisation: str = "-O2") -> Path:
    """Compile the exhaustive search; return the program."""
    program = scratch / "exhaustive"
    command = ["g++", "-std=c++17", optimisation, "-Wall", "-Wextra", "-Werror", "-o"]
    subprocess.run([*command, program, SOURCE], check=True)
    return program


def late_positions(games: Path, chance: random.Random) -> Iterator[str]:
    """Yield a position of each game: near its end if a King was captured, else anywhere."""
    for record in mentis_records.read(games):
        assert record.game
        plies = len(record.game.plies)
        if record.game.termination == "king captured":
            yield record.game.position(max(0, plies - chance.randint(1, LATEST))).text
        else:
            yield record.game.position(chance.randrange(plies)).text


def solve(program: Path, positions: list[str], act: str = "solve") -> list[str]:
    """Return the program's answers, a line of JSON for each position."""
    text = "".join(f"{position}\n" for position in positions)
    done = subprocess.run([program, act], input=text, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def chosen(lines: list[str], count: int) -> list[str]:
    """Return so many of the answers, each distance in its share."""
    cases: list[tuple[str, Case]] = [(line, parse_case(line)) for line in lines]
    kept: list[str] = []
    for mate, share in SHARES.items():
        of_mate = [line for line, case in cases if case.mate == mate]
        wanted = count - len(kept) if mate is None else round(count * share / 100)
        if len(of_mate) < wanted:
            raise SystemExit(f"only {len(of_mate)} positions of {wanted} have the distance {mate}")
        kept += of_mate[:wanted]
    return kept


if __name__ == "__main__":
    sys.exit(main())
