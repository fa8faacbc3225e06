"""Plant small faults in the product, and compare how many the tests of two checkouts find.

    python -m tests.planted_faults OTHER_CHECKOUT

Each fault is one changed condition, constant or return in a function that both checkouts have,
three in each room. A fault counts as found if ``pytest -x`` over the tests of its room, of the
command line and of the product fails or runs longer than the limit. Nothing is compiled.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("notation", "games", "store", "query", "statistics", "collection", "export", "cli")
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True)
class Fault:
    """A changed expression, by its number among those of a function that ``key`` identifies."""

    room: str
    key: tuple[str, str]
    number: int


def changes(function: ast.AST) -> list[tuple[str, ast.expr, ast.expr]]:
    """Return the kind, the expression and its changed form for every fault of a function."""
    found: list[tuple[str, ast.expr, ast.expr]] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
            ops: list[ast.cmpop] = [SWAPPED[type(node.ops[0])](), *node.ops[1:]]
            found.append(("condition", node, ast.Compare(node.left, ops, node.comparators)))
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            found.append(("condition", node.test, ast.UnaryOp(ast.Not(), node.test)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            value = not node.value if isinstance(node.value, bool) else node.value + 1
            found.append(("constant", node, ast.Constant(value)))
        elif isinstance(node, ast.Return) and not isinstance(node.value, ast.Constant | None):
            found.append(("return", node.value, ast.Constant(None)))
    return found


def functions(root: Path, room: str) -> dict[tuple[str, str], tuple[Path, ast.FunctionDef]]:
    """Return the file and the tree of each function of a room, by name and content."""
    found: dict[tuple[str, str], tuple[Path, ast.FunctionDef]] = {}
    for path in sorted((root / "mentis_records" / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef):
                found.setdefault((node.name, ast.dump(node)), (path, node))
    return found


def draw_faults(here: Path, there: Path, seed: int, count: int) -> Iterator[Fault]:
    """Yield ``count`` faults a room, each in a function of both checkouts."""
    draw = random.Random(seed)
    for room in ROOMS:
        known = functions(here, room)
        shared = sorted(known.keys() & functions(there, room).keys())
        drawn: set[tuple[str, str]] = set()
        while len(drawn) < count:
            key = draw.choice(shared)
            kind = draw.choice(("condition", "constant", "return"))
            choices = [at for at, one in enumerate(changes(known[key][1])) if one[0] == kind]
            if key not in drawn and choices:
                drawn.add(key)
                yield Fault(room, key, draw.choice(choices))


def plant(root: Path, fault: Fault) -> str:
    """Write a fault into a checkout; return its kind, place and text."""
    path, function = functions(root, fault.room)[fault.key]
    kind, node, changed = changes(function)[fault.number]
    lines = path.read_bytes().splitlines(keepends=True)
    begin, end = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    text = f"({ast.unparse(ast.fix_missing_locations(changed))})"
    before, after = lines[begin][: node.col_offset], lines[end][node.end_col_offset :]
    lines[begin : end + 1] = [before + text.encode() + after]
    path.write_bytes(b"".join(lines))
    return f"{kind} {path.relative_to(root)}:{begin + 1}: {text}"


def is_found(checkout: Path, fault: Fault, limit: int) -> tuple[bool, str]:
    """Return True if the tests of a checkout find a fault, and a description of the fault."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "checkout")
        ignored = shutil.ignore_patterns("*.so", ".venv", "build", ".git", "*-demo", "__pycache__")
        shutil.copytree(checkout, copy, ignore=ignored)
        place = plant(copy, fault)
        tests = [f"tests/{room}" for room in dict.fromkeys((fault.room, "cli", "product"))]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        environment = os.environ | {"PYTHONPATH": str(copy)}
        try:
            done = subprocess.run(
                command,
                cwd=copy,
                env=environment,
                timeout=limit,
                capture_output=True,
                stdin=subprocess.DEVNULL,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return True, place
        return done.returncode != 0, place


def main() -> None:
    """Print each fault and whether both checkouts' tests find it, then the two sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="a checkout of an earlier commit")
    parser.add_argument("--seed", type=int, default=20261128)
    parser.add_argument("--count", type=int, default=3, help="faults a room")
    parser.add_argument("--limit", type=int, default=1200, help="seconds a run")
    words = parser.parse_args()
    sums = [0, 0]
    for fault in draw_faults(ROOT, words.other.resolve(), words.seed, words.count):
        found = [is_found(root, fault, words.limit) for root in (words.other.resolve(), ROOT)]
        for number, (is_one, _) in enumerate(found):
            sums[number] += is_one
        verdicts = ", ".join("found" if is_one else "MISSED" for is_one, _ in found)
        print(f"{found[1][1]} in {fault.key[0]}: {verdicts}", flush=True)
    print(f"found before: {sums[0]}, found now: {sums[1]}")
    raise SystemExit(sums[1] < sums[0])


if __name__ == "__main__":
    main()
