"""Matches as values for programs: players, rounds, score, winner, and why it is so."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from mentis_records.store.match.match_list import ListedMatch

MATCH_COLUMNS = ("match", "players", "rounds", "score", "winner", "reason")


def match_value(match: ListedMatch) -> dict[str, Any]:
    """Return a match as JSON knows values."""
    value = asdict(match)
    return {name: value[name] for name in MATCH_COLUMNS}
