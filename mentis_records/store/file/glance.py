"""Names that a database holds, read at a glance: what is typed may be one of them.

Nothing is changed, nobody is kept from writing, and no game is needed, so that it takes no time.
For the same reason it is the engine that is imported, without the package around it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

try:
    import _duckdb as engine
except ImportError:
    import duckdb as engine  # type: ignore[no-redef]

from mentis_records.store.error import StoreError, first_line

_UNKNOWN = "('', '?', '-', '*', 'bye')"

_HELD = {
    "players": (
        "select first_player as name from games union all select second_player from games"
        " union all select name from aliases"
    ),
    "events": "select event as name from games",
    "queries": "select name from saved_queries",
    "refused": "select source_id || '.' || source_index as name from quarantine",
    "sources": "select name from sources",
}
"""What there is, and the SQL that has a row for each time that a name occurs."""


@contextmanager
def _glancing(place: Path) -> Iterator[engine.DuckDBPyConnection]:
    """Give a connection to a database that others may write to meanwhile.

    The engine locks what it opens. The system lifts all locks of a program on a file as soon as it
    closes the file once: what is read then may be torn, which is an error like any other.
    """
    with engine.connect(str(place), read_only=True) as connection:
        os.close(os.open(place, os.O_RDONLY))
        yield connection


def glance(place: Path, what: str, prefix: str, limit: int) -> list[str]:
    """Return names that begin with a text in any case, the most frequent first.

    Args:
        place: the database.
        what: ``players``, ``events``, ``queries``, ``refused`` or ``sources``.
        prefix: how they begin.
        limit: how many at most.

    Raises:
        StoreError: the file is no such database, is locked, or has changed meanwhile.
    """
    query = f"""
        select name from ({_HELD[what]})
        where lower(trim(name)) not in {_UNKNOWN} and starts_with(lower(name), lower($prefix))
        group by name order by count(*) desc, name limit $limit
    """  # noqa: S608 - of this module
    values: dict[str, Any] = {"prefix": prefix, "limit": limit}
    try:
        with _glancing(place) as connection:
            return [name for (name,) in connection.execute(query, values).fetchall()]
    except (engine.Error, OSError) as error:
        raise StoreError(f"{place}: {first_line(error)}") from None
