"""The tables and views of a collection, each with what it means; knows no DuckDB connection.

Columns named after sides and options come from the descriptions of the registered games: no
fact of a single game stands here. What a description names is a tag, and its column is the
tag in lower case. Nothing that is stored per ply is wider than numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from mentis_records.core.feature import Feature
from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import RESULT_DRAW, RESULT_UNKNOWN, RESULTS
from mentis_records.games import GAMES

SCHEMA_VERSION = 2

TEXT, WHOLE, LONG, TAGS = "VARCHAR", "INTEGER", "BIGINT", "MAP(VARCHAR, VARCHAR)"
WHOLES = "INTEGER[]"
WHOLE_BITS = 32
RUNS, PACKED, PLAIN = "rle", "bitpacking", "uncompressed"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its type, its meaning, and what the database demands of its values.

    A ``compression`` spares the database from trying all that it knows.
    """

    name: str
    type: str
    comment: str
    demand: str = ""
    compression: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its columns in order."""

    name: str
    comment: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A view: a query with a name, and the meaning of its columns where it gives new ones."""

    name: str
    comment: str
    query: str
    columns: tuple[tuple[str, str], ...]


def _unique(names: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


DESCRIPTIONS: tuple[GameDescription, ...] = tuple(game.description for game in GAMES)
DESCRIPTION_OF: Mapping[str, GameDescription] = {game.slug: game for game in DESCRIPTIONS}
SIDE_TAGS = _unique(side for game in DESCRIPTIONS for side in game.sides)
OPTION_TAGS = _unique(option.tag for game in DESCRIPTIONS for option in game.options)
ELO_TAGS = tuple(f"{side}Elo" for side in SIDE_TAGS)

TEXT_COLUMNS: dict[str, str] = {
    "Event": "event",
    "Site": "site",
    "Date": "date",
    "Round": "round",
    **{side: side.lower() for side in SIDE_TAGS},
    "TimeControl": "time_control",
    "Annotator": "annotator",
    "Source": "source",
}
"""The columns of ``games`` that hold a tag's text as it is written."""

OPTION_COLUMNS: dict[str, str] = {tag: tag.lower() for tag in OPTION_TAGS}
ELO_COLUMNS: dict[str, str] = {f"{side}Elo": f"{side.lower()}_elo" for side in SIDE_TAGS}

_GAME_ID = Column("game_id", WHOLE, "the game: games.game_id")
_PLACE = (
    Column("source_id", WHOLE, "where it came from: sources.source_id"),
    Column("source_index", WHOLE, "which record of the source, from 1"),
    Column("source_member", TEXT, "the text within an archive, or null"),
    Column("source_line", WHOLE, "the line of the text on which the record begins, from 1"),
)
_LINE = (
    _GAME_ID,
    Column("line", WHOLE, "the line of play: 0 the mainline, else variations.line"),
    Column("ply", WHOLE, "the ply within the record, from 1, also in variations"),
)
_TURN = Column(
    "turn", LONG, "the move that led to the position times 8, plus the index of the side"
)
_BITPACKING = "using compression bitpacking"
_KEY = Column("key", LONG, "identity of the position; key & -8 is the same for its images")

META = Table(
    "meta",
    "Facts of this file, such as the version of its schema",
    (
        Column("key", TEXT, "what the fact is about", "PRIMARY KEY"),
        Column("value", TEXT, "the fact"),
    ),
)
SOURCES = Table(
    "sources",
    "What has been loaded: one row a file or standard input; an archive is one source",
    (
        Column("source_id", WHOLE, "number of the source, from 1"),
        Column("name", TEXT, "the path as it was given, or - for standard input"),
        Column("sha256", TEXT, "SHA-256 of the bytes, in hexadecimal", "NOT NULL UNIQUE"),
        Column("bytes", LONG, "size as stored"),
        Column("loaded_at", "TIMESTAMP", "when it was loaded, in UTC"),
        Column("records", WHOLE, "records read: stored + duplicates + quarantined + deleted"),
        Column("stored", WHOLE, "records that became games"),
        Column("duplicates", WHOLE, "records that were games already"),
        Column("quarantined", WHOLE, "records with errors"),
        Column("deleted", WHOLE, "records whose games have been deleted since"),
    ),
)
SIDES = Table(
    "sides",
    "The sides of each game",
    (
        Column("game", TEXT, "the game that was played: its slug"),
        Column("side", "UTINYINT", "index of the side, from 0"),
        Column("name", TEXT, "name of the side, which is also the tag of its player"),
    ),
)
GAMES_TABLE = Table(
    "games",
    "The games: one row a record without errors; a null is a tag that the record lacks",
    (
        Column("game_id", WHOLE, "number of the game, from 1"),
        *_PLACE,
        Column("game", TEXT, "the game that was played: its slug"),
        Column("event", TEXT, "tag Event"),
        Column("site", TEXT, "tag Site"),
        Column("date", TEXT, "tag Date, yyyy.mm.dd with ?? for what is unknown"),
        Column("round", TEXT, "tag Round"),
        *(Column(TEXT_COLUMNS[tag], TEXT, f"tag {tag}: the player") for tag in SIDE_TAGS),
        Column("result", TEXT, "1-0 the first side won, 0-1 the second, 1/2-1/2, or * unknown"),
        Column("termination", TEXT, "how the game ended: as tagged, else as the board shows"),
        *(
            Column(OPTION_COLUMNS[tag], TEXT, f"tag {tag}, or the value that holds without it")
            for tag in OPTION_TAGS
        ),
        *(Column(ELO_COLUMNS[tag], WHOLE, f"tag {tag}") for tag in ELO_TAGS),
        Column("time_control", TEXT, "tag TimeControl"),
        Column("annotator", TEXT, "tag Annotator"),
        Column("source", TEXT, "tag Source: where the record was published or made"),
        Column("ply_count", WHOLE, "plies of the mainline, those of a continued record included"),
        Column("inherited", WHOLE, "how many of the plies come from a continued record"),
        Column("irregular", WHOLES, "plies that were played against the rules and kept as played"),
        Column("start_position", TEXT, "position string before the first ply"),
        Column("start_key", LONG, "key of the start position"),
        Column("content_key", LONG, "hash of start key and move codes, to find duplicates"),
        Column(
            "opening_key",
            LONG,
            "hash of start key, players and first moves, to find records cut short; or null",
        ),
        Column("tags", TAGS, "all further tags, and those whose text a column cannot give back"),
    ),
)
POSITION_KEYS = Table(
    "position_keys",
    "The positions of the mainlines, one row each; ply 0 is the start",
    (
        replace(_GAME_ID, demand="using compression rle"),
        Column("ply", WHOLE, "plies played before the position", _BITPACKING),
        replace(_TURN, comment=f"{_TURN.comment}; -1 at ply 0", demand=_BITPACKING),
        replace(_KEY, demand="using compression uncompressed"),
    ),
)
"""Compression is chosen here, because trying all of them out takes a third of a load's time."""
MOVES = Table(
    "moves",
    "The distinct moves, of mainlines and variations",
    (
        Column("game", TEXT, "the game to which the move belongs: its slug"),
        Column("move_code", LONG, "the move packed into a number"),
        Column("notation", TEXT, "the move in canonical notation"),
        Column("kind", TEXT, "kind of action"),
    ),
)
VARIATIONS = Table(
    "variations",
    "The variations: what might have been played",
    (
        _GAME_ID,
        Column("line", WHOLE, "number of the variation within the game, from 1"),
        Column("parent_line", WHOLE, "the line whose ply it replaces: 0 the mainline"),
        Column("ply", WHOLE, "the ply that it replaces, which is also its first"),
    ),
)
VARIATION_PLIES = Table(
    "variation_plies",
    "The plies of the variations; the keys are those of the position after the ply",
    (
        *_LINE,
        _TURN,
        _KEY,
    ),
)
ANNOTATIONS = Table(
    "annotations",
    "The judgements of plies: one row a ply that has any",
    (
        *_LINE,
        Column("suffix", TEXT, "one of ! ? !! ?? !? ?!, or null"),
        Column("nags", "SMALLINT[]", "numbers of the $n glyphs, in order"),
    ),
)
COMMENTS = Table(
    "comments",
    "The comments, in the order of the record",
    (
        *_LINE,
        Column("place", TEXT, "before or after the ply, or closing: after the result"),
        Column("number", WHOLE, "order among the comments of one place, from 1"),
        Column("kind", TEXT, "brace, line or escape"),
        Column("text", TEXT, "the comment without its marks"),
    ),
)
DUPLICATES = Table(
    "duplicates",
    "The records that were games already, each with the game that was kept",
    (
        _GAME_ID,
        *_PLACE,
        Column("ply_count", WHOLE, "plies of the record: fewer than the game's if it is cut short"),
        Column("result", TEXT, "the result of the record"),
        Column("tags", TAGS, "all tags of the record"),
        Column("text", TEXT, "the record where it has comments or variations, else null"),
    ),
)
QUARANTINE = Table(
    "quarantine",
    "The records with errors, kept out of the games",
    (
        *_PLACE,
        Column("text", TEXT, "the record as it stands; bytes that are no UTF-8 as \\udcXX"),
        Column("diagnostics", "JSON", "what was found: a list of objects, in order of place"),
    ),
)
ALIASES = Table(
    "aliases",
    "The names that stand for another one; games keep names as they are written",
    (
        Column("name", TEXT, "a name as it is written in games", "PRIMARY KEY"),
        Column("player", TEXT, "the name that it stands for, which may be an alias itself"),
    ),
)
SAVED_QUERIES = Table(
    "saved_queries",
    "The queries that were saved, to be asked by name",
    (
        Column("name", TEXT, "the name, in lower case", "PRIMARY KEY"),
        Column("text", TEXT, "the query"),
    ),
)

POSITIONS_BY_KEY = Table(
    "positions_by_key",
    "The positions of the indexed games, in stretches of millions that are sorted by key",
    (
        replace(_KEY, compression=PACKED),
        replace(_GAME_ID, compression=PACKED),
        Column("ply", WHOLE, "plies played before the position", compression=PACKED),
    ),
)


def _feature_column(feature: Feature) -> Column:
    """Return the column of a feature, compressed as far as that makes it no slower to search."""
    type_ = WHOLE if feature.bits < WHOLE_BITS else LONG
    compression = RUNS if feature.is_steady else PLAIN
    return Column(feature.name, type_, feature.comment, compression=compression)


MOVE_CODE = "move_code"
"""The column of a table of features with the move that led to a position."""

FEATURE_TABLES: Mapping[str, Table] = {
    game.slug: Table(
        f"{game.slug}_features",
        f"What stands on the board in the positions of the indexed games of {game.title}",
        (
            replace(_GAME_ID, compression=RUNS),
            Column("ply", WHOLE, "plies played before the position", compression=PLAIN),
            Column(MOVE_CODE, LONG, "the move that led there; -1 at ply 0", compression=PACKED),
            *map(_feature_column, game.features),
        ),
    )
    for game in DESCRIPTIONS
}
"""The table of each game's features, by slug."""

TABLES: tuple[Table, ...] = (
    META,
    SOURCES,
    SIDES,
    GAMES_TABLE,
    POSITION_KEYS,
    POSITIONS_BY_KEY,
    *FEATURE_TABLES.values(),
    MOVES,
    VARIATIONS,
    VARIATION_PLIES,
    ANNOTATIONS,
    COMMENTS,
    DUPLICATES,
    QUARANTINE,
    ALIASES,
    SAVED_QUERIES,
)

PLIES = View(
    "plies",
    "The plies of the mainlines in readable form",
    """
    select position.game_id, position.ply, side.name as side, move.kind, move.notation,
        move.move_code, position.key, position.key & -8 as canonical_key
    from position_keys as position
    join games as game on game.game_id = position.game_id
    join moves as move on move.game = game.game and move.move_code = position.turn >> 3
    join sides as side on side.game = game.game and side.side = position.turn & 7
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
                select game_id, date, '{tag}' as side, {TEXT_COLUMNS[tag]} as name,
                    {ELO_COLUMNS[f"{tag}Elo"]} as elo,
                    case result when '{RESULTS[side]}' then 1.0 when '{RESULT_DRAW}' then 0.5
                        when '{RESULT_UNKNOWN}' then null else 0.0 end as points
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
        ("name", "a name as it is written"),
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
        seats.elo, seats.points, seats.date
    from seats
    left join resolved on resolved.name = seats.name
    where seats.name not in ('', '?', '-', '*')
    """,  # noqa: S608 - names of the games' descriptions
    (
        ("game_id", "the game: games.game_id"),
        ("side", "name of the side"),
        ("name", "the player's name as it is written"),
        ("player", "the name that it stands for"),
        ("elo", "the player's rating in the game"),
        ("points", "1 won, 0.5 drawn, 0 lost, null unknown"),
        ("date", "tag Date of the game"),
    ),
)
PLAYERS = View(
    "players",
    "The players, aliases resolved",
    """
    select player as name, count(distinct game_id) as games, sum(points) as score,
        count(*) filter (points = 1) as won, count(*) filter (points = 0.5) as drawn,
        count(*) filter (points = 0) as lost,
        min(date) filter (date[1] between '0' and '9') as first_date,
        max(date) filter (date[1] between '0' and '9') as last_date,
        arg_max(elo, (coalesce(nullif(date, '????.??.??'), ''), game_id))
            filter (elo is not null) as elo,
        list(distinct name order by name) filter (name <> player) as aliases
    from game_players
    group by player
    """,
    (
        ("name", "the player"),
        ("games", "games played"),
        ("score", "points in the games with a result"),
        ("won", "games won"),
        ("drawn", "games drawn"),
        ("lost", "games lost"),
        ("first_date", "the earliest date, where any is known"),
        ("last_date", "the latest date, where any is known"),
        ("elo", "the latest rating"),
        ("aliases", "other names in games that stand for the player, or null"),
    ),
)
VIEWS: tuple[View, ...] = (NAMESAKES, PLIES, POSITIONS, GAME_PLAYERS, PLAYERS)


def statements() -> Iterator[str]:
    """Yield the statements that make all tables and views of an empty database."""
    yield from map(make_table, TABLES)
    yield from map(make_view, VIEWS)
    yield from descriptions()


def make_table(table: Table) -> str:
    """Return the statement that makes a table."""
    columns = ", ".join(
        f"{column.name} {column.type} {column.demand} {_compression(column)}".rstrip()
        for column in table.columns
    )
    return f"create table {table.name} ({columns})"


def make_view(view: View) -> str:
    """Return the statement that makes a view."""
    return f"create view {view.name} as {view.query}"


def descriptions() -> Iterator[str]:
    """Yield the statements that set the comments of all tables, views and columns."""
    for table in TABLES:
        yield f"comment on table {table.name} is {_quoted(table.comment)}"
        for column in table.columns:
            yield f"comment on column {table.name}.{column.name} is {_quoted(column.comment)}"
    for view in VIEWS:
        yield f"comment on view {view.name} is {_quoted(view.comment)}"
        for name, comment in view.columns:
            yield f"comment on column {view.name}.{name} is {_quoted(comment)}"


def _compression(column: Column) -> str:
    return f"using compression {column.compression}" if column.compression else ""


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
