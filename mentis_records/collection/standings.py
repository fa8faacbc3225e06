"""The table of an event: ``mentis standings`` as a function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mentis_records.collection.rows import Rows
from mentis_records.core.game import AnyGame
from mentis_records.core.text import counted
from mentis_records.statistics.event.event import System, event_of
from mentis_records.statistics.event.finding import Finding, findings
from mentis_records.statistics.event.ranking import ORDERS, Standing
from mentis_records.statistics.event.ranking import standings as rank
from mentis_records.statistics.event.tie_break import DIRECT, TIE_BREAKS
from mentis_records.store.count.event_games import fetch_event_games, fetch_events
from mentis_records.store.database import Database
from mentis_records.store.selection import Selection


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's row of the table; ``rank`` is shared by players whom no tie-break parts.

    ``played``, ``won``, ``drawn`` and ``lost`` count games that were played, ``unplayed`` forfeits
    and byes. ``tie_breaks`` has a number for each tie-break, None where it does not apply.
    """

    rank: int
    player: str
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    unplayed: int
    unplayed_points: float
    tie_breaks: Mapping[str, float | None]


class Standings(Rows[StandingRow]):
    """The table in order, the ``system`` (``all-play-all`` or ``swiss``), and what was found.

    ``findings`` have a ``kind``, ``words``, and ``is_fault``: that the table may be wrong.
    """

    def __init__(self, rows: Iterable[StandingRow], system: str, found: Sequence[Finding]) -> None:
        """Keep the table."""
        super().__init__(StandingRow, rows)
        self.system = system
        self.findings = tuple(found)

    @property
    def is_clean(self) -> bool:
        """Tell whether the command would end with exit code 0: nothing may be wrong."""
        return not any(each.is_fault for each in self.findings)


def rank_selected(
    database: Database,
    game: AnyGame,
    selection: Selection,
    tie_breaks: str | Sequence[str],
    system: str,
) -> Standings:
    """Return the table of the one event that the selected games of a kind are of.

    Raises:
        ValueError: they are of several events, or there is no such tie-break or system.
    """
    order = _read_order(tie_breaks)
    systems = [each.value for each in System]
    if system and system not in systems:
        raise ValueError(f"no system {system!r}: choose one of {', '.join(systems)}")
    events = fetch_events(database, game, selection)
    if len(events) > 1:
        named = [each.distinguished(repr(each.name)) for each in events if each.name]
        told = ", ".join(named[:5]) + (", ..." if len(named) > 5 else "")
        raise ValueError(
            f"the games are of {counted(len(named), 'event')}: choose one with where; {told}"
        )
    games = fetch_event_games(database, game, selection)
    event = event_of(games, System(system) if system else None)
    rows = rank(event, order or list(ORDERS[event.system]))
    found = findings(event, game.description.sides)
    return Standings(map(_row, rows), event.system.value, found)


def _read_order(names: str | Sequence[str]) -> list[str]:
    given = names.split(",") if isinstance(names, str) else names
    order = [name.strip().lower() for name in given if name.strip()]
    known = (*TIE_BREAKS, DIRECT)
    for name in order:
        if name not in known:
            raise ValueError(f"no tie-break {name!r}: choose from {', '.join(known)}")
    return list(dict.fromkeys(order))


def _row(found: Standing) -> StandingRow:
    return StandingRow(
        found.rank,
        found.player,
        found.points,
        found.played,
        found.won,
        found.drawn,
        found.lost,
        found.unplayed,
        found.unplayed_points,
        {name: found.worth(name) for name in (*TIE_BREAKS, DIRECT)},
    )
