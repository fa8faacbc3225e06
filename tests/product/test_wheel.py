"""A wheel has the grammar and the bundled records, and works away from the checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.ci

ROOT = Path(__file__).parents[2]
FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
FOLDERS = ("mentis_records", "grammar", "data")
BUILT = shutil.ignore_patterns("*.so", "*.pyd", "*.tables")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = tmp_path_factory.mktemp("tree")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tree / name, ignore=BUILT)
    for name in FILES:
        shutil.copy(ROOT / name, tree / name)
    words = ["pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", "dist", "."]
    environment = {**os.environ, "MENTIS_UNCOMPILED": "1"}
    subprocess.run(
        [sys.executable, "-m", *words], cwd=tree, env=environment, check=True, capture_output=True
    )
    (found,) = (tree / "dist").glob("*.whl")
    return found


def test_contents(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "mentis_records/grammar/mentis.lark" in names
    assert "mentis_records/grammar/record.lark" in names
    for name in ("mentis", "query-mentis", "query-antipode", "where"):
        assert f"mentis_records/grammar/{name}.tables" in names
    for file in (ROOT / "data").iterdir():
        assert f"mentis_records/bundled/{file.name}" in names
    modules = {
        str(path.relative_to(ROOT)).replace(os.sep, "/")
        for path in (ROOT / "mentis_records").rglob("*")
        if path.suffix not in (".pxd", ".so", ".pyd") and path.is_file()
        if "__pycache__" not in path.parts
    }
    assert modules <= names
    assert not [name for name in names if name.startswith(("tests/", "data/", "grammar/"))]


def test_work_in_another_folder(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python]
    subprocess.run([*pip, "install", "-q", "--no-deps", wheel], check=True, capture_output=True)
    # The dependencies come from the environment of the tests; a path file adds its folder
    # without following the links to this checkout in it.
    site = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    where = subprocess.run(
        [python, "-c", "import mentis_records; print(mentis_records.__file__)"],
        cwd=elsewhere,
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(environment) in where.stdout
    program = environment / "bin" / "mentis"
    bundled = where.stdout.strip().replace("__init__.py", "bundled")
    for words in (
        ["load", f"{bundled}/rulebook.mgn", "--db", "club.duckdb"],
        ["query", "any K attacked", "--db", "club.duckdb"],
        ["report", "winrate", "--db", "club.duckdb", "--out", "reports"],
    ):
        done = subprocess.run([program, *words], cwd=elsewhere, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert (elsewhere / "reports" / "winrate.html").stat().st_size > 10_000
