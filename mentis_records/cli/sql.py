"""``mentis sql``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.option import DEFAULT_DATABASE, DatabasePath, MemoryLimit
from mentis_records.cli.progress import waiting_bar
from mentis_records.cli.table import check_format, write_rows


def sql(
    query: Annotated[
        str,
        typer.Argument(
            metavar="[QUERY]",
            help="One SQL query, such as 'from games', or - for standard input. Without one, "
            "a prompt.",
        ),
    ] = "",
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    is_writing: Annotated[
        bool,
        typer.Option("--write", help="Let statements change tables and rows, but nothing else."),
    ] = False,
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """Query the database with SQL; without --write it is read-only.

    The prompt has a history and completes names with Tab; .help lists its commands. Other files,
    extensions and settings are out of reach, even with --write. After changes by hand, run
    'mentis doctor' to see whether everything still agrees.
    """
    check_format(format_name)
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and output.knows_escapes()
    is_prompting = not query and is_terminal
    from mentis_records.store.sql import run_sql

    with opened(db, memory_limit, Use.CHANGE if is_writing else Use.READ) as database:
        if is_prompting:
            from mentis_records.cli.shell import Shell

            Shell(database, format_name).run()
            return
        text = sys.stdin.read() if query in ("", "-") else query
        with waiting_bar():
            answer = run_sql(database, text, is_written=True)
        with answer as found:
            if found.names:
                write_rows(format_name, found.names, found)
