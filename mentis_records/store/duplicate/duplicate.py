"""Find the games that a batch of records repeats; what a duplicate is, ``identity`` says."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import duckdb
import numpy

from mentis_records.fast.key_set import KeySet
from mentis_records.notation.bulk.record_field import OPENING
from mentis_records.store.duplicate.agreeing import fetch_alike
from mentis_records.store.duplicate.candidate import Candidate
from mentis_records.store.duplicate.occasion_index import Alike
from mentis_records.store.identity import Content, Occasion, is_beginning, occasion_of, players_of
from mentis_records.store.row.place import Place
from mentis_records.store.row.record_row import own_options, own_said, stored_tags
from mentis_records.store.row.registered import registered
from mentis_records.store.row.said import Said
from mentis_records.store.schema import DESCRIPTION_OF, IS_INSTALLED

_ROWS_AT_ONCE = 10_000
"""Games that are compared at a time."""


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
        """Find keepers of stored games that have learned of the occasion, or make them keepers.

        Args:
            games: the numbers of some that are ``stored``.
        """
        for game in self.stored:
            if game.game_id in games and not self._find_same(game):
                self._find_longer(game)

    def _find_same(self, game: Candidate) -> bool:
        """Tell whether a stored game is another one, too: the earlier one is kept."""
        for other in _alike(self._by_content, game.content.key, game.occasion):
            if game.keeper is None and other.keeper is None and other.is_same(game):
                if other.game_id < game.game_id:
                    other.learn(game, has_whole_game=True)
                    game.keeper = other
                elif other is not game:
                    game.learn(other, has_whole_game=True)
                    other.keeper = game
        return game.keeper is not None

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
        openings, occasion = record.openings, record.occasion
        for key in openings:
            yield from _alike(self._by_opening, key, occasion)
        if 0 < len(openings) < OPENING:
            yield from _alike(self._by_beginning, openings[-1], occasion)

    def _keep(self, record: Candidate) -> None:
        occasion, openings = record.occasion, record.openings
        self._by_content[record.content.key].add(occasion, record)
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
            openings[key].add(record.occasion, record)
    related = fetch_alike(connection, records, list(contents), list(openings))
    agreeing = []
    for first in range(0, len(related), _ROWS_AT_ONCE):
        for row in _fetch_rows(connection, related[first : first + _ROWS_AT_ONCE]):
            occasion = occasion_of(row["game"], stored_tags(row), row["result"])
            if _alike(contents, row["content_key"], occasion) or _alike(
                openings, row["opening_key"], occasion
            ):
                agreeing.append(row)
    return _candidates(connection, agreeing)


def fetch_longer(
    connection: duckdb.DuckDBPyConnection, short: Sequence[int]
) -> list[tuple[Candidate, Candidate]]:
    """Return stored games of fewer than ``OPENING`` plies, each with one that it may begin.

    Args:
        connection: nothing of the games may wait to be written.
        short: the numbers of the short games.
    """
    if not short:
        return []
    create = """
        create temp table short_games as
        select game_id, ply_count as ply, keys[ply_count + 1] as key, start_key
        from games
        join mainlines using (game_id)
        where ply_count between 1 and $most and game_id in (from wanted_games)
        """
    with registered(connection, "wanted_games", {"game_id": numpy.array(short, "int32")}):
        connection.execute(create, {"most": OPENING - 1})
    connection.execute(
        f"""
        create temp table longer_games as
        select games.game_id, ply, key, start_key
        from (
            select game_id, ply, keys[ply + 1] as key
            from mainlines, (select distinct ply from short_games)
        )
        join (select distinct ply, key, start_key from short_games) using (ply, key)
        join games using (game_id, start_key)
        where ply_count > ply and {IS_INSTALLED}
        """  # noqa: S608 - the schema's
    )
    begun = "from short_games semi join longer_games using (ply, key, start_key) order by all"
    ends: dict[tuple[int, ...], Alike[int]] = defaultdict(Alike)
    for game_id, end, occasion in _ends(connection, begun):
        ends[end].add(occasion, game_id)
    pairs = [
        (one, game_id)
        for game_id, end, occasion in _ends(connection, "from longer_games order by all")
        for one in ends[end].agreeing(occasion)
    ]
    connection.execute("drop table short_games; drop table longer_games")
    ids = {game_id for pair in pairs for game_id in pair}
    found = {found.game_id: found for found in fetch_candidates(connection, ids)}
    return [(found[one], found[other]) for one, other in pairs]


def _ends(
    connection: duckdb.DuckDBPyConnection, query: str
) -> Iterator[tuple[int, tuple[int, ...], Occasion]]:
    """Yield each row's game, its ply, key and start, and its occasion, if it tells who played."""
    ends = connection.execute(query).fetchall()
    rows = {row["game_id"]: row for row in _fetch_rows(connection, {end[0] for end in ends})}
    for game_id, *end in ends:
        row = rows[game_id]
        game = DESCRIPTION_OF[row["game"]]
        occasion = occasion_of(row["game"], stored_tags(row), row["result"])
        if len(players_of(game, occasion)) == len(game.sides):
            yield game_id, tuple(end), occasion


def fetch_crowded(connection: duckdb.DuckDBPyConnection, ids: Collection[int]) -> set[int]:
    """Return those of some games whose plies another game has, too."""
    rows = connection.execute(
        """
        select game_id from games
        where game_id in (select unnest($ids::integer[])) and content_key in (
            select content_key from games group by content_key having count(*) > 1
        )
        """,
        {"ids": list(ids)},
    ).fetchall()
    return {game_id for (game_id,) in rows}


def fetch_candidates(
    connection: duckdb.DuckDBPyConnection, ids: Collection[int]
) -> Iterator[Candidate]:
    """Yield stored games with what was played, in order."""
    return _candidates(connection, _fetch_rows(connection, ids))


def _candidates(
    connection: duckdb.DuckDBPyConnection, rows: Sequence[dict[str, Any]]
) -> Iterator[Candidate]:
    """Yield the games of some rows of ``games`` with what was played."""
    if not rows:
        return
    codes = _fetch_codes(connection, [row["game_id"] for row in rows])
    for row in rows:
        values = tuple(own_options(row).values())
        known = Said(stored_tags(row), row["is_open"], row["inherited"])
        yield Candidate(
            Content(row["game"], values, row["start_key"], codes[row["game_id"]]),
            own_said(row),
            Place(row["source_id"], row["source_index"], row["source_member"], row["source_line"]),
            game_id=row["game_id"],
            known=known,
        )


def _fetch_rows(
    connection: duckdb.DuckDBPyConnection, ids: Collection[int]
) -> list[dict[str, Any]]:
    """Return rows of ``games`` by the names of their columns, in order of the numbers."""
    if not ids:
        return []
    cursor = connection.execute(
        "from games where game_id in (select unnest($ids::integer[])) order by game_id",
        {"ids": list(ids)},
    )
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


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
