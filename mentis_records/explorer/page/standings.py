"""The events of the selected games, and the table of one: as ``mentis standings`` has it.

The table is there if the games are of one event; JSON has then a line for each player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mentis_records.core.text import counted
from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.content import Content, Lines
from mentis_records.explorer.facet import add, fitting
from mentis_records.explorer.page_range import PageRange
from mentis_records.explorer.visit import Visit
from mentis_records.export.standing_row import STANDING_COLUMNS, standing_rows
from mentis_records.report.event.crosstable import crosstable_cells, crosstable_words, is_pairwise
from mentis_records.report.event.points import points_text, quarters
from mentis_records.report.words.wording import capital, shorten
from mentis_records.statistics.event.event import Event, System, event_of
from mentis_records.statistics.event.finding import Finding, findings
from mentis_records.statistics.event.ranking import ORDERS, Standing
from mentis_records.statistics.event.ranking import standings as rank
from mentis_records.statistics.event.tie_break import DIRECT, SHORT, TIE_BREAKS
from mentis_records.store.count.event_games import EventPart, fetch_event_games, fetch_events

PAGE = 100
"""Events a page."""

_LONGEST = 60
"""Characters of a name that are shown."""

_MOST_PLAYERS = 200
"""Players of an event that has a crosstable here."""

_MOST_COLUMNS = 40
"""Columns of a crosstable that are seen at once."""

_MOST_FINDINGS = 10
"""Findings of a kind that are seen at once."""

_NAMES = (*TIE_BREAKS, DIRECT)


def tell(visit: Visit) -> Lines:
    """Return the table of the event as ``mentis standings --format json`` tells it."""
    order = read_order(visit.address)
    system = read_system(visit.address)
    parts = fetch_events(visit.database, visit.game, visit.settled)
    if len(parts) > 1:
        events = counted(sum(bool(each.name) for each in parts), "event")
        raise AddressError(f"the games are of {events}: choose one by where")
    event = event_of(fetch_event_games(visit.database, visit.game, visit.settled), system)
    rows = rank(event, order or list(ORDERS[event.system]))
    return Lines(STANDING_COLUMNS, standing_rows(rows))


def show(visit: Visit) -> Content:
    """Return the list of events, or the table of the only one."""
    order, system = read_order(visit.address), read_system(visit.address)
    parts = fetch_events(visit.database, visit.game, visit.settled)
    if len(parts) > 1:
        return _list(visit.address, parts)
    event = event_of(fetch_event_games(visit.database, visit.game, visit.settled), system)
    title = parts[0].name if parts else ""
    return _table(visit, event, title, order or list(ORDERS[event.system]))


def read_order(address: Address) -> list[str]:
    """Return the tie-breaks that an address names, none if it names none.

    Raises:
        AddressError: there is no such tie-break.
    """
    texts = (name.strip().lower() for name in address.get("tie-breaks").split(","))
    order = list(dict.fromkeys(name for name in texts if name))
    for name in order:
        if name not in _NAMES:
            raise AddressError(f"tie-breaks: no {name[:40]!r}; there are {', '.join(_NAMES)}")
    return order


def read_system(address: Address) -> System | None:
    """Return the system that an address names, None if it names none.

    Raises:
        AddressError: there is no such system.
    """
    name = address.get("system")
    if not name:
        return None
    known = [each.value for each in System]
    if name not in known:
        raise AddressError(f"system: no {name[:40]!r}; there are {', '.join(known)}")
    return System(name)


def _list(address: Address, parts: Sequence[EventPart]) -> Content:
    named = [each for each in parts if each.name]
    pages = PageRange.of(address, len(named), PAGE)
    return Content(
        "events.html",
        {
            "total": len(named),
            "nameless": sum(each.games for each in parts if not each.name),
            "pages": pages,
            "rows": [
                (
                    shorten(each.name, _LONGEST),
                    " and ".join(each.differences),
                    each.games,
                    _place(address, each),
                )
                for each in named[pages.first : pages.end]
            ],
        },
    )


def _place(address: Address, event: EventPart) -> Address | None:
    return add(address.have(page=None), event.filter) if event.filter else None


def _table(visit: Visit, event: Event, title: str, order: Sequence[str]) -> Content:
    address, sides = visit.address, visit.game.description.sides
    rows = rank(event, order)
    is_large = len(rows) > _MOST_PLAYERS
    heads, cells = ([], []) if is_large else crosstable_cells(event, rows, sides)
    found = [] if is_large else findings(event, sides)
    shown = [name for name in order if any(row.worth(name) is not None for row in rows)]
    return Content(
        "standings.html",
        {
            "title": shorten(title, _LONGEST) or "Games without an event",
            "games": len(event.games),
            "rounds": len(event.rounds),
            "system": event.system.value,
            "systems": _systems(address),
            "order": order,
            "tie_breaks": [(name, SHORT[name]) for name in shown],
            "others": [(name, _first(address, name, order)) for name in _NAMES if name != order[0]],
            "usual": address.have(tie_breaks=None) if address.get("tie-breaks") else None,
            "rows": [_row(address, row, shown) for row in rows],
            "most": _MOST_PLAYERS,
            "crosstable": _crosstable(rows, heads, cells) if heads else [],
            "crosstable_words": capital(crosstable_words(event, sides)),
            "is_pairwise": is_pairwise(event),
            "faults": _by_kind([each for each in found if each.is_fault]),
            "remarks": _by_kind([each for each in found if not each.is_fault]),
            "list": address.go("games"),
        },
    )


def _systems(address: Address) -> list[tuple[str, Address, bool]]:
    """Return the systems to choose from: words, address, and whether it is chosen."""
    chosen = address.get("system")
    known = [("as the pairings tell", ""), *((each.value, each.value) for each in System)]
    return [(words, address.have(system=value or None), value == chosen) for words, value in known]


def _first(address: Address, name: str, order: Sequence[str]) -> Address:
    """Return the address with a tie-break before all others."""
    others = [each for each in order if each != name]
    return address.have(tie_breaks=",".join([name, *others]))


def _row(address: Address, row: Standing, shown: Sequence[str]) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": shorten(row.player, _LONGEST),
        "place": fitting(address.go("players").have(player=row.player)),
        "points": points_text(row.points),
        "counts": (row.played, row.won, row.drawn, row.lost),
        "unplayed": row.unplayed,
        "worth": [quarters(row.worth(name)) for name in shown],
    }


def _crosstable(
    rows: Sequence[Standing], heads: Sequence[str], cells: Sequence[Sequence[str]]
) -> list[dict[str, Any]]:
    """Return the crosstable in pieces that can be read, each with some of the columns."""
    pieces = []
    for begin in range(0, len(heads), _MOST_COLUMNS):
        end = begin + _MOST_COLUMNS
        lines = [
            {
                "number": number,
                "player": shorten(row.player, 24),
                "cells": line[begin:end],
                "own": number - 1 - begin,
                "points": points_text(row.points),
            }
            for number, (row, line) in enumerate(zip(rows, cells, strict=True), 1)
        ]
        pieces.append({"heads": heads[begin:end], "lines": lines})
    return pieces


def _by_kind(found: Sequence[Finding]) -> list[tuple[str, list[str], list[str]]]:
    """Return findings by kind: those seen at once, and the others."""
    kinds: dict[str, list[str]] = {}
    for each in found:
        kinds.setdefault(each.kind, []).append(shorten(each.words, 200))
    return [(kind, words[:_MOST_FINDINGS], words[_MOST_FINDINGS:]) for kind, words in kinds.items()]
