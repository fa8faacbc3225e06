"""``mentis info``."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from mentis_records.cli import output
from mentis_records.cli.option import DEFAULT_DATABASE, DatabasePath, Where, choose_selection
from mentis_records.cli.table import check_format, write_rows


def info(
    db: DatabasePath = DEFAULT_DATABASE,
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """Say what a database holds: counts, sizes, dates, results, versions.

    With --where, the numbers under 'selection' are those of the selected games.
    """
    check_format(format_name)
    from mentis_records import __version__
    from mentis_records.store.database import Database
    from mentis_records.store.error import StoreError
    from mentis_records.store.summary import summarise_file, summarise_games

    selection = choose_selection(where, db)
    try:
        with Database.open(db) as database:
            file = summarise_file(database)
            games = summarise_games(database, selection)
    except StoreError as error:
        output.fail(str(error))
    positions = file.rows["position_keys"]
    value: dict[str, Any] = {
        "file": {
            "path": str(db),
            "bytes": file.bytes,
            "bytes_per_position": round(file.bytes / positions, 1) if positions else None,
        },
        "versions": {"program": __version__, **file.facts},
        "rows": file.rows,
        "selection": {
            "where": selection.words,
            "games": games.games,
            "plies": games.plies,
            "first_day": games.first_day and games.first_day.isoformat(),
            "last_day": games.last_day and games.last_day.isoformat(),
            "results": games.results,
            **{tag.lower(): counts for tag, counts in games.options.items()},
        },
    }
    if format_name == "json":
        output.write(json.dumps(value, ensure_ascii=False, indent=2))
    else:
        write_rows(format_name, ["fact", "value"], _flat(value, format_name == "table"))


def _flat(value: dict[str, Any], is_table: bool, prefix: str = "") -> list[list[Any]]:
    """Return nested facts as rows of dotted name and value."""
    rows: list[list[Any]] = []
    for name, found in value.items():
        if isinstance(found, dict):
            rows += _flat(found, is_table, f"{prefix}{name}.")
        else:
            is_number = is_table and isinstance(found, int | float)
            rows.append([prefix + name, f"{found:,}" if is_number else found])
    return rows
