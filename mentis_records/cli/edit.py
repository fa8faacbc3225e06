"""``mentis edit``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.command_hint import next_command
from mentis_records.cli.consent import confirm
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    DatabasePath,
    MemoryLimit,
    Strict,
    Where,
    choose_selection,
    parse_ids,
)

if TYPE_CHECKING:
    from mentis_records.store.database import Database
    from mentis_records.store.load.edit import TagChange
    from mentis_records.store.load.edit_plan import EditPlan

_LISTED = 20
"""So many changes, and so many reasons, are shown at most."""


def edit(
    game_ids: Annotated[
        list[str], typer.Argument(metavar="[ID...]", help="Game numbers, such as 3 or 1,4-9.")
    ] = [],  # noqa: B006 - typer reads it, nobody writes to it
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    assigned: Annotated[
        list[str],
        typer.Option(
            "--set",
            help="A tag and its new value, or player:NAME=NEW for a player of either side; may be "
            "repeated.",
            metavar="TAG=VALUE",
        ),
    ] = [],  # noqa: B006 - typer reads it, nobody writes to it
    removed: Annotated[
        list[str],
        typer.Option("--remove", help="A tag that is to go; may be repeated.", metavar="TAG"),
    ] = [],  # noqa: B006 - typer reads it, nobody writes to it
    undo: Annotated[bool, typer.Option("--undo", help="Take back the last edit.")] = False,
    strict: Strict = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    format_name: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Change tags of stored games: by number, by --where, or both.

    Every game is read again with its new tags, as if loaded: what would not be valid is refused,
    and so is a tag that would change the rules or the start; then no game is changed. It shows
    what it would change and asks first; if nobody can answer, it does nothing without --yes.
    A side's tag changes only in games in which the player of --where has that side.
    --undo takes back the last edit; again, the one before. The files stay as they are.
    """
    output.check_choice("--format", format_name, ("text", "json"))
    if undo:
        if game_ids or where or assigned or removed:
            output.fail("--undo takes back the whole last edit: no games and tags beside it")
        _undo(db, memory_limit, yes, format_name)
        return
    if not game_ids and not where:
        output.fail("edit which games? Give numbers, or --where")
    tags = _tags(assigned, removed)
    from mentis_records.cli.progress import progress_bar
    from mentis_records.core.text import counted
    from mentis_records.query.plan.compile import side_tests
    from mentis_records.store.load.edit import apply_edit
    from mentis_records.store.load.edit_plan import plan_edit
    from mentis_records.store.record import fetch_game_ids
    from mentis_records.store.selection import select_ids

    wanted = set[int]().union(*map(parse_ids, game_ids))
    selection = choose_selection(where, db)
    of_side = {tag: choose_selection(tests, db) for tag, tests in side_tests(where, tags).items()}
    if wanted:
        selection &= select_ids(sorted(wanted))
    with opened(db, memory_limit, Use.CHANGE) as database:
        unknown = wanted.difference(fetch_game_ids(database)) if wanted else wanted
        if unknown:
            output.fail(f"there is no game {min(unknown)}; nothing was changed")
        chosen = fetch_game_ids(database, selection)
        only = {tag: frozenset(fetch_game_ids(database, each)) for tag, each in of_side.items()}
        with progress_bar("reading", "games") as advance:
            plan = plan_edit(database, chosen, tags, strict, advance, only)
        _show(plan.changes, format_name)
        _tell(plan)
        if not plan.changes:
            output.talk("nothing to change")
            raise SystemExit(output.CLEAN if chosen else output.FINDINGS)
        games = counted(len(plan.games), "game")
        if not yes:
            confirm(f"Change {games} in {db}?", "nothing was changed")
        apply_edit(database, plan.changes)
        undoing = next_command("edit --undo", db)
        _end(database, db, f"{games} changed; '{undoing}' takes it back", plan.games)


def _tags(assigned: Sequence[str], removed: Sequence[str]) -> dict[str, str | None]:
    """Return the values by tag, None for those that are to go, or end with a usage error."""
    tags: dict[str, str | None] = {}
    for text in assigned:
        tag, sign, value = text.partition("=")
        if not sign or not tag.strip():
            output.fail(f"--set {text!r}: write TAG=VALUE")
        tags[tag.strip()] = _meant(tag.strip(), value.strip())
    for tag in map(str.strip, removed):
        if tag in tags:
            output.fail(f"--set and --remove both name {tag}")
        tags[tag] = None
    if not tags:
        output.fail("change what? Give --set TAG=VALUE or --remove TAG")
    return tags


