"""What answers a query as values for programs: how many there are, and what a replay says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic

from mentis_records.core.progress import Progress
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.plan.question import Question
from mentis_records.store.database import Database
from mentis_records.store.game_list import list_columns
from mentis_records.store.position.hits import (
    MATCHES,
    Found,
    Match,
    count_matches,
    fetch_games,
    find_games,
)

POSITION_COLUMNS = ("game", "ply", "move")
"""The columns of positions that match."""


@dataclass(frozen=True, slots=True)
class Verified:
    """How many games were replayed, how many differences there are, and some of these.

    ``total`` is how many there are to replay: more if the time was up.
    """

    games: int
    differences: int
    listed: Sequence[Mapping[str, object]]
    total: int

    @property
    def told(self) -> dict[str, object]:
        """Return the same as programs are told it."""
        return {"games": self.games, "differences": self.differences, "listed": [*self.listed]}


def match_columns(slug: str) -> list[str]:
    """Return the columns of games that match: those of games, how many plies match, and which."""
    return [*list_columns(slug), MATCHES, "at"]


def count_value(
    database: Database, question: Question, match: Match, found: Found | None = None
) -> dict[str, int]:
    """Return how many games and positions match, and how the games ended.

    Raises:
        StoreError: the database cannot be read.
    """
    sides = [side.lower() for side in question.game.description.sides]
    counted = count_matches(database, match, len(sides), found)
    first, *others = zip(sides, counted.wins, strict=True)
    return {
        "games": counted.games,
        "positions": counted.positions,
        **dict([first]),
        "draws": counted.draws,
        **dict(others),
    }


class _TimeIsUpError(Exception):
    """As many games were replayed as there was time for."""


def verify_value(
    database: Database,
    question: Question,
    match: Match,
    limit: int | None,
    progress: Progress | None = None,
    seconds: float | None = None,
) -> Verified:
    """Return how many games were replayed, and where these and the database differ.

    Args:
        database: opened for reading.
        question: what is asked.
        match: the same, as the database answers it.
        limit: how many differences are listed at most.
        progress: is told how far the work has come.
        seconds: how long games are replayed at most.

    Raises:
        StoreError: the database cannot be read.
    """
    from mentis_records.query.answer.verify import verify

    games: Sequence[int] = fetch_games(database, match)
    counts = find_games(database, match)
    until = None if seconds is None else monotonic() + seconds
    replayed = differing = 0
    listed: list[dict[str, object]] = []

    def advance(done: float, total: float | None) -> None:
        nonlocal replayed
        replayed = int(done)
        if progress is not None:
            progress(done, total)
        if until is not None and monotonic() > until:
            raise _TimeIsUpError

    with suppress(_TimeIsUpError):
        for found in verify(database, question, match, games, advance, counts):
            differing += 1
            if limit is None or differing <= limit:
                said = "database" if found.in_database else "replay"
                listed.append({"game": found.game_id, "ply": found.ply, "only_by": said})
        replayed = len(games)
    return Verified(replayed, differing, listed, len(games))
