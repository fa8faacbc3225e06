"""``mentis info``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
from mentis_records.cli.command_hint import next_command
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    Asked,
    DatabasePath,
    MemoryLimit,
    Rules,
    Where,
    choose_selection,
    select_game,
)
from mentis_records.cli.progress import waiting_bar
from mentis_records.cli.table import check_format, write_rows

if TYPE_CHECKING:
    from mentis_records.store.count.summary import FileSummary, GamesSummary


def info(
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """Show what a database holds: counts, sizes, dates, results, versions.

    With --where, games are counted among those selected; what is said about the file stays
    the same.
    """
    check_format(format_name)
    from mentis_records.store.count.summary import summarise_file, summarise_games
    from mentis_records.store.selection import EVERY_RECORD

    asked = Asked(db, rules)
    selection = choose_selection(where, db, asked=asked) & EVERY_RECORD
    if rules:
        selection &= select_game(asked.game)
    with opened(db, memory_limit) as database, waiting_bar():
        file = summarise_file(database)
        games = summarise_games(database, selection)
    write_info(file, games, selection.words, db, format_name)


def write_info(
    file: FileSummary, games: GamesSummary, where: str, path: Path, format_name: str
) -> None:
    """Write what a database or a lake holds; ``where`` says in words which games were counted."""
    from mentis_records.export.summary_value import INDENT, summary_value

    value = summary_value(str(path), file, games, where)
    if format_name == "json":
        output.write_json(value, indent=INDENT)
    elif format_name == "csv":
        write_rows("csv", ["fact", "value"], _flat(value))
    else:
        output.write_words(_text(file, games, where, path))


def _flat(value: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield nested facts as dotted name and value."""
    for name, found in value.items():
        if isinstance(found, dict):
            yield from _flat(found, f"{prefix}{name}.")
        else:
            yield prefix + name, found


def _text(file: FileSummary, games: GamesSummary, where: str, path: Path) -> str:
    """Return the facts for people, each number with what makes it mean something."""
    from rich.filesize import decimal

    from mentis_records.core.outcome import RESULTS
    from mentis_records.core.text import counted, printable
    from mentis_records.games import DEFAULT_GAME, find_game
    from mentis_records.store.schema import EVALUATIONS, SECRET_SETTINGS

    positions, records = file.rows["position_keys"], file.records
    a_position = f", {file.bytes / positions:.1f} bytes a position" if positions else ""
    lines = [f"{printable(str(path))}: {decimal(file.bytes)}{a_position}", ""]
    sources = file.rows["sources"]
    lines.append(f"{'Records read':<20}{records.read:>12,}  of {counted(sources, 'file')}")
    fates = {
        "stored": (records.stored, ""),
        "duplicates": (records.duplicates, next_command("duplicates", path)),
        "quarantined": (records.quarantined, next_command("quarantine", path)),
        "deleted": (records.deleted, ""),
    }
    for name, (count, command) in fates.items():
        lines.append(_row(name, count, command if count else ""))
    lines += ["", f"{'Games':<20}{games.games:>12,}  {printable(where) or 'all'}"]
    if len(games.rules) > 1 or file.foreign:
        lines += [
            _row(slug, count, "not installed" if slug in file.foreign else "")
            for slug, count in games.rules.items()
        ]
    played = games.games - games.unplayed
    if games.unplayed:
        lines.append(_row("unplayed", games.unplayed, "without a ply; not among the results"))
    if games.unrated:
        lines.append(_row("unrated", games.unrated, "by the tag Unrated"))
    lengths = f"{games.plies / played:.1f} a game, " if played else ""
    if games.longest is not None:
        lengths += f"{games.shortest:,} to {games.longest:,}"
    lines.append(_row("plies", games.plies, lengths))
    lines.append(_row("players", games.players, ""))
    days = f"{games.first_day} to {games.last_day}" if games.first_day else ""
    lines.append(_row("with a date", games.games - games.undated, days))
    sides: tuple[str, ...] = ("the first side", "the second side")
    if len(games.rules) <= 1 and not file.foreign:
        sides = find_game(next(iter(games.rules), DEFAULT_GAME)).description.sides[:2]
    words = (f"{sides[0]} won", f"{sides[1]} won", "drawn", "no result")
    for result, meaning in zip(RESULTS, words, strict=True):
        count = games.results.get(result, 0)
        share = f"{count / played:6.1%}  " if played else ""
        lines.append(_row(result, count, share + meaning))
    for tag, counts in games.options.items():
        lines += [_row(f"{tag} {value}", count, "") for value, count in counts.items()]
    lines += [
        _row(tag, count, "different value" if count == 1 else "different values")
        for tag, count in games.texts.items()
        if count and tag not in SECRET_SETTINGS
    ]
    lacking = counted(file.lacking, "is", "are")
    hint = f"{lacking} not in it: {next_command('index', path)}" if file.lacking else ""
    lines += ["", f"{'Positions index':<20}{file.indexed:>12,}  {hint}".rstrip()]
    if EVALUATIONS.name in file.rows:
        lines.append(f"{'Evaluations':<20}{file.rows[EVALUATIONS.name]:>12,}  lines of play")
    facts = file.facts
    lines += ["", f"Made by mentis-records {facts['made_by']}, schema {facts['schema_version']}"]
    return "\n".join(lines)


def _row(name: str, count: int, words: str) -> str:
    return f"  {name:<18}{count:>12,}  {words}".rstrip()
