"""What a table, its columns and a view are, and the words for types and compressions."""

from __future__ import annotations

from mentis_records.fast.late_dataclass import dataclass

TEXT, WHOLE, LONG, TAGS = "VARCHAR", "INTEGER", "BIGINT", "MAP(VARCHAR, VARCHAR)"
WHOLES, LONGS, TEXTS, BYTES = "INTEGER[]", "BIGINT[]", "VARCHAR[]", "BLOB"
HASHES = "STRUCT(bytes BIGINT, sha256 VARCHAR)[]"
WHOLE_BITS = 32
RUNS, PACKED, PLAIN = "rle", "bitpacking", "uncompressed"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its type, its meaning, and what the database demands of its values.

    A ``compression`` spares the database from trying all that it knows.
    """

    name: str
    type: str
    comment: str
    demand: str = ""
    compression: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its columns in order."""

    name: str
    comment: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A view: a query with a name, and the meaning of its columns where it gives new ones."""

    name: str
    comment: str
    query: str
    columns: tuple[tuple[str, str], ...]


def quoted(text: str) -> str:
    """Return a text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"
