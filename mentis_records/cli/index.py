"""``mentis index``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.option import DEFAULT_DATABASE, DatabasePath, MemoryLimit


def index(
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    is_rebuilt: Annotated[
        bool, typer.Option("--rebuild", help="Build the whole index again.")
    ] = False,
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Bring the positions index up to date, as load does without --no-index.

    The views of positions show what is in it. An interrupted run resumes where it stopped.
    Without --memory-limit it uses about 1 GB.
    """
    output.check_choice("--format", format_name, ("text", "json"))

    from mentis_records.cli.progress import indexing_bar
    from mentis_records.core.text import counted, printable
    from mentis_records.store.file.memory_limit import WRITING_BYTES
    from mentis_records.store.position.index import merge_runs, rebuild_index, update_index

    with opened(db, memory_limit or WRITING_BYTES, Use.CHANGE) as database, indexing_bar() as show:
        update = rebuild_index if is_rebuilt else update_index
        summary = update(database, show)
        is_merged = merge_runs(database)
    if format_name == "json":
        value = {"games": summary.games, "positions": summary.positions, "merged": is_merged}
        output.write_json(value)
        return
    name = printable(str(db))
    if summary.games:
        positions = counted(summary.positions, "position")
        output.write_words(f"{name}: {positions} of {counted(summary.games, 'game')} indexed")
    else:
        merged = ", and is merged" if is_merged else ""
        output.write_words(f"{name}: the index was up to date{merged}")
