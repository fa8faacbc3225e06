"""Databases of records that are written by hand."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from case_kit import cases_of

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Report
from mentis_records.report.registry import REPORTS
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database

CASES = cases_of(__file__)


def hand_records(games: Iterable[tuple[str, str, str]], first: int = 1) -> str:
    """Return the records of games, of which each has a variant, moves and a result."""
    return "".join(
        CASES["record"].format(number=number, variant=variant, moves=moves, result=result)
        for number, (variant, moves, result) in enumerate(games, first)
    )


@contextmanager
def loaded(folder: Path, text: str, stored: int | None = None) -> Iterator[Database]:
    """Give a database, in a folder, of a text's records, of which ``stored`` are games."""
    source = folder / "games.mgn"
    source.write_text(text, encoding="utf-8")
    with create_database(folder / "games.duckdb") as database:
        assert load(database, Reader(GAMES), str(source)).stored == stored or stored is None
        yield database


def report_of(slug: str, folder: Path, text: str, stored: int | None = None) -> Report:
    """Return a report on a text's records, loaded into a folder."""
    with loaded(folder, text, stored) as database:
        return REPORTS[slug].make(database, GAMES[0])


def rows_by_name(exhibit: Exhibit) -> dict[Any, dict[str, Any]]:
    """Return the numbers of an exhibit, by their first column."""
    return {row[exhibit.numbers.columns[0]]: row for row in rows_of_exhibit(exhibit)}


def exhibit_of(report: Report, slug: str) -> Exhibit:
    (found,) = [each for each in report.exhibits if each.slug == slug]
    return found


def rows_of_exhibit(exhibit: Exhibit) -> list[dict[str, Any]]:
    numbers = exhibit.numbers
    return [dict(zip(numbers.columns, row, strict=True)) for row in numbers.rows]
