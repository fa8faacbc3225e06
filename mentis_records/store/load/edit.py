"""Edits of tags: of stored games, of their duplicates that say the same, and back.

What a record would say is read before it is stored (``edit_plan``); here it is only written. Each
edit is kept, record by record, until it is undone; the places of records tell whose it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import duckdb

from mentis_records.core.text import encodable, folded
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, asking, transaction
from mentis_records.store.duplicate.candidate import Candidate
from mentis_records.store.duplicate.duplicate import fetch_candidates
from mentis_records.store.game_tables import has_table, make_added
from mentis_records.store.load.intake import next_number
from mentis_records.store.load.replacement import update_games
from mentis_records.store.match.update import update_matches
from mentis_records.store.row.batch import insert_rows
from mentis_records.store.schema import EDITS

RESULT, TERMINATION = "Result", "Termination"

_RecordId = tuple[int, int]
"""The number of a source and that of a record in it."""

_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class TagChange:
    """A tag of a game, what it says, and what it is to say; None is no such tag."""

    game_id: int
    tag: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class _Written:
    """A tag of a record that was changed."""

    record: _RecordId
    tag: str
    former: str | None
    value: str | None


def apply_edit(database: Database, changes: Sequence[TagChange]) -> int:
    """Change tags of games, and of their duplicates that say the same; all of them or none.

    Returns:
        The number of the edit.

    Raises:
        StoreError: the database cannot be written.
    """
    with transaction(database) as connection:
        done: list[_Written] = []
        by_game = _by_game(changes)
        ids = list(by_game)
        for first in range(0, len(ids), _AT_ONCE):
            some = {game_id: by_game[game_id] for game_id in ids[first : first + _AT_ONCE]}
            done += _change_games(connection, some)
            done += _change_duplicates(connection, some)
        update_matches(connection, changed=ids)
        make_added(connection, EDITS)
        number, now = next_number(connection, "edit_id", EDITS), datetime.now(UTC)
        rows = [
            (number, now.replace(tzinfo=None), *each.record, each.tag, each.former, each.value)
            for each in done
        ]
        if rows:
            insert_rows(connection, EDITS, rows)
    return number


def fetch_last_edit(database: Database) -> list[TagChange] | None:
    """Return what undoing the last edit would change in games, or None if there is none.

    Games that are gone, and tags that say something else since, are left out.

    Raises:
        StoreError: the database cannot be read.
    """
    with asking(database) as connection:
        rows = _last_rows(connection)
        if rows is None:
            return None
        return _back(connection, rows)[0]


def undo_edit(database: Database) -> int:
    """Undo the last edit, as far as the tags still say what it made them say; forget it.

    Returns:
        How many games say again what they did.

    Raises:
        StoreError: the database cannot be written.
    """
    with transaction(database) as connection:
        rows = _last_rows(connection)
        if rows is None:
            return 0
        games, duplicates = _back(connection, rows)
        by_game = _by_game(games)
        _change_games(connection, by_game)
        _write_duplicates(connection, duplicates)
        update_matches(connection, changed=list(by_game))
        connection.execute(
            f"delete from {EDITS.name} where edit_id = (select max(edit_id) from {EDITS.name})"  # noqa: S608 - the schema's name
        )
    return len(by_game)


def edit_again(connection: duckdb.DuckDBPyConnection, source_id: int) -> None:
    """Edit the records of a source anew that has been read anew, in the caller's transaction."""
    if not has_table(connection, EDITS):
        return
    rows = connection.execute(
        f"""
        select source_id, source_index, tag, former, value from {EDITS.name}
        where source_id = $source order by edit_id
        """,  # noqa: S608 - the schema's name
        {"source": source_id},
    ).fetchall()
    merged: dict[tuple[_RecordId, str], _Written] = {}
    for source, index, tag, former, value in rows:
        key = ((source, index), tag)
        before = merged.get(key)
        former = former if before is None else before.value
        merged[key] = _Written((source, index), tag, value, former)
    games, duplicates = _back(connection, list(merged.values()))
    by_game = _by_game(games)
    _change_games(connection, by_game)
    _write_duplicates(connection, duplicates)
    update_matches(connection, changed=list(by_game))


def _by_game(changes: Iterable[TagChange]) -> dict[int, list[TagChange]]:
    found: defaultdict[int, list[TagChange]] = defaultdict(list)
    for change in changes:
        found[change.game_id].append(change)
    return dict(found)


