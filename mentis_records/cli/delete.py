"""``mentis delete``."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    DatabasePath,
    MemoryLimit,
    Where,
    choose_selection,
)


def delete(
    game_ids: Annotated[
        list[int], typer.Argument(metavar="[ID...]", help="The numbers of games.")
    ] = [],  # noqa: B006 - typer reads it, nobody writes to it
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Delete games from a database, by number, by --where, or by both.

    Their plies, comments, variations and duplicates go with them. It asks first; where nobody
    can answer it does nothing without --yes. Exit code 1: the answer was no. Exit code 2: there
    is no game of some number; nothing is deleted.
    """
    output.check_choice("--format", format_name, ("text", "json"))
    if not game_ids and not where:
        output.fail("delete which games? Give their numbers, or --where")
    from mentis_records.store.delete import delete_games
    from mentis_records.store.game_list import count_games
    from mentis_records.store.selection import EVERY_GAME, select_ids

    selection = choose_selection(where, db)
    if game_ids:
        selection &= select_ids(game_ids)
    with opened(db, memory_limit, Use.CHANGE) as database:
        if count_games(database, select_ids(game_ids)) < len({*game_ids}):
            unknown = next(n for n in game_ids if not count_games(database, select_ids([n])))
            output.fail(f"there is no game {unknown}; nothing was deleted")
        chosen, total = count_games(database, selection), count_games(database, EVERY_GAME)
        if chosen and not yes:
            _confirm(f"Delete {chosen:,} of {total:,} games from {db}?")
        done = delete_games(database, selection)
    if format_name == "json":
        output.write_json(asdict(done))
    else:
        output.write(f"{done.games:,} deleted, with {done.duplicates:,} duplicates")
        if done.sources:
            output.talk(f"{done.sources:,} sources are forgotten: no record of them is left")


def _is_answered() -> bool:
    """Tell whether somebody can answer a question."""
    return sys.stdin.isatty()


def _confirm(question: str) -> None:
    """Ask on the terminal; end the program unless the answer is yes."""
    if not _is_answered():
        output.fail(f"{question} Nobody is there to answer: say --yes")
    if output.ask(f"{question} [y/N]").lower() not in ("y", "yes"):
        output.talk("nothing was deleted")
        raise SystemExit(output.FINDINGS)
