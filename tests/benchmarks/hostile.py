"""What files cost that nobody would write: ``python -m tests.benchmarks.hostile``.

A row a kind of file and a column a command: seconds of computing a megabyte, start-up apart; then
the most memory that one of them needed, and how many times the file its longest output is. The
exit code is 1 if one fails, counts other records than there are, or costs more than a second a
megabyte (``LIMIT``).
"""

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.benchmarks import process
from tests.benchmarks.error import BenchmarkError
from tests.benchmarks.hostile_input import INPUTS, HostileInput

LIMIT = 1.0
"""Seconds a megabyte."""

COMMANDS = {
    "full": ("validate",),
    "json": ("validate", "--format", "json"),
    "concise": ("validate", "--format", "concise"),
    "sarif": ("validate", "--format", "sarif"),
    "github": ("validate", "--format", "github"),
    "strict": ("validate", "--strict"),
    "readings": ("validate", "--readings"),
    "as played": ("validate", "--as-played"),
    "fmt": ("fmt",),
    "load": ("load",),
}
_RECORDS = re.compile(r"^(\d+) records?:", re.MULTILINE)


def measure(kind: HostileInput, size: int, folder: Path) -> tuple[list[float], float, float]:
    """Return the seconds a megabyte of each command, the memory (bytes), and the output's ratio.

    Raises:
        BenchmarkError: one failed, or counted other records than there are.
    """
    data, count = kind.make(size)
    path = folder / f"{kind.name.replace(' ', '-')}{kind.ending}"
    path.write_bytes(data)
    costs, memory, ratio = [], 0.0, 0.0
    for name, words in COMMANDS.items():
        done = process.python(
            "tests.benchmarks.hostile_run", path, *words, cores=process.one_core()
        )
        found = json.loads(done.stdout)
        if found["code"] not in (0, 1):
            raise BenchmarkError(f"{kind.name}, {name}: {found['said'][-200:]}")
        tally = _RECORDS.search(found["said"])
        if count and tally is not None and int(tally[1]) != count:
            raise BenchmarkError(f"{kind.name}, {name}: {tally[1]} records instead of {count}")
        costs.append(1e6 * found["seconds"] / len(data))
        memory = max(memory, found["bytes"])
        ratio = max(ratio, found["written"] / len(data))
    path.unlink()
    return costs, memory, ratio


def main() -> int:
    """Measure what the command line asks for, print the table, return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.hostile", description=__doc__)
    parser.add_argument("--only", default="", help="kinds with this in their name")
    parser.add_argument("--size", type=int, default=1_000_000, help="bytes of each file")
    wanted = parser.parse_args()
    table = Table("file", *COMMANDS, "memory", "output", title="seconds a megabyte")
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in INPUTS:
            if wanted.only not in kind.name:
                continue
            try:
                costs, memory, ratio = measure(kind, wanted.size, Path(folder))
            except BenchmarkError as error:
                table.add_row(kind.name, str(error), style="red")
                bad += 1
                continue
            is_slow = max(costs) > LIMIT
            bad += is_slow
            cells = [f"{cost:.2f}" for cost in costs]
            table.add_row(
                kind.name,
                *cells,
                f"{memory / 1e6:.0f} MB",
                f"{ratio:.1f}x",
                style="bold red" if is_slow else "",
            )
            print(kind.name, *cells, file=sys.stderr)
    Console(width=160).print(table)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
