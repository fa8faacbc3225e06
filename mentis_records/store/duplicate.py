"""Find the games that a batch of records repeats; what a duplicate is, ``identity`` says."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import duckdb
import numpy

from mentis_records.core.game import GameDescription
from mentis_records.core.key_set import KeySet
from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.notation.record_field import OPENING
from mentis_records.store.alike import Alike
from mentis_records.store.candidate import Candidate
from mentis_records.store.identity import (
    OCCASION_TAGS,
    UNKNOWN,
    Content,
    Occasion,
    is_beginning,
    occasion_of,
    without_result,
)
from mentis_records.store.row import Place, stored_tags
from mentis_records.store.schema import (
    DESCRIPTION_OF,
    OPTION_COLUMNS,
    SIDE_TAGS,
    TEXT_COLUMNS,
)

_OCCASION = (*SIDE_TAGS, *OCCASION_TAGS)


class Finder:
    """Knows the stored games that some records might repeat, and those of the records kept.

    Of the stored games that a record might begin it knows none: ``fetch_longer`` finds them.
    """

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, records: Collection[Candidate], short: KeySet
    ) -> None:
        """Fetch the stored games that the records might repeat or continue.

        Args:
            connection: where they are stored.
            records: those that will be taken.
            short: the last openings of all records and stored games of fewer than ``OPENING``
                plies.
        """
        self._short = short
        self._by_content: dict[int, Alike[Candidate]] = defaultdict(Alike)
        self._by_opening: dict[int, Alike[Candidate]] = defaultdict(Alike)
        self._by_beginning: dict[int, Alike[Candidate]] = defaultdict(Alike)
        self.stored = list(_fetch_related(connection, records, short)) if records else []
        for found in self.stored:
            self._keep(found)

    def take(self, record: Candidate) -> None:
        """Find the record's keeper, or keep it; it may be the keeper of shorter ones."""
        for kept in _alike(self._by_content, record.content.key, record.occasion):
            if kept.keeper is None and kept.is_same(record):
                kept.learn(record, has_whole_game=True)
                record.keeper = kept
                return
        if not self._find_longer(record):
            self._keep(record)

    def relate(self, games: Collection[int]) -> None:
        """Find keepers of stored games that have learned who played, or make them keepers.

        Args:
            games: the numbers of some that are ``stored``.
        """
        for game in self.stored:
            if game.game_id in games and game.keeper is None:
                self._find_longer(game)

    def _find_longer(self, record: Candidate) -> bool:
        """Tell whether a record begins another, its keeper then; keep it for those it goes on."""
        for kept in list(self._relatives(record)):
            if kept is record or kept.keeper is not None or not record.has_same_occasion(kept):
                continue
            if is_beginning(record.content, kept.content):
                kept.learn(record, has_whole_game=False)
                record.keeper = kept
                return True
            if is_beginning(kept.content, record.content):
                record.learn(kept, has_whole_game=False)
                kept.keeper = record
        return False

    def _relatives(self, record: Candidate) -> Iterator[Candidate]:
        """Yield the records that may begin this one, then those that it may begin."""
        openings, occasion = record.openings, without_result(record.occasion)
        for key in openings:
            yield from _alike(self._by_opening, key, occasion)
        if 0 < len(openings) < OPENING:
            yield from _alike(self._by_beginning, openings[-1], occasion)

    def _keep(self, record: Candidate) -> None:
        self._by_content[record.content.key].add(record.occasion, record)
        openings, occasion = record.openings, without_result(record.occasion)
        for key in openings[-1:]:
            self._by_opening[key].add(occasion, record)
        for key in _occurring(openings[:-1], self._short):
            self._by_beginning[key].add(occasion, record)


def _occurring(openings: Sequence[int], short: KeySet) -> list[int]:
    """Return those of a record's openings with which a short one ends."""
    flags = short.has(array("q", openings))
    return [key for key, is_end in zip(openings, flags, strict=True) if is_end]


def _alike(groups: Mapping[int, Alike[Candidate]], key: int, occasion: Occasion) -> list[Candidate]:
    return groups[key].agreeing(occasion) if key in groups else []


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
    connection: duckdb.DuckDBPyConnection, records: Collection[Candidate], short: KeySet
) -> Iterator[Candidate]:
    """Yield the stored games that have a hash in common with a record and agree with it."""
    contents: dict[int, Alike[Candidate]] = defaultdict(Alike)
    openings: dict[int, Alike[Candidate]] = defaultdict(Alike)
    for record in records:
        contents[record.content.key].add(record.occasion, record)
        keys = record.openings
        for key in (*_occurring(keys[:-1], short), *keys[-1:]):
            openings[key].add(without_result(record.occasion), record)
    related = connection.execute(
        """
        select list(game_id)
        from games
        where content_key in (select unnest($contents::bigint[]))
            or opening_key in (select unnest($openings::bigint[]))
        """,
        {"contents": list(contents), "openings": list(openings)},
    ).fetchone()
    parts = ", ".join(TEXT_COLUMNS[tag] for tag in _OCCASION)
    rows = connection.execute(
        f"""
        select game_id, content_key, opening_key, game, result, {parts}
        from games
        where game_id in (select unnest($ids::integer[]))
        """,  # noqa: S608 - column names of the schema
        {"ids": related[0] if related else []},
    ).fetchall()
    agreeing = []
    for game_id, content_key, opening_key, game, result, *values in rows:
        tags = dict(zip(_OCCASION, values, strict=True))
        occasion = occasion_of(DESCRIPTION_OF[game], tags, result)
        if _alike(contents, content_key, occasion) or _alike(
            openings, opening_key, without_result(occasion)
        ):
            agreeing.append(game_id)
    return fetch_candidates(connection, agreeing)


