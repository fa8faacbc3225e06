"""The views: the tables in a form in which people ask them."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.outcome import RESULT_DRAW, RESULT_UNKNOWN, RESULTS
from mentis_records.store.schema.definition import Table, View
from mentis_records.store.schema.index_table import feature_table
from mentis_records.store.schema.record_sql import IS_DATED, folded_sql
from mentis_records.store.schema.tables import GAMES_TABLE, KEY, MAINLINES, MATCHES, TURN
from mentis_records.store.schema.tag_column import (
    DESCRIPTION_OF,
    ELO_COLUMNS,
    NOBODY,
    PLAYER_COLUMNS,
    own_names,
    setting_sql,
    setting_tags,
    unused_columns,
)

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


def positions_view(game: str) -> View:
    """Return the view of the positions of a game's indexed records."""
    description, table = DESCRIPTION_OF[game], feature_table(game)
    derived = description.derived_features
    names = [column.name for column in table.columns]
    names += [f"{feature.expression} as {feature.name}" for feature in derived]
    return View(
        f"{game}_positions",
        f"What stands on the board in the positions of the indexed games of {description.title};"
        " ply 0 is the start",
        f"select {', '.join(names)} from {table.name}",  # noqa: S608 - the schema's names
        (
            ("game_id", "the game: games.game_id"),
            ("ply", "plies played before the position"),
            *((column.name, column.comment) for column in table.columns[2:]),
            *((feature.name, feature.comment) for feature in derived),
        ),
    )


def games_view(game: str) -> View:
    """Return the view of a game's records, with the names that it has for sides and settings."""
    description = DESCRIPTION_OF[game]
    columns: list[tuple[str, str, str]] = []
    for column in GAMES_TABLE.columns:
        if column.name == "settings":
            columns += [
                (setting_sql(tag), tag.lower(), f"tag {tag}, or the value that holds without it")
                for tag in setting_tags(game)
            ]
        elif column.name != "game" and column.name not in unused_columns(game):
            columns.append(
                (column.name, own_names(game).get(column.name, column.name), column.comment)
            )
    about = f"The games of {description.title}, one row each: games with its own names"
    return _own_view(game, GAMES_TABLE, about, columns)


def matches_view(game: str) -> View:
    """Return the view of the matches of a game that has some, with the names of its sides."""
    columns = [
        (column.name, own_names(game).get(column.name, column.name), column.comment)
        for column in MATCHES.columns
        if column.name != "game"
    ]
    title = DESCRIPTION_OF[game].title
    about = f"The matches of {title}, one row each: matches with its own names"
    return _own_view(game, MATCHES, about, columns)


def _own_view(
    game: str, table: Table, comment: str, columns: Sequence[tuple[str, str, str]]
) -> View:
    """Return a view of a game's rows of a table: columns as SQL, with their names and comments."""
    selected = ", ".join(f'{sql} as "{name}"' for sql, name, _ in columns)
    return View(
        f"{game}_{table.name}",
        comment,
        f"select {selected} from {table.name} where game = '{game}'",  # noqa: S608 - the schema's names
        tuple((name, about) for _, name, about in columns),
    )


def _seats() -> str:
    """Return the query for who played what in which game, one row a game and side."""
    return " union all ".join(
        f"""
        select game_id, game, date, {side} as side, {folded_sql(player)} as name, {elo} as elo,
            case result when '{RESULTS[side]}' then 1.0 when '{RESULT_DRAW}' then 0.5
                when '{RESULT_UNKNOWN}' then null else 0.0 end as points,
            ply_count > 0 as is_played
        from games
        """  # noqa: S608 - names of columns
        for side, (player, elo) in enumerate(zip(PLAYER_COLUMNS, ELO_COLUMNS, strict=True))
    )


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
    (("name", "a name in NFC, blanks folded"), ("other", "a name of the same player")),
)
RESOLVED = """
        select name, player from aliases where player not in (select name from aliases)
        union all
        select aliases.name, resolved.player
        from aliases join resolved on aliases.player = resolved.name
    """
"""SQL for names with the players that they stand for, to stand in ``with recursive resolved``."""

GAME_PLAYERS = View(
    "game_players",
    "Who played which side of a game, aliases resolved; without unknown players and byes",
    f"""
    with recursive resolved as ({RESOLVED}),
    seats as ({_seats()})
    select seats.game_id, sides.name as side, seats.name,
        coalesce(resolved.player, seats.name) as player,
        seats.elo, seats.points, seats.date, seats.is_played
    from seats
    join sides on sides.game = seats.game and sides.side = seats.side
    left join resolved on resolved.name = seats.name
    where lower(seats.name) not in {NOBODY}
    """,  # noqa: S608 - names of columns
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
