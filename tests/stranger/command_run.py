"""Command lines of the program, run one after the other by forks of one process.

    echo '[["perft", "2"]]' | python tests/stranger/command_run.py

Standard input has a JSON array of command lines; standard output an array of what each gave: its
exit code, its standard output and its standard error. That is as running the program for each, but
what it imports is imported once, and grammars are made into tables once.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from importlib import import_module
from typing import IO

import duckdb  # noqa: F401 - imported once, for all forks
import lark  # noqa: F401
import numpy  # noqa: F401

from mentis_records.cli import main
from mentis_records.games import GAMES
from mentis_records.notation.tables.grammar_tables import load_tables


def run(words: list[str]) -> tuple[int, str, str]:
    """Return the exit code of a command line, and what it writes."""
    import_module(f"mentis_records.cli.{words[0]}")
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = os.fork()
        if not child:
            _become(words, out, err)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return os.waitstatus_to_exitcode(status), out.read(), err.read()


def _become(words: list[str], out: IO[str], err: IO[str]) -> None:
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    sys.argv = ["mentis", *words]
    code = 0
    try:
        main.run()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    for game in GAMES:
        load_tables(game.description.grammar)
    json.dump([run(words) for words in json.load(sys.stdin)], sys.stdout)
