"""The games behind what is found of an event, and the commands that put it right."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli.command_hint import next_command
from mentis_records.cli.game_number import spans
from mentis_records.core.text import counted, printable
from mentis_records.statistics.event.entry import Kind

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.statistics.event.event import Event
    from mentis_records.statistics.event.finding import Finding
    from mentis_records.store.count.event_games import EventGame
    from mentis_records.store.database import Database

_MOST_ALIKE = 6
"""Pairs of names that are told."""

_PAIR = 2

_MOST_STRAYS = 3
"""Games that may be the missing one, of which more say nothing."""


def advise(
    database: Database, db: Path, game: AnyGame, name: str, event: Event, found: Sequence[Finding]
) -> dict[Finding, str]:
    """Return what is to be said behind findings: which games they are about, and what to do.

    Args:
        database: where the games are.
        db: its file.
        game: the kind of the games.
        name: of the event, empty if the games name none.
        event: its games.
        found: what was found of the event and is told.
    """
    from mentis_records.store.count.event_games import fetch_stray_games

    twins = _fetch_twins(database, found)
    has_missing = name and any(each.players for each in found)
    strays = fetch_stray_games(database, game, name) if has_missing else ()
    sides = game.description.sides
    return {
        each: _numbered(each)
        + _of_twins(each, twins, db)
        + (_of_strays(each, strays, name, db) or _of_bye(each, event, sides, db))
        for each in found
    }


def _fetch_twins(database: Database, found: Sequence[Finding]) -> dict[int, int]:
    """Return the games, of findings on several, that may be the same as another one."""
    doubled = [number for each in found if len(each.games) > 1 for number in each.games]
    if not doubled:
        return {}
    from mentis_records.store.duplicate.duplicate_list import fetch_near
    from mentis_records.store.selection import select_ids

    near = fetch_near(database, select_ids(doubled))
    return {each.other_id: each.game_id for each in near if each.other_id is not None}


def notes(database: Database, db: Path, event: Event) -> list[str]:
    """Return what else of a database may belong to the table of an event.

    That are names of its players that look alike, unless they have met, and refused records.
    """
    from mentis_records.export.player_row import kept_first
    from mentis_records.statistics.name import similar_names
    from mentis_records.store.load.refusal_count import count_refusals
    from mentis_records.store.player import fetch_game_counts

    told = []
    pairs = [
        pair
        for pair in similar_names(event.cards)
        if (min(pair.first, pair.second), max(pair.first, pair.second)) not in event.met
    ]
    if pairs:
        shown = pairs[:_MOST_ALIKE]
        games = fetch_game_counts(
            database, [name for each in shown for name in (each.first, each.second)]
        )
        alike = [
            f"{printable(pair.second)} – {printable(pair.first)}"
            for pair in kept_first(shown, event.cards, games)
        ]
        more = f" and {len(pairs) - _MOST_ALIKE:,} more" if len(pairs) > _MOST_ALIKE else ""
        command = next_command("players merge --suggested", db)
        told.append(f"one player? {'; '.join(alike)}{more}: {command}")
    refused = count_refusals(database).records
    if refused:
        records = counted(refused, "record is", "records are")
        command = next_command("quarantine edit", db)
        told.append(f"{records} in quarantine, perhaps of this event: {command}")
    return told


def _numbered(found: Finding) -> str:
    """Return the numbers of the games in parentheses."""
    if not found.games:
        return ""
    return f" ({'game' if len(found.games) == 1 else 'games'} {spans(found.games)})"


def _of_twins(found: Finding, twins: Mapping[int, int], db: Path) -> str:
    """Return how two games that may be one become one."""
    for number in found.games:
        if twins.get(number) in found.games:
            command = next_command(f"duplicates resolve {number}", db)
            return f"; perhaps the same game: {command}"
    return ""


def _of_bye(found: Finding, event: Event, sides: Sequence[str], db: Path) -> str:
    """Return how a bye of one of two players who have not met becomes their game."""
    if len(found.players) < _PAIR:
        return ""
    for name, other in (found.players, found.players[::-1]):
        byes = [each.game for each in event.cards[name] if each.kind is Kind.BYE]
        games = [each for each in event.games if each.number in byes]
        if len(games) == 1:
            (game,) = games
            side = sides[1 - game.players.index(name)]
            command = f"edit {game.number} --set {shlex.quote(f'{side}={printable(other)}')}"
            whose = f"; the bye of {printable(name)} (game {game.number}) may be it: "
            return whose + next_command(command, db)
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
