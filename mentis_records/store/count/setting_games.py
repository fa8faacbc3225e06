"""Ask the database how games with each value of a setting ended, and how long they were."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND
from mentis_records.core.setting import Setting
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.schema import setting_sql
from mentis_records.store.selection import EVERY_GAME, Selection


@dataclass(frozen=True, slots=True)
class SettingGames:
    """Games with a value of a setting: how many the first mover won, were drawn, it lost, are open.

    ``plies`` and ``plies_squared`` are sums over the games with a result.
    """

    value: str
    won: int
    drawn: int
    lost: int
    unfinished: int
    plies: int
    plies_squared: int


def fetch_setting_games(
    database: Database, game: AnyGame, setting: Setting, selection: Selection = EVERY_GAME
) -> list[SettingGames]:
    """Return the selected games by the values of a setting: in the order of a choice, or by number.

    Games that do not say the value have the usual one.

    Raises:
        StoreError: the database cannot be read.
    """
    value = f"coalesce({setting_sql(setting.tag)}, $usual)"
    given = {"usual": setting.default, "values": list(setting.values)}
    return _fetch(database, game, value, given, selection)


def fetch_all_games(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> SettingGames:
    """Return all selected games of a kind together, under an empty value.

    Raises:
        StoreError: the database cannot be read.
    """
    given: dict[str, object] = {"usual": "", "values": []}
    found = _fetch(database, game, "$usual", given, selection)
    return found[0] if found else SettingGames("", 0, 0, 0, 0, 0, 0)


def _fetch(
    database: Database, game: AnyGame, value: str, given: Mapping[str, object], selection: Selection
) -> list[SettingGames]:
    rows = fetch_rows(
        database,
        f"""
        with chosen as (
            select {value} as value, ply_count,
                case when result = $drawn then 'drawn' when result not in ($won, $lost) then 'open'
                    when (result = $lost) = (coalesce(first_mover, 0) = 1) then 'won' else 'lost'
                end as ending
            from {selection.games} where game = $game
        )
        select value, count(*) filter (ending = 'won'), count(*) filter (ending = 'drawn'),
            count(*) filter (ending = 'lost'), count(*) filter (ending = 'open'),
            coalesce(sum(ply_count) filter (ending <> 'open'), 0)::bigint,
            coalesce(sum(ply_count::bigint ** 2) filter (ending <> 'open'), 0)::bigint
        from chosen
        group by value
        order by list_position($values::varchar[], value), try_cast(value as bigint), value
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {
            "game": game.description.slug,
            **given,
            **{"won": RESULT_FIRST, "drawn": RESULT_DRAW, "lost": RESULT_SECOND},
            **selection.parameters,
        },
    )
    return [SettingGames(*row) for row in rows]


def fetch_values(database: Database, game: str, tag: str, limit: int) -> list[str]:
    """Return the values that a game's records have of a setting, those of most games first.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = fetch_rows(
        database,
        f"""
        select {setting_sql(tag)} as value from games
        where game = $game and value is not null and value <> ''
        group by value order by count(*) desc, value limit $limit
        """,  # noqa: S608 - the schema's names
        {"game": game, "limit": limit},
    )
    return [value for (value,) in rows]
