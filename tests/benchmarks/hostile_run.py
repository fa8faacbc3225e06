"""Run one command over one file in this process: prints what it cost as JSON.

``python -m tests.benchmarks.hostile_run FILE WORD...``: the words are those of ``mentis``, the
file comes behind the first. A small file goes before, so that start-up is not counted.
"""

import io
import json
import resource
import sys
import tempfile
import time
from pathlib import Path

from mentis_records.cli.main import app_for, spare_garbage

_SMALL = '[Event "y"]\n\n1. TSNd2 ~ *\n'


class _Counter(io.TextIOBase):
    """Takes text and keeps how much it was, and its end."""

    def __init__(self) -> None:
        self.size = 0
        self.end = ""

    def write(self, text: str) -> int:
        self.size += len(text)
        self.end = (self.end + text)[-1_000:]
        return len(text)


def run(words: list[str]) -> tuple[object, _Counter, _Counter]:
    """Run a command; return its exit code and what it wrote."""
    before = sys.stdout, sys.stderr
    stdout, stderr = _Counter(), _Counter()
    sys.stdout, sys.stderr = stdout, stderr  # type: ignore[assignment]
    try:
        app_for(words)(words)
    except SystemExit as done:
        return done.code, stdout, stderr
    finally:
        sys.stdout, sys.stderr = before
    return 0, stdout, stderr


def main(path: str, command: str, *words: str) -> None:
    """Run and print."""
    spare_garbage()
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder, "small.mgn")
        small.write_text(_SMALL, encoding="ascii")
        for place in (str(small), path):
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            extra = ["--db", f"{folder}/{Path(place).name}.duckdb"] if command == "load" else []
            begin = time.process_time()
            code, stdout, stderr = run([command, place, *words, *extra])
            seconds = time.process_time() - begin
    found = {
        "seconds": seconds,
        "bytes": 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory),
        "code": code,
        "written": stdout.size,
        "said": stderr.end,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
