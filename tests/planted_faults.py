"""Plant small faults in the product: do the tests find all that those of a checkout found before?

    python -m tests.planted_faults OTHER_CHECKOUT

Each fault is one changed condition, constant or return in a function that both checkouts have,
three in each room. It is found if ``pytest -x`` over the tests of its room, of the command line
and of the product fails, or runs longer than the limit. Modules in which no test calls the function
are left out: a first run, in which each function notes who calls it, tells them. What the tests of
this checkout miss is planted in the other one, too, after such a run there. Nothing is compiled.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
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
            if isinstance(node, ast.FunctionDef) and ast.unparse(node.body[0]) != "...":
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


def describe(root: Path, fault: Fault) -> str:
    """Return the kind, the place and the text of a fault."""
    path, function = functions(root, fault.room)[fault.key]
    kind, node, changed = changes(function)[fault.number]
    text = ast.unparse(ast.fix_missing_locations(changed))
    return f"{kind} {path.relative_to(root)}:{node.lineno}: {text} in {fault.key[0]}"


def plant(root: Path, fault: Fault) -> None:
    """Write a fault into a checkout."""
    path, function = functions(root, fault.room)[fault.key]
    _, node, changed = changes(function)[fault.number]
    lines = path.read_bytes().splitlines(keepends=True)
    begin, end = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    text = f"({ast.unparse(ast.fix_missing_locations(changed))})"
    before, after = lines[begin][: node.col_offset], lines[end][node.end_col_offset :]
    lines[begin : end + 1] = [before + text.encode() + after]
    path.write_bytes(b"".join(lines))


PROBE = """
import os, sys
SEEN = set()
def note(number):
    is_kept = sys.argv[0].endswith("program_kit.py")  # a process that serves many tests
    test = "kept" if is_kept else os.environ.get("PYTEST_CURRENT_TEST", "").split("::")[0]
    if (number, test) not in SEEN:
        SEEN.add((number, test))
        with open(os.path.join(os.path.dirname(__file__), "calls"), "a") as file:
            file.write(f"{number} {test}\\n")
