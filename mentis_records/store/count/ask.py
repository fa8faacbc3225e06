"""Ask a question in SQL and take its whole answer; knows no question."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from mentis_records.store.database import Database, asking


def fetch_rows(
    database: Database, query: str, parameters: Mapping[str, object] = MappingProxyType({})
) -> list[tuple[Any, ...]]:
    """Return the rows of a query's answer.

    Raises:
        StoreError: the database cannot be read.
    """
    with asking(database):
        return database.connection.execute(query, dict(parameters)).fetchall()
