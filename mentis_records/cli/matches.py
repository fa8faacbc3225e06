"""``mentis matches``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import opened
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
from mentis_records.core.text import counted, printable

if TYPE_CHECKING:
    from mentis_records.core.outcome import Points
    from mentis_records.store.match.match_list import ListedMatch

_MOST_MATCHES = 2**31 - 1
_COLUMNS = ("match", "first_player", "second_player", "rounds", "score", "winner", "reason")
_ROUND_COLUMNS = ("round", "record", "first_mover", "stones", "score", "termination")
_DROPPABLE = ("winner", "stones", "score")


def matches(
    match: Annotated[
        int | None,
        typer.Argument(
            metavar="[MATCH]", min=1, max=_MOST_MATCHES, help="The number of a match to show."
        ),
    ] = None,
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """List the matches of a database, or show one round by round.

    Rounds make a match where players, event and length agree, and each begins as the one before
    it has ended. What does not fit is told: rounds that are missing or come again, that might
    belong to several matches, and scores that are wrong; the exit code is then 1. With --where,
    the matches of the selected games.
    """
    check_format(format_name)
    asked = Asked(db, rules)
    selection = choose_selection(where, db, asked=asked)
    if rules:
        selection &= select_game(asked.game)
    from mentis_records.store.match.match_list import list_matches

    faults: list[str] = []
    count = 0

    def told(listed: Iterator[ListedMatch]) -> Iterator[ListedMatch]:
        nonlocal count
        for each in listed:
            count += 1
            faults.extend(f"match {each.match}: {fault}" for fault in each.faults)
            yield each

    with opened(db, memory_limit) as database:
        found = told(list_matches(database, selection, match))
        if match is None:
            _list(found, format_name)
        else:
            with waiting_bar():
                one = next(found, None)
            if one is None:
                output.fail(f"{db}: there is no match {match}{' that is selected' * bool(where)}")
            _show(one, format_name)
    if format_name == "table" and match is None:
        output.talk(counted(count, "match", "matches"))
    for fault in faults:
        output.talk(fault)
    raise SystemExit(output.FINDINGS if faults else output.CLEAN)


def _list(found: Iterator[ListedMatch], format_name: str) -> None:
    if format_name == "json":
        from mentis_records.export.match_row import MATCH_COLUMNS, match_value

        write_rows("json", MATCH_COLUMNS, ([*match_value(each).values()] for each in found))
        return
    rows = (
        [each.match, *each.players, len(each.rounds), _pair(each.score), each.winner, each.reason]
        for each in found
    )
    write_rows(format_name, _COLUMNS, rows, _DROPPABLE)


def _show(match: ListedMatch, format_name: str) -> None:
    if format_name == "json":
        from mentis_records.export.match_row import match_value

        output.write_json(match_value(match))
        return
    if format_name == "table":
        players = " - ".join(printable(name or "?") for name in match.players)
        won = f"{match.winner} wins: " if match.winner else ""
        score = "" if match.score is None else f"   {_pair(match.score)}"
        output.write(f"match {match.match}   {players}{score}   {won}{match.reason}\n")
    rows = [
        [
            each.round,
            each.record,
            each.first_mover,
            _pair(each.stones),
            _pair(each.score),
            each.termination,
        ]
        for each in match.rounds
    ]
    write_rows(format_name, _ROUND_COLUMNS, rows, _DROPPABLE)


def _pair(points: Points | None) -> str | None:
    """Return the numbers of both sides as records write scores."""
    return None if points is None else f"{points[0]}:{points[1]}"
