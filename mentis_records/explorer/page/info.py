"""What a database holds: its file, its records, its games; as ``mentis info`` has it."""

from __future__ import annotations

from typing import Any

from mentis_records import __version__
from mentis_records.core.outcome import RESULTS
from mentis_records.core.text import counted
from mentis_records.explorer.content import Content, Value
from mentis_records.explorer.visit import Visit
from mentis_records.export.summary_value import INDENT, summary_value
from mentis_records.games import find_game
from mentis_records.store.count.summary import (
    FileSummary,
    GamesSummary,
    summarise_file,
    summarise_games,
)
from mentis_records.store.schema import EVALUATIONS, SECRET_SETTINGS
from mentis_records.store.selection import EVERY_RECORD, Selection, select_rules

Line = tuple[str, int, str]
"""What is counted, how many there are, and what that means."""


def tell(visit: Visit) -> Value:
    """Return the facts as ``mentis info --format json`` tells them."""
    selection = _selection(visit)
    file = summarise_file(visit.database)
    games = summarise_games(visit.database, selection)
    path = str(visit.database.path)
    return Value(summary_value(path, file, games, selection.words), INDENT)


def show(visit: Visit) -> Content:
    """Return the facts for people."""
    file = summarise_file(visit.database)
    games = summarise_games(visit.database, _selection(visit))
    positions = file.rows["position_keys"]
    return Content(
        "info.html",
        {
            "path": str(visit.database.path),
            "bytes": file.bytes,
            "per_position": f"{file.bytes / positions:.1f}" if positions else "",
            "records": _records(file),
            "games": _games(visit, file, games),
            "results": _results(visit, games),
            "settings": _settings(games),
            "tables": [(name, rows) for name, rows in file.rows.items() if rows],
            "facts": [
                (name.replace("_", " ").replace(".", " of "), value)
                for name, value in {"program": __version__, **file.facts}.items()
            ],
            "is_selected": bool(visit.address.parameters),
        },
    )


def _selection(visit: Visit) -> Selection:
    """Return the games that are counted, of games that are not installed as well."""
    selection = visit.settled & EVERY_RECORD
    if visit.address.get("rules"):
        selection &= select_rules(visit.game.description.slug)
    return selection


def _records(file: FileSummary) -> list[Line]:
    records = file.records
    return [
        ("read", records.read, f"of {counted(file.rows['sources'], 'file')}"),
        ("stored", records.stored, ""),
        ("duplicates", records.duplicates, ""),
        ("quarantined", records.quarantined, ""),
        ("deleted", records.deleted, ""),
    ]


def _games(visit: Visit, file: FileSummary, games: GamesSummary) -> list[Line]:
    played = games.games - games.unplayed
    lines: list[Line] = [("games", games.games, "")]
    if len(games.rules) > 1 or file.foreign:
        for slug, number in games.rules.items():
            is_foreign = slug in file.foreign
            title = slug if is_foreign else find_game(slug).description.title
            lines.append((title, number, "not installed" if is_foreign else ""))
    if games.unplayed:
        lines.append(("unplayed", games.unplayed, "without a ply; not among the results"))
    if games.unrated:
        lines.append(("unrated", games.unrated, "by the tag Unrated"))
    lengths = ""
    if games.longest is not None:
        mean = f"{games.plies / played:.1f} a game"
        lengths = f"{mean}, {games.shortest:,} to {games.longest:,}"
    days = f"{games.first_day} to {games.last_day}" if games.first_day else ""
    lines += [
        ("plies", games.plies, lengths),
        ("players", games.players, ""),
        ("with a date", games.games - games.undated, days),
        ("in the positions index", file.indexed, _lacking(file)),
    ]
    if EVALUATIONS.name in file.rows:
        lines.append(("evaluations", file.rows[EVALUATIONS.name], "lines of play"))
    return lines


def _lacking(file: FileSummary) -> str:
    return f"{counted(file.lacking, 'is', 'are')} not in it" if file.lacking else ""


def _results(visit: Visit, games: GamesSummary) -> list[Line]:
    played = games.games - games.unplayed
    sides: tuple[str, ...] = ("the first side", "the second side")
    if visit.sole is not None:
        sides = find_game(visit.sole).description.sides[:2]
    words = (f"{sides[0]} won", f"{sides[1]} won", "drawn", "no result")
    lines = []
    for result, meaning in zip(RESULTS, words, strict=True):
        number = games.results.get(result, 0)
        share = f", {number / played:.1%}" if played else ""
        lines.append((result, number, meaning + share))
    return lines


def _settings(games: GamesSummary) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"tag": tag, "lines": list(counts.items()), "different": 0}
        for tag, counts in games.options.items()
        if counts
    ]
    found += [
        {"tag": tag, "lines": [], "different": number}
        for tag, number in games.texts.items()
        if number and tag not in SECRET_SETTINGS
    ]
    return found
