"""Ask the database for matches with the rounds that were played of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from mentis_records.core.outcome import Points
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.selection import EVERY_GAME, Selection


@dataclass(frozen=True, slots=True)
class RoundOfMatch:
    """A round: its number, which side moved first, if it has a ply, its result and points."""

    number: int
    first_mover: int | None
    result: str
    points: Points | None


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match: its result, what decided it, and its rounds in order."""

    result: str
    reason: str
    rounds: Sequence[RoundOfMatch]


def fetch_matches(
    database: Database, game: str, selection: Selection = EVERY_GAME
) -> list[PlayedMatch]:
    """Return the matches of a game all rounds of which are selected, in the order of their numbers.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = fetch_rows(
        database,
        f"""
        select match_id, matches.result, reason, round_number, first_mover, game.result,
            game.first_points, game.second_points
        from {selection.games} as game join matches using (match_id)
        where game.game = $game
        qualify count(*) over (partition by match_id) = matches.rounds
        order by match_id, round_number
        """,  # noqa: S608 - a selection's SQL
        {"game": game, **selection.parameters},
    )
    return [
        PlayedMatch(result, reason, [_round(*row[3:]) for row in rounds])
        for (_, result, reason), rounds in groupby(rows, key=lambda row: row[:3])
    ]


def _round(
    number: int, first_mover: int | None, result: str, first: int | None, second: int | None
) -> RoundOfMatch:
    points = None if first is None or second is None else (first, second)
    return RoundOfMatch(number, first_mover, result, points)
