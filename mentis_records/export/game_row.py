"""A record as one row of a table: tags in columns, the mainline as a list of moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mentis_records.core.record import Record
from mentis_records.core.setting import all_settings
from mentis_records.store.row.record_row import rating
from mentis_records.store.schema import (
    DESCRIPTION_OF,
    ELO_COLUMNS,
    POINTS_COLUMNS,
    TEXT,
    TEXT_COLUMNS,
    WHOLE,
    elo_columns,
    own_names,
    setting_tags,
    text_columns,
)
from mentis_records.store.schema import TAGS as TAG_MAP


def columns_of(game: str | None) -> Mapping[str, str]:
    """Return the columns of rows with the types of their values, as in ``games`` where it has them.

    They are called as a game calls them, or for several kinds of games (None) as the table does.
    """
    names = {} if game is None else own_names(game)
    points = POINTS_COLUMNS if game is None or DESCRIPTION_OF[game].has_points else ()
    settings = ["settings"] if game is None else [tag.lower() for tag in setting_tags(game)]
    return {
        "game_id": WHOLE,
        "game": TEXT,
        **{names.get(column, column): TEXT for column in TEXT_COLUMNS},
        "result": TEXT,
        "termination": TEXT,
        **{names.get(column, column): WHOLE for column in points},
        **dict.fromkeys(settings, TAG_MAP if game is None else TEXT),
        **{names.get(column, column): WHOLE for column in ELO_COLUMNS},
        "ply_count": WHOLE,
        "start_position": TEXT,
        "final_position": TEXT,
        "moves": f"{TEXT}[]",
        "tags": TAG_MAP,
    }


def game_values(game_id: int, record: Record, game: str | None) -> tuple[Any, ...]:
    """Return the values of ``columns_of`` for a record; comments and variations are left out."""
    tags, texts, ratings = record.tags, text_columns(record.game), elo_columns(record.game)
    own = DESCRIPTION_OF[record.game]
    settings = all_settings(own.settings, tags, {}, own.settled)
    has_points = game is None or DESCRIPTION_OF[game].has_points
    known = {"Game", "Result", "Termination", *texts, *settings}
    return (
        game_id,
        record.game,
        *(tags.get(tag) for tag in texts),
        record.result,
        record.termination,
        *(record.points or (None, None) if has_points else ()),
        *([settings] if game is None else settings.values()),
        *(rating(tags.get(tag)) for tag in ratings),
        len(record.plies),
        record.start,
        record.final,
        [ply.move.notation for ply in record.plies],
        {
            tag: value
            for tag, value in tags.items()
            if tag not in known and not (tag in ratings and value == str(rating(value)))
        },
    )
