"""Find the games that a batch of records repeats; what a duplicate is, ``identity`` says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import duckdb
import numpy

from mentis_records.core.game import GameDescription
from mentis_records.notation.bulk import OPENING
from mentis_records.store.alike import Alike
from mentis_records.store.candidate import Candidate
from mentis_records.store.identity import Content, is_beginning
from mentis_records.store.record import stored_tags
from mentis_records.store.row import Place
from mentis_records.store.schema import (
    DESCRIPTION_OF,
    OPTION_COLUMNS,
    SIDE_TAGS,
    TEXT_COLUMNS,
)


class Finder:
    """Knows the stored games that some records might repeat, and those of the records kept."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, records: Collection[Candidate]
    ) -> None:
        """Fetch the stored games that the records might repeat, or the other way round."""
        self._by_content: dict[int, Alike] = {}
        self._by_opening: dict[int, list[Candidate]] = {}
        self._by_beginning: dict[int, list[Candidate]] = {}
        self.stored: list[Candidate] = []
        for found in _fetch_related(connection, records) if records else ():
            self.stored.append(found)
            self._keep(found)

    def take(self, record: Candidate) -> None:
        """Find the record's keeper, or keep it; it may be the keeper of shorter ones."""
        alike = self._by_content.setdefault(record.content.key, Alike())
        for kept in alike.agreeing(record):
            if kept.keeper is None and kept.is_same(record):
                kept.learn(record, has_whole_game=True)
                record.keeper = kept
                return
        for kept in list(self._relatives(record)):
            if kept.keeper is not None or not record.has_same_occasion(kept):
                continue
            if is_beginning(record.content, kept.content):
                kept.learn(record, has_whole_game=False)
                record.keeper = kept
                return
            if is_beginning(kept.content, record.content):
                record.learn(kept, has_whole_game=False)
                kept.keeper = record
        self._keep(record)

    def _relatives(self, record: Candidate) -> Iterator[Candidate]:
        """Yield the records that may begin this one, then those that it may begin."""
        openings = record.openings
        for key in openings:
            yield from self._by_opening.get(key, ())
        if 0 < len(openings) < OPENING:
            yield from self._by_beginning.get(openings[-1], ())

    def _keep(self, record: Candidate) -> None:
        self._by_content.setdefault(record.content.key, Alike()).add(record)
        openings = record.openings
        for key in openings[-1:]:
            self._by_opening.setdefault(key, []).append(record)
        for key in openings[:-1]:
            self._by_beginning.setdefault(key, []).append(record)


def fetch_content_keys(connection: duckdb.DuckDBPyConnection) -> numpy.ndarray[Any, Any]:
    """Return the content keys of all stored games, as 64-bit integers."""
    found = connection.execute("select content_key from games").fetchnumpy()
    return numpy.ascontiguousarray(found["content_key"], "int64")


def fetch_opening_keys(
    connection: duckdb.DuckDBPyConnection,
) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
    """Return the opening keys of all stored games, and those of games with few plies."""
    query = "select opening_key, ply_count < ? as is_short from games where opening_key is not null"
    found = connection.execute(query, [OPENING]).fetchnumpy()
    keys = numpy.ascontiguousarray(found["opening_key"], "int64")
    return keys, keys[numpy.asarray(found["is_short"], "bool")]


def _fetch_related(
    connection: duckdb.DuckDBPyConnection, records: Collection[Candidate]
) -> Iterator[Candidate]:
    """Yield the stored games that have a hash in common with a record, in order."""
    options = ", ".join(OPTION_COLUMNS.values())
    openings = {key for record in records for key in record.openings}
    cursor = connection.execute(
        f"""
        select *, [{options}] as option_values
        from games
        where content_key in (select unnest($contents::bigint[]))
            or opening_key in (select unnest($openings::bigint[]))
            or game_id in (select unnest($longer::integer[]))
        order by game_id
        """,  # noqa: S608 - column names of the schema
        {
            "contents": list({record.content.key for record in records}),
            "openings": list(openings),
            "longer": _fetch_longer(connection, records),
        },
    )
    names = [column[0] for column in cursor.description or ()]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    codes = _fetch_codes(connection, [row["game_id"] for row in rows]) if rows else {}
    for row in rows:
        game = DESCRIPTION_OF[row["game"]]
        values = option_values(game, row["option_values"])
        content = Content(game.slug, values, row["start_key"], codes[row["game_id"]])
        place = Place(
            row["source_id"], row["source_index"], row["source_member"], row["source_line"]
        )
        yield Candidate(
            content,
            stored_tags(row),
            row["result"],
            row["termination"],
            place,
            game_id=row["game_id"],
        )


def _fetch_longer(
    connection: duckdb.DuckDBPyConnection, records: Collection[Candidate]
) -> list[int]:
    """Return the games of the same players that reach the last positions of short records."""
    short = [
        record for record in records if 0 < len(record.content.codes) < OPENING and record.openings
    ]
    if not short:
        return []
    sides = ", ".join(TEXT_COLUMNS[side] for side in SIDE_TAGS)
    players = [[record.tags.get(side) for side in SIDE_TAGS] for record in short]
    rows = connection.execute(
        f"""
        select distinct game_id
        from (
            select unnest($plies::integer[]) as ply, unnest($codes::bigint[]) as code,
                unnest($starts::bigint[]) as start_key, unnest($players::varchar[][]) as players
        ) as short
        join games on games.start_key = short.start_key and [{sides}] = short.players
        join position_keys as position using (game_id, ply)
        where position.turn >> 3 = short.code
        """,  # noqa: S608 - column names of the schema
        {
            "plies": [len(record.content.codes) for record in short],
            "codes": [record.content.codes[-1] for record in short],
            "starts": [record.content.start_key for record in short],
            "players": players,
        },
    ).fetchall()
    return [game_id for (game_id,) in rows]


def option_values(game: GameDescription, values: Sequence[str | None]) -> tuple[str, ...]:
    """Return the values of a game's own options out of those of all option columns."""
    by_tag = dict(zip(OPTION_COLUMNS, values, strict=True))
    return tuple(by_tag[option.tag] or "" for option in game.options)


def _fetch_codes(
    connection: duckdb.DuckDBPyConnection, ids: list[int]
) -> dict[int, tuple[int, ...]]:
    codes: dict[int, tuple[int, ...]] = dict.fromkeys(ids, ())
    rows = connection.execute(
        """
        select game_id, list(turn >> 3 order by ply)
        from position_keys
        where ply > 0 and game_id in (select unnest($ids::bigint[]))
        group by game_id
        """,
        {"ids": ids},
    ).fetchall()
    codes.update((game_id, tuple(found)) for game_id, found in rows)
    return codes