def _meant(tag: str, value: str) -> str:
    """Return the value that is meant: of a date that can only mean one day, the form of tags.

    A date that may mean several days is a usage error.
    """
    from mentis_records.core.date import is_date, meant_date, plain_date, possible_dates

    if tag != "Date":
        return value
    meant = meant_date(value) or plain_date(value)
    days = () if is_date(meant) else possible_dates(value)
    if len(days) > 1:
        output.fail(f"--set {tag}={value}: which day is that? Write {' or '.join(days)}")
    return meant


def _undo(db: Path, memory_limit: int | None, yes: bool, format_name: str) -> None:
    from mentis_records.core.text import counted
    from mentis_records.store.load.edit import fetch_last_edit, undo_edit

    with opened(db, memory_limit, Use.CHANGE) as database:
        changes = fetch_last_edit(database)
        if changes is None:
            output.talk("there is no edit to undo")
            raise SystemExit(output.FINDINGS)
        _show(changes, format_name)
        ids = list(dict.fromkeys(change.game_id for change in changes))
        games = counted(len(ids), "game")
        if not yes:
            confirm(f"Undo the last edit, of {games}?", "nothing was undone")
        undo_edit(database)
        _end(database, db, f"{games} changed back", ids)


def _show(changes: Sequence[TagChange], format_name: str) -> None:
    """Write each change of one kind once, with its games; as JSON, each change of a game."""
    if format_name == "json":
        for change in changes:
            value = {"game": change.game_id, "tag": change.tag}
            output.write_json({**value, "old": change.old, "new": change.new})
        return
    from mentis_records.cli.game_number import spans
    from mentis_records.core.text import counted

    kinds = Counter((change.tag, change.old, change.new) for change in changes)
    for (tag, old, new), count in kinds.most_common(_LISTED):
        ids = [
            each.game_id for each in changes if (each.tag, each.old, each.new) == (tag, old, new)
        ]
        games = counted(count, "game")
        output.write_words(f"{tag}: {_shown(old)} -> {_shown(new)}  {games}: {spans(ids)}")
    if len(kinds) > _LISTED:
        output.write_words(f"and {len(kinds) - _LISTED:,} more kinds of changes")


def _shown(value: str | None) -> str:
    from mentis_records.core.text import printable

    return "none" if value is None else f'"{printable(value)}"'


def _tell(plan: EditPlan) -> None:
    """Say what is refused, and end then; and what is warned of."""
    from mentis_records.core.text import counted

    for game_id, reason in list(plan.refused.items())[:_LISTED]:
        output.talk(f"mentis: game {game_id}: {reason}")
    if plan.refused:
        refused = counted(len(plan.refused), "game")
        output.talk(f"mentis: the edit is refused for {refused}; nothing was changed")
        raise SystemExit(output.FINDINGS)
    warnings = Counter(text for texts in plan.warnings.values() for text in texts)
    for text, count in warnings.most_common(_LISTED):
        output.talk(f"warning: {text} ({counted(count, 'game')})")
    if plan.left:
        _tell_left(plan)
    if plan.same and plan.changes:
        output.talk(
            f"{counted(plan.same, 'game')} {'says' if plan.same == 1 else 'say'} so already"
        )


def _tell_left(plan: EditPlan) -> None:
    """Name the games in which the player who is meant does not have the side of a tag."""
    from mentis_records.cli.game_number import spans
    from mentis_records.core.text import counted, printable

    for tag in dict.fromkeys(tag for tags in plan.left.values() for tag in tags):
        games = [game_id for game_id, tags in plan.left.items() if tag in tags]
        left = f"{printable(tag)} left as it is in {counted(len(games), 'game')}: {spans(games)}"
        why = "the player has another side there; --set player:NAME=NEW renames on either side"
        output.talk(left if tag.startswith("player:") else f"{left}; {why}")


def _end(database: Database, db: Path, words: str, game_ids: Sequence[int]) -> None:
    """Say what was done, and which of the games are alike now."""
    from mentis_records.cli.game_number import spans
    from mentis_records.store.duplicate.duplicate_list import fetch_same

    output.talk(words)
    for kept, other in fetch_same(database, game_ids)[:_LISTED]:
        command = next_command(f"duplicates resolve {other}", db)
        output.talk(f"games {spans([kept, other])} say the same now: {command}")