"""
"""A module that notes by which module of tests a function, given by its number, is called."""


class Checkout:
    """A copy of a checkout, without compiled modules, in which faults are planted."""

    def __init__(self, root: Path, folder: Path, limit: int) -> None:
        """Copy the files; ``limit`` is how many seconds tests may run."""
        self.root = folder / "checkout"
        self._limit = limit
        ignored = shutil.ignore_patterns("*.so", ".venv", "build", ".git", "*-demo", "__pycache__")
        shutil.copytree(root, self.root, ignore=ignored)

    def note_calls(self, faults: Sequence[Fault]) -> dict[Fault, list[str]]:
        """Run the tests of the faults' rooms; return which modules call each fault's function."""
        (self.root / "planted_probe.py").write_text(PROBE, encoding="utf-8")
        sound: dict[Path, bytes] = {}
        notes: dict[Path, list[tuple[int, int, int]]] = {}
        for number, fault in enumerate(faults):
            path, function = functions(self.root, fault.room)[fault.key]
            sound[path], first = path.read_bytes(), function.body[0]
            notes.setdefault(path, []).append((first.lineno, first.col_offset, number))
        for path, places in notes.items():
            lines = sound[path].splitlines(keepends=True)
            for line, column, number in sorted(places, reverse=True):
                note = f"import planted_probe; planted_probe.note({number})\n"
                lines.insert(line - 1, b" " * column + note.encode())
            path.write_bytes(b"".join(lines))
        rooms = dict.fromkeys((*(fault.room for fault in faults), "cli", "product"))
        done = self._pytest([f"tests/{room}" for room in rooms])
        if done.returncode > 1:
            raise RuntimeError(f"tests of {self.root} cannot run:\n{done.stdout[-3_000:]}")
        for path, text in sound.items():
            path.write_bytes(text)
        found: dict[Fault, set[str]] = {fault: set() for fault in faults}
        for line_of_file in (self.root / "calls").read_text(encoding="utf-8").splitlines():
            number_text, _, module = line_of_file.partition(" ")
            found[faults[int(number_text)]].add(module)
        return {fault: self._chosen(fault, modules) for fault, modules in found.items()}

    def _chosen(self, fault: Fault, noted: set[str]) -> list[str]:
        """Return the modules of a fault's rooms that were noted, or that use a kept process."""
        return [
            name
            for room in dict.fromkeys((fault.room, "cli", "product"))
            for path in sorted((self.root / "tests" / room).rglob("test_*.py"))
            for name in [str(path.relative_to(self.root))]
            if name in noted
            or "" in noted
            or ("kept" in noted and "program_kit" in path.read_text(encoding="utf-8"))
        ]

    def finds(self, fault: Fault, tests: Sequence[str]) -> bool:
        """Return True if some tests find a fault.

        Raises:
            RuntimeError: the test that fails does so without the fault, too.
        """
        path, _ = functions(self.root, fault.room)[fault.key]
        sound = path.read_bytes()
        plant(self.root, fault)
        # The tests of the room come first, which most likely find it.
        rooms = (fault.room, "cli", "product")
        parts = ([test for test in tests if test.startswith(f"tests/{room}/")] for room in rooms)
        try:
            failed = next((test for test in map(self._failed, parts) if test is not None), None)
        finally:
            path.write_bytes(sound)
        if failed and (again := self._failed([failed])):
            raise RuntimeError(f"{again} fails without a fault in {self.root}")
        return failed is not None

    def _failed(self, tests: Sequence[str]) -> str | None:
        """Return the module that fails first, "" if none is named in time, None if all pass."""
        if not tests:
            return None
        try:
            done = self._pytest(["-x", "-rfE", *tests], self._limit)
        except subprocess.TimeoutExpired:
            return ""
        if not done.returncode:
            return None
        found = re.search(r"^(?:FAILED|ERROR) (tests/[^ :]+)", done.stdout, re.MULTILINE)
        return found[1] if found else ""

    def _pytest(
        self, words: Sequence[str], limit: int | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-p", "no:cacheprovider", *words],
            cwd=self.root,
            env=os.environ | {"PYTHONPATH": str(self.root)},
            timeout=limit,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            check=False,
        )


def unfound(root: Path, faults: Sequence[Fault], limit: int) -> Iterator[Fault]:
    """Print whether the tests of a checkout find each fault, and yield those that they miss."""
    if not faults:
        return
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(root, Path(folder), limit)
        calls = checkout.note_calls(faults)
        for fault in faults:
            is_found = checkout.finds(fault, calls[fault])
            verdict = "found" if is_found else f"missed by {', '.join(calls[fault]) or 'no test'}"
            print(f"{root}: {describe(root, fault)}: {verdict}", flush=True)
            if not is_found:
                yield fault


def main() -> None:
    """Print whether each fault is found, and exit with 1 if more are missed than before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="a checkout of an earlier commit")
    parser.add_argument("--seed", type=int, default=20261128)
    parser.add_argument("--count", type=int, default=3, help="faults a room")
    parser.add_argument("--limit", type=int, default=2400, help="seconds a run")
    words = parser.parse_args()
    other = words.other.resolve()
    faults = list(draw_faults(ROOT, other, words.seed, words.count))
    missed = [*unfound(ROOT, faults, words.limit)]
    lost = [*unfound(other, missed, words.limit)]
    for fault in missed:
        verdict = "as before" if fault in lost else "and found before"
        print(f"{describe(ROOT, fault)}: missed, {verdict}")
    print(f"found: {len(faults) - len(missed)}, missed: {len(missed)}, before: {len(lost)} of them")
    raise SystemExit(len(missed) > len(lost))


if __name__ == "__main__":
    main()
