"""Which player a selection of games names: the test of the record that ``--player`` stands for."""

from __future__ import annotations

import re

from mentis_records.store.selection import Selection

_TEST = re.compile(r'\s*player\s*=\s*"((?:[^"\\]|\\.)*)"\s*', re.IGNORECASE)


def player_test(name: str) -> str:
    """Return the test of the record that a player was one of its two."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'player = "{quoted}"'


def sole_player(selection: Selection) -> str | None:
    """Return the player whom one of the tests of a selection names, if one test does just that."""
    found = [match for text in selection.where if (match := _TEST.fullmatch(text))]
    return re.sub(r"\\(.)", r"\1", found[0][1]) if len(found) == 1 else None
