"""Fetch games as the records that they were, or as the texts of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

import duckdb

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, asking
from mentis_records.store.game_tables import resolve_names
from mentis_records.store.position.index_extent import check_index
from mentis_records.store.selection import EVERY_GAME, GAME_IDS, Selection

if TYPE_CHECKING:
    from mentis_records.core.record import Record
    from mentis_records.notation.write import WriteError
    from mentis_records.store.row.record_builder import Assembly, Board

FETCH_GAMES = 1_000
"""Games fetched at once."""


def fetch_record(database: Database, game_id: int, *, is_as_written: bool = False) -> Record:
    """Return a stored game with its tags, comments, judgements and variations.

    Comments and variations of duplicates that it lacks are among them (``copied``). Players have
    the names that merged ones stand for, unless they are to be as written.

    Raises:
        KeyError: there is no game with this number.
        StoreError: the database cannot be read.
    """
    if game_id not in GAME_IDS:
        raise KeyError(game_id)
    return next(fetch_records(database, [game_id], is_as_written=is_as_written))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a game comes from: its source, the text within an archive, which record, which line.

    ``match_id`` and ``round`` tell which round it is of a match, if it is one.
    """

    source: str
    member: str | None
    index: int
    line: int
    match_id: int | None
    round: int | None


def fetch_origin(database: Database, game_id: int) -> Origin:
    """Return where a stored game comes from.

    Raises:
        KeyError: there is no game with this number.
        StoreError: the database cannot be read.
    """
    query = """
        select coalesce(name, '?'), source_member, source_index, source_line, match_id, round_number
        from games left join sources using (source_id) where game_id = $game_id
        """
    with asking(database) as connection:
        found = connection.execute(query, {"game_id": game_id}).fetchone()
    if found is None:
        raise KeyError(game_id)
    return Origin(*found)


def fetch_records(
    database: Database, game_ids: Iterable[int], *, is_as_written: bool = False
) -> Iterator[Record]:
    """Yield stored games in the order of their numbers given, many fetched at once.

    Players have the names that merged ones stand for, unless they are to be as written.

    Raises:
        KeyError: there is no game with one of the numbers.
        StoreError: the database cannot be read.
    """
    with asking(database):
        players = {} if is_as_written else resolve_names(database.connection)
        for assembly, some in _assemblies(database.connection, game_ids, True, players):
            yield from map(assembly.record, some)


def fetch_texts(
    database: Database, game_ids: Iterable[int], *, is_as_written: bool = False
) -> Iterator[str | WriteError]:
    """Yield stored games as record files have them, to the letter, in the order given.

    Players have the names that merged ones stand for, unless they are to be as written.

    In place of one that no record file can hold stands the reason.

    Raises:
        KeyError: there is no game with one of the numbers.
        StoreError: the database cannot be read.
    """
    with asking(database):
        players = {} if is_as_written else resolve_names(database.connection)
        for assembly, some in _assemblies(database.connection, game_ids, True, players):
            yield from _texts(assembly, some)


def fetch_irregular(database: Database) -> frozenset[int]:
    """Return the numbers of the games in which a ply was played against the rules.

    Raises:
        StoreError: the database cannot be read.
    """
    query = "select game_id from games where len(irregular) > 0"
    with asking(database):
        return frozenset(number for (number,) in database.connection.execute(query).fetchall())


def iterate_records(
    connection: duckdb.DuckDBPyConnection, game_ids: Iterable[int]
) -> Iterator[Record]:
    """Yield what ``fetch_records`` does but for what copies say; DuckDB's errors pass."""
    for assembly, some in _assemblies(connection, game_ids):
        yield from map(assembly.record, some)


def iterate_texts(
    connection: duckdb.DuckDBPyConnection, game_ids: Iterable[int]
) -> Iterator[str | WriteError]:
    """Yield what ``fetch_texts`` does but for what copies say; DuckDB's errors pass."""
    for assembly, some in _assemblies(connection, game_ids):
        yield from _texts(assembly, some)


def _texts(assembly: Assembly, game_ids: Iterable[int]) -> Iterator[str | WriteError]:
    """Yield some games of an assembly as texts, or why they cannot be written."""
    from mentis_records.notation.write import WriteError

    for game_id in game_ids:
        try:
            yield assembly.text(game_id)
        except WriteError as error:
            yield error


def _assemblies(
    connection: duckdb.DuckDBPyConnection,
    game_ids: Iterable[int],
    has_copies: bool = False,
    players: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[Assembly, list[int]]]:
    from mentis_records.store.row.record_builder import Assembly

    numbers = iter(game_ids)
    boards: dict[str, Board] = {}
    while some := list(islice(numbers, FETCH_GAMES)):
        assembly = Assembly(connection, some, boards, has_copies=has_copies, players=players)
        yield assembly, some


def fetch_game_ids(database: Database, selection: Selection = EVERY_GAME) -> list[int]:
    """Return the numbers of the selected games, in order.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index that a query of
            the selection needs.
    """
    if selection.queries or selection.saved:
        check_index(database)
    query = f"select game_id from {selection.games} order by 1"  # noqa: S608 - a selection's SQL
    with asking(database):
        found = database.connection.execute(query, dict(selection.parameters)).fetchnumpy()
    numbers: list[int] = found["game_id"].tolist()
    return numbers


def settle(database: Database, selection: Selection) -> Selection:
    """Return the same selection, its queries asked once if it has any.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index that a query of
            the selection needs.
    """
    if not (selection.queries or selection.saved):
        return selection
    return selection.settled(fetch_game_ids(database, selection))
