"""``mentis sql``."""

from __future__ import annotations

from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import DEFAULT_DATABASE, DatabasePath
from mentis_records.cli.table import check_format, write_rows


def sql(
    query: Annotated[str, typer.Argument(help="One SQL query, such as 'select * from games'.")],
    db: DatabasePath = DEFAULT_DATABASE,
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """Ask the database with SQL; it is opened for reading only.

    The tables games, plies and quarantine are made for it; describe them with 'show tables'.
    """
    check_format(format_name)
    from mentis_records.store.database import Database
    from mentis_records.store.error import StoreError
    from mentis_records.store.sql import run_sql

    try:
        with Database.open(db) as database:
            names, rows = run_sql(database, query)
            write_rows(format_name, names, rows)
    except StoreError as error:
        output.fail(str(error))
