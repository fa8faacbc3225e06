"""CSV export: one line per game, moves separated by blanks, further tags as JSON."""

from __future__ import annotations

import json

from mentis_records.core.csv_text import csv_line
from mentis_records.core.record import Record
from mentis_records.export.game_row import columns_of, game_values


def csv_header(game: str | None) -> str:
    """Return the line with the names of the columns, for a kind of game or for several."""
    return csv_line(columns_of(game))


def format_csv(game_id: int, record: Record, game: str | None) -> str:
    """Return the line of a game; ``game`` is that of ``csv_header``."""
    *values, moves, tags = game_values(game_id, record, game)
    cells = [
        json.dumps(one, ensure_ascii=False) if isinstance(one, dict) else one for one in values
    ]
    return csv_line((*cells, " ".join(moves), json.dumps(tags, ensure_ascii=False)))
