"""``mentis doctor``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.option import DEFAULT_DATABASE, DatabasePath, MemoryLimit
from mentis_records.cli.table import check_format, write_rows

if TYPE_CHECKING:
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
    """Derive keys, counts and sums again from the stored moves, and report every difference.

    Every game is replayed under the rules. Exit code 1: something differs; with --repair:
    something that cannot be derived, and stays as it is.
    """
    check_format(format_name)
    from mentis_records.store.doctor.examine import examine

    counts = _Counts()
    with opened(db, memory_limit, Use.CHANGE if repair else Use.READ) as database:
        findings = counts.count(examine(database, repair))
        if format_name == "table":
            found = list(findings)
            if found:
                write_rows("table", _NAMES, found)
        else:
            write_rows(format_name, _NAMES, findings)
    repaired = counts.repairable if repair else 0
    output.talk(f"{counts.all:,} differences" + (f", {repaired:,} repaired" if repair else ""))
    raise SystemExit(output.FINDINGS if counts.all > repaired else output.CLEAN)


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
