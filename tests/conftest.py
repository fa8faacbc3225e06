"""What all tests share: a new database begins as a copy of an empty one."""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from program_kit import copying

MEMORY = Path("/dev/shm")
ROOM = 4_000_000_000
"""So many bytes have to be free for the files of all tests, which need less than a tenth."""


def pytest_configure() -> None:
    """Collect garbage less often, for little of what the tests make is any.

    Take interrupts seriously, as programs started in the background do not: some are tested.
    Keep compiled modules, lest every program that is started compiles all of them again.
    Write into memory where there is room, for databases wait until what they write is on a disk.
    """
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM and os.access(MEMORY, os.W_OK):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    gc.set_threshold(50_000, 20, 50)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


LONGEST = frozenset(("explorer", "match", "product", "report", "setting", "store", "stranger"))
"""Folders whose modules take longest: they begin, lest one process ends long after the others."""


IN_CI = frozenset(
    (
        "analysis/test_fit.py",
        "analysis/test_killed_analysis.py",
        "benchmarks/test_benchmarks.py",
        "cli/test_database_fault.py",
        "cli/test_killed_database.py",
        "cli/test_killed_writing.py",
        "cli/test_standard_stream.py",
        "explorer/test_same_answers.py",
        "lake/test_lake_cluster.py",
        "match/test_match.py",
        "product/test_club_evening.py",
        "query/test_hostile_query.py",
        "report/test_report_killed.py",
        "report/test_report_pdf.py",
        "store/test_store_cut_short.py",
        "store/test_store_growth.py",
        "store/test_store_killed_upkeep.py",
        "store/test_store_load_many.py",
        "store/test_store_migration.py",
        "store/test_store_name.py",
        "stranger/test_every_command.py",
    )
)
"""Modules that run in CI only: killed programs, crowds, hostile input, every command of a game,
earlier schemas, faults of files and streams, printed pages.

So do pages in a browser (``test_browser*``).
"""


def _is_in_ci(path: Path) -> bool:
    return "/".join(path.parts[-2:]) in IN_CI or path.name.startswith("test_browser")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the modules that run in CI only, which take time to import, where none does."""
    return True if config.option.markexpr == "not ci" and _is_in_ci(collection_path) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the modules that run in CI only, and let the longest begin."""
    for item in items:
        if _is_in_ci(item.path):
            item.add_marker("ci")
    items.sort(key=lambda item: item.path.parent.name not in LONGEST)


@pytest.fixture(scope="session", autouse=True)
def _empty_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    from mentis_records.store import open as open_module

    template = tmp_path_factory.mktemp("empty") / "empty.duckdb"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_module, "_make_file", copying(template, open_module._make_file))
        yield


@pytest.fixture(scope="session", autouse=True)
def _commands_built_once() -> Iterator[None]:
    """Build the command of each application once: a tenth of what most commands take."""
    from typer import Typer, main, testing

    kept: dict[tuple[object, ...], object] = {}

    def command_of(app: Typer) -> object:
        called = (one.callback for one in app.registered_commands)
        groups = (one.typer_instance for one in app.registered_groups)
        settings = app.info.context_settings
        key = (*called, *groups, settings["terminal_width"] if settings else None)
        if key not in kept:
            kept[key] = main.get_command(app)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(testing, "_get_command", command_of)
        yield


@pytest.fixture(scope="session")
def place_loaded(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return what puts a database of the records of some files, or texts, into a place.

    Those of the same ones are loaded once a process. ``is_indexed`` says whether the index of
    positions is made.
    """
    from mentis_records.games import GAMES
    from mentis_records.notation.read import Reader
    from mentis_records.store.load.load import load
    from mentis_records.store.open import create_database
    from mentis_records.store.position.index import update_index

    folder = tmp_path_factory.mktemp("loaded")

    @cache
    def loaded(sources: tuple[Path | str | bytes, ...], is_indexed: bool) -> Path:
        number = loaded.cache_info().misses
        place = folder / f"{number}.duckdb"
        with create_database(place) as database:
            for at, source in enumerate(sources):
                path = source
                if not isinstance(path, Path):
                    path = folder / f"{number}-{at}.mgn"
                    path.write_bytes(source.encode() if isinstance(source, str) else source)
                load(database, Reader(GAMES), str(path))
            if is_indexed:
                update_index(database)
        return place

    def place_loaded(place: Path, *sources: Path | str | bytes, is_indexed: bool = True) -> Path:
        shutil.copyfile(loaded(sources, is_indexed), place)
        return place

    return place_loaded
