"""Tell tables of games, a row a game, from record files, and write the first row as tag pairs."""

from __future__ import annotations

import csv
import re

from mentis_records.notation.tag.known_tag import common_tags
from mentis_records.notation.tag.meant_tag import tag_pair

_HEAD = re.compile(r"\"?[^\W\d_][^,;\t|\n]{0,40}(?:[,;\t|][^,;\t|\n]{0,40}){2,30}")
_SIGNS = ("\t", ";", "|", ",")
_NAMES = frozenset(("event", "site", "date", "round", "result", "moves", "termination"))
_LEAST = 2
"""Columns that have one of these names at least."""

_LONGEST = 160
"""Characters of tag pairs that are shown."""


def find_game_table(beginning: bytes) -> str | None:
    """Return the first row of a table of games as tag pairs, None if a text begins otherwise.

    There is nothing to return of a table without rows, or with very long ones.
    """
    lines = beginning.decode("utf-8", "replace").lstrip("\ufeff").split("\n")
    head, *rows = [line.strip("\r") for line in lines if line.strip()][:3] or [""]
    if head.startswith("[") or not _HEAD.fullmatch(head):
        return None
    sign = max(_SIGNS, key=head.count)
    names = [name.strip(' "') for name in next(csv.reader([head], delimiter=sign))]
    if sum(name.lower() in _NAMES for name in names) < _LEAST:
        return None
    cells = next(csv.reader(rows[:1], delimiter=sign), [])
    known = {name.lower(): name for name in common_tags(())}
    pairs = [
        tag_pair(known.get(name.lower(), name.capitalize()), cell)
        for name, cell in zip(names, cells, strict=False)
        if name.isidentifier() and name.lower() not in ("moves", "game", "no", "nr")
    ]
    written = " ".join(pairs)
    return written if len(written) <= _LONGEST else ""
