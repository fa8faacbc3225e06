"""Likenesses of records as rows of a list: of which kind, of which game, which record, in what."""

from __future__ import annotations

from typing import Any

from mentis_records.store.duplicate.duplicate_list import Likeness

DUPLICATE_COLUMNS = (
    "kind",
    "game",
    "kept from",
    "other",
    "source",
    "record",
    "plies",
    "differs in",
)


def duplicate_row(found: Likeness) -> list[Any]:
    """Return the values of the columns for a likeness."""
    return [
        found.kind,
        found.game_id,
        found.game_source,
        found.other_id,
        found.source,
        found.index,
        found.ply_count,
        found.differences,
    ]
