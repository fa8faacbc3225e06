"""Merges of players whose names look alike: what each would mean for their games, and all at once.

A merge that would put one player on both sides of a game is doubtful: it is told, and left out
unless it is forced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mentis_records.core.text import folded
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, asking, transaction
from mentis_records.store.match.update import update_matches
from mentis_records.store.player import fetch_namesakes
from mentis_records.store.schema import PLAYER_COLUMNS
from mentis_records.store.schema.record_sql import folded_sql


@dataclass(frozen=True, slots=True)
class Merge:
    """Two players who are to be one: ``player`` keeps the name, ``other`` stands for it.

    ``clashes`` are the games that would have the player on both sides.
    """

    player: str
    other: str
    clashes: tuple[int, ...] = ()


class Merging:
    """Players as they are, and as they would be after some merges; nothing is written by these."""

    def __init__(self, database: Database) -> None:
        """Fetch which names are one player's, and who has played whom.

        Raises:
            StoreError: the database cannot be read.
        """
        self._names: dict[str, set[str]] = {
            name: set(names) for name, names in fetch_namesakes(database).items()
        }
        first, second = (folded_sql(column) for column in PLAYER_COLUMNS)
        with asking(database) as connection:
            rows = connection.execute(
                f"""
                select {first}, {second}, list(game_id order by game_id) from games
                where {first} is not null and {second} is not null group by all
                """  # noqa: S608 - columns of the schema
            ).fetchall()
        self._met = {(one, other): tuple(games) for one, other, games in rows}
        self._opponents: dict[str, set[str]] = {}
        for one, other in self._met:
            self._opponents.setdefault(one, set()).add(other)

    def find(self, player: str, other: str) -> Merge | None:
        """Return the merge of two players, or None if they are one already."""
        own, others = self._names_of(player), self._names_of(other)
        if own is others or folded(other) in own:
            return None
        return Merge(player, other, (*self._games(own, others), *self._games(others, own)))

    def add(self, merge: Merge) -> None:
        """Let two players be one for all that is found later."""
        together = self._names_of(merge.player) | self._names_of(merge.other)
        for name in together:
            self._names[name] = together

    def _names_of(self, player: str) -> set[str]:
        return self._names.setdefault(folded(player), {folded(player)})

    def _games(self, own: set[str], others: set[str]) -> list[int]:
        """Return the games of some names of the first side with some of the second."""
        return [
            game_id
            for name in own
            for opponent in self._opponents.get(name, set()) & others
            for game_id in self._met[name, opponent]
        ]


def find_merges(
    database: Database, pairs: Iterable[tuple[str, str]], is_forced: bool = False
) -> tuple[list[Merge], list[Merge]]:
    """Return the merges of pairs of players, each after those before it, and those left out.

    Raises:
        StoreError: the database cannot be read.
    """
    merging = Merging(database)
    found: list[Merge] = []
    doubtful: list[Merge] = []
    for player, other in pairs:
        merge = merging.find(player, other)
        if merge is None:
            continue
        if merge.clashes and not is_forced:
            if all(set(merge.clashes) != set(each.clashes) for each in doubtful):
                doubtful.append(merge)
            continue
        merging.add(merge)
        found.append(merge)
    return found, doubtful


def merge_all(database: Database, merges: Sequence[Merge]) -> list[str]:
    """Make all merges or none; return the names that stand for others since.

    Raises:
        StoreError: the database cannot be written.
    """
    with transaction(database) as connection:
        aliases: dict[str, str] = dict(
            connection.execute("select name, player from aliases").fetchall()
        )
        new: dict[str, str] = {}
        for merge in merges:
            player, other = folded(merge.player), folded(merge.other)
            while player in aliases:
                player = aliases[player]
            while other in aliases:
                other = aliases[other]
            if player != other:
                aliases[other] = new[other] = player
        if new:
            connection.execute(
                "insert into aliases select unnest($1::varchar[]), unnest($2::varchar[])",
                [list(new), list(new.values())],
            )
            update_matches(connection, first=0)
    return list(new)
