"""``mentis vacuum``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import DEFAULT_DATABASE, DatabasePath, MemoryLimit
from mentis_records.cli.progress import waiting_bar
from mentis_records.core.text import printable


def vacuum(
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Reclaim the space that deletions left in a database file.

    A new file is written beside the old one: there must be room for both.
    """
    output.check_choice("--format", format_name, ("text", "json"))
    from mentis_records.store.error import StoreError
    from mentis_records.store.vacuum import vacuum as vacuum_file

    try:
        with waiting_bar("writing the new file"):
            done = vacuum_file(db, memory_limit)
    except StoreError as error:
        output.fail(str(error))
    if format_name == "json":
        output.write_json(asdict(done))
    else:
        sizes = f"{done.before:,} bytes before, {done.after:,} after"
        output.write_words(f"{printable(str(db))}: {sizes}")
