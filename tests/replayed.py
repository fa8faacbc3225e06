"""Games that are read and replayed once, however many queries are compared with them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from mentis_records.query.answer import replay as module
from mentis_records.query.answer.replay import replay
from mentis_records.query.moment import Moment, Played
from mentis_records.query.plan.question import Question
from mentis_records.store.database import Database
from mentis_records.store.player import fetch_namesakes
from mentis_records.store.position.hits import fetch_sources
from mentis_records.store.record import fetch_records


@contextmanager
def replayed_once(database: Database, game_ids: Sequence[int]) -> Iterator[None]:
    """Let ``verify`` take the games of a database that stands still from memory."""
    sources = fetch_sources(database, game_ids)
    namesakes = fetch_namesakes(database)
    records = dict(zip(game_ids, fetch_records(database, game_ids), strict=True))
    replayed: dict[int, list[Moment]] = {}

    def replay_once(question: Question, played: Played) -> list[Moment]:
        if played.game_id not in replayed:
            replayed[played.game_id] = replay(question, played)
        return replayed[played.game_id]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "fetch_records", lambda _, some: [records[one] for one in some])
        patch.setattr(module, "fetch_sources", lambda *_: sources)
        patch.setattr(module, "fetch_namesakes", lambda _: namesakes)
        patch.setattr(module, "replay", replay_once)
        yield
