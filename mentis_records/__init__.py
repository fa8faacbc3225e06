"""Game records of abstract board games: read, check, store, query, report.

``mentis_records.open`` gives a collection, ``mentis_records.read`` the records of a file. What
they need is imported when they are first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mentis_records.collection.collection import Collection, Info
    from mentis_records.collection.collection import open_collection as open  # noqa: A004
    from mentis_records.collection.file_record import FileRecord, read
    from mentis_records.collection.game_list import GameEntry, Games
    from mentis_records.collection.game_record import GameRecord
    from mentis_records.collection.position import Position
    from mentis_records.collection.row import MatchRow, RateRow, RefusedRecord, TreeRow
    from mentis_records.collection.rows import Rows
    from mentis_records.query.error import QueryError
    from mentis_records.store.error import StoreError
    from mentis_records.store.statement_rows import MissingExtraError, Result

__version__ = "0.1.0"

__all__ = [
    "Collection",
    "FileRecord",
    "GameEntry",
    "GameRecord",
    "Games",
    "Info",
    "MatchRow",
    "MissingExtraError",
    "Position",
    "QueryError",
    "RateRow",
    "RefusedRecord",
    "Result",
    "Rows",
    "StoreError",
    "TreeRow",
    "__version__",
    "open",
    "read",
]

_MODULES = {
    "Collection": "collection.collection",
    "FileRecord": "collection.file_record",
    "GameEntry": "collection.game_list",
    "GameRecord": "collection.game_record",
    "Games": "collection.game_list",
    "Info": "collection.collection",
    "MissingExtraError": "store.statement_rows",
    "Position": "collection.position",
    "QueryError": "query.error",
    "MatchRow": "collection.row",
    "RateRow": "collection.row",
    "RefusedRecord": "collection.row",
    "Result": "store.statement_rows",
    "Rows": "collection.rows",
    "StoreError": "store.error",
    "TreeRow": "collection.row",
    "open": "collection.collection",
    "read": "collection.file_record",
}
"""Where each name of the library is defined."""


def __getattr__(name: str) -> Any:
    """Return a name of the library's, imported now."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f"{__name__}.{_MODULES[name]}")
    return getattr(module, "open_collection" if name == "open" else name)


def __dir__() -> list[str]:
    """Return the names of the library."""
    return sorted(__all__)
