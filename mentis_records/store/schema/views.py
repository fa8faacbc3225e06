"""The views: the tables in a form in which people ask them."""

from __future__ import annotations

from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import RESULT_DRAW, RESULT_UNKNOWN, RESULTS
from mentis_records.store.schema.date import IS_DATED
from mentis_records.store.schema.definition import View
from mentis_records.store.schema.folding import folded_sql
from mentis_records.store.schema.index_table import FEATURE_TABLES, MOVE_CODE
from mentis_records.store.schema.tables import KEY, MAINLINES, TURN
from mentis_records.store.schema.tag_column import DESCRIPTIONS, ELO_COLUMNS, TEXT_COLUMNS

POSITION_KEYS = View(
    "position_keys",
    "The positions of the mainlines, one row each; ply 0 is the start",
    f"""
    select game_id, unnest(range(len(keys)))::integer as ply, unnest(turns) as turn,
        unnest(keys) as key
    from {MAINLINES.name}
    """,  # noqa: S608 - the schema's name
    (
        ("game_id", "the game: games.game_id"),
        ("ply", "plies played before the position"),
        ("turn", TURN.comment),
        ("key", KEY.comment),
    ),
)
PLIES = View(
    "plies",
    "The plies of the mainlines in readable form",
    """
    select position.game_id, position.ply, side.name as side, move.kind, move.notation,
        move.move_code, position.key, position.key & -8 as canonical_key
    from (
        select game_id, game, unnest(range(len(keys)))::integer as ply, unnest(turns) as turn,
            unnest(keys) as key
        from mainlines join games using (game_id)
    ) as position
    join moves as move on move.game = position.game and move.move_code = position.turn >> 3
    join sides as side on side.game = position.game and side.side = position.turn & 7
    where position.ply > 0
    """,
    (
        ("game_id", "the game: games.game_id"),
        ("ply", "the ply, from 1"),
        ("side", "name of the side that played it"),
        ("kind", "kind of action"),
        ("notation", "the move in canonical notation"),
        ("move_code", "the move packed into a number"),
        ("key", "identity of the position after the ply"),
        ("canonical_key", "the same for a position and its mirror images"),
    ),
)


def _positions_query(game: GameDescription) -> str:
    derived = [f"{feature.expression} as {feature.name}" for feature in game.derived_features]
    kept = [feature.name for feature in game.features]
    table = FEATURE_TABLES[game.slug].name
    return f"select {', '.join(['game_id', 'ply', MOVE_CODE, *kept, *derived])} from {table}"  # noqa: S608


POSITIONS = View(
    "positions",
    "What stands on the board in the positions of the indexed games; ply 0 is the start",
    " union all by name ".join(map(_positions_query, DESCRIPTIONS)),
    (
        ("game_id", "the game: games.game_id"),
        ("ply", "plies played before the position"),
        *dict.fromkeys(
            (column.name, column.comment)
            for table in FEATURE_TABLES.values()
            for column in table.columns[2:]
        ),
        *dict.fromkeys(
            (feature.name, feature.comment)
            for game in DESCRIPTIONS
            for feature in game.derived_features
        ),
    ),
)


def _seats() -> str:
    """Return the query for who played what in which game, one row a game and side."""
    parts = []
    for game in DESCRIPTIONS:
        for side, tag in enumerate(game.sides):
            parts.append(
                f"""
                select game_id, date, '{tag}' as side, {folded_sql(TEXT_COLUMNS[tag])} as name,
                    {ELO_COLUMNS[f"{tag}Elo"]} as elo,
                    case result when '{RESULTS[side]}' then 1.0 when '{RESULT_DRAW}' then 0.5
                        when '{RESULT_UNKNOWN}' then null else 0.0 end as points,
                    ply_count > 0 as is_played
                from games where game = '{game.slug}'
                """  # noqa: S608 - names of the games' descriptions
            )
    return " union all ".join(parts)


NAMESAKES = View(
    "namesakes",
    "The names of merged players: each with all names of the same player, itself among them",
    """
    with recursive names as (
        select player as name, player from aliases where player not in (select name from aliases)
        union
        select aliases.name, names.player from aliases join names on aliases.player = names.name
    )
    select one.name, other.name as other from names as one join names as other using (player)
    """,
    (
        ("name", "a name in NFC, blanks folded"),
        ("other", "a name of the same player"),
    ),
)
GAME_PLAYERS = View(
    "game_players",
    "Who played which side of a game, aliases resolved; without unknown players",
    f"""
    with recursive resolved as (
        select name, player from aliases where player not in (select name from aliases)
        union all
        select aliases.name, resolved.player
        from aliases join resolved on aliases.player = resolved.name
    ),
    seats as ({_seats()})
    select seats.game_id, seats.side, seats.name, coalesce(resolved.player, seats.name) as player,
        seats.elo, seats.points, seats.date, seats.is_played
    from seats
    left join resolved on resolved.name = seats.name
    where seats.name not in ('', '?', '-', '*', '????.??.??')
    """,  # noqa: S608 - names of the games' descriptions
    (
        ("game_id", "the game: games.game_id"),
        ("side", "name of the side"),
        ("name", "the player's name in NFC, blanks folded"),
        ("player", "the name that it stands for"),
        ("elo", "the player's rating in the game"),
        ("points", "1 won, 0.5 drawn, 0 lost, null unknown"),
        ("date", "tag Date of the game"),
        ("is_played", "whether the game has a ply"),
    ),
)
PLAYERS = View(
    "players",
    "The players, aliases resolved",
    f"""
    select player as name, count(distinct game_id) filter (is_played) as games,
        sum(gained) as score,
        count(*) filter (gained = 1) as won, count(*) filter (gained = 0.5) as drawn,
        count(*) filter (gained = 0) as lost,
        count(distinct game_id) filter (not is_played) as unplayed,
        min(date) filter ({IS_DATED}) as first_date, max(date) filter ({IS_DATED}) as last_date,
        arg_max(elo, (case when {IS_DATED} then date else '' end, game_id))
            filter (elo is not null) as elo,
        list(distinct name order by name) filter (name <> player) as aliases
    from (
        select *,
            case when is_played and count(*) over (partition by game_id, player) = 1
                then points end as gained
        from game_players
    )
    group by player
    """,  # noqa: S608 - SQL on dates
    (
        ("name", "the player"),
        ("games", "games played, of a ply at least"),
        ("score", "points in the games with a result, but for those against themselves"),
        ("won", "games won"),
        ("drawn", "games drawn"),
        ("lost", "games lost"),
        ("unplayed", "games without a ply, which are not among the others"),
        ("first_date", "the earliest date, where any is known"),
        ("last_date", "the latest date, where any is known"),
        ("elo", "the latest rating"),
        ("aliases", "other names in games that stand for the player, or null"),
    ),
)
