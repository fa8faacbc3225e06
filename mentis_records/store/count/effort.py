"""Ask the database by whom positions have been evaluated, and within which limits."""

from __future__ import annotations

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database, asking
from mentis_records.store.game_tables import has_evaluations
from mentis_records.store.schema import EVALUATIONS


@dataclass(frozen=True, slots=True)
class KeptEffort:
    """An engine within limits that has evaluated a position or an image of it: the key of this."""

    engine: str
    limits: str
    key: int


def fetch_efforts(
    database: Database, game: str, settings: str, canonical_key: int
) -> list[KeptEffort]:
    """Return who has evaluated a position or an image of it, the most thorough first.

    Args:
        database: where the evaluations are.
        game: the slug of the game.
        settings: what holds beside the position (``schema.start_text.beside_text``).
        canonical_key: that of the position.

    Raises:
        StoreError: the database cannot be read.
    """
    with asking(database) as connection:
        if not has_evaluations(connection):
            return []
    rows = fetch_rows(
        database,
        f"""
        select engine, limits, key from {EVALUATIONS.name}
        where game = $game and settings = $settings and key between $key and $key + 7 and rank = 1
        order by nodes desc, depth desc, engine, limits, key
        """,  # noqa: S608 - the schema's name
        {"game": game, "settings": settings, "key": canonical_key},
    )
    return [KeptEffort(*row) for row in rows]