def _change_games(
    connection: duckdb.DuckDBPyConnection, changes: Mapping[int, Sequence[TagChange]]
) -> list[_Written]:
    """Write tags of games anew; return what was changed."""
    done: list[_Written] = []
    changed: dict[int, Candidate] = {}
    for found in fetch_candidates(connection, list(changes)):
        said = dict(found.said.tags)
        for change in changes[found.game_id]:
            _set(found.tags, change.tag, change.new)
            if _is_alike(said.get(change.tag), change.old):
                _set(said, change.tag, change.new)
            place = (found.place.source_id, found.place.index)
            done.append(_Written(place, change.tag, change.old, change.new))
        found.said = replace(found.said, tags=said)
        found.result, found.termination = found.tags[RESULT], found.tags.get(TERMINATION)
        changed[found.game_id] = found
    unlearned = connection.execute(
        """
        select game_id from games
        where game_id in (select unnest($ids::integer[])) and said is null
        """,
        {"ids": list(changed)},
    ).fetchall()
    update_games(connection, changed)
    connection.execute(
        """
        update games set said = null, said_open = null
        where game_id in (select unnest($ids::integer[]))
        """,
        {"ids": [game_id for (game_id,) in unlearned]},
    )
    return done


def _change_duplicates(
    connection: duckdb.DuckDBPyConnection, changes: Mapping[int, Sequence[TagChange]]
) -> list[_Written]:
    """Write the tags of duplicates anew that say what their games said; return what was changed."""
    rows = connection.execute(
        """
        select game_id, source_id, source_index, tags from duplicates
        where game_id in (select unnest($ids::integer[]))
        """,
        {"ids": list(changes)},
    ).fetchall()
    done = [
        _Written((source_id, index), change.tag, tags[change.tag], change.new)
        for game_id, source_id, index, tags in rows
        for change in changes[game_id]
        if change.tag in tags and _is_alike(tags[change.tag], change.old)
    ]
    _write_duplicates(connection, done)
    return done


def _write_duplicates(connection: duckdb.DuckDBPyConnection, written: Collection[_Written]) -> None:
    """Write tags of duplicates anew."""
    by_record: defaultdict[_RecordId, list[_Written]] = defaultdict(list)
    for each in written:
        by_record[each.record].append(each)
    for (source_id, index), some in by_record.items():
        given: dict[str, Any] = {"source": source_id, "index": index}
        where = "where source_id = $source and source_index = $index"
        row = connection.execute(f"select tags from duplicates {where}", given).fetchone()  # noqa: S608 - ours
        tags: dict[str, str] = dict(row[0]) if row else {}
        for each in some:
            _set(tags, each.tag, each.value)
        given |= {
            "names": list(tags),
            "values": list(map(encodable, tags.values())),
            "result": tags[RESULT],
        }
        connection.execute(
            f"""
            update duplicates
            set tags = map($names::varchar[], $values::varchar[]), result = $result {where}
            """,  # noqa: S608 - ours
            given,
        )


def _last_rows(connection: duckdb.DuckDBPyConnection) -> list[_Written] | None:
    """Return what the last edit has written, or None if there is none."""
    if not has_table(connection, EDITS):
        return None
    rows = connection.execute(
        f"""
        select source_id, source_index, tag, former, value from {EDITS.name}
        where edit_id = (select max(edit_id) from {EDITS.name})
        """  # noqa: S608 - the schema's name
    ).fetchall()
    return [_Written((source, index), *rest) for source, index, *rest in rows] or None


def _back(
    connection: duckdb.DuckDBPyConnection, rows: Sequence[_Written]
) -> tuple[list[TagChange], list[_Written]]:
    """Return what is to change so that tags that have their values have the former ones.

    Returns:
        The changes of games, and those of duplicates.
    """
    given = {"sources": [row.record[0] for row in rows], "indices": [row.record[1] for row in rows]}
    wanted = """
        (source_id, source_index) in (
            select (source, index) from (
                select unnest($sources::integer[]) as source, unnest($indices::integer[]) as index
            )
        )
        """
    ids = [
        game_id
        for (game_id,) in connection.execute(
            f"select game_id from games where {wanted}",  # noqa: S608 - ours
            given,
        ).fetchall()
    ]
    games = {
        (found.place.source_id, found.place.index): found
        for found in fetch_candidates(connection, ids)
    }
    duplicates = {
        (source, index): tags
        for source, index, tags in connection.execute(
            f"select source_id, source_index, tags from duplicates where {wanted}",  # noqa: S608 - ours
            given,
        ).fetchall()
    }
    changes: list[TagChange] = []
    others: list[_Written] = []
    for row in rows:
        game = games.get(row.record)
        if game is not None and game.tags.get(row.tag) == row.value:
            changes.append(TagChange(game.game_id, row.tag, row.value, row.former))
        elif row.record in duplicates and duplicates[row.record].get(row.tag) == row.value:
            others.append(replace(row, value=row.former, former=row.value))
    return changes, others


def _set(tags: dict[str, str], tag: str, value: str | None) -> None:
    """Let a tag have a value, or let there be no such tag."""
    if value is None:
        tags.pop(tag, None)
    else:
        tags[tag] = value


def _is_alike(one: str | None, other: str | None) -> bool:
    """Tell whether two values of a tag say the same; None is no such tag."""
    return one == other or (one is not None and other is not None and folded(one) == folded(other))
