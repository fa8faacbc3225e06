"""Ask the database for the games of events: who met whom in which round, and what came of it."""

from __future__ import annotations

from mentis_records.core.game import AnyGame
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.schema import GAME_PLAYERS
from mentis_records.store.selection import EVERY_GAME, Selection

NO_EVENT = ("", "?", "-")
"""Texts of the tag Event that name none."""


@dataclass(frozen=True, slots=True)
class EventGame:
    """A game of an event; ``players`` are those of the first two sides, empty where unknown.

    ``round`` and ``termination`` are the texts of the record, empty where it has none.
    """

    number: int
    round: str
    date: str
    players: tuple[str, str]
    result: str
    termination: str
    plies: int


def fetch_event_names(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> list[tuple[str, int]]:
    """Return the events of the selected games of a kind, with how many games each has.

    Games that name no event are counted under an empty name.

    Raises:
        StoreError: the database cannot be read.
    """
    return fetch_rows(
        database,
        f"""
        select case when event is null or event in (select unnest($no_event::varchar[]))
            then '' else event end as name, count(*)
        from {selection.games} where game = $game group by all order by all
        """,  # noqa: S608 - a selection's SQL
        {"game": game.description.slug, "no_event": list(NO_EVENT), **selection.parameters},
    )


def fetch_event_games(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> list[EventGame]:
    """Return the selected games of a kind, unplayed ones too; merged names are one player.

    They are in an order that does not depend on that of loading, so far as records tell.

    Raises:
        StoreError: the database cannot be read.
    """
    sides = game.description.sides[:2]
    rows = fetch_rows(
        database,
        f"""
        with chosen as (from {selection.games} where game = $game),
        seats as (
            select game_id, side, player from {GAME_PLAYERS.name}
            where game_id in (select game_id from chosen)
        )
        select chosen.game_id, coalesce(round, ''), coalesce(date, ''),
            coalesce(one.player, ''), coalesce(two.player, ''),
            result, coalesce(termination, ''), ply_count
        from chosen
        left join seats as one on one.game_id = chosen.game_id and one.side = $first_side
        left join seats as two on two.game_id = chosen.game_id and two.side = $second_side
        order by 3, 2, 4, 5, chosen.game_id
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {
            "game": game.description.slug,
            "first_side": sides[0],
            "second_side": sides[1],
            **selection.parameters,
        },
    )
    return [
        EventGame(number, turn, date, (first, second), result, termination, plies)
        for number, turn, date, first, second, result, termination, plies in rows
    ]


def fetch_stray_games(database: Database, game: AnyGame, event: str) -> list[EventGame]:
    """Return the games of a kind that may be of an event, but are not.

    They name no event, or this one in other letters, such as ``autumn cup``.

    Raises:
        StoreError: the database cannot be read.
    """
    condition = """coalesce(event, '') <> $selected_0 and (
        event is null or event in (select unnest($selected_1::varchar[]))
        or lower(trim(event)) = lower(trim($selected_0)))"""
    parameters = {"selected_0": event, "selected_1": list(NO_EVENT)}
    return fetch_event_games(database, game, Selection(condition, parameters))
