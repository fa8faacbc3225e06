"""The matches: those that the rounds make, each as its rounds tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

import duckdb

from mentis_records.store.doctor.finding import Finding
from mentis_records.store.match.derive import Match, derive_matches, find_keys
from mentis_records.store.match.update import write_matches
from mentis_records.store.schema import MATCH_GAMES, MATCHES

_Rounds = tuple[tuple[int, int | None], ...]
"""The numbers of games and of the rounds that they are."""

_VALUES = [column.name for column in MATCHES.columns if column.name not in ("match_id", "game")]


def check_matches(
    connection: duckdb.DuckDBPyConnection, is_repairing: bool, broken: Collection[int]
) -> Iterator[Finding]:
    """Yield what differs from the matches that the games make; write those of a game anew.

    Args:
        connection: where they are stored.
        is_repairing: whether they are written.
        broken: the games that cannot be replayed, which are no rounds.
    """
    for game in MATCH_GAMES:
        rows = connection.execute(
            "select game_id from games where game = $game order by 1", {"game": game}
        ).fetchall()
        keyed = find_keys(connection, game, [each for (each,) in rows if each not in broken])
        matches = derive_matches(connection, game, keyed)
        findings = list(_compare(connection, game, matches))
        if findings and is_repairing:
            write_matches(connection, game, matches)
        yield from findings


def _compare(
    connection: duckdb.DuckDBPyConnection, game: str, matches: list[Match]
) -> Iterator[Finding]:
    stored_rounds: defaultdict[int | None, list[tuple[int, int | None]]] = defaultdict(list)
    for match_id, game_id, number in connection.execute(
        """
        select match_id, game_id, round_number from games
        where game = $game and (match_id is not null or round_number is not null)
        order by round_number, game_id
        """,
        {"game": game},
    ).fetchall():
        stored_rounds[match_id].append((game_id, number))
    stored: defaultdict[_Rounds, list[tuple[Any, ...]]] = defaultdict(list)
    for row in connection.execute(
        f"select match_id, {', '.join(_VALUES)} from matches where game = $game order by 1",  # noqa: S608 - the schema's
        {"game": game},
    ).fetchall():
        stored[tuple(stored_rounds.pop(row[0], ()))].append(row)
    for match_id, rounds in stored_rounds.items():
        for game_id, _ in rounds:
            yield Finding("games", f"game {game_id}", "match_id: no such match", match_id, None)
    for match in matches:
        rounds_found = stored.pop(tuple(match.rounds), [])
        if not rounds_found:
            what = f"rounds: those of a match of {_told(tuple(match.rounds))}"
            yield Finding("matches", f"game {match.rounds[0][0]}", what)
            continue
        first, *others = rounds_found
        for name, old in zip(_VALUES, first[1:], strict=True):
            if old != match.values[name]:
                yield Finding("matches", f"match {first[0]}", name, old, match.values[name])
        stored[()] += others
    for rounds_stored, rows in stored.items():
        for row in rows:
            what = f"rounds: those of no match: {_told(rounds_stored) or 'none'}"
            yield Finding("matches", f"match {row[0]}", what)


def _told(rounds: _Rounds) -> str:
    return ", ".join(f"game {game_id}" for game_id, _ in rounds)