def fetch_longer(
    connection: duckdb.DuckDBPyConnection, short: Collection[int]
) -> list[tuple[Candidate, Candidate]]:
    """Return stored games of fewer than ``OPENING`` plies, each with one that it may begin.

    Args:
        connection: nothing of the games may wait to be written.
        short: the numbers of the short games.
    """
    if not short:
        return []
    parts = ", ".join(TEXT_COLUMNS[tag] for tag in _OCCASION)
    connection.execute(
        f"""
        create temp table short_games as
        select game_id, ply_count as ply, keys[ply_count + 1] as key, start_key, game, {parts}
        from games
        join mainlines using (game_id)
        where ply_count between 1 and $most
            and game_id in (select unnest($ids::integer[]))
        """,  # noqa: S608 - column names of the schema
        {"ids": list(short), "most": OPENING - 1},
    )
    longer = f"""
        select games.game_id, ply, key, start_key, game, {parts}
        from (
            select game_id, ply, keys[ply + 1] as key
            from mainlines, (select distinct ply from short_games)
        )
        join (select distinct ply, key, start_key from short_games) using (ply, key)
        join games using (game_id, start_key)
        where ply_count > ply
        order by all
        """  # noqa: S608 - column names of the schema
    ends: dict[tuple[int, ...], Alike[int]] = defaultdict(Alike)
    for game_id, end, occasion in _ends(connection.execute("from short_games order by all")):
        if None not in occasion[: len(SIDE_TAGS)]:
            ends[end].add(occasion, game_id)
    pairs = [
        (one, game_id)
        for game_id, end, occasion in (_ends(connection.execute(longer)) if ends else ())
        if None not in occasion[: len(SIDE_TAGS)]
        for one in ends[end].agreeing(occasion)
    ]
    connection.execute("drop table short_games")
    ids = {game_id for pair in pairs for game_id in pair}
    found = {found.game_id: found for found in fetch_candidates(connection, ids)}
    return [(found[one], found[other]) for one, other in pairs]


def _ends(
    rows: duckdb.DuckDBPyConnection,
) -> Iterator[tuple[int, tuple[int, ...], Occasion]]:
    """Yield each row's game, its ply, key and start, and its occasion without the result."""
    for game_id, ply, key, start_key, game, *values in rows.fetchall():
        tags = dict(zip(_OCCASION, values, strict=True))
        occasion = occasion_of(DESCRIPTION_OF[game], tags, RESULT_UNKNOWN)
        yield game_id, (ply, key, start_key), without_result(occasion)


def fetch_candidates(
    connection: duckdb.DuckDBPyConnection, ids: Collection[int]
) -> Iterator[Candidate]:
    """Yield stored games with what was played, in order."""
    if not ids:
        return
    options = ", ".join(OPTION_COLUMNS.values())
    cursor = connection.execute(
        f"""
        select *, [{options}] as option_values
        from games
        where game_id in (select unnest($ids::integer[]))
        order by game_id
        """,  # noqa: S608 - column names of the schema
        {"ids": list(ids)},
    )
    names = [column[0] for column in cursor.description or ()]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    codes = _fetch_codes(connection, list(ids))
    said = _fetch_said(connection, list(ids))
    for row in rows:
        game = DESCRIPTION_OF[row["game"]]
        values = option_values(game, row["option_values"])
        found = Candidate(
            Content(game.slug, values, row["start_key"], codes[row["game_id"]]),
            stored_tags(row),
            row["result"],
            row["termination"],
            Place(row["source_id"], row["source_index"], row["source_member"], row["source_line"]),
            game_id=row["game_id"],
            is_open=row["is_open"],
        )
        if found.game_id in said:
            tags, result = said[found.game_id]
            found.hold(occasion_of(game, tags, result))
        yield found


def _fetch_said(
    connection: duckdb.DuckDBPyConnection, ids: list[int]
) -> dict[int, tuple[dict[str, str], str]]:
    """Return what duplicates of games say of the occasion; those of one game do not contradict."""
    known = ", ".join(
        f"first(found.tags['{tag}']) filter (found.tags['{tag}'] not in $unknown)"
        for tag in _OCCASION
    )
    rows = connection.execute(
        f"""
        select game_id, first(found.result) filter (
            found.result not in $unknown and found.ply_count = games.ply_count
        ), {known}
        from duplicates as found join games using (game_id)
        where game_id in (select unnest($ids::integer[]))
        group by game_id
        """,  # noqa: S608 - tags of the schema
        {"ids": ids, "unknown": sorted(UNKNOWN)},
    ).fetchall()
    return {
        game_id: (dict(zip(_OCCASION, values, strict=True)), result or RESULT_UNKNOWN)
        for game_id, result, *values in rows
    }


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
        select game_id, turns[2:] from mainlines
        where game_id in (select unnest($ids::bigint[]))
        """,
        {"ids": ids},
    ).fetchall()
    codes.update((game_id, tuple([turn >> 3 for turn in turns])) for game_id, turns in rows)
    return codes
