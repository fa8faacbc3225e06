"""Ask the database which games a program has played against itself (``mentis generate``)."""

from __future__ import annotations

from mentis_records.core.policy import SOURCE
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, asking
from mentis_records.store.selection import EVERY_GAME, Selection


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How many games are self-play, and the names of the strengths that played them."""

    games: int
    players: tuple[str, ...]


def fetch_self_play(database: Database, game: str, selection: Selection = EVERY_GAME) -> SelfPlay:
    """Return the self-play among the selected games of a kind.

    Raises:
        StoreError: the database cannot be read.
    """
    query = f"""
        with own as (from {selection.games} where game = $game and source = $source)
        select (select count(*) from own), (
            select coalesce(list(distinct name order by name), []) from (
                select unnest([first_player, second_player]) as name from own
            ) where name is not null
        )
        """  # noqa: S608 - a selection's SQL
    parameters = {"game": game, "source": SOURCE, **selection.parameters}
    with asking(database):
        found = database.connection.execute(query, parameters).fetchone()
    games, players = found or (0, [])
    return SelfPlay(games, tuple(players))
