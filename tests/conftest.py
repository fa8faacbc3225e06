"""What all tests share: a new database begins as a copy of an empty one."""

from __future__ import annotations

import gc
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest


def pytest_configure() -> None:
    """Collect garbage less often, for little of what the tests make is any.

    Take interrupts seriously, as programs started in the background do not: some are tested.
    """
    gc.set_threshold(50_000, 20, 50)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _empty_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    from mentis_records.store.database import Database

    template = tmp_path_factory.mktemp("empty") / "empty.duckdb"
    Database.create(template).close()
    make = Database._found

    def copy(place: Path) -> None:
        try:
            shutil.copyfile(template, place)
        except OSError:
            place.unlink(missing_ok=True)
            make(place)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "_found", copy)
        yield
