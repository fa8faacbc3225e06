"""``mentis standings``."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import (
    DATABASE_VARIABLE,
    DEFAULT_DATABASE,
    Asked,
    MemoryLimit,
    Rules,
    Where,
    choose_selection,
)
from mentis_records.core.text import counted, printable

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.statistics.event.event import System
    from mentis_records.statistics.event.finding import Finding
    from mentis_records.statistics.event.ranking import Standing
    from mentis_records.store.count.event_games import EventGame, EventPart
    from mentis_records.store.database import Database
    from mentis_records.store.selection import Selection

_FORMATS = ("text", "json", "csv")
_MOST_EVENTS = 20
_MOST_FINDINGS = 12
"""Findings of one kind that are told one by one."""


def standings(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="Files, folders, patterns, or - for standard input, as for validate.",
        ),
    ] = None,
    db: Annotated[
        Path | None,
        typer.Option(
            "--db",
            envvar=DATABASE_VARIABLE,
            help="The database, if no files are named.",
            show_default="mentis.duckdb",
        ),
    ] = None,
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    tie_breaks: Annotated[
        str,
        typer.Option(
            "--tie-breaks",
            help="Tie-breaks in order, with commas between: buchholz, buchholz-cut-1, "
            "buchholz-cut-2, buchholz-median, sonneborn-berger, direct-encounter, koya, wins, "
            "games-won.",
            metavar="NAMES",
            show_default="those of the system",
        ),
    ] = "",
    system_name: Annotated[
        str,
        typer.Option(
            "--system", help="all-play-all or swiss.", show_default="what the pairings tell"
        ),
    ] = "",
    format_name: Annotated[str, typer.Option("--format", help="text, json or csv.")] = "text",
    rules: Rules = "",
    memory_limit: MemoryLimit = None,
) -> None:
    """Show the table of an event: points, games, tie-breaks.

    Points are 1 for a win and a half for a draw. played, won, drawn and lost count games that
    were played; unplayed counts forfeits and byes. A record without plies is a forfeit, or a bye
    if one of its players is ? or bye; docs/events.md says how they count.

    What may be wrong is told: pairings and games that come twice, missing games, games without a
    result; the exit code is then 1. Forfeits, byes and who had one side more often are told, too.
    """
    output.check_choice("--format", format_name, _FORMATS)
    order = _read_order(tie_breaks)
    system = _read_system(system_name)
    from mentis_records.cli.collection_file import opened
    from mentis_records.statistics.event.event import event_of
    from mentis_records.statistics.event.finding import findings
    from mentis_records.statistics.event.ranking import ORDERS
    from mentis_records.statistics.event.ranking import standings as rank

    advice: dict[Finding, str] = {}
    noted: list[str] = []
    with _database(paths or [], db, rules) as (place, code):
        asked = Asked(place, rules)
        selection = choose_selection(where, place, asked=asked)
        with opened(place, memory_limit) as database:
            name, games = _fetch(database, asked.game, selection)
            event = event_of(games, system)
            found = findings(event, asked.game.description.sides)
            kinds: dict[str, list[Finding]] = {}
            for each in found:
                kinds.setdefault(each.kind, []).append(each)
            if not paths and event.cards:
                from mentis_records.cli.event_advice import advise, notes
                from mentis_records.cli.progress import waiting_bar

                told = [each for group in kinds.values() for each in group[:_MOST_FINDINGS]]
                with waiting_bar():
                    advice = advise(database, place, asked.game, name, event, told)
                    noted = notes(database, place, event)
    order = order or list(ORDERS[event.system])
    rows = rank(event, order)
    if not rows:
        output.talk("no games of known players")
    elif format_name == "text":
        _write_text(rows, order)
    else:
        _write_all(rows, format_name)
    if format_name == "text" and rows:
        rounds = f", {counted(len(event.rounds), 'round')}" if event.rounds else ""
        words = f"{counted(len(rows), 'player')}, {counted(len(games), 'record')}{rounds}"
        output.talk(f"{event.system.value}: {words}")
    _tell(kinds, advice)
    for words in noted:
        output.talk(words)
    if any(each.is_fault for each in found):
        code = max(code, output.FINDINGS)
    raise SystemExit(code)


def _read_order(text: str) -> list[str]:
    """Return the tie-breaks that an option names, or end with a usage error."""
    from mentis_records.statistics.event.tie_break import DIRECT, TIE_BREAKS

    order = [name.strip().lower() for name in text.split(",") if name.strip()]
    for name in order:
        output.check_choice("--tie-breaks", name, (*TIE_BREAKS, DIRECT))
    return list(dict.fromkeys(order))


def _read_system(name: str) -> System | None:
    from mentis_records.statistics.event.event import System

    if not name:
        return None
    output.check_choice("--system", name, [each.value for each in System])
    return System(name)


@contextmanager
def _database(paths: Sequence[str], db: Path | None, rules: str) -> Iterator[tuple[Path, int]]:
    """Give the database that is asked for, one of the files' own records if files are named.

    With it comes an exit code: whether records of the files have errors and are left out.
    """
    if not paths:
        yield db or DEFAULT_DATABASE, output.CLEAN
        return
    if db is not None and os.environ.get(DATABASE_VARIABLE) != str(db):
        output.fail("name record files, or a database with --db, not both")
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="mentis-") as folder:
        place = Path(folder) / "event.duckdb"
        yield place, _load(paths, place, rules)


def _load(paths: Sequence[str], place: Path, rules: str) -> int:
    """Load files into a database of their own; return the exit code if that is all."""
    from mentis_records.cli.collection_file import Use, opened
    from mentis_records.cli.option import count_cores, make_reader
    from mentis_records.cli.progress import reading_bar
    from mentis_records.cli.record_file import expand_paths
    from mentis_records.store.load.load_many import load_many

    sources = expand_paths(paths)
    reader = make_reader(rules, "", [])
    refused = game_faults = 0
    try:
        with opened(place, None, Use.FILL) as database:
            for summary in load_many(
                database,
                reader,
                sources.files,
                count_cores(),
                lambda name: reading_bar(f"reading {printable(name)}"),
            ):
                refused += summary.quarantined
                game_faults += summary.game_faults
                if summary.duplicates:
                    records = counted(summary.duplicates, "record repeats", "records repeat")
                    output.talk(f"{printable(summary.source)}: {records} a game; counted once")
    except OSError as error:
        output.fail(f"{printable(str(error.filename or 'records'))}: {error.strerror or error}")
    for closed in sources.closed.values():
        output.talk(f"{closed.filename}: {closed.strerror or closed}; not read")
    if refused:
        records = counted(refused, "record")
        output.talk(f"{records} with errors not counted; to see why: mentis validate")
    if game_faults:
        return output.FAULT
    return output.FINDINGS if refused or sources.closed else output.CLEAN


def _fetch(database: Database, game: AnyGame, selection: Selection) -> tuple[str, list[EventGame]]:
    """Return the one event that is selected and its games, or end with a usage error."""
    from mentis_records.store.count.event_games import fetch_event_games, fetch_events

    events = fetch_events(database, game, selection)
    if len(events) > 1:
        output.fail(_several(events))
    return events[0].name if events else "", fetch_event_games(database, game, selection)


def _several(events: Sequence[EventPart]) -> str:
    """Return that games are of several events, and which."""
    named = [each for each in events if each.name]
    nameless = sum(each.games for each in events if not each.name)
    lines = [f"the games are of {counted(len(named), 'event')}: choose one with --where"]
    for each in named[:_MOST_EVENTS]:
        choice = f"{printable(each.name)}: no filter can have such a name"
        if each.filter is not None:
            choice = f"--where {shlex.quote(printable(each.filter))}"
        lines.append(f"  {choice}  ({counted(each.games, 'game')})")
    if len(named) > _MOST_EVENTS:
        lines.append(f"  and {len(named) - _MOST_EVENTS:,} more")
    if nameless:
        lines.append(f"  {counted(nameless, 'game names', 'games name')} no event")
    return "\n".join(lines)


def _write_all(rows: Sequence[Standing], format_name: str) -> None:
    """Write the rows with everything that is known, as CSV or an object a line."""
    from mentis_records.cli.table import write_rows
    from mentis_records.export.standing_row import STANDING_COLUMNS, standing_rows

    if format_name == "csv":
        write_rows("csv", STANDING_COLUMNS, standing_rows(rows))
        return
    for each in standing_rows(rows):
        output.write_json(dict(zip(STANDING_COLUMNS, each, strict=True)))


def _write_text(rows: Sequence[Standing], order: Sequence[str]) -> None:
    """Write the table as it fits the terminal."""
    from decimal import Decimal

    from mentis_records.cli.table import tell_no_room, write_rows
    from mentis_records.statistics.event.tie_break import SHORT

    @cache
    def number(value: float | None, places: str) -> Decimal | None:
        return None if value is None else Decimal(value).quantize(Decimal(places))

    columns = ["#", "player", "points", "games", "+", "=", "-"]
    values = [
        [row.rank, row.player, number(row.points, "0.1"), row.played, row.won, row.drawn, row.lost]
        for row in rows
    ]
    if any(row.unplayed for row in rows):
        columns.append("unplayed")
        for line, row in zip(values, rows, strict=True):
            line.append(row.unplayed)
    shown = []
    for name in order:
        worth = [row.worth(name) for row in rows]
        if all(value is None for value in worth):
            continue
        shown.append(name)
        columns.append(SHORT[name])
        places = "0.01" if name == "sonneborn-berger" else "0.1"
        if all(value is None or value == int(value) for value in worth):
            places = "1"
        for line, value in zip(values, worth, strict=True):
            line.append(number(value, places))
    droppable = ["unplayed", *("-", "=", "+"), "games", *(SHORT[name] for name in shown[::-1])]
    left_out = write_rows("table", columns, values, droppable)
    legend = [f"{SHORT[name]} {name}" for name in shown if SHORT[name] not in (*left_out, name)]
    if legend:
        output.talk(", ".join(legend))
    tell_no_room(left_out)


def _tell(kinds: Mapping[str, Sequence[Finding]], advice: Mapping[Finding, str]) -> None:
    """Say what was found, of each kind the first ones, each with what is to be said behind it."""
    for kind, group in kinds.items():
        lines = [printable(each.words) + advice.get(each, "") for each in group[:_MOST_FINDINGS]]
        if kind == "sides":
            rest = f"; and {len(group) - _MOST_FINDINGS:,} more" * (len(group) > _MOST_FINDINGS)
            output.talk(f"{kind}: {'; '.join(lines)}{rest}")
            continue
        for words in lines:
            output.talk(f"{kind}: {words}")
        if len(group) > _MOST_FINDINGS:
            output.talk(
                f"{kind}: {len(group) - _MOST_FINDINGS:,} more; mentis report event has all"
            )
