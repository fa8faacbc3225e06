import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.file.source_file import open_source_file
from mentis_records.store.load import intake as intake_module
from mentis_records.store.load.load import load
from mentis_records.store.load.writer_thread import Beside
from mentis_records.store.row.batch import Batch

Dump = dict[str, list[tuple[Any, ...]]]


@pytest.mark.parametrize("has_thread", [False, True])
def test_pieces_of_work_are_done_in_order(has_thread: bool) -> None:
    done: list[int] = []
    with Beside(has_thread) as beside:
        for number in range(5):
            beside.run(lambda number=number: done.append(number))  # type: ignore[misc]
    assert done == [0, 1, 2, 3, 4]
    with beside:
        beside.run(lambda: done.append(5))
    assert done[-1] == 5


def test_work_goes_on_while_the_caller_does() -> None:
    is_going, may_end = threading.Event(), threading.Event()

    def work() -> None:
        is_going.set()
        assert may_end.wait(60)

    with Beside() as beside:
        beside.run(work)
        assert is_going.wait(60)
        may_end.set()


def test_an_error_is_raised_to_whoever_waits() -> None:
    def fail() -> None:
        raise ValueError("no")

    with Beside() as beside:
        beside.run(fail)
        with pytest.raises(ValueError, match="no"):
            beside.wait()
        beside.wait()
    with pytest.raises(ValueError, match="no"), Beside() as beside:
        beside.run(fail)
    with pytest.raises(KeyboardInterrupt):
        interrupt(fail)


def interrupt(work: Callable[[], None]) -> None:
    with Beside() as beside:
        beside.run(work)
        raise KeyboardInterrupt


def test_nothing_is_left_unfinished_after_an_error() -> None:
    done = []

    def work() -> None:
        time.sleep(0.2)
        done.append(1)

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        interrupt(work)
    assert done == [1]
    assert threading.active_count() == before


def test_what_cannot_be_written_beside_leaves_nothing(
    database: Database,
    reader: Reader,
    sample: Path,
    dump: Callable[[], Dump],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[threading.Thread] = []
    write = Batch.write

    def fail(self: Batch, connection: Any) -> None:
        write(self, connection)
        threads.append(threading.current_thread())
        if len(threads) == 2:
            connection.execute("insert into no_such_table values (1)")

    monkeypatch.setattr(intake_module, "BATCH_POSITIONS", 1)
    monkeypatch.setattr(intake_module, "BATCH_RECORDS", 1)
    monkeypatch.setattr(Batch, "write", fail)
    before = dump()
    with pytest.raises(StoreError, match="no_such_table"):
        load(database, reader, str(sample), jobs=2)
    assert dump() == before
    assert threading.main_thread() not in threads
    monkeypatch.setattr(Batch, "write", write)
    assert load(database, reader, str(sample), jobs=2).stored == 4


def test_a_hash_that_nobody_waits_for_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "long.mgn"
    with path.open("wb") as file:
        file.truncate(64 << 30)
    before = threading.active_count()
    with open_source_file(str(path)) as source:
        assert source.size == 64 << 30
    assert threading.active_count() == before
