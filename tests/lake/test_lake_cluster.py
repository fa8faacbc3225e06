"""Two worker processes of Dask's: one is killed, a task hangs or ends its worker; all goes on."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import dask
import psutil
import pytest
from lake_kit import add

from mentis_records.lake.lake_error import LakeError
from mentis_records.lake.verification import verify_lake
from mentis_records.lake.worker_pool import WorkerPool

pytestmark = pytest.mark.filterwarnings("ignore")  # other people's, about their own

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def workers() -> Iterator[WorkerPool]:
    """Return two worker processes."""
    with WorkerPool(2) as pool:
        yield pool


def end_once(path: Path) -> int:
    """End the worker the first time."""
    if not path.exists():
        path.touch()
        os._exit(9)
    return os.getpid()


def end_always(number: int) -> int:
    """End the worker that gets a three."""
    if number == 3:
        os._exit(9)
    return number


def hang_once(path: Path) -> int:
    """Hang the first time."""
    if not path.exists():
        path.touch()
        time.sleep(3_600)
    return os.getpid()


def test_a_worker_is_replaced(workers: WorkerPool, tmp_path: Path) -> None:
    paths = [tmp_path / str(number) for number in range(3)]
    for path in paths[1:]:
        path.touch()
    found = list(workers.run(end_once, paths))
    assert {each.item for each in found} == {*paths}
    assert all(each.value for each in found)


def test_what_ends_every_worker_is_told(workers: WorkerPool) -> None:
    found = {each.item: each for each in workers.run(end_always, range(5))}
    assert {number: each.value for number, each in found.items()} == {
        0: 0, 1: 1, 2: 2, 3: None, 4: 4
    }  # fmt: skip
    assert found[3].death == "its worker died 3 times"


@pytest.mark.ci
def test_a_worker_that_hangs_is_replaced(
    workers: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_time_limit", 1.0)
    (found,) = workers.run(hang_once, [tmp_path / "hung"])
    assert found.value


def test_what_a_function_raises_is_raised(workers: WorkerPool) -> None:
    with pytest.raises(FileNotFoundError):
        list(workers.run(Path.stat, [Path("no such file")]))


@pytest.mark.ci
def test_records_are_added_while_a_worker_is_killed(workers: WorkerPool, tmp_path: Path) -> None:
    records = [
        f'[Event "Trial"]\n[Round "{number}"]\n\n1. TSNd2 TSNd6 *\n\n' for number in range(60)
    ]
    files = [tmp_path / f"{number}.mgn" for number in range(3)]
    for number, file in enumerate(files):
        file.write_text("".join(records[18 * number : 18 * number + 20]))
    killed = begin_to_kill(0.3)
    added = add(tmp_path / "lake", *files, workers=workers, size=800)
    killed.join()
    assert [(each.records, each.stored, each.duplicates) for each in added] == [
        (20, 20, 0), *[(20, 18, 2)] * 2
    ]  # fmt: skip
    assert not verify_lake(tmp_path / "lake", workers, 5).findings


def begin_to_kill(seconds: float) -> threading.Thread:
    """Kill a worker process of ours after some seconds."""

    def kill() -> None:
        time.sleep(seconds)
        for each in psutil.Process().children(recursive=True):
            if "spawn_main" in " ".join(each.cmdline()):
                each.kill()
                return

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def test_a_cluster_with_tls_asks_for_a_certificate(tmp_path: Path) -> None:
    with pytest.raises(LakeError, match="no certificate and key for TLS: set DASK_DISTRIBUTED__"):
        WorkerPool(1, "tls://127.0.0.1:1")
    file = str(tmp_path / "lake.pem")
    names = ("ca-file", "client.cert", "client.key")
    with (
        dask.config.set({f"distributed.comm.tls.{name}": file for name in names}),
        pytest.raises(LakeError, match=r"lake\.pem: no such file"),
    ):
        WorkerPool(1, "tls://127.0.0.1:1")


def test_the_command_says_which_extra_is_missing(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError")
    done = subprocess.run(
        [sys.executable, "-m", "mentis_records.cli", "lake", "add", "data/rulebook.mgn",
         "--lake", str(tmp_path / "lake")],
        check=False, capture_output=True, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
    )  # fmt: skip
    assert done.returncode == 2
    assert "pip install 'mentis-records[lake]'" in done.stderr
