"""``mentis demo``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import count_cores, make_reader
from mentis_records.cli.table import write_rows

if TYPE_CHECKING:
    from mentis_records.store.database import Database

_RULEBOOK = ("rulebook.mgn", "rulebook-listing.txt")
_SELFPLAY = "selfplay.mgn.gz"
_MIN_GAMES = 60
_QUERY = "select kind, count(*) as plies from plies group by kind order by plies desc"


def demo(
    out: Annotated[Path, typer.Option("--out", help="The folder to write into.")] = Path(
        "mentis-demo"
    ),
) -> None:
    """Run everything on the bundled records.

    It checks, loads, queries and reports, and says what it did at each step.
    """
    from mentis_records.core.resource import resource_folder
    from mentis_records.store.error import StoreError
    from mentis_records.store.open import open_database

    folder = resource_folder("bundled")
    rulebook = [str(folder / name) for name in _RULEBOOK]
    try:
        out.mkdir(parents=True, exist_ok=True)
        _validate(rulebook)
        database_path = out / "demo.duckdb"
        _load([*rulebook, str(folder / _SELFPLAY)], database_path)
        with open_database(database_path) as database:
            _ask(database)
            index = _report(database, out)
    except StoreError as error:
        output.fail(str(error))
    except OSError as error:
        output.fail(f"{error.filename or out}: {error.strerror or error}")
    _step("Open the reports in a browser")
    output.write(str(index.resolve()))


def _step(text: str) -> None:
    output.write(f"\n== {text}")


def _validate(files: list[str]) -> None:
    from mentis_records.export.diagnostic.concise import summarise_record

    _step("Check: every ply of the rulebook's two example games, in both notations")
    reader = make_reader()
    for path in files:
        for reading in reader.read_path(path):
            output.write(summarise_record(reading))


def _load(files: list[str], database_path: Path) -> None:
    from mentis_records.cli.load import tell
    from mentis_records.cli.progress import indexing_bar, reading_bar
    from mentis_records.store.load.load import load
    from mentis_records.store.open import create_database
    from mentis_records.store.position.index import update_index

    _step(f"Load: these and games of self-play, into the database {database_path}")
    with create_database(database_path) as database:
        for path in files:
            with reading_bar(f"loading {path}") as show:
                summary = load(database, make_reader(), path, count_cores(), show)
            tell(summary, "text", database_path)
        with indexing_bar() as show_index:
            update_index(database, show_index)


def _ask(database: Database) -> None:
    from mentis_records.cli.option import choose_openings
    from mentis_records.cli.tree import write_tree
    from mentis_records.games import DEFAULT_GAME, find_game
    from mentis_records.statistics.tree import opening_tree
    from mentis_records.store.sql import run_sql

    _step(f"Query: what was played from the start (mentis tree --min-games {_MIN_GAMES})")
    game = find_game(DEFAULT_GAME)
    start = game.start_position({})
    found = opening_tree(
        database, game, start, min_games=_MIN_GAMES, openings=choose_openings(None)
    )
    write_tree(found, "table")
    _step(f'Query: in SQL (mentis sql "{_QUERY}")')
    with run_sql(database, _QUERY) as answer:
        write_rows("table", answer.names, answer)


def _report(database: Database, out: Path) -> Path:
    """Write all reports; return the index of their folder."""
    from mentis_records.cli.progress import progress_bar
    from mentis_records.games import DEFAULT_GAME, find_game
    from mentis_records.report.registry import REPORTS

    folder = out / "reports"
    for kind in REPORTS.values():
        _step(f"Report: {kind.title}")
        with progress_bar(kind.title) as advance:
            files = kind.build(database, find_game(DEFAULT_GAME), folder, advance)
        output.write(f"{len(files.paths)} files in {folder}")
    return folder / "index.html"
