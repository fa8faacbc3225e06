"""``mentis doctor``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.option import DEFAULT_DATABASE, DatabasePath, MemoryLimit
from mentis_records.cli.progress import indexing_bar, progress_bar
from mentis_records.cli.table import check_format, write_rows

if TYPE_CHECKING:
    from mentis_records.store.database import Database
    from mentis_records.store.doctor.finding import Finding

_NAMES = ("table", "where", "what", "stored", "derived", "repairable")


def doctor(
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="Correct what can be derived from the moves.")
    ] = False,
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """Recompute keys, counts, sums and the index from the moves, and report every difference.

    Every game is replayed by the rules, and must make a valid record when written out. Exit code
    1: something differs; with --repair: something that cannot be derived, and is left as it is.
    """
    check_format(format_name)
    from mentis_records.core.text import counted
    from mentis_records.store.doctor.checkup import examine
    from mentis_records.store.position.index_extent import is_wanted

    counts = _Counts()
    with opened(db, memory_limit, Use.CHANGE if repair else Use.READ) as database:
        is_table = format_name == "table"
        with _examining_bar(is_writing=not is_table) as show:
            findings = counts.count(examine(database, repair, show))
            if is_table:
                found = list(findings)
            else:
                write_rows(format_name, _NAMES, findings)
        if is_table and found:
            write_rows("table", _NAMES, found)
        if repair and is_wanted(database.connection):
            _index_again(database)
    repaired = counts.repairable if repair else 0
    output.talk(counted(counts.all, "difference") + (f", {repaired:,} repaired" if repair else ""))
    raise SystemExit(output.FINDINGS if counts.all > repaired else output.CLEAN)


def _index_again(database: Database) -> None:
    """Bring the index up to date, which a repair may have emptied."""
    from mentis_records.store.error import StoreError
    from mentis_records.store.position.index import update_index

    try:
        with indexing_bar() as show:
            update_index(database, show)
    except StoreError as error:
        output.talk(f"the positions index is not complete: {error}")


@contextmanager
def _examining_bar(is_writing: bool) -> Iterator[Callable[[str, int, int], None]]:
    """Give a function that shows what has been done to how many games."""
    with progress_bar("examining", is_writing=is_writing) as advance:
        yield lambda work, done, total: advance(done, total, f"{done:,} of {total:,} games {work}")


class _Counts:
    """Counts findings as they pass."""

    def __init__(self) -> None:
        self.all = 0
        self.repairable = 0

    def count(self, findings: Iterator[Finding]) -> Iterator[list[Any]]:
        """Yield the findings as rows."""
        for found in findings:
            self.all += 1
            self.repairable += found.is_repairable
            yield [
                found.table,
                found.where,
                found.what,
                found.stored,
                found.derived,
                found.is_repairable,
            ]
