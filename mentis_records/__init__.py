"""Game records of abstract board games: read, check, store, query, report.

``mentis_records.open`` gives a collection, ``mentis_records.read`` the records of a file. What
commands do is done by functions of the same names: ``load``, ``report``, ``rate``, ``analyse``,
``audit``, ``standings``, ``edit``. What they need is imported when they are first asked for.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mentis_records.collection.analyse import AnalysedPly, AnalysedPosition, analyse, annotate
    from mentis_records.collection.audit import AuditRow
    from mentis_records.collection.collection import Collection, Info
    from mentis_records.collection.collection import open_collection as open  # noqa: A004
    from mentis_records.collection.command import audit, rate, report, standings
    from mentis_records.collection.edit import Edited, EditError, edit, undo
    from mentis_records.collection.file_record import FileRecord, read
    from mentis_records.collection.game_list import GameEntry, Games
    from mentis_records.collection.game_record import GameRecord
    from mentis_records.collection.load import Loaded, load
    from mentis_records.collection.move_error import MoveError
    from mentis_records.collection.position import Playout, Position
    from mentis_records.collection.rate import Rating, Ratings
    from mentis_records.collection.report import Reports
    from mentis_records.collection.row import MatchRow, RateRow, RefusedRecord, TreeRow
    from mentis_records.collection.rows import Rows
    from mentis_records.collection.standings import StandingRow, Standings
    from mentis_records.core.game import PositionError
    from mentis_records.query.error import QueryError
    from mentis_records.store.error import StoreError
    from mentis_records.store.statement_rows import MissingExtraError, Result

__version__ = "0.1.0"

__all__ = [
    "AnalysedPly",
    "AnalysedPosition",
    "AuditRow",
    "Collection",
    "EditError",
    "Edited",
    "FileRecord",
    "GameEntry",
    "GameRecord",
    "Games",
    "Info",
    "Loaded",
    "MatchRow",
    "MissingExtraError",
    "MoveError",
    "Playout",
    "Position",
    "PositionError",
    "QueryError",
    "RateRow",
    "Rating",
    "Ratings",
    "RefusedRecord",
    "Reports",
    "Result",
    "Rows",
    "StandingRow",
    "Standings",
    "StoreError",
    "TreeRow",
    "__version__",
    "analyse",
    "annotate",
    "audit",
    "edit",
    "load",
    "open",
    "rate",
    "read",
    "report",
    "standings",
    "undo",
]

_MODULES = {
    "AnalysedPly": "collection.analyse",
    "AnalysedPosition": "collection.analyse",
    "AuditRow": "collection.audit",
    "Collection": "collection.collection",
    "EditError": "collection.edit",
    "Edited": "collection.edit",
    "FileRecord": "collection.file_record",
    "GameEntry": "collection.game_list",
    "GameRecord": "collection.game_record",
    "Games": "collection.game_list",
    "Info": "collection.collection",
    "Loaded": "collection.load",
    "MatchRow": "collection.row",
    "MissingExtraError": "store.statement_rows",
    "MoveError": "collection.move_error",
    "Playout": "collection.position",
    "Position": "collection.position",
    "PositionError": "core.game",
    "QueryError": "query.error",
    "RateRow": "collection.row",
    "Rating": "collection.rate",
    "Ratings": "collection.rate",
    "RefusedRecord": "collection.row",
    "Reports": "collection.report",
    "Result": "store.statement_rows",
    "Rows": "collection.rows",
    "StandingRow": "collection.standings",
    "Standings": "collection.standings",
    "StoreError": "store.error",
    "TreeRow": "collection.row",
    "analyse": "collection.analyse",
    "annotate": "collection.analyse",
    "audit": "collection.command",
    "edit": "collection.edit",
    "load": "collection.load",
    "open": "collection.collection",
    "rate": "collection.command",
    "read": "collection.file_record",
    "report": "collection.command",
    "standings": "collection.command",
    "undo": "collection.edit",
}
"""Where each name of the library is defined."""

_REPORT = "report"
"""A function of the library, and the room of its reports."""


def __getattr__(name: str) -> Any:
    """Return a name of the library's, imported now."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f"{__name__}.{_MODULES[name]}")
    if name == _REPORT:
        return sys.modules[f"{__name__}.{_REPORT}"]
    return getattr(module, "open_collection" if name == "open" else name)


def __dir__() -> list[str]:
    """Return the names of the library."""
    return sorted(__all__)


class _ReportRoom(ModuleType):
    """The room of reports, which can be called as the function of its name."""

    def __call__(self, *words: Any, **options: Any) -> Any:
        return self.__wrapped__(*words, **options)

    @property
    def __wrapped__(self) -> Any:
        from importlib import import_module

        return getattr(import_module(f"{__package__}.{_MODULES[_REPORT]}"), _REPORT)


class _Library(ModuleType):
    """The package, in which a room that is imported does not hide a function of its name."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == _REPORT and isinstance(value, ModuleType):
            value.__class__ = _ReportRoom
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Library
