"""Reports that are killed while they are written, and written again into the same folder."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from size_kit import sizes

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.document import report_folder as folder_module
from mentis_records.report.document.exhibit import Provenance
from mentis_records.report.document.manifest import read_manifest
from mentis_records.report.document.page import Report
from mentis_records.report.document.report_folder import write_report
from mentis_records.report.figure.figure_style import Palette
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "store"))

from disturbance import MENTIS, environment, run  # noqa: E402

RULEBOOK = ROOT / "data" / "rulebook.mgn"
OLD, NEW, NEWEST, FOREIGN = (
    {name: text.encode() for name, text in files.items()} for files in cases_of(__file__).values()
)
"""Contents by file: of three reports, written in this order, and of files of others."""


class Killed(BaseException):
    """In place of the signal that nothing can answer."""


def write(out: Path, contents: Mapping[str, bytes], patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Write files as a report; return the names of those that were left as they are."""
    patch.setattr(folder_module, "_render", lambda *_: dict(contents))
    origin = Provenance("mentis", date(2024, 5, 6), "Mentis", "1", "x.duckdb", 40, "all")
    parts = ("winrate", "Heading", "Title", ("Words.",), None, (), (), (), ())
    report = Report(*parts, Palette("#000", "#fff"), origin)
    return tuple(path.relative_to(out).as_posix() for path in write_report(report, out).left)


def files_of(out: Path) -> dict[str, bytes]:
    files = (path for path in out.rglob("*") if path.is_file())
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


@contextmanager
def killing(patch: pytest.MonkeyPatch, step: int) -> Iterator[None]:
    """Kill before a step that changes a folder; half of what is written is written by then."""
    count = 0

    def is_due() -> bool:
        nonlocal count
        count += 1
        return count == step

    def killed(method: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Path, *words: Any, **named: Any) -> Any:
            if is_due():
                raise Killed
            return method(path, *words, **named)

        return call

    def open_file(path: Path, mode: str = "r", *words: Any, **named: Any) -> Any:
        stream = plain_open(path, mode, *words, **named)
        if "r" in mode:
            return stream
        if is_due():
            stream.close()
            raise Killed
        return Stream(stream)

    class Stream:
        def __init__(self, stream: Any) -> None:
            self._stream = stream

        def __enter__(self) -> Stream:
            return self

        def __exit__(self, *_: object) -> None:
            self._stream.close()

        def write(self, content: bytes) -> None:
            if is_due():
                self._stream.write(content[: len(content) // 2])
                raise Killed
            self._stream.write(content)

    plain_open = Path.open
    with patch.context() as inner:
        for name in ("mkdir", "replace", "unlink", "rename", "rmdir"):
            inner.setattr(Path, name, killed(getattr(Path, name)))
        inner.setattr(Path, "open", open_file)
        yield


def prepare(out: Path, patch: pytest.MonkeyPatch, has_earlier: bool) -> None:
    out.mkdir()
    if has_earlier:
        write(out, OLD, patch)
        (out / "numbers/winrate-d.csv").write_bytes(b"changed")
    for name, content in FOREIGN.items():
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_bytes(content)


@pytest.mark.parametrize("has_earlier", [False, True])
def test_a_report_that_is_killed_at_any_step_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_earlier: bool
) -> None:
    prepare(tmp_path / "whole", monkeypatch, has_earlier)
    left = write(tmp_path / "whole", NEW, monkeypatch)
    whole = files_of(tmp_path / "whole")
    assert left == (("numbers/winrate-d.csv",) if has_earlier else ())
    assert set(whole) == {*NEW, *FOREIGN, "winrate.manifest", "index.html", "index.manifest"}
    write(tmp_path / "whole", NEWEST, monkeypatch)
    newest = files_of(tmp_path / "whole")
    step = 0
    while True:
        step += 1
        out = tmp_path / f"{step}"
        prepare(out, monkeypatch, has_earlier)
        try:
            with killing(monkeypatch, step):
                write(out, NEW, monkeypatch)
        except Killed:
            pass
        else:
            break
        found = files_of(out)
        assert FOREIGN.items() <= found.items()
        for name, content in found.items():
            if name in NEW and not (has_earlier and name == "numbers/winrate-d.csv"):
                assert content in (OLD.get(name), NEW.get(name))
        other = tmp_path / f"{step}-other"
        other.mkdir()
        for name, content in found.items():
            (other / name).parent.mkdir(exist_ok=True)
            (other / name).write_bytes(content)
        assert write(out, NEW, monkeypatch) == left
        assert files_of(out) == whole
        assert read_manifest(out / "winrate.manifest").earlier == {}
        write(other, NEWEST, monkeypatch)
        kept = {name: text for name, text in newest.items() if name != "numbers/winrate-d.csv"}
        assert {
            name: text for name, text in files_of(other).items() if name != "numbers/winrate-d.csv"
        } == (kept)
    assert step > 20
    assert files_of(out) == whole


def test_a_file_of_another_that_comes_after_the_kill_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    with killing(monkeypatch, 8), pytest.raises(Killed):
        write(out, NEW, monkeypatch)
    assert (out / "winrate.manifest").exists()
    assert not (out / "winrate.html").exists()
    (out / "winrate.html").write_bytes(b"mine")
    assert write(out, NEW, monkeypatch) == ("winrate.html",)
    assert (out / "winrate.html").read_bytes() == b"mine"


WORDS = ("report", "winrate", "--format", "html,svg,csv,json", "--db")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """Return a database, a report of it, and what is said when that is written once more."""
    folder = tmp_path_factory.mktemp("undisturbed")
    db, whole = folder / "rulebook.duckdb", folder / "whole"
    with create_database(db) as database:
        load(database, Reader(GAMES), str(RULEBOOK))
    assert run(*WORDS, db, "--out", whole).returncode == 0
    return db, whole, run(*WORDS, db, "--out", whole).stderr


@sizes("counts", [2], [1, 4, 7])
def test_real_kills(tmp_path: Path, undisturbed: tuple[Path, Path, str], counts: list[int]) -> None:
    for count in counts:
        check_real_kill(tmp_path / f"{count}", undisturbed, count)


def check_real_kill(out: Path, undisturbed: tuple[Path, Path, str], count: int) -> None:
    """Kill a report when so many files are there; written again, it is whole."""
    db, whole, said = undisturbed
    with subprocess.Popen(
        [*MENTIS, *WORDS, str(db), "--out", str(out)], env=environment(), stdout=subprocess.DEVNULL
    ) as report:
        while report.poll() is None:
            if out.exists() and len(list(out.rglob("*"))) >= count:
                report.send_signal(signal.SIGKILL)
                break
            time.sleep(0.001)
    again = run(*WORDS, db, "--out", out)
    assert (again.returncode, again.stderr) == (0, said)
    assert files_of(out) == files_of(whole)
    assert run("report", "verify", out, "--db", db).returncode == 0
