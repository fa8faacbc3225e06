"""Fetch who met whom in each game and what came of it, as columns; knows no statistics.

Names of merged players are one player's. Everything is a number in an array, a place a game,
so that a collection of millions of games stays small and quick to count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database, asking
from mentis_records.store.schema import GAME_PLAYERS, setting_sql
from mentis_records.store.schema.nth_ply import nth_plies
from mentis_records.store.schema.record_sql import MONTH, YEAR
from mentis_records.store.selection import EVERY_GAME, IS_PLAYED, IS_UNRATED, Selection

Integers = numpy.ndarray[Any, numpy.dtype[numpy.int64]]

UNKNOWN = -1
"""Stands for what a game does not say."""


@dataclass(frozen=True, slots=True)
class Encounters:
    """Games of one kind in the order of their numbers, a place a game in every array.

    ``names`` are the players, sorted; ``first`` and ``second`` are places in it. ``points`` are
    those of the first side in half points: 2 won, 1 drawn, 0 lost. ``first_mover`` is the side
    that moved first, 0 where there is no ply. ``year`` is that of the
    date, ``month`` counts months from the year 0: ``12 * year + month - 1``. ``plies`` is the
    length. ``from_start`` is 1 of games that began at one of the starts asked for, else 0, and
    ``first_move`` and ``second_move`` are the codes of the first two plies of those; ``begins``
    tells of which games they are, and how many: 0, 1 or 2. ``unplayed`` is 1 of games without a
    ply, and ``unrated`` of those with the tag Unrated, unless the selection lets these count.
    ``options`` has for the tag of each setting with few values these, sorted, and their places.
    What is unknown is ``UNKNOWN``.
    """

    names: tuple[str, ...]
    game_ids: Integers
    first: Integers
    second: Integers
    points: Integers
    first_mover: Integers
    year: Integers
    month: Integers
    plies: Integers
    from_start: Integers
    begins: Integers
    first_move: Integers
    second_move: Integers
    unplayed: Integers
    unrated: Integers
    options: Mapping[str, tuple[tuple[str, ...], Integers]]

    def only(self, chosen: numpy.ndarray[Any, numpy.dtype[numpy.bool_]]) -> Encounters:
        """Return the games that are flagged, of the same players."""
        return Encounters(
            self.names,
            self.game_ids[chosen],
            self.first[chosen],
            self.second[chosen],
            self.points[chosen],
            self.first_mover[chosen],
            self.year[chosen],
            self.month[chosen],
            self.plies[chosen],
            self.from_start[chosen],
            self.begins[chosen],
            self.first_move[chosen],
            self.second_move[chosen],
            self.unplayed[chosen],
            self.unrated[chosen],
            {tag: (values, places[chosen]) for tag, (values, places) in self.options.items()},
        )

    def by_mover(self) -> Encounters:
        """Return the games with whoever moved first as ``first``, and the points from that view."""
        is_second = self.first_mover == 1
        is_turned = is_second & (self.points != UNKNOWN)
        return replace(
            self,
            first=numpy.where(is_second, self.second, self.first),
            second=numpy.where(is_second, self.first, self.second),
            points=numpy.where(is_turned, 2 - self.points, self.points),
            first_mover=numpy.zeros_like(self.first_mover),
        )


def fetch_encounters(
    database: Database,
    game: AnyGame,
    starts: Collection[int] = (),
    selection: Selection = EVERY_GAME,
) -> Encounters:
    """Return the selected games of a kind as columns.

    ``starts`` are the canonical keys of the game's own start positions, from which openings are
    told.

    Raises:
        StoreError: the database cannot be read.
    """
    description = game.description
    sides = description.sides[:2]
    columns = {each.tag: setting_sql(each.tag) for each in description.settings if each.is_counted}
    given = {"game": description.slug, **selection.parameters}
    seats = f"""
        chosen as (from {selection.games} where game = $game),
        seats as (
            select game_id, side, player from {GAME_PLAYERS.name}
            where game_id in (select game_id from chosen)
        )"""  # noqa: S608 - the schema's names, a selection's SQL
    everybody = f"with {seats} select distinct player from seats order by all"  # noqa: S608
    names = fetch_rows(database, everybody, given)
    values = {
        tag: tuple(
            value
            for (value,) in fetch_rows(
                database,
                f"""
                select value
                from (select distinct {column} as value from {selection.games} where game = $game)
                where value is not null
                order by try_cast(value as bigint), value
                """,  # noqa: S608 - the schema's names, a selection's SQL
                given,
            )
        )
        for tag, column in columns.items()
    }
    places = "".join(
        f", coalesce(list_position($values_{at}::varchar[], {column}) - 1, -1) as option_{at}"
        for at, column in enumerate(columns.values())
    )
    query = f"""
        with {seats},
        names as (
            select player, row_number() over (order by player) - 1 as place
            from (select distinct player from seats)
        ),
        placed as (select game_id, side, place from seats join names using (player))
        select chosen.game_id, coalesce(one.place, -1) as first, coalesce(two.place, -1) as second,
            case result when $won then 2 when $drawn then 1 when $lost then 0 else -1 end as points,
            coalesce(first_mover, 0) as first_mover,
            coalesce({YEAR}, -1) as year,
            coalesce(12 * {YEAR} + ({MONTH})[6:]::integer - 1, -1) as month,
            ply_count as plies,
            case when chosen.start_key & -8 in (select unnest($starts::bigint[])) then 1 else 0 end
                as from_start,
            case when begun.turn is null then 0 when replied.turn is null then 1 else 2 end
                as begins,
            coalesce(begun.turn >> 3, -1) as first_move,
            coalesce(replied.turn >> 3, -1) as second_move,
            case when not $with_unplayed and not {IS_PLAYED} then 1 else 0 end as unplayed,
            case when not $with_unrated and {IS_UNRATED} then 1 else 0 end as unrated
            {places}
        from chosen
        left join placed as one on one.game_id = chosen.game_id and one.side = $first_side
        left join placed as two on two.game_id = chosen.game_id and two.side = $second_side
        left join {nth_plies(1)} as begun on begun.game_id = chosen.game_id
            and chosen.start_key & -8 in (select unnest($starts::bigint[]))
        left join {nth_plies(2)} as replied on replied.game_id = begun.game_id
        order by chosen.game_id
        """  # noqa: S608 - the schema's names, a selection's SQL
    found = _columns(
        database,
        query,
        {
            **given,
            "won": RESULT_FIRST,
            "drawn": RESULT_DRAW,
            "lost": RESULT_SECOND,
            "first_side": sides[0],
            "second_side": sides[1],
            "starts": list(starts),
            "with_unplayed": selection.with_unplayed,
            "with_unrated": selection.with_unrated,
            **{f"values_{at}": list(each) for at, each in enumerate(values.values())},
        },
    )
    options = {tag: (each, found[f"option_{at}"]) for at, (tag, each) in enumerate(values.items())}
    return Encounters(
        names=tuple(name for (name,) in names),
        game_ids=found["game_id"],
        first=found["first"],
        second=found["second"],
        points=found["points"],
        first_mover=found["first_mover"],
        year=found["year"],
        month=found["month"],
        plies=found["plies"],
        from_start=found["from_start"],
        begins=found["begins"],
        first_move=found["first_move"],
        second_move=found["second_move"],
        unplayed=found["unplayed"],
        unrated=found["unrated"],
        options=options,
    )


def _columns(
    database: Database, query: str, parameters: Mapping[str, object]
) -> dict[str, Integers]:
    with asking(database):
        found = database.connection.execute(query, dict(parameters)).fetchnumpy()
    return {name: numpy.asarray(column, numpy.int64) for name, column in found.items()}
