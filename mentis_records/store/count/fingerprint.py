"""Tell by a few digits whether two databases have the same games; knows no statistics.

What counts is what numbers are made of: starts, plies, results and tags of the games, and which
names are one player's. Neither the order in which games were stored, nor their numbers, sources,
comments and variations, nor the index, nor refused records make a difference.
"""

from __future__ import annotations

import hashlib

from mentis_records.store.database import Database, asking
from mentis_records.store.schema import (
    ALIASES,
    ELO_COLUMNS,
    TEXT_COLUMNS,
    own_names,
    setting_sql,
    setting_tags,
)

DIGITS = 16
"""Hexadecimal digits of a fingerprint."""

_LAYOUT = "1"
"""Part of every fingerprint, to be changed with what goes into one."""

_COLUMNS = ("start_key", "content_key", "ply_count", "irregular", "result", "termination")
_SUMS = "count(*), sum(md5_number_upper(line)), sum(md5_number_lower(line))"
"""Sums of hashes do not depend on the order of the lines, and equal lines do not cancel out."""


def fingerprint(database: Database, game: str) -> str:
    """Return the fingerprint of a game's records, ``DIGITS`` hexadecimal digits.

    It tells databases apart that came about by accident, not those that somebody made alike.

    Raises:
        StoreError: the database cannot be read.
    """
    columns = {
        **{name: name for name in _COLUMNS},
        **{tag.lower(): setting_sql(tag) for tag in setting_tags(game)},
        **{own_names(game).get(name, name): name for name in (*TEXT_COLUMNS, *ELO_COLUMNS)},
    }
    fields = ", ".join(f'"{name}" := {sql}' for name, sql in columns.items())
    tags = "tags := list_sort(map_entries(tags))"
    games = f"select to_json(struct_pack({fields}, {tags}))::varchar as line from games where game = $game"  # noqa: E501, S608 - the schema's names
    names = f"select to_json([name, player])::varchar as line from {ALIASES.name}"  # noqa: S608
    with asking(database):
        run = database.connection.execute
        sums = run(f"select {_SUMS} from ({games})", {"game": game}).fetchall()  # noqa: S608
        sums += run(f"select {_SUMS} from ({names})").fetchall()  # noqa: S608
    text = " ".join(str(number or 0) for row in sums for number in row)
    return hashlib.sha256(f"{_LAYOUT} {text}".encode()).hexdigest()[:DIGITS]
