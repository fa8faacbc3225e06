"""The table of evaluations: what searches have found in positions."""

from __future__ import annotations

from mentis_records.store.schema.definition import LONG, LONGS, TEXT, TEXTS, WHOLE, Column, Table
from mentis_records.store.schema.tables import KEY

EVALUATIONS = Table(
    "evaluations",
    "What searches have found: a row for each line of play of a position, whatever games it is in",
    (
        Column("game", TEXT, "the game to which the position belongs: its slug"),
        Column("settings", TEXT, "the settings that hold beside the position, or nothing"),
        KEY,
        Column("engine", TEXT, "name and version of the search"),
        Column("limits", TEXT, "how long it searched, such as 100000 nodes"),
        Column("rank", WHOLE, "which line it is, from 1: the best"),
        Column("score", "DOUBLE", "points that the side to move may expect, 0 to 1, or null"),
        Column("mate", WHOLE, "plies until the game is won, below 0 by the other side, or null"),
        Column("best", LONG, "the first move packed into a number; null where the game is over"),
        Column("line", TEXTS, "the moves that are expected, in canonical notation"),
        Column("line_codes", LONGS, "the same packed into numbers"),
        Column("depth", WHOLE, "plies that were searched to the end"),
        Column("nodes", LONG, "positions that were looked at"),
    ),
)
"""It is made when it is written first. Rows stay when games go: they are about positions."""
