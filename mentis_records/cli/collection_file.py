"""Open the database of a command: a long wait shows, and what goes wrong ends the command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.progress import waiting_bar

if TYPE_CHECKING:
    from pathlib import Path

    from mentis_records.store.database import Database


class Use(StrEnum):
    """What a command wants of the file; the values are the methods of ``Database``."""

    READ = "open"
    CHANGE = "amend"
    FILL = "create"


@contextmanager
def opened(path: Path, memory_limit: int | None = None, use: Use = Use.READ) -> Iterator[Database]:
    """Give the database in a file, brought up to date if it is of an earlier schema.

    A ``StoreError``, here or in what is done with it, becomes a line and exit code 2, and so does
    a stored game that leads where no game can.
    """
    from mentis_records.core.game import PositionError
    from mentis_records.store.database import Database
    from mentis_records.store.error import DOCTOR, StoreError

    try:
        with waiting_bar("opening the database"):
            database: Database = getattr(Database, use)(path, memory_limit)
        with database:
            yield database
    except StoreError as error:
        output.fail(str(error))
    except PositionError as error:
        output.fail(f"{path}: a game leads to a position that cannot be: {error}; {DOCTOR}")
