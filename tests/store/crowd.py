"""Very many tiny records: how much memory and time it takes to load or validate them.

``python tests/store/crowd.py equal --records 5000000`` says so at a tenth of them and at all.
"""

import argparse
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from disturbance import MENTIS, environment

KINDS = {
    "equal": '[A "b"]\n\n*\n\n',
    "different": '[A "%d"]\n\n*\n\n',
    "named": '[Blue "%d"]\n[Red "r"]\n\n1. d1-c1 *\n\n',
    "broken": '[A "%d"]\n\n1. x\n\n',
}
"""Records, some with a number."""

AT_ONCE = 50_000


@dataclass(frozen=True)
class Use:
    """What a command took, and its exit code."""

    code: int
    bytes: int
    seconds: float


def _texts(kind: str, count: int, at_once: int) -> Iterator[str]:
    pattern = KINDS[kind]
    for first in range(0, count, at_once):
        numbers = range(first, min(count, first + at_once))
        yield "".join(pattern % number if "%" in pattern else pattern for number in numbers)


def write_text(path: Path, kind: str, count: int) -> None:
    """Write a text of so many records."""
    with path.open("w") as file:
        file.writelines(_texts(kind, count, AT_ONCE))


def write_zip(path: Path, kind: str, count: int) -> None:
    """Write an archive of so many texts of one record."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, text in enumerate(_texts(kind, count, 1)):
            archive.writestr(f"{number}.mgn", text)


MEASURING = """
import resource, subprocess, sys, time
started = time.monotonic()
quiet = dict.fromkeys(("stdout", "stderr"), subprocess.DEVNULL)
code = subprocess.run(sys.argv[1:], **quiet).returncode
taken = time.monotonic() - started
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, taken)
"""
"""A small program between: a process's peak begins with that of the one that it was forked from."""


def measure(*words: object) -> Use:
    """Run the program to its end."""
    command = [sys.executable, "-c", MEASURING, *MENTIS, *map(str, words)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    code, peak, seconds = done.stdout.split()
    unit = 1 if sys.platform == "darwin" else 1024
    return Use(int(code), int(peak) * unit, float(seconds))


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--texts", action="store_true", help="a text a record, in an archive")
    parser.add_argument("--validate", action="store_true")
    chosen = parser.parse_args()
    for count in (chosen.records // 10, chosen.records):
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / ("many.zip" if chosen.texts else "many.mgn")
            (write_zip if chosen.texts else write_text)(path, chosen.kind, count)
            if chosen.validate:
                use = measure("validate", path)
            else:
                use = measure("load", path, "--db", Path(scratch) / "many.duckdb")
            print(f"{count:,}: {use.bytes / 1e6:,.0f} MB, {use.seconds:,.1f} s, exit {use.code}")


if __name__ == "__main__":
    main()
