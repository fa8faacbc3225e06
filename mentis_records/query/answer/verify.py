"""Answer a question again by replaying games, and compare it with what the database says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mentis_records.core.start import stored_position
from mentis_records.query.answer.evaluate import evaluate
from mentis_records.query.moment import Moment, Played
from mentis_records.query.plan.question import Question
from mentis_records.store.database import Database
from mentis_records.store.player import fetch_namesakes
from mentis_records.store.position.hits import Found, Match, fetch_plies, fetch_sources
from mentis_records.store.record import fetch_records

_BATCH_GAMES = 1_000

Progress = Callable[[int, int], None]
"""Told how many games have been replayed, and how many there are."""


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
    namesakes, positions = fetch_namesakes(database), 0
    for first in range(0, len(game_ids), _BATCH_GAMES):
        batch = game_ids[first : first + _BATCH_GAMES]
        plies = fetch_plies(database, match, batch)
        sources = fetch_sources(database, batch)
        for game_id, record in zip(batch, fetch_records(database, batch), strict=True):
            moments = replay(question, Played(game_id, record, sources[game_id], namesakes))
            holds = evaluate(question.node, moments, question.game.description.sides)
            stored = plies.get(game_id, set())
            for ply, is_true in enumerate(holds):
                if is_true != (ply in stored):
                    yield Difference(game_id, ply, ply in stored)
            for ply in sorted(stored - {*range(len(moments))}):
                yield Difference(game_id, ply, True)
            positions += sum(holds)
            if found is not None and any(holds) != (game_id in found.games):
                yield Difference(game_id, None, game_id in found.games)
        if progress is not None:
            progress(min(first + _BATCH_GAMES, len(game_ids)), len(game_ids))
    if found is not None and positions != found.positions:
        yield Difference(None, None, positions < found.positions)


def replay(question: Question, played: Played) -> list[Moment]:
    """Return the positions of a record's mainline, played by the rules."""
    game = question.game
    record = played.record
    position = stored_position(game, record.start, record.tags)
    last = len(record.plies)
    vocabulary = game.description.vocabulary
    moments = [Moment(vocabulary, played, 0, last, position, None)]
    for number, ply in enumerate(record.plies, 1):
        position = game.play(position, ply.move)
        moments.append(Moment(vocabulary, played, number, last, position, ply.move))
    return moments
