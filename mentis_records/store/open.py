"""The ways into a collection's file: to read it, to write it, to change one that is there.

``open_database`` gives a reader that cannot write, reach other files, load extensions or change its
settings, so that anybody's SQL may run in it. ``create_database`` gives a writer. Both bring a file
with an earlier schema up to date first. All failures are a ``StoreError`` in one line.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import duckdb

from mentis_records import __version__
from mentis_records.core.named_move import FIRST_NAMED, code_of
from mentis_records.store.database import Database, asking
from mentis_records.store.error import StoreError, check_name, first_line
from mentis_records.store.file.connect import connect, connect_for_writing
from mentis_records.store.file.leftover import NEW, leftover, sweep
from mentis_records.store.game_tables import declare_game
from mentis_records.store.schema import DESCRIPTIONS, SCHEMA_VERSION, TABLES, statements

_NAME_EVERY_COLUMN = " union all ".join(
    f"select 1 from (select {', '.join(column.name for column in table.columns)} from {table.name}) where false"  # noqa: E501, S608 - names of the schema
    for table in TABLES
)
"""Fails where a table or a column is missing; far cheaper than a look into the catalogue."""

_FOREIGN = "a DuckDB database, but not one of mentis-records"


def open_database(path: str | Path, memory_limit: int | None = None) -> Database:
    """Open a collection for reading.

    Args:
        path: the file.
        memory_limit: bytes that the whole program should use at most (``parse_size``).

    Raises:
        StoreError: there is none at this path, it is locked, damaged, or too new, or has an
            earlier schema and cannot be written.
    """
    place = Path(path)
    check_name(place)
    if not place.exists():
        raise StoreError(f"{place}: no such database; load records into it first")
    database = Database(place, connect(place, False, memory_limit), False, memory_limit)
    try:
        version = _read_version(database)
        if not version:
            raise StoreError(f"{place}: the database is empty; load records into it first")
    except BaseException:
        database.close()
        raise
    if version < SCHEMA_VERSION:
        database.close()
        try:
            connect(place, True, memory_limit).close()
        except StoreError as error:
            raise _too_old(place, version, str(error).removeprefix(f"{place}: ")) from None
        create_database(place, memory_limit).close()
        database = Database(place, connect(place, False, memory_limit), False, memory_limit)
        database.earlier_version = version
    return database


def create_database(path: str | Path, memory_limit: int | None = None) -> Database:
    """Open a collection for writing; make it if there is none.

    Args:
        path: the file.
        memory_limit: bytes that the whole program should use at most (``parse_size``).

    Raises:
        StoreError: the folder is missing or closed to us, the file is something else, is
            locked, damaged, or too new.
    """
    place = Path(path)
    check_name(place)
    if not place.parent.is_dir():
        raise StoreError(f"{place}: there is no folder {place.parent}")
    if not place.exists():
        _make_file(place)
    database = Database(place, connect_for_writing(place, memory_limit), True, memory_limit)
    sweep(place)
    try:
        version = _read_version(database)
        if not version:
            _make_schema(database)
        elif version < SCHEMA_VERSION:
            _migrate(database, version)
            database.earlier_version = version
    except BaseException:
        database.close()
        raise
    return database


def amend_database(path: str | Path, memory_limit: int | None = None) -> Database:
    """Open a collection for writing that is there already.

    Args:
        path: the file.
        memory_limit: bytes that the whole program should use at most (``parse_size``).

    Raises:
        StoreError: as for ``open_database`` and for ``create_database``.
    """
    with open_database(path) as found:
        version = found.earlier_version
    database = create_database(path, memory_limit)
    database.earlier_version = version
    return database


def _make_file(place: Path) -> None:
    """Make a collection beside its place and put it there whole, unless one is there now."""
    target = place.resolve()
    try:
        beside = leftover(target, NEW)
        with tempfile.TemporaryDirectory(dir=beside.parent, prefix=beside.name) as folder:
            new = Path(folder) / "new"
            with Database(place, connect(new, True), is_writable=True) as database:
                _make_schema(database)
                database.connection.execute("checkpoint")
            try:
                os.link(new, target)
            except FileExistsError:
                return
            except OSError:  # a file system without links
                new.rename(target)
    except (OSError, duckdb.Error, StoreError) as error:
        if target.exists():  # another program was faster, and has swept ours away
            return
        reason = getattr(error, "strerror", None) or first_line(error)
        raise StoreError(f"{place}: {reason}") from None


def _read_version(database: Database) -> int:
    """Return the version of the schema, or 0 in a database without any table."""
    try:
        found = database.connection.execute(
            "select try_cast(value as integer) from meta where key = 'schema_version'"
        ).fetchone()
        version = int(found[0] or 0) if found else 0
    except (duckdb.BinderException, duckdb.CatalogException):
        if _is_empty(database):
            return 0
        raise StoreError(f"{database.path}: {_FOREIGN}") from None
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None
    if version < 1:
        raise StoreError(f"{database.path}: {_FOREIGN}")
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{database.path}: made by a newer mentis-records (schema {version}, "
            f"this one knows {SCHEMA_VERSION}); upgrade mentis-records"
        )
    if version == SCHEMA_VERSION:
        _check_tables(database)
        learn_moves(database)
    return version


def _check_tables(database: Database) -> None:
    """Look whether the present schema's tables are there with their columns."""
    try:
        database.connection.execute(_NAME_EVERY_COLUMN)
    except duckdb.CatalogException:
        raise StoreError(f"{database.path}: {_FOREIGN}") from None
    except duckdb.BinderException as error:
        reason = f"its tables have been altered: {first_line(error)}"
        raise StoreError(f"{database.path}: {reason}") from None
    except duckdb.Error as error:
        raise StoreError(f"{database.path}: {first_line(error)}") from None


def learn_moves(database: Database) -> None:
    """Make the notations known of the moves whose numbers are drawn from them.

    Raises:
        StoreError: the database cannot be read.
    """
    with asking(database):
        rows = database.connection.execute(
            "select notation from moves where move_code >= $first and notation is not null",
            {"first": FIRST_NAMED},
        ).fetchall()
    for (notation,) in rows:
        code_of(notation)


def _is_empty(database: Database) -> bool:
    """Tell whether there is no table and no view."""
    with asking(database):
        found = database.connection.execute(
            "select 1 from duckdb_columns() where not internal limit 1"
        ).fetchone()
    return found is None


def _migrate(database: Database, version: int) -> None:
    from mentis_records.store.migration.registry import migrate

    try:
        migrate(database.connection, version)
    except (duckdb.Error, StoreError) as error:
        raise _too_old(database.path, version, first_line(error)) from None


def _make_schema(database: Database) -> None:
    with asking(database):
        database.connection.begin()
        for statement in statements():
            database.connection.execute(statement)
        facts = {"schema_version": str(SCHEMA_VERSION), "made_by": __version__}
        for key, value in facts.items():
            database.connection.execute("insert into meta values (?, ?)", [key, value])
        for game in DESCRIPTIONS:
            declare_game(database.connection, game.slug)
        database.connection.commit()


def _too_old(path: Path, version: int, reason: str) -> StoreError:
    """Return that a file of an earlier schema stays as it is."""
    what = f"of schema {version}, and cannot be brought up to schema {SCHEMA_VERSION}"
    return StoreError(f"{path}: {what}: {reason}")
