"""Write rows to a Parquet file; knows no record and no collection."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import duckdb

from mentis_records.core.file import behind_links, check_replaceable, replacing
from mentis_records.store.error import StoreError, first_line
from mentis_records.store.row.batch import insert_rows
from mentis_records.store.schema import Column, Table

BATCH_ROWS = 2_000


def write_parquet(
    path: Path, columns: Mapping[str, str], rows: Iterable[tuple[object, ...]]
) -> None:
    """Write rows to a file, which appears when it is whole.

    What does not fit into memory waits in a temporary folder.

    Args:
        path: the file; one that is there is replaced.
        columns: the types of DuckDB by the names of the columns.
        rows: a value for each column, a dict for a map.

    Raises:
        StoreError: the file cannot be written, or is a database.
    """
    table = Table("rows", "", tuple(Column(name, kind, "") for name, kind in columns.items()))
    with tempfile.TemporaryDirectory(prefix="mentis-") as folder:
        written = Path(folder) / "rows.parquet"
        try:
            behind_links(path)
            check_replaceable(path)
            with duckdb.connect(str(Path(folder) / "rows.duckdb")) as connection:
                types = ", ".join(f"{column.name} {column.type}" for column in table.columns)
                connection.execute(f"create table {table.name} ({types})")
                for some in _batches(rows):
                    insert_rows(connection, table, some)
                connection.table(table.name).write_parquet(str(written), compression="zstd")
            with written.open("rb") as source, replacing(path) as target:
                shutil.copyfileobj(source, target)
        except duckdb.Error as error:
            raise StoreError(f"{path}: {first_line(error)}") from None
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror or error}") from None


def _batches(rows: Iterable[tuple[object, ...]]) -> Iterator[list[tuple[object, ...]]]:
    left = iter(rows)
    while some := list(islice(left, BATCH_ROWS)):
        yield some
