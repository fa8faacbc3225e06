"""Sources that have grown: the known ones with which a file begins, and what those have brought."""

from __future__ import annotations

from collections.abc import Mapping

import duckdb

from mentis_records.core.text import encodable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.source.source_text import is_archive
from mentis_records.store.file.source_file import SourceFile

_LEAST_PACKED, _LEAST = 64, 32
"""Archives and texts of fewer bytes, cut off in headers or tags, are beginnings of many others."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """The longest known source with which a file begins, by its number, and all ``sources``.

    ``bytes`` is its size, and ``defaults`` are the option tags that held for it. ``earlier`` has
    the sizes and hashes of all that has been loaded of the file while it was shorter.
    """

    source_id: int
    bytes: int
    defaults: Mapping[str, str]
    sources: tuple[int, ...]
    earlier: list[dict[str, object]]


def find_beginning(
    connection: duckdb.DuckDBPyConnection, file: SourceFile, name: str
) -> Beginning | None:
    """Return the known sources with which a file begins, or None if there are none.

    Small ones are no beginnings unless they have the same name.
    """
    rows = connection.execute(
        """
        select bytes, source_id, sha256, defaults, earlier
        from sources
        where bytes between 1 and $last
            and (bytes >= $least or (name = $name and not $is_archive))
        order by 1
        """,
        {
            "last": file.size - 1,
            "least": _LEAST_PACKED if is_archive(file.path) else _LEAST,
            "name": encodable(name),
            "is_archive": is_archive(file.path),
        },
    ).fetchall()
    hashes = dict(file.hashes_at(dict.fromkeys(row[0] for row in rows)))
    found = [row for row in rows if hashes[row[0]] == row[2]]
    if not found:
        return None
    size, source_id, _, defaults, _ = found[-1]
    earlier: list[dict[str, object]] = []
    for each, _, sha256, _, before in found:
        earlier += [*(before or ()), {"bytes": each, "sha256": sha256}]
    numbers = tuple(row[1] for row in found)
    return Beginning(source_id, size, defaults or {}, numbers, earlier)


def find_records(connection: duckdb.DuckDBPyConnection, source_id: int) -> set[int]:
    """Return the numbers of a source's records that have not been deleted."""
    rows = connection.execute(
        """
        select source_index from (
            select source_id, source_index from games
            union all select source_id, source_index from duplicates
            union all select source_id, source_index from quarantine
        )
        where source_id = ?
        """,
        [source_id],
    ).fetchall()
    return {index for (index,) in rows}


def count_records(
    connection: duckdb.DuckDBPyConnection, source_id: int, kept: int
) -> tuple[int, int, int]:
    """Return how many records behind the first ones are games, duplicates and in quarantine."""
    games, duplicates, quarantined = (
        len(
            connection.execute(
                f"select 1 from {table} where source_id = ? and source_index > ?",  # noqa: S608
                [source_id, kept],
            ).fetchall()
        )
        for table in ("games", "duplicates", "quarantine")
    )
    return games, duplicates, quarantined
