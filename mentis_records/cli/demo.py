"""``mentis demo``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.command_hint import nearest_path, typed_command
from mentis_records.cli.option import choose_game, count_cores, make_reader
from mentis_records.cli.table import write_rows
from mentis_records.cli.target import refuse_dash
from mentis_records.core.text import printable

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.store.database import Database

_SHOWN_SHARE = 80
"""Moves are shown that were played in at least one of so many games."""

_AUDIT_PLIES, _AUDIT_NODES = 5, 100_000
"""The longest forced win that is looked for, and at how many nodes a position."""

_FORMATS = ("html", "json")
"""Pages and numbers; the other formats show the same once more."""

_QUERY = "select kind, count(*) as plies from plies group by kind order by plies desc"


def demo(
    rules: Annotated[
        str,
        typer.Option(
            "--rules", help="The game, by its slug.", metavar="SLUG", show_default="mentis"
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The folder to write into.", show_default="SLUG-demo"),
    ] = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="Write each report as PDF, too.")] = False,
) -> None:
    """Run everything on the bundled records of a game.

    It checks, loads, queries and reports, and says what it did at each step.
    """
    from mentis_records.core.resource import resource_folder
    from mentis_records.store.error import StoreError
    from mentis_records.store.open import open_database

    refuse_dash(out)
    game = choose_game(rules)
    facts = game.description
    if not facts.samples:
        output.fail(f"{facts.title} brings no records to show: load some of your own")
    folder = out or Path(f"{facts.slug}-demo")
    files = [resource_folder("bundled") / name for name in facts.samples]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _validate(files[:-1])
        _audit(files[:-1])
        database_path = folder / "demo.duckdb"
        _load(files, database_path)
        with open_database(database_path) as database:
            _ask(database, game)
            index = _report(database, game, folder, [*_FORMATS, *(["pdf"] if pdf else [])])
    except StoreError as error:
        output.fail(str(error))
    except OSError as error:
        output.fail(f"{error.filename or folder}: {error.strerror or error}")
    _step("Go on with the same database")
    database_words = ["--db", str(database_path)]
    for words in (
        ["games", "--sort", "-plies", "--limit", "5"],
        ["query", "end and plies > 60", "--limit", "5"],
        ["game", "1"],
    ):
        output.write(typed_command([*words, *database_words]))
    _step("Open the reports in a browser")
    output.write(index.resolve().as_uri())


def _step(text: str) -> None:
    output.write_words(f"\n== {text}")


def _validate(files: Sequence[Path]) -> None:
    from mentis_records.export.diagnostic.concise import summarise_record

    _step(f"Check: every ply of {' and '.join(path.name for path in files)}")
    reader = make_reader()
    for path in files:
        for reading in reader.read_path(str(path)):
            output.write_words(summarise_record(reading))


def _audit(files: Sequence[Path]) -> None:
    """Say what is known of the games that ended by a claim, the most surprising first."""
    from mentis_records.analysis.claim_audit import audit, is_claim
    from mentis_records.analysis.claim_words import headline
    from mentis_records.cli.audit_case import FileCases
    from mentis_records.games.search.forced_win import WinSeeker

    found = []
    for case in FileCases(make_reader(), [str(path) for path in files]):
        if is_claim(case.game, case.record, case.positions[-1]):
            seeker = WinSeeker(case.game, _AUDIT_PLIES, _AUDIT_NODES)
            done = audit(case.game, case.record, case.positions, seeker)
            told = headline(case.game, case.record, case.positions[0].side, done)
            found.append((not done.missed, told))
    lines = [told for _, told in sorted(found) if told]
    if lines:
        _step(lines[0])
        output.write_text("".join(f"{printable(line)}\n" for line in lines[1:]))
        output.write(typed_command(["audit", *map(nearest_path, files)]))


def _load(files: Sequence[Path], database_path: Path) -> None:
    from mentis_records.cli.load import tell
    from mentis_records.cli.progress import indexing_bar, reading_bar
    from mentis_records.store.load.load import load
    from mentis_records.store.open import create_database
    from mentis_records.store.position.index import update_index

    _step(f"Load: these and games of self-play, into the database {database_path}")
    with create_database(database_path) as database:
        for path in files:
            with reading_bar(f"loading {path}") as show:
                summary = load(database, make_reader(), str(path), count_cores(), show)
            tell(summary, "text", database_path)
        with indexing_bar() as show_index:
            update_index(database, show_index)


def _ask(database: Database, game: AnyGame) -> None:
    from mentis_records.cli.option import choose_openings
    from mentis_records.cli.tree import write_tree
    from mentis_records.core.start import beginning_settings
    from mentis_records.statistics.tree import opening_tree
    from mentis_records.store.count.result import fetch_results
    from mentis_records.store.sql import run_sql

    games = sum(fetch_results(database, game.description.slug).values())
    least = max(games // _SHOWN_SHARE, 1)
    start = game.start_position(beginning_settings(game.description, {}))
    found = opening_tree(database, game, start, min_games=least, openings=choose_openings(None))
    name = ["--db", str(database.path)]
    if found.results.games:
        _step("Query: what was played from the start")
        output.write(typed_command(["tree", "--min-games", str(least), *name]))
        write_tree(found, "table")
    _step("Query: in SQL")
    output.write(typed_command(["sql", _QUERY, *name]))
    with run_sql(database, _QUERY) as answer:
        write_rows("table", answer.names, answer)


def _report(database: Database, game: AnyGame, out: Path, formats: Sequence[str]) -> Path:
    """Write all reports; return the index of their folder."""
    from mentis_records.cli.progress import progress_bar
    from mentis_records.report.registry import REPORTS

    folder = out / "reports"
    for kind in REPORTS.values():
        _step(f"Report: {kind.title}")
        with progress_bar(kind.title) as advance:
            files = kind.build(database, game, folder, advance, formats=formats)
        output.write_words(f"{len(files.paths)} files in {folder}")
    return folder / "index.html"
