"""What the tests of a room use again instead of making it twice: open files, drawn figures.

A room's ``conftest.py`` imports the fixtures that it wants; what they keep ends with the module.
"""

import os
import pickle
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import program_kit
import pytest

_connect = duckdb.connect


class _OpenFile:
    """The file that was read last, still open: to start the engine is most of a short command.

    It is closed before anything else is opened, before a process starts, and when the file is no
    longer the one that was opened.
    """

    def __init__(self) -> None:
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._key: object = None
        self._lock = threading.Lock()

    def close(self) -> None:
        """Forget the file, which closes with its last reader; ``close`` would end them all."""
        self._connection = self._key = None

    def connect(
        self, database: str | Path = ":memory:", read_only: bool = False, **more: Any
    ) -> duckdb.DuckDBPyConnection:
        """Connect as ``duckdb.connect`` does; one who reads the same file gets a new cursor."""
        if not read_only or not Path(database).is_file():
            self.close()
            return _connect(database, read_only=read_only, **more)
        state = os.stat(database)
        key = (str(database), state.st_ino, state.st_size, state.st_mtime_ns, more)
        with self._lock:
            if self._connection is None or key != self._key:
                self.close()
                self._connection, self._key = _connect(database, read_only=True, **more), key
            return self._connection.cursor()


@pytest.fixture(scope="module", autouse=True)
def last_file_stays_open() -> Iterator[None]:
    """Let the readers of one file, one after the other, share an engine."""
    open_file = _OpenFile()

    def first(start: Callable[..., Any]) -> Callable[..., Any]:
        def started(*words: Any, **more: Any) -> Any:
            open_file.close()
            return start(*words, **more)

        return started

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duckdb, "connect", open_file.connect)
        patch.setattr(subprocess.Popen, "__init__", first(subprocess.Popen.__init__))
        patch.setattr(os, "fork", first(os.fork))
        patch.setattr(program_kit, "_server", first(program_kit._server))
        yield
    open_file.close()


@pytest.fixture(scope="module", autouse=True)
def figures_are_drawn_once() -> Iterator[None]:
    """Draw equal figures once: most tests write the same report into another folder."""
    from mentis_records.report.document import exhibit

    drawn: dict[bytes, Any] = {}

    def once(draw: Callable[..., Any]) -> Callable[..., Any]:
        def found(*given: Any) -> Any:
            try:
                key = pickle.dumps((draw.__name__, given))
            except (AttributeError, pickle.PicklingError):  # a plot that has a lambda
                return draw(*given)
            if key not in drawn:
                drawn[key] = draw(*given)
            return drawn[key]

        return found

    with pytest.MonkeyPatch.context() as patch:
        for name in ("render_file", "render_inline"):
            patch.setattr(exhibit, name, once(getattr(exhibit, name)))
        yield
