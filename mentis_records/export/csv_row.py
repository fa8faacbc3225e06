"""Comma-separated values, a line a game: moves parted by blanks, further tags as JSON."""

from __future__ import annotations

import json

from mentis_records.core.csv_text import csv_line
from mentis_records.core.record import Record
from mentis_records.export.game_row import COLUMNS, game_values


def csv_header() -> str:
    """Return the line with the names of the columns."""
    return csv_line(COLUMNS)


def format_csv(game_id: int, record: Record) -> str:
    """Return the line of a game."""
    *values, moves, tags = game_values(game_id, record)
    return csv_line((*values, " ".join(moves), json.dumps(tags, ensure_ascii=False)))
