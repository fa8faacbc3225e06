"""``mentis delete``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.consent import confirm
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    DatabasePath,
    MemoryLimit,
    Where,
    choose_selection,
    parse_ids,
)


def delete(
    game_ids: Annotated[
        list[str], typer.Argument(metavar="[ID...]", help="Game numbers, such as 3 or 1,4-9.")
    ] = [],  # noqa: B006 - typer reads it, nobody writes to it
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Delete games from a database: by number, by --where, or both.

    Their plies, comments, variations and duplicates go with them. It asks first; if nobody can
    answer, it does nothing without --yes. Exit code 1: the answer was no. Exit code 2: one of the
    games does not exist, and nothing was deleted.
    """
    output.check_choice("--format", format_name, ("text", "json"))
    if not game_ids and not where:
        output.fail("delete which games? Give numbers, or --where")
    from mentis_records.core.text import counted
    from mentis_records.store.delete import delete_games
    from mentis_records.store.game_list import count_games
    from mentis_records.store.record import fetch_game_ids
    from mentis_records.store.selection import EVERY_RECORD, select_ids

    wanted = set[int]().union(*map(parse_ids, game_ids))
    selection = choose_selection(where, db) & EVERY_RECORD
    if wanted:
        selection &= select_ids(sorted(wanted))
    with opened(db, memory_limit, Use.CHANGE) as database:
        unknown = wanted.difference(fetch_game_ids(database, EVERY_RECORD)) if wanted else wanted
        if unknown:
            output.fail(f"there is no game {min(unknown)}; nothing was deleted")
        chosen, total = count_games(database, selection), count_games(database, EVERY_RECORD)
        if chosen and not yes:
            question = f"Delete {chosen:,} of {counted(total, 'game')} from {db}?"
            confirm(question, "nothing was deleted")
        done = delete_games(database, selection)
    if format_name == "json":
        output.write_json(asdict(done))
    else:
        output.write_words(f"{done.games:,} deleted, with {counted(done.duplicates, 'duplicate')}")
        if done.sources:
            files = counted(done.sources, "file")
            output.talk(f"nothing is left of {files}, which may be loaded again")
