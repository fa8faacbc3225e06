"""Ask the database what is known of the positions of games: comments on plies, and searches.

What a comment says is left to others.
"""

from __future__ import annotations

from mentis_records.core.game import AnyGame
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.game_tables import has_evaluations
from mentis_records.store.schema import COMMENTS, EVALUATIONS, GAME_PLAYERS, MAINLINES
from mentis_records.store.schema.record_sql import BESIDE_SQL
from mentis_records.store.selection import Selection


@dataclass(frozen=True, slots=True)
class Search:
    """Which search has found most in the positions of some games, and what: by game and ply.

    A score is what the side to move may expect, 1 or 0 where a win is proven; ply 0 is the start.
    """

    engine: str
    limits: str
    scores: dict[tuple[int, int], float]


def fetch_seats(
    database: Database, game: AnyGame, player: str, selection: Selection
) -> dict[int, tuple[str, list[int]]]:
    """Return of each selected game of a player the player's side, and the sides of all plies.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = fetch_rows(
        database,
        f"""
        select game_id, seat.side, list_transform(turns[2:], lambda turn: turn & 7)
        from {selection.games} as chosen join {MAINLINES.name} using (game_id)
        join {GAME_PLAYERS.name} as seat using (game_id)
        where chosen.game = $game and seat.player = $player
        order by game_id, seat.side
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game.description.slug, "player": player, **selection.parameters},
    )
    return {number: (side, sides) for number, side, sides in rows}


def fetch_comments(
    database: Database, game: AnyGame, begins: str, selection: Selection
) -> list[tuple[int, int, str]]:
    """Return comments on plies of the mainlines that begin with a text: game, ply and comment.

    Raises:
        StoreError: the database cannot be read.
    """
    return fetch_rows(
        database,
        f"""
        select game_id, ply, text from {COMMENTS.name}
        where line = 0 and place = 'after' and starts_with(trim(text), $begins)
            and game_id in (select game_id from {selection.games} where game = $game)
        order by game_id, ply, number
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game.description.slug, "begins": begins, **selection.parameters},
    )


def fetch_search(database: Database, game: AnyGame, selection: Selection) -> Search | None:
    """Return what the search that has found most knows of the selected games, None without one.

    Raises:
        StoreError: the database cannot be read.
    """
    if not has_evaluations(database.connection):
        return None
    rows = fetch_rows(
        database,
        f"""
        with chosen as (from {selection.games} where game = $game),
        position as (
            select game_id, {BESIDE_SQL} as beside,
                unnest(range(len(keys)))::integer as ply, unnest(keys) as key
            from chosen join {MAINLINES.name} using (game_id)
        ),
        known as (
            select game_id, ply, engine, limits,
                case when mate > 0 then 1 when mate < 0 then 0 else score end as worth
            from position join {EVALUATIONS.name} as found
                on found.game = $game and found.key = position.key
                and found.settings = position.beside and found.rank = 1
        ),
        widest as (
            select engine, limits from known where worth is not null group by all
            order by count(*) desc, engine, limits limit 1
        )
        select engine, limits, game_id, ply, worth from known join widest using (engine, limits)
        where worth is not null
        order by game_id, ply
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {"game": game.description.slug, **selection.parameters},
    )
    if not rows:
        return None
    scores = {(number, ply): float(worth) for _, _, number, ply, worth in rows}
    return Search(rows[0][0], rows[0][1], scores)
