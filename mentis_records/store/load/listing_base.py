"""What stands in front of a refused listing in its source, which it may continue."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace

import duckdb

from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.core.record import Record
from mentis_records.core.start import start_of
from mentis_records.games import find_game
from mentis_records.notation.explain.replay import kernel_of
from mentis_records.notation.reader_options import Manner
from mentis_records.notation.reread import is_continuing
from mentis_records.notation.write import format_game
from mentis_records.store.record import iterate_records
from mentis_records.store.row.place import Place

MOST_BETWEEN = 20
"""Refused listings that may continue each other in front of one; with more nothing is found."""


def fetch_before(
    connection: duckdb.DuckDBPyConnection, manner: Manner, place: Place, text: str
) -> list[str] | None:
    """Return the texts of the records that a record needs in front of it to be read again.

    Most records need none. They are None where a listing continues one that is not there any more,
    or more than ``MOST_BETWEEN`` refused ones.

    Args:
        connection: where the records are.
        manner: how to read.
        place: where the record stands.
        text: the record.
    """
    found: list[str] = []
    while is_continuing(manner, text):
        if len(found) == MOST_BETWEEN:
            return None
        place = replace(place, index=place.index - 1)
        refused = _fetch_refused(connection, place)
        if refused is None:
            played = _fetch_played(connection, place)
            return None if played is None else [played, *found]
        text = refused
        found.insert(0, text)
    return found


def _fetch_refused(connection: duckdb.DuckDBPyConnection, place: Place) -> str | None:
    row = connection.execute(
        """
        select text from quarantine
        where source_id = $source and source_index = $index
            and source_member is not distinct from $member
        """,
        _parameters(place),
    ).fetchone()
    return None if row is None else str(row[0])


def _fetch_played(connection: duckdb.DuckDBPyConnection, place: Place) -> str | None:
    """Return the plies of a sound record, with the settings and the numbers that it had itself."""
    row = connection.execute(
        """
        select game_id, ply_count, said
        from (
            select game_id, ply_count, said, source_id, source_index, source_member
            from games
            union all
            select game_id, ply_count, tags, source_id, source_index, source_member
            from duplicates
        )
        where source_id = $source and source_index = $index
            and source_member is not distinct from $member
        """,
        _parameters(place),
    ).fetchone()
    if row is None:
        return None
    game_id, plies, said = row
    record = next(iterate_records(connection, [game_id]))
    return _write_plies(record, plies, record.tags if said is None else said)


def _write_plies(record: Record, count: int, tags: Mapping[str, str]) -> str:
    """Return plies of a game under the tags that they need, numbered from where these begin."""
    game = find_game(record.game)
    description = game.description
    settings = [setting.tag for setting in description.settings]
    needed = {name: tags[name] for name in ("Game", "Position", *settings) if name in tags} | {
        name: record.tags[name] for name in settings if name in record.tags
    }
    plies = record.plies[:count]
    kernel = kernel_of(game)
    kernel.fill(0, start_of(game, needed, {}))
    return format_game(
        {**needed, "Result": RESULT_UNKNOWN},
        [ply.side for ply in plies],
        kernel.move_numbers(0, array("q", [ply.move.code for ply in plies])),
        [ply.move.notation for ply in plies],
        description,
        is_literal=True,
    )


def _parameters(place: Place) -> dict[str, object]:
    return {"source": place.source_id, "index": place.index, "member": place.member}
