"""Answer a question again by replaying games, and compare it with what the database says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.answer.replay import BATCH_GAMES, Progress, replay_games
from mentis_records.query.plan.question import Question
from mentis_records.store.database import Database
from mentis_records.store.position.hits import Found, Match, fetch_plies


@dataclass(frozen=True, slots=True)
class Difference:
    """What database and replay say differently of a position, or of a game or all of them.

    ``ply`` is None if the game is counted by one of them only; of the number of positions that
    are counted ``game_id`` is None, too. ``in_database`` tells who says more.
    """

    game_id: int | None
    ply: int | None
    in_database: bool


def verify(
    database: Database,
    question: Question,
    match: Match,
    game_ids: Sequence[int],
    progress: Progress | None = None,
    found: Found | None = None,
) -> Iterator[Difference]:
    """Yield where the database's answer and a replay of the games differ.

    Args:
        database: opened for reading.
        question: what is asked.
        match: the same, as the database answers it.
        game_ids: the games to replay, in ascending order.
        progress: is told how far the work has come.
        found: the games and the number of positions that are counted, if these games are all
            that the match is about.

    Raises:
        StoreError: the database cannot be read.
    """
    positions = 0
    plies: dict[int, set[int]] = {}
    answers = replay_games(database, question, game_ids, progress)
    for number, answered in enumerate(answers):
        game_id, holds = answered.game_id, answered.holds
        if number % BATCH_GAMES == 0:
            plies = fetch_plies(database, match, game_ids[number : number + BATCH_GAMES])
        stored = plies.get(game_id, set())
        for ply, is_true in enumerate(holds):
            if is_true != (ply in stored):
                yield Difference(game_id, ply, ply in stored)
        for ply in sorted(stored - {*range(len(holds))}):
            yield Difference(game_id, ply, True)
        positions += sum(holds)
        if found is not None and any(holds) != (game_id in found.games):
            yield Difference(game_id, None, game_id in found.games)
    if found is not None and positions != found.positions:
        yield Difference(None, None, positions < found.positions)
