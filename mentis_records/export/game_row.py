"""A record as one row of a table: tags in columns, the mainline as a list of moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mentis_records.core.record import Record
from mentis_records.store.row.record_row import rating
from mentis_records.store.schema import (
    DESCRIPTION_OF,
    ELO_COLUMNS,
    OPTION_COLUMNS,
    TEXT,
    TEXT_COLUMNS,
    WHOLE,
)
from mentis_records.store.schema import TAGS as TAG_MAP

COLUMNS: Mapping[str, str] = {
    "game_id": WHOLE,
    "game": TEXT,
    **dict.fromkeys(TEXT_COLUMNS.values(), TEXT),
    "result": TEXT,
    "termination": TEXT,
    **dict.fromkeys(OPTION_COLUMNS.values(), TEXT),
    **dict.fromkeys(ELO_COLUMNS.values(), WHOLE),
    "ply_count": WHOLE,
    "start_position": TEXT,
    "final_position": TEXT,
    "moves": f"{TEXT}[]",
    "tags": TAG_MAP,
}
"""The columns with the types of their values, as in the table ``games`` where it has them."""

_IN_COLUMNS = frozenset({"Game", "Result", "Termination", *TEXT_COLUMNS, *OPTION_COLUMNS})


def game_values(game_id: int, record: Record) -> tuple[Any, ...]:
    """Return the values of ``COLUMNS`` for a record; comments and variations are left out."""
    tags = record.tags
    options = {option.tag: option.values[0] for option in DESCRIPTION_OF[record.game].options}
    further = {tag: value for tag, value in tags.items() if tag not in _IN_COLUMNS}
    return (
        game_id,
        record.game,
        *(tags.get(tag) for tag in TEXT_COLUMNS),
        record.result,
        record.termination,
        *(tags.get(tag, options.get(tag)) for tag in OPTION_COLUMNS),
        *(rating(tags.get(tag)) for tag in ELO_COLUMNS),
        len(record.plies),
        record.start,
        record.final,
        [ply.move.notation for ply in record.plies],
        {
            tag: value
            for tag, value in further.items()
            if not (tag in ELO_COLUMNS and value == str(rating(value)))
        },
    )
