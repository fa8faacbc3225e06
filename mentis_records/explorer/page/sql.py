"""A statement in SQL, its rows, and what can be asked: as ``mentis sql`` has it, read-only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import Any

from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.content import Content, Table
from mentis_records.explorer.statement_process import running
from mentis_records.explorer.visit import Visit
from mentis_records.export.json_rows import is_number, value_text
from mentis_records.report.words.wording import shorten
from mentis_records.store.catalog import Catalog, fetch_catalog
from mentis_records.store.error import StoreError

PAGE = 200
"""Rows on a page."""

LONGEST = 200
"""Characters of a value that are shown."""

_AT_ONCE = 50
"""Rows fetched at once: values of any length are cut as they come."""

_MOST_COLUMNS = 100
"""Columns that are shown."""

_PLACE = re.compile(r" \(line (\d+), column (\d+)\)$")

_EXAMPLES = (
    ("Games by result", "select result, count(*) as games from games group by all order by all"),
    (
        "Players with most games",
        "select name, games, score, won, drawn, lost\nfrom players order by games desc limit 20",
    ),
    (
        "The longest games",
        "select game_id, first_player, second_player, result, ply_count\n"
        "from games order by ply_count desc limit 20",
    ),
    (
        "First moves",
        "select notation, count(*) as games\n"
        "from plies where ply = 1 group by all order by games desc",
    ),
    ("Columns of games", "describe games"),
)


class StatementError(AddressError):
    """A statement that cannot be run; the message is for the reader."""


def tell(visit: Visit) -> Table:
    """Return the rows as ``mentis sql STATEMENT --format json`` tells them."""
    text = visit.address.get("statement")
    if not text:
        raise AddressError("statement: which one? Such as: from games")
    with ExitStack() as answers:
        names, rows = answers.enter_context(_run(visit, text))
        return Table(names, _rows(answers.pop_all(), rows))


def show(visit: Visit) -> Content:
    """Return the form, the rows of the statement if there is one, and the schema."""
    address = visit.address
    text = address.get("statement")
    values: dict[str, Any] = {"names": [], "rows": [], "problem": "", "excerpt": "", "words": ""}
    if text:
        try:
            values |= _answer(visit, text)
        except StatementError as error:
            values |= _told(str(error), text)
    return Content(
        "sql.html",
        {
            **values,
            "statement": text,
            "examples": [
                (words, address.have(statement=example, page=None)) for words, example in _EXAMPLES
            ],
            "tables": _schema(address, fetch_catalog(visit.database)),
            "kept": [each for each in address.parameters if each[0] not in ("statement", "page")],
            "is_selected": bool(address.all("where") or address.all("query")),
        },
    )


@contextmanager
def _run(visit: Visit, text: str) -> Iterator[tuple[tuple[str, ...], Iterator[Sequence[Any]]]]:
    """Give the names of the columns and the rows of a statement."""
    database, progress = visit.database, visit.progress
    try:
        with running(
            database.path, database.memory_limit, text, _AT_ONCE, lambda: not progress.is_stopped
        ) as answer:
            yield answer
    except StoreError as error:
        raise _problem(visit, error) from None


def _rows(answers: ExitStack, rows: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Yield the rows as they come, and end the statement."""
    with answers:
        yield from rows


def _problem(visit: Visit, error: StoreError) -> Exception:
    """Return what to tell of an error: the statement's, unless its time was up."""
    return error if visit.progress.is_stopped else StatementError(str(error))


def _answer(visit: Visit, text: str) -> dict[str, Any]:
    """Return a page of the rows, cut to what can be read."""
    address = visit.address
    page = address.number("page", 1, least=1, most=1 << 20)
    first = (page - 1) * PAGE
    rows = []
    has_more = False
    with _run(visit, text) as (names, coming):
        for at, row in enumerate(islice(coming, first, None)):
            if at == PAGE:
                has_more = True
                break
            rows.append([_cell(value) for value in row[:_MOST_COLUMNS]])
    words = f"rows {first + 1:,} to {first + len(rows):,}" if rows else "no rows"
    if page > 1 and not rows:
        words = "no rows on this page"
    return {
        "names": list(names[:_MOST_COLUMNS]),
        "hidden": max(0, len(names) - _MOST_COLUMNS),
        "rows": rows,
        "words": words + (", and there are more" if has_more else ""),
        "before": address.have(page=page - 1 if page > 2 else None) if page > 1 else None,
        "after": address.have(page=page + 1) if has_more else None,
        "is_cut": any(cell["cut"] for row in rows for cell in row),
        "as_json": address.have(page=None).as_json,
    }


def _cell(value: Any) -> dict[str, Any]:
    if value is None:
        return {"text": "null", "is_null": True, "is_number": False, "cut": 0}
    text = value_text(value)
    cut = len(text) if len(text) > LONGEST else 0
    return {
        "text": shorten(text[: LONGEST + 1], LONGEST),
        "is_null": False,
        "is_number": is_number(value),
        "cut": cut,
    }


def _told(message: str, text: str) -> dict[str, Any]:
    """Return an error in words, and the line of the statement with a mark at its place."""
    place = _PLACE.search(message)
    excerpt = ""
    lines = text.split("\n")
    if place is not None and int(place[1]) <= len(lines):
        line, column = lines[int(place[1]) - 1].expandtabs(1), int(place[2]) - 1
        begin = max(0, column - 60)
        excerpt = f"{line[begin : begin + 120]}\n{' ' * (column - begin)}^"
    return {"problem": message, "excerpt": excerpt}


def _schema(address: Address, catalog: Catalog) -> list[dict[str, Any]]:
    return [
        {
            "name": table.name,
            "kind": "view" if table.is_view else "table",
            "comment": table.comment,
            "columns": table.columns,
            "place": address.have(statement=f'from "{table.name}"', page=None),
        }
        for table in catalog.tables
    ]
