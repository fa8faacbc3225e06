"""The structure of the package: no circles, no crowded rooms, no name with two meanings."""

import ast
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

from case_kit import cases_of

import mentis_records

CASES = cases_of(__file__)

PACKAGE = Path(mentis_records.__file__).parent

MAX_MODULES = 32

REPEATED = CASES["repeated"]
"""Modules of one name, and the one meaning that they have."""


def _modules() -> dict[str, Path]:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = [PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def _imported(name: str, path: Path, modules: dict[str, Path]) -> set[str]:
    """Return what a module imports of the package, wherever the import stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in modules else node.module)
    return (found & modules.keys()) - {name}


def test_no_import_circle() -> None:
    modules = _modules()
    edges = {name: _imported(name, path, modules) for name, path in modules.items()}
    edges[PACKAGE.name] = set()  # the package's face imports nothing before it is asked
    assert len(edges) > 400
    assert list(TopologicalSorter(edges).static_order())


def test_circles_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f():\n    from p import b\n")
    (tmp_path / "b.py").write_text("if TYPE_CHECKING:\n    import p.a\n")
    modules = {"p.a": tmp_path / "a.py", "p.b": tmp_path / "b.py"}
    edges = {name: _imported(name, path, modules) for name, path in modules.items()}
    assert edges == {"p.a": {"p.b"}, "p.b": {"p.a"}}


def test_no_room_is_crowded() -> None:
    counts: dict[Path, int] = defaultdict(int)
    for path in PACKAGE.rglob("*.py"):
        counts[path.parent] += path.name != "__init__.py"
    crowded = {str(folder) for folder, count in counts.items() if count > MAX_MODULES}
    assert crowded <= {str(PACKAGE / "cli")}  # one command a file


def test_repeated_names_have_one_meaning() -> None:
    places = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        if path.name not in ("__init__.py", "__main__.py"):
            places[path.stem].append(path)
    repeated = {name for name, paths in places.items() if len(paths) > 1}
    assert repeated == REPEATED.keys()
