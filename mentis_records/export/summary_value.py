"""What a database holds as one value for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from mentis_records import __version__
from mentis_records.store.count.summary import FileSummary, GamesSummary

INDENT = 2
"""Blanks a level, where the value is written for people, too."""


def summary_value(path: str, file: FileSummary, games: GamesSummary, words: str) -> dict[str, Any]:
    """Return the facts about a file, and about the games in it that ``words`` say."""
    positions = file.rows["position_keys"]
    return {
        "file": {
            "path": path,
            "bytes": file.bytes,
            "bytes_per_position": round(file.bytes / positions, 1) if positions else None,
        },
        "versions": {"program": __version__, **file.facts},
        "rows": file.rows,
        "index": {"games": file.indexed, "is_complete": not file.lacking},
        "not_installed": file.foreign,
        "records": asdict(file.records),
        "selection": {
            "where": words,
            "games": games.games,
            "unplayed": games.unplayed,
            "unrated": games.unrated,
            "plies": games.plies,
            "shortest": games.shortest,
            "longest": games.longest,
            "players": games.players,
            "undated": games.undated,
            "first_day": games.first_day and games.first_day.isoformat(),
            "last_day": games.last_day and games.last_day.isoformat(),
            "kinds": games.rules,
            "results": games.results,
            **{tag.lower(): counts for tag, counts in games.options.items()},
            **{tag.lower(): {"values": count} for tag, count in games.texts.items()},
        },
    }
