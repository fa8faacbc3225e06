"""Players and the names that stand for them; games keep names as they are written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mentis_records.core.text import folded
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, asking, transaction
from mentis_records.store.error import StoreError
from mentis_records.store.schema import GAME_PLAYERS, NAMESAKES, PLAYERS
from mentis_records.store.selection import EVERY_GAME, Selection

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, slots=True)
class Player:
    """A player with what the games say; ``aliases`` are other names for the same one.

    ``games`` and points are those of games that were played, ``unplayed`` counts the others: those
    without a ply, unless they are to count.
    """

    name: str
    games: int
    score: float | None
    won: int
    drawn: int
    lost: int
    unplayed: int
    first_date: str | None
    last_date: str | None
    elo: int | None
    aliases: tuple[str, ...]


def fetch_players(database: Database, selection: Selection = EVERY_GAME) -> list[Player]:
    """Return the players of the selected games, those with most of them first.

    The numbers are those of the selected games, and so are the aliases.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = _execute(
        database,
        f"""
        with game_players as (
            select * replace (is_played or $with_unplayed as is_played)
            from main.game_players where game_id in (select game_id from {selection.games})
        ),
        players as ({PLAYERS.query})
        select name, games, score::double, won, drawn, lost, unplayed, first_date, last_date, elo,
            aliases
        from players order by games desc, name
        """,  # noqa: S608 - the schema's view, a selection's SQL
        {**selection.parameters, "with_unplayed": selection.with_unplayed},
    )
    values = [(*row[:-1], tuple(row[-1] or ())) for row in rows]
    return [Player(*each) for each in values]


def fetch_game_counts(database: Database, players: Collection[str]) -> dict[str, int]:
    """Return the number of games with a ply or more of each player named.

    Raises:
        StoreError: the database cannot be read.
    """
    query = f"""
        select player, count(distinct game_id) filter (is_played) from {GAME_PLAYERS.name}
        where player in (select unnest($players::varchar[])) group by player
        """  # noqa: S608 - the schema's name
    return dict(_execute(database, query, {"players": list(players)}))


def fetch_namesakes(database: Database) -> dict[str, frozenset[str]]:
    """Return all names of each merged player, by every one of them.

    Raises:
        StoreError: the database cannot be read.
    """
    # A player has as many pairs of names as their square: the engine reduces them.
    query = f"select name, min(other) from {NAMESAKES.name} group by name"  # noqa: S608 - schema's
    first_names: dict[str, str] = dict(_execute(database, query, []))
    names: defaultdict[str, set[str]] = defaultdict(set)
    for name, first in first_names.items():
        names[first].add(name)
    groups = {first: frozenset(group) for first, group in names.items()}
    return {name: groups[first] for name, first in first_names.items()}


def merge_players(database: Database, name: str, others: Sequence[str]) -> str:
    """Let other names stand for a player; all of them or none.

    If the player's own name is among them, ``name`` takes its place.

    Returns:
        The player's own name, which ``name`` stands for if it is another.

    Raises:
        StoreError: a name is in no game, or stands for the player already.
    """
    aliases = _fetch_aliases(database)
    known = _fetch_names(database) | set(aliases)
    for each in (name, *others):
        if folded(each) not in known:
            alike = [other for other in known if other.casefold() == folded(each).casefold()]
            hint = f"; did you mean {min(alike)!r}?" if alike else ""
            raise StoreError(f"no game has a player {each!r}{hint}")
    player = _root(aliases, folded(name))
    others = list(map(folded, others))
    if player in others and player != folded(name):
        return _rename(database, aliases, player, folded(name), others)
    for other in others:
        if other in aliases:
            raise StoreError(f"{other!r} already stands for {aliases[other]!r}; split it first")
        if other == player:
            raise StoreError(f"{other!r} is the player's own name")
        aliases[other] = player
    with transaction(database) as connection:
        connection.execute(
            "insert into aliases select unnest($1::varchar[]), $2::varchar", [others, player]
        )
        _update_matches(connection)
    return player


def _rename(
    database: Database, aliases: Mapping[str, str], player: str, name: str, others: Sequence[str]
) -> str:
    """Let a name that stands for a player be the player's own, and merge the rest as usual."""
    own = [other for other, each in aliases.items() if each == player and other != name]
    with transaction(database) as connection:
        connection.execute("delete from aliases where name = $1 or player = $2", [name, player])
        connection.execute(
            "insert into aliases select unnest($1::varchar[]), $2::varchar", [[*own, player], name]
        )
        _update_matches(connection)
    rest = [other for other in others if other != player and other not in own]
    return merge_players(database, name, rest) if rest else name


def split_players(database: Database, names: Sequence[str]) -> None:
    """Let names stand for themselves again; those that stood for them follow.

    Raises:
        StoreError: a name is no alias; nothing is then changed.
    """
    names = list(map(folded, names))
    aliases = _fetch_aliases(database)
    for name in names:
        if name not in aliases:
            raise StoreError(f"{name!r} stands for no other name")
    with transaction(database) as connection:
        connection.execute(
            "delete from aliases where name in (select unnest($1::varchar[]))", [names]
        )
        _update_matches(connection)


def _update_matches(connection: DuckDBPyConnection) -> None:
    # Imported late: it pulls in most of the loading code, which only changes need.
    from mentis_records.store.match.update import update_matches

    update_matches(connection, first=0)


def _root(aliases: dict[str, str], name: str) -> str:
    while name in aliases:
        name = aliases[name]
    return name


def _fetch_aliases(database: Database) -> dict[str, str]:
    return dict(_execute(database, "select name, player from aliases", []))


def _fetch_names(database: Database) -> set[str]:
    return {name for (name,) in _execute(database, "select distinct name from game_players", [])}


def _execute(
    database: Database, query: str, values: Sequence[object] | Mapping[str, object]
) -> list[tuple[Any, ...]]:
    given = dict(values) if isinstance(values, Mapping) else list(values)
    with asking(database):
        return database.connection.execute(query, given).fetchall()
