"""The rows of matches, written anew key by key where a change of games has touched them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import count

import duckdb

from mentis_records.store.match.derive import Match, derive_matches, find_keys
from mentis_records.store.row.batch import insert_rows
from mentis_records.store.schema import MATCH_GAMES, MATCHES, WHOLE, Column, Table

_TOLD = Table(
    "told_rounds",
    "",
    tuple(Column(name, WHOLE, "") for name in ("game_id", "match_id", "round_number")),
)


def update_matches(
    connection: duckdb.DuckDBPyConnection, first: int | None = None, changed: Collection[int] = ()
) -> None:
    """Derive the matches that new, changed and deleted games have touched, and write them anew.

    Args:
        connection: within the caller's transaction; nothing may wait to be written.
        first: the number from which on games are new, or None if none are.
        changed: the numbers of games that say something else than before.
    """
    for game in MATCH_GAMES:
        rows = connection.execute(
            """
            select game_id from games
            where game = $game
                and (game_id >= $first or game_id in (select unnest($changed::integer[])))
            """,
            {"game": game, "first": first, "changed": list(changed)},
        )
        _update(connection, game, [game_id for (game_id,) in rows.fetchall()])


def _update(connection: duckdb.DuckDBPyConnection, game: str, touched: Sequence[int]) -> None:
    fresh = find_keys(connection, game, touched)
    left = connection.execute(
        """
        select key from matches
        where game = $game and (
            match_id in (
                select match_id from games where game_id in (select unnest($touched::integer[]))
            )
            or rounds <> (select count(*) from games where games.match_id = matches.match_id)
        )
        """,
        {"game": game, "touched": list(touched)},
    ).fetchall()
    keys = {*fresh.values(), *(key for (key,) in left)}
    if not keys:
        return
    kept = connection.execute(
        """
        select game_id, key from games join matches using (match_id)
        where matches.game = $game and key in (select unnest($keys::varchar[]))
        """,
        {"game": game, "keys": list(keys)},
    ).fetchall()
    told_anew = set(touched)
    keyed = {game_id: key for game_id, key in kept if game_id not in told_anew} | fresh
    write_matches(connection, game, derive_matches(connection, game, keyed), keys)


def write_matches(
    connection: duckdb.DuckDBPyConnection,
    game: str,
    matches: Iterable[Match],
    keys: Collection[str] | None = None,
) -> None:
    """Write matches in the place of all that a game has, or of those with some keys.

    A match keeps the number that a round of it has had.
    """
    given: dict[str, object] = {"game": game, "keys": None if keys is None else list(keys)}
    replaced = "game = $game and ($keys is null or key in (select unnest($keys::varchar[])))"
    ((last,),) = connection.execute("select coalesce(max(match_id), 0) from matches").fetchall()
    former = dict(
        connection.execute(
            f"""
            select game_id, match_id from games
            where match_id in (select match_id from matches where {replaced})
            """,  # noqa: S608 - ours
            given,
        ).fetchall()
    )
    connection.execute(
        f"""
        update games set match_id = null, round_number = null
        where game = $game and match_id is not null and ($keys is null or match_id in (
            select match_id from matches where {replaced}
        ))
        """,  # noqa: S608 - ours
        given,
    )
    connection.execute(f"delete from matches where {replaced}", given)  # noqa: S608 - ours
    rows: list[tuple[object, ...]] = []
    told: list[tuple[object, ...]] = []
    free = set(former.values())
    numbers = count(last + 1)
    for match in matches:
        known = [former[game_id] for game_id, _ in match.rounds if game_id in former]
        number = next((each for each in known if each in free), 0) or next(numbers)
        free.discard(number)
        values = {"match_id": number, "game": game, **match.values}
        rows.append(tuple(values[column.name] for column in MATCHES.columns))
        told += [(game_id, number, each) for game_id, each in match.rounds]
    if not rows:
        return
    insert_rows(connection, MATCHES, rows)
    types = ", ".join(f"{column.name} {column.type}" for column in _TOLD.columns)
    connection.execute(f"create temp table {_TOLD.name} ({types})")
    insert_rows(connection, _TOLD, told)
    connection.execute(
        f"""
        update games set match_id = told.match_id, round_number = told.round_number
        from {_TOLD.name} as told where games.game_id = told.game_id
        """  # noqa: S608 - ours
    )
    connection.execute(f"drop table {_TOLD.name}")
