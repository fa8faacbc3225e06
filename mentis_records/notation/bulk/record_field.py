"""The field numbers of records read in bulk: which there are, and how wide rows are."""

from __future__ import annotations

STATUSES = (0, 1, 2, 3)
"""Sound; sound but for missing standard tags; refused; waiting for its stated position."""

SOUND, NOTED, REFUSED, STATED = STATUSES

FIELDS = (
    "begin",
    "end",
    "line",
    "status",
    "plies",
    "result",
    "termination",
    "outcome",
    "start",
    "extras",
    "is_plain",
    "remarks",
    "first_row",
    "has_points",
    "first_points",
    "second_points",
)
"""The numbers of a record, before those of its tags."""

(
    BEGIN,
    END,
    LINE,
    STATUS,
    PLIES,
    RESULT,
    TERMINATION,
    OUTCOME,
    START,
    EXTRAS,
    IS_PLAIN,
    REMARKS,
    FIRST_ROW,
    HAS_POINTS,
    FIRST_POINTS,
    SECOND_POINTS,
) = range(len(FIELDS))
"""Where they stand in a record's row."""

WIDTH = len(FIELDS)

BEFORE, AFTER, CLOSING = 0, 1, 2
"""Where a remark stands: before the first ply of its line, behind a ply, behind the result."""

EXTRA_WIDTH, REMARK_WIDTH, VARIATION_WIDTH, VARIATION_PLY_WIDTH = 5, 7, 4, 3
"""Numbers of a tag without a column, of a remark, a variation, and of a ply in one."""

OPENING = 8
"""Plies by which the records of one game are found, whole or cut short."""
