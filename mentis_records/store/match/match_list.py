"""List matches with their rounds, as they are stored; works nothing out anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from mentis_records.core.capability import stones_of
from mentis_records.core.outcome import WINNERS, Points
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import find_game
from mentis_records.store.database import Database, asking
from mentis_records.store.match.chain import DAMAGE
from mentis_records.store.row.record_builder import Board
from mentis_records.store.row.record_row import stored_points, stored_tags
from mentis_records.store.schema import DESCRIPTION_OF
from mentis_records.store.selection import EVERY_GAME, Selection

_AT_ONCE = 500
"""Matches whose rounds are fetched at a time."""


@dataclass(frozen=True, slots=True)
class ListedRound:
    """A round: its number, its game's, the side that began it, both sides' pieces, how it ended.

    ``stones`` is None of games that do not say it; both are None where the start makes no sense.
    """

    round: int
    record: int
    first_mover: str | None
    stones: Points | None
    score: Points | None
    termination: str | None


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match: its number, its players, its rounds, how it stands, and what is wrong with it.

    ``winner`` is a side, None of a match that is drawn or not decided.
    """

    match: int
    players: tuple[str | None, str | None]
    rounds: tuple[ListedRound, ...]
    score: Points | None
    winner: str | None
    reason: str
    faults: tuple[str, ...]


def list_matches(
    database: Database,
    selection: Selection = EVERY_GAME,
    match_id: int | None = None,
    *,
    limit: int | None = None,
    offset: int = 0,
) -> Iterator[ListedMatch]:
    """Yield the matches of which a selected game is a round, or the one with a number among them.

    Args:
        database: where they are.
        selection: which games.
        match_id: the number of a match, or None for all.
        limit: how many at most.
        offset: how many to leave out before.

    Raises:
        StoreError: the database cannot be read.
    """
    query = f"""
        select match_id, game, first_player, second_player, first_points, second_points, result,
            reason, faults
        from matches
        where match_id in (select match_id from {selection.games})
            and ($match_id is null or match_id = $match_id)
        order by match_id
        limit $limit offset $offset
        """  # noqa: S608 - a selection's SQL
    page = {"limit": limit, "offset": offset}
    rows = _fetch(database, query, {**selection.parameters, "match_id": match_id, **page})
    for begin in range(0, len(rows), _AT_ONCE):
        some = rows[begin : begin + _AT_ONCE]
        rounds = _rounds(database, [row["match_id"] for row in some])
        for row in some:
            yield _listed(row, rounds[row["match_id"]])


def count_matches(database: Database, selection: Selection = EVERY_GAME) -> tuple[int, int]:
    """Return how many matches ``list_matches`` gives, and with how many something is wrong.

    Raises:
        StoreError: the database cannot be read.
    """
    query = f"""
        select count(*) as found, count(*) filter (where len(faults) > 0) as faulty from matches
        where match_id in (select match_id from {selection.games})
        """  # noqa: S608 - a selection's SQL
    (row,) = _fetch(database, query, selection.parameters)
    return int(row["found"]), int(row["faulty"])


def last_game(database: Database) -> int:
    """Return the number of the last game that there is, or 0.

    Raises:
        StoreError: the database cannot be read.
    """
    (row,) = _fetch(database, "select coalesce(max(game_id), 0) as last from games", {})
    return int(row["last"])


def count_faulty(database: Database, after: int) -> int:
    """Return how many matches with games behind one of a number have something wrong.

    Raises:
        StoreError: the database cannot be read.
    """
    query = """
        select count(*) as faulty from matches where len(faults) > 0
            and match_id in (select match_id from games where game_id > $after)
        """
    (row,) = _fetch(database, query, {"after": after})
    return int(row["faulty"])


def _listed(row: Mapping[str, Any], rounds: Sequence[ListedRound]) -> ListedMatch:
    side = WINNERS.get(row["result"])
    return ListedMatch(
        row["match_id"],
        (row["first_player"], row["second_player"]),
        tuple(rounds),
        stored_points(row),
        None if side is None else DESCRIPTION_OF[row["game"]].sides[side],
        row["reason"],
        tuple(row["faults"]),
    )


def _rounds(database: Database, match_ids: Sequence[int]) -> dict[int, list[ListedRound]]:
    """Return the rounds of some matches, in order."""
    query = """
        select * from games where match_id in (select unnest($ids::integer[]))
        order by round_number, game_id
        """
    found: defaultdict[int, list[ListedRound]] = defaultdict(list)
    for row in _fetch(database, query, {"ids": list(match_ids)}):
        mover, stones = _start(row)
        ends = stored_points(row), row["termination"]
        told = ListedRound(row["round_number"], row["game_id"], mover, stones, *ends)
        found[row["match_id"]].append(told)
    return found


def _start(row: Mapping[str, Any]) -> tuple[str | None, Points | None]:
    """Return which side has begun a round, and with how many pieces both sides have come."""
    game = find_game(row["game"])
    try:
        start = _board(row["game"]).start(row)
        opener = game.description.opener_of(start.side, stored_tags(row))
        return game.description.sides[opener], stones_of(game, start)
    except DAMAGE:
        return None, None


@cache
def _board(game: str) -> Board:
    return Board(find_game(game))


def _fetch(
    database: Database, query: str, parameters: Mapping[str, object]
) -> list[dict[str, Any]]:
    with asking(database):
        found = database.connection.execute(query, dict(parameters))
        names = [column[0] for column in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
