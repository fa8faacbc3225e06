"""Answer a question in a database: by the index where it can, else by replaying the games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mentis_records.query.plan.question import Question
from mentis_records.store.database import Database
from mentis_records.store.position.hits import Match, fetch_games, find_games
from mentis_records.store.position.index_extent import check_index
from mentis_records.store.selection import EVERY_GAME, Selection

if TYPE_CHECKING:
    from mentis_records.query.answer.replay import Progress

_POSITIONS = "select unnest($asked_0::integer[]) as game_id, unnest($asked_1::integer[]) as ply"


def find_match(
    database: Database,
    question: Question,
    selection: Selection = EVERY_GAME,
    progress: Progress | None = None,
) -> Match:
    """Return what the database answers a question by, in the selected games.

    Args:
        database: opened for reading.
        question: what is asked.
        selection: the games that may match.
        progress: is told how far a replay has come.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    if not question.is_replayed:
        return question.match(selection)
    from mentis_records.query.answer.replay import replay_games

    slug = question.game.description.slug
    games, plies = [], []
    candidates = _candidates(database, question, selection)
    for answered in replay_games(database, question, candidates, progress):
        found = [ply for ply, holds in enumerate(answered.holds) if holds]
        games += [answered.game_id] * len(found)
        plies += found
    return Match(slug, _POSITIONS, {"asked_0": games, "asked_1": plies}, selection)


def find_replayed_games(
    database: Database, question: Question, progress: Progress | None = None
) -> list[int]:
    """Return the games in some position of which a question is true that no index answers.

    Raises:
        StoreError: the database cannot be read, or lacks positions in its index.
    """
    from mentis_records.query.answer.replay import replay_games

    candidates = _candidates(database, question, EVERY_GAME)
    answers = replay_games(database, question, candidates, progress)
    return [answered.game_id for answered in answers if any(answered.holds)]


def _candidates(database: Database, question: Question, selection: Selection) -> Sequence[int]:
    """Return the games to replay: the selected ones, less those that a part of the query bars."""
    match = question.match(selection)
    game_ids = fetch_games(database, match)
    if not question.positions:
        database.once(check_index)
        return game_ids
    found = find_games(database, match).games
    return [game_id for game_id in game_ids if game_id in found]
