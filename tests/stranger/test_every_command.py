"""Every command runs on a game from another distribution, or says what the game does not offer."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mentis_records.cli.main import COMMANDS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RULEBOOK = ROOT / "data" / "rulebook.mgn"

COMMON = (
    "generate --rules {slug} -n 30 --seed 7 --out {folder}/a.mgn",
    "validate {folder}/a.mgn",
    "validate --format json --strict {folder}/a.mgn",
    "fmt {folder}/a.mgn",
    "fmt --check {folder}/a.mgn",
    "fmt --to listing {folder}/a.mgn",
    "fmt --to json {folder}/a.mgn",
    "show {folder}/a.mgn --game 2 --ply 3",
    "explain",
    "explain {code}",
    "moves --rules {slug}",
    "moves --rules {slug} --format json",
    "perft 3 --rules {slug}",
    "generate --rules {slug} --policy random -n 3 --out -",
    "load {folder}/a.mgn --no-index --db {db}",
    "index --db {db}",
    "index --rebuild --db {db}",
    "info --db {db}",
    "info --format json --db {db}",
    "games --db {db}",
    "games --rules {slug} --where 'result = 1-0' --sort -plies --format csv --db {db}",
    "game {game} --db {db}",
    "game {game} --format json --db {db}",
    "quarantine list --db {db}",
    "duplicates --near --db {db}",
    "players list --rules {slug} --db {db}",
    "players rate --rules {slug} --db {db}",
    "players suggest --db {db}",
    "export --db {db} --out {folder}/out.mgn",
    "export --db {db} --format csv --out {folder}/out.csv",
    "export --db {db} --format json --out {folder}/out.json",
    "export --db {db} --format parquet --out {folder}/out.parquet",
    "export --db {db} --format listing --out {folder}/out.txt",
    "query start --rules {slug} --db {db}",
    "query end --rules {slug} --positions --limit 3 --db {db}",
    "tree --rules {slug} --depth 2 --db {db}",
    "tree --rules {slug} --format json --db {db}",
    "report winrate --rules {slug} --db {db} --out {folder}/r --format html,json",
    "report opening --rules {slug} --db {db} --out {folder}/r --format html,json",
    "report player --rules {slug} --db {db} --out {folder}/r --format html,json",
    "report balance --rules {slug} --db {db} --out {folder}/r --format html,json",
    "report collection --rules {slug} --db {db} --out {folder}/r --format html,json",
    "report verify {folder}/r --rules {slug} --db {db}",
    "sql 'select count(*) as n from {slug}_games' --format json --db {db}",
    "sql 'select count(*) as n from {slug}_positions' --format json --db {db}",
    "doctor --db {db}",
    "delete {game} --yes --db {db}",
    "vacuum --db {db}",
    "doctor --db {db}",
    "version",
)
"""Command lines that give something for every game."""

DRAWING = (
    "show {folder}/a.mgn --svg {folder}/a.svg",
    "show {folder}/a.mgn --png {folder}/a.png",
    "show {folder}/a.mgn --gif {folder}/a.gif",
)
OTHERS = frozenset(("demo",))
"""Commands that are about records of their own."""


def run(site: Path, lines: list[list[str]]) -> list[tuple[int, str, str]]:
    """Run command lines with a distribution installed; return what each gave."""
    done = subprocess.run(
        [sys.executable, str(HERE / "command_run.py")],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(site)])},
        input=json.dumps(lines),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [(code, out, err) for code, out, err in json.loads(done.stdout)]


def words_of(line: str, **values: object) -> list[str]:
    """Return the words of a command line with the names in braces replaced."""
    return [word.format(**values) for word in shlex.split(line)]


def fault_of(words: list[str], code: int, out: str, err: str, *, is_beside: bool) -> str:
    """Return what is wrong with what a command line gave, or nothing."""
    if words[0] == "show" and words[2].startswith("--") and words[2] != "--game":
        return "" if (code, err) == (2, "mentis: boards of Annulus cannot be drawn\n") else err
    if code or "Traceback" in err:
        return f"exit code {code}: {err}"
    if not (out or err or "--check" in words):
        return "it says nothing"
    if not is_beside and words[0] not in ("explain", "version"):
        found = {"Blue", "Red", "Mentis"} & set(re.findall(r"\w+", out + err))
        return f"it says {found}" if found else ""
    return ""


@pytest.mark.parametrize("is_beside", [False, True], ids=["alone", "beside"])
def test_every_command_runs(is_beside: bool, tmp_path: Path) -> None:
    assert {line.split()[0] for line in COMMON} | OTHERS == set(COMMANDS)
    db = tmp_path / "x.duckdb"
    values = {
        "slug": "annulus",
        "code": "A102",
        "folder": tmp_path,
        "db": db,
        "game": 3 if is_beside else 1,
    }
    lines = [words_of(line, **values) for line in COMMON + DRAWING]
    if is_beside:
        lines.insert(0, ["load", str(RULEBOOK), "--db", str(db)])
    given = run(HERE / "site", lines)
    faults = [
        f"{' '.join(words)}: {fault}"
        for words, result in zip(lines, given, strict=True)
        if (fault := fault_of(words, *result, is_beside=is_beside))
    ]
    assert not faults, "\n".join(faults)
