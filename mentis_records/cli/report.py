"""``mentis report``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    DatabasePath,
    MemoryLimit,
    Where,
    choose_selection,
)


def report(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="opening or winrate.")],
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    out: Annotated[Path, typer.Option("--out", help="The folder to write into.")] = Path(
        "mentis-reports"
    ),
) -> None:
    """Write a report: a page, its figures, their numbers.

    The page opens from disk and needs nothing from outside.
    """
    from mentis_records.cli.progress import progress_bar
    from mentis_records.games import GAMES
    from mentis_records.report.registry import REPORTS, find_report
    from mentis_records.statistics.opening import OpeningError
    from mentis_records.store.database import Database
    from mentis_records.store.error import StoreError

    try:
        chosen = find_report(kind)
    except KeyError:
        output.fail(f"no report {kind!r}: choose one of {', '.join(REPORTS)}")
    selection = choose_selection(where, db)
    try:
        with Database.open(db, memory_limit) as database, progress_bar(chosen.title) as advance:
            files = chosen.build(database, GAMES[0], out, advance, selection=selection)
    except (StoreError, OpeningError) as error:
        output.fail(str(error))
    except OSError as error:
        output.fail(f"{error.filename or out}: {error.strerror or error}")
    for path in files.paths:
        output.write(str(path))
