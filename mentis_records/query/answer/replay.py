"""Answer a question by replaying games: at which of their positions it is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mentis_records.core.start import stored_position
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.answer.evaluate import evaluate
from mentis_records.query.moment import Moment, Played
from mentis_records.query.plan.question import Question
from mentis_records.store.database import Database
from mentis_records.store.player import fetch_namesakes
from mentis_records.store.position.hits import fetch_sources
from mentis_records.store.record import fetch_records

BATCH_GAMES = 1_000
"""So many games are fetched at a time."""

Progress = Callable[[int, int], None]
"""Told how many games have been replayed, and how many there are."""


@dataclass(frozen=True, slots=True)
class Answered:
    """Whether a question is true at each position of a game, from the start on."""

    game_id: int
    holds: Sequence[bool]


def replay_games(
    database: Database,
    question: Question,
    game_ids: Sequence[int],
    progress: Progress | None = None,
) -> Iterator[Answered]:
    """Yield the answer of each game, in the order given.

    Args:
        database: opened for reading.
        question: what is asked.
        game_ids: the games to replay.
        progress: is told how far the work has come.

    Raises:
        StoreError: the database cannot be read.
    """
    namesakes, sides = fetch_namesakes(database), question.game.description.sides
    for first in range(0, len(game_ids), BATCH_GAMES):
        batch = game_ids[first : first + BATCH_GAMES]
        sources = fetch_sources(database, batch)
        records = zip(batch, fetch_records(database, batch), strict=True)
        for done, (game_id, record) in enumerate(records, first):
            if progress is not None:
                progress(done, len(game_ids))
            played = Played(game_id, record, sources[game_id], namesakes)
            yield Answered(game_id, evaluate(question.node, replay(question, played), sides))
    if progress is not None:
        progress(len(game_ids), len(game_ids))


def replay(question: Question, played: Played) -> list[Moment]:
    """Return the positions of a record's mainline, played by the rules."""
    game = question.game
    record = played.record
    position = stored_position(game, record.start, record.tags)
    last = len(record.plies)
    vocabulary = game.description.vocabulary
    moments = [Moment(vocabulary, played, 0, last, position, None, None)]
    for number, ply in enumerate(record.plies, 1):
        before, position = position, game.play(position, ply.move)
        moments.append(Moment(vocabulary, played, number, last, position, ply.move, before))
    return moments
