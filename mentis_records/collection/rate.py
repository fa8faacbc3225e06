"""The players of a collection rated: ``mentis players rate`` as a function."""

from __future__ import annotations

from dataclasses import dataclass

from mentis_records.collection.rows import Rows
from mentis_records.core.game import AnyGame
from mentis_records.statistics.rating.elo import Estimate
from mentis_records.statistics.rating.league import League, PlayerRating, rate_players
from mentis_records.store.database import Database
from mentis_records.store.selection import Selection


@dataclass(frozen=True, slots=True)
class Rating:
    """A player with a rating, or with the reason why there is none.

    ``rating`` is in Elo points with a mean of 1500, ``error`` its standard error; both are None
    where ``standing`` is not ``rated``. Ratings of one ``group`` can be compared, 1 is the
    largest. ``rating_games`` are the games of which the rating is made; the counts behind it are
    of all games that count.
    """

    player: str
    rating: float | None
    error: float | None
    group: int | None
    rating_games: int
    games: int
    points: float
    won: int
    drawn: int
    lost: int
    standing: str


class Ratings(Rows[Rating]):
    """The players, the best first, those without a rating last.

    ``advantage`` is that of moving first in Elo points (``value`` and standard ``error``), or None
    where the games do not tell it. ``left_out`` counts games that say nothing of strength, by the
    reason.
    """

    def __init__(self, league: League) -> None:
        """Keep what was found."""
        super().__init__(Rating, (_rating(league, each) for each in league.players))
        sifting = league.sifting
        self.advantage: Estimate | None = league.advantage
        self.left_out = {
            "not comparable": league.unused,
            "unknown player": sifting.nameless,
            "one player": sifting.same,
            "no result": sifting.unfinished,
            "stated position": sifting.stated,
            "unplayed": sifting.unplayed,
            "unrated": sifting.unrated,
        }


def rate_selected(database: Database, game: AnyGame, selection: Selection) -> Ratings:
    """Return the ratings of the players of selected games of a kind."""
    return Ratings(rate_players(database, game, selection))


def _rating(league: League, player: PlayerRating) -> Rating:
    found = player.rating
    return Rating(
        player.name,
        None if found is None else found.value,
        None if found is None or not league.has_errors else found.error,
        None if player.group is None else player.group + 1,
        player.rating_games,
        player.games,
        player.points,
        player.won,
        player.drawn,
        player.lost,
        player.standing.value,
    )
