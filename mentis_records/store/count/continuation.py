"""Ask the database what was played in many positions at once, and what came of it.

Positions are meant by their canonical keys and found through the index
(``index_extent.occurrences``). Sums are of whole numbers, so that they are the same whenever they
are made. Where a selection is taken, only its games count; ``at_start`` asks for the games that
begin in one of the positions, and for their first plies alone, so that a game counts once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol

from mentis_records.core.outcome import (
    RESULT_DRAW,
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_UNKNOWN,
    RESULTS,
)
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.position.index_extent import occurrences
from mentis_records.store.position.move_code import check_codes
from mentis_records.store.schema import ELO_COLUMNS
from mentis_records.store.schema.record_sql import IS_DATED
from mentis_records.store.selection import EVERY_GAME, Selection

BEST_GAMES = 3
"""How many games of a branch are named."""

_AMONG_KEYS = """here.key between list_min($keys::bigint[]) and list_max($keys::bigint[]) + 7
    and here.key & -8 in (select unnest($keys::bigint[]))"""
"""Limits spare the database from looking at all positions where few keys are asked for."""

_COUNTED = (RESULT_FIRST, RESULT_DRAW, RESULT_SECOND, RESULT_UNKNOWN)


@dataclass(frozen=True, slots=True)
class Play:
    """How often a move was played in a position, as both stood: ``before`` and ``after`` are keys.

    The keys of a position's images differ in the lowest three bits.
    """

    before: int
    after: int
    move_code: int
    times: int


@dataclass(frozen=True, slots=True)
class BranchGames:
    """The games that went from one position to another, each counted once.

    ``results`` counts them by result. ``rated`` of them tell the rating of the side that moved,
    which adds up to ``rating_sum``. In ``met`` of them there is a result and the rating of the
    other side, which adds up to ``opponent_sum``; the side that moved made
    ``half_points`` halves of a point in those. Dates are tags whose year is known. ``best`` are
    the numbers of the games with the highest ratings of both players, then the latest ones, and
    ``ranks`` what they are ranked by.
    """

    best: tuple[int, ...]
    results: Mapping[str, int]
    rated: int
    rating_sum: int
    met: int
    opponent_sum: int
    half_points: int
    first_date: str | None
    last_date: str | None
    ranks: tuple[tuple[int | None, int | None, str | None], ...] = ()


@dataclass(slots=True)
class Reach:
    """How many times a position came up, by key, and the results of the games in which it did."""

    times: dict[int, int] = field(default_factory=dict)
    results: dict[str, int] = field(default_factory=dict)


Branches = tuple[list[Play], dict[tuple[int, int], BranchGames]]
"""What was played in some positions, and the games by the canonical keys of both ends."""


class Continuations(Protocol):
    """Tells what was played in positions of a game: a database, or several together."""

    def reach(self, canonical_keys: Collection[int], *, at_start: bool = False) -> dict[int, Reach]:
        """Return what ``fetch_reach`` does."""

    def branches(self, canonical_keys: Collection[int], *, at_start: bool = False) -> Branches:
        """Return what ``fetch_branches`` does."""


@dataclass(frozen=True, slots=True)
class StoredContinuations:
    """Tells what was played in the selected records of a game of a database."""

    database: Database
    game: str
    selection: Selection = EVERY_GAME

    def reach(self, canonical_keys: Collection[int], *, at_start: bool = False) -> dict[int, Reach]:
        """Return what ``fetch_reach`` does."""
        return fetch_reach(
            self.database, self.game, canonical_keys, self.selection, at_start=at_start
        )

    def branches(self, canonical_keys: Collection[int], *, at_start: bool = False) -> Branches:
        """Return what ``fetch_branches`` does."""
        return fetch_branches(
            self.database, self.game, canonical_keys, self.selection, at_start=at_start
        )


def fetch_branches(
    database: Database,
    game: str,
    canonical_keys: Collection[int],
    selection: Selection = EVERY_GAME,
    *,
    at_start: bool = False,
) -> Branches:
    """Return what was played in some positions and their images, and the games of all branches.

    Returns:
        The moves as they were played, and the games by the canonical keys of both ends.

    Raises:
        StoreError: the database cannot be read, or a mainline lacks plies or has what is no
            move.
    """
    columns = list(ELO_COLUMNS)
    own = _by_side(columns)
    other = _by_side(columns[::-1])
    won = _by_side([f"'{result}'" for result in RESULTS[: len(columns)]])
    counts = ", ".join(f"count(*) filter (result = '{result}')" for result in _COUNTED)
    rows = fetch_rows(
        database,
        f"""
        with steps as materialized (
            select here.* from ({_steps(database, at_start)}) as here
            join {selection.games} as game using (game_id)
            where game.game = $game
        ),
        plays as (
            select before & -8 as here, after & -8 as there,
                list([before, after, code, times]) as played
            from (
                select before, after, turn >> 3 as code, count(*) as times
                from steps group by all
            )
            group by all
        ),
        once as (
            select before & -8 as before, after & -8 as after, turn & 7 as side, game_id
            from steps group by all
        ),
        chosen as (
            select game_id, result, {", ".join(columns)},
                case when {IS_DATED} then date end as date,
                {" + ".join(columns)} as elo_sum, coalesce({", ".join(columns)}) as elo,
                case when {IS_DATED} then replace(date, '?', '0') end as day
            from games where game_id in (select game_id from steps)
        ),
        ranked as (
            select *, row_number() over (
                order by elo_sum desc nulls last, elo desc nulls last, day desc nulls last, game_id
            ) as place
            from chosen
        ),
        seen as (
            select before, after, result, date, place, game_id, elo_sum, elo, day, {own} as own,
                case when result <> '{RESULT_UNKNOWN}' then {other} end as other,
                case result when {won} then 2 when '{RESULT_DRAW}' then 1 else 0 end as halves
            from once join ranked using (game_id)
        ),
        branches as (
            select before, after, {counts}, count(own), coalesce(sum(own), 0)::bigint,
                count(other), coalesce(sum(other), 0)::bigint,
                coalesce(sum(halves) filter (other is not null), 0)::bigint,
                min(date), max_by(date, (replace(date, '?', '0'), date)),
                min_by(game_id, place, {BEST_GAMES}),
                min_by(row(elo_sum, elo, day), place, {BEST_GAMES})
            from seen group by before, after
        )
        select played, branches.*
        from branches join plays on here = before and there is not distinct from after
        """,  # noqa: S608 - the schema's names, a selection's SQL
        _parameters(game, canonical_keys, selection),
    )
    steps = [step for row in rows for step in row[0]]
    check_codes(game, [None if None in step else step[2] for step in steps])
    plays = [Play(*step) for step in sorted(steps)]
    return plays, {(row[1], row[2]): _branch_games(row[3:]) for row in rows}


def fetch_reach(
    database: Database,
    game: str,
    canonical_keys: Collection[int],
    selection: Selection = EVERY_GAME,
    *,
    at_start: bool = False,
) -> dict[int, Reach]:
    """Return how often each position and its images came up, as starts too, by canonical key.

    Raises:
        StoreError: the database cannot be read.
    """
    parameters = _parameters(game, canonical_keys, selection)
    found: dict[int, Reach] = {key: Reach() for key in canonical_keys}
    here = f"""
        select here.key, game.game_id, game.result
        from {occurrences(database)} as here join {selection.games} as game using (game_id)
        where {_AMONG_KEYS} and game.game = $game and {"here.ply = 0" if at_start else "true"}
        """  # noqa: S608 - a selection's SQL
    rows = fetch_rows(
        database,
        f"""
        with here as materialized ({here})
        select key, null as result, count(*) from here group by key
        union all
        select key, result, count(*)
        from (select distinct key & -8 as key, game_id, result from here)
        group by all
        order by all
        """,  # noqa: S608 - see above
        parameters,
    )
    for key, result, count in rows:
        if result is None:
            found[key & -8].times[key] = count
        else:
            found[key].results[result] = count
    return found


def _steps(database: Database, at_start: bool) -> str:
    """Return the query for each time that one of ``$keys`` came up and a move was played there."""
    if at_start:
        return f"""
            select game_id, key as before, after, turn
            from (select game_id, keys[1] as key, keys[2] as after, turns[2] as turn from mainlines)
                as here
            where (after is not null or turn is not null) and {_AMONG_KEYS}
            """  # noqa: S608 - the schema's names
    return f"""
        select game_id, before, keys[ply + 2] as after, turns[ply + 2] as turn
        from (
            select game_id, key as before, ply from {occurrences(database)} as here
            where {_AMONG_KEYS}
        ) as here
        join mainlines using (game_id)
        where after is not null or turn is not null
        """  # noqa: S608 - the schema's names


def _branch_games(row: tuple[Any, ...]) -> BranchGames:
    counts = dict(zip(_COUNTED, row, strict=False))
    *rest, best, ranks = row[len(counts) :]
    return BranchGames(tuple(best), counts, *rest, tuple(map(tuple, ranks)))  # type: ignore[call-arg]


def _parameters(game: str, keys: Collection[int], selection: Selection) -> dict[str, object]:
    return {"game": game, "keys": list(keys), **selection.parameters}


def _by_side(values: Sequence[str]) -> str:
    cases = " ".join(f"when {side} then {value}" for side, value in enumerate(values))
    return f"case side {cases} end"
