"""What is stored of a game must be a record that would be taken: tags, result and ending too."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import duckdb

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.soundness import Soundness
from mentis_records.notation.write import WriteError
from mentis_records.store.doctor.finding import Advance, Finding
from mentis_records.store.error import StoreError
from mentis_records.store.record import FETCH_GAMES, iterate_texts

_DAMAGE = (StoreError, KeyError, IndexError, TypeError, ValueError)
"""What may come of rows that make no sense; those that look at the rows tell of it."""


def check_claims(
    connection: duckdb.DuckDBPyConnection, advance: Advance, broken: Collection[int]
) -> Iterator[Finding]:
    """Yield the games that would be refused as they are written out; nothing can be derived.

    Args:
        connection: where they are stored.
        advance: is told how far the work has come.
        broken: the games that cannot be replayed, which are passed over.
    """
    rows = connection.execute("select game_id from games where game_id is not null order by 1")
    ids = [game_id for (game_id,) in rows.fetchall() if game_id not in broken]
    soundness = Soundness(Reader(GAMES, is_as_played=True))
    for first in range(0, len(ids), FETCH_GAMES):
        numbers, written = _write(connection, ids[first : first + FETCH_GAMES])
        texts = {at: text for at, text in enumerate(written) if isinstance(text, str)}
        found = [(at, str(text)) for at, text in enumerate(written) if at not in texts]
        places = list(texts)
        found += [(places[at], why) for at, why in soundness.find_unsound(list(texts.values()))]
        for at, reason in sorted(found):
            yield Finding(
                "games", f"game {numbers[at]}", f"written out: {reason}", None, None, False
            )
        advance("written out", min(first + FETCH_GAMES, len(ids)), len(ids))


def _write(
    connection: duckdb.DuckDBPyConnection, ids: Sequence[int]
) -> tuple[list[int], list[str | WriteError]]:
    """Return games as texts, with their numbers, without those that cannot be put together.

    In place of one that no record file can hold stands the reason.
    """
    try:
        return list(ids), list(iterate_texts(connection, ids))
    except _DAMAGE:
        if len(ids) == 1:
            return [], []
    parts = [_write(connection, [game_id]) for game_id in ids]
    return [number for part in parts for number in part[0]], [
        text for part in parts for text in part[1]
    ]
