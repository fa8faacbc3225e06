"""The games behind what is found of an event, and the commands that put it right."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli.command_hint import next_command
from mentis_records.cli.game_number import spans
from mentis_records.core.text import printable

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.statistics.event.finding import Finding
    from mentis_records.store.count.event_games import EventGame
    from mentis_records.store.database import Database

_MOST_STRAYS = 3
"""Games that may be the missing one, of which more say nothing."""


def advise(
    database: Database, db: Path, game: AnyGame, event: str, found: Sequence[Finding]
) -> list[str]:
    """Return what is to be said behind each finding: which games it is about, and what to do.

    Args:
        database: where the games are.
        db: its file.
        game: the kind of the games.
        event: its name, empty if the games name none.
        found: what was found of the event.
    """
    from mentis_records.store.count.event_games import fetch_stray_games
    from mentis_records.store.duplicate.duplicate_list import fetch_near
    from mentis_records.store.selection import select_ids

    doubled = [number for each in found if len(each.games) > 1 for number in each.games]
    near = fetch_near(database, select_ids(doubled)) if doubled else ()
    twins = {each.other_id: each.game_id for each in near if each.other_id is not None}
    has_missing = event and any(each.players for each in found)
    strays = fetch_stray_games(database, game, event) if has_missing else ()
    return [
        f"{_numbered(each)}{_of_twins(each, twins, db)}{_of_strays(each, strays, event, db)}"
        for each in found
    ]


def _numbered(found: Finding) -> str:
    """Return the numbers of the games in parentheses."""
    if not found.games:
        return ""
    return f" ({'game' if len(found.games) == 1 else 'games'} {spans(found.games)})"


def _of_twins(found: Finding, twins: Mapping[int, int], db: Path) -> str:
    """Return how two games with the same moves become one."""
    for number in found.games:
        if twins.get(number) in found.games:
            command = next_command(f"duplicates resolve {number}", db)
            return f"; the same moves, so one may be too many: {command}"
    return ""


def _of_strays(found: Finding, strays: Sequence[EventGame], event: str, db: Path) -> str:
    """Return how a game that names no event, and is missing here, gets its event."""
    if not found.players:
        return ""
    fitting = [each.number for each in strays if set(found.players) <= set(each.players)]
    if not 0 < len(fitting) <= _MOST_STRAYS:
        return ""
    numbers = " ".join(map(str, fitting))
    command = f"edit {numbers} --set {shlex.quote(f'Event={printable(event)}')}"
    games = "game" if len(fitting) == 1 else "games"
    return f"; {games} {spans(fitting)} without this event may be it: {next_command(command, db)}"
