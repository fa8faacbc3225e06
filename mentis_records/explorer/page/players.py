"""The players: their games and points, their ratings, names that look alike; and one player.

JSON is that of ``mentis players``, with ``action=rate`` and ``action=suggest`` as well. With
``player=`` it is an array with the player's results as they are counted in groups: ``by`` is
all, side, year or opponent, ``value`` which one, and the results are from the player's view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from mentis_records.core.text import folded
from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.content import Content, Table
from mentis_records.explorer.facet import fitting
from mentis_records.explorer.page.player import GROUP_COLUMNS, group_rows, show_player
from mentis_records.explorer.page_range import PageRange
from mentis_records.explorer.visit import Visit
from mentis_records.export.player_row import (
    ALIKE_COLUMNS,
    PLAYER_COLUMNS,
    RATING_COLUMNS,
    alike_rows,
    ambiguous_words,
    compare_players,
    player_rows,
    rating_rows,
)
from mentis_records.report.words.wording import shorten
from mentis_records.statistics.rating.league import rate_players
from mentis_records.store.player import fetch_players
from mentis_records.store.selection import Selection

ACTIONS = {"list": "All players", "rate": "Ratings", "suggest": "Similar names"}

PAGE = 100
"""Players a page."""

_LONGEST = 60
"""Characters of a name that are shown."""

_LONGEST_LINE = 300
"""Characters of a line about an ambiguous name that are shown."""

_NO = ("0", "no", "false")


def tell(visit: Visit) -> Table:
    """Return what ``mentis players --format json`` tells, or the results of one player."""
    if visit.address.get("player"):
        return Table(GROUP_COLUMNS, group_rows(visit, _selection(visit)))
    names, rows, _ = _rows(visit)
    return Table(names, rows)


def show(visit: Visit) -> Content:
    """Return a page of the players, or one player."""
    address = visit.address
    if address.get("player"):
        return show_player(visit, _selection(visit))
    names, rows, ambiguous = _rows(visit)
    order = address.get("sort").lower()
    rows = _sorted(list(rows), names, order)
    pages = PageRange.of(address, len(rows), PAGE)
    shown = {name for at, name in enumerate(names) if any(_text(name, row[at]) for row in rows)}
    return Content(
        "players.html",
        {
            "action": _action(address),
            "actions": [
                (words, name, address.have(action=None if name == "list" else name).have(**_PLAIN))
                for name, words in ACTIONS.items()
            ],
            "flags": _flags(address),
            "ambiguous": [shorten(line, _LONGEST_LINE) for line in ambiguous],
            "total": len(rows),
            "pages": pages,
            "heads": [_head(address, name, order) for name in names if name in shown],
            "rows": [
                [
                    _cell(address, name, value)
                    for name, value in zip(names, row, strict=True)
                    if name in shown
                ]
                for row in rows[pages.first : pages.end]
            ],
        },
    )


_PLAIN: dict[str, None] = {"sort": None, "page": None, "with_unplayed": None, "with_unrated": None}

_FLAGS = {
    "with-unplayed": ("unplayed games", ("list", "rate")),
    "with-unrated": ("games with the tag Unrated", ("rate",)),
}
"""Options that take no value: what they count, and of which actions they are."""


def _action(address: Address) -> str:
    action = address.get("action", "list")
    if action not in ACTIONS:
        raise AddressError(f"action: no {action[:40]!r}; there are {', '.join(ACTIONS)}")
    return action


def _is_set(address: Address, flag: str) -> bool:
    """Tell whether an option that takes no value is given."""
    return address.get(flag, "no").strip().lower() not in _NO


def _selection(visit: Visit) -> Selection:
    return replace(
        visit.of_rules,
        with_unplayed=_is_set(visit.address, "with-unplayed"),
        with_unrated=_is_set(visit.address, "with-unrated"),
    )


def _rows(visit: Visit) -> tuple[Sequence[str], Sequence[Sequence[Any]], Sequence[str]]:
    """Return the columns and rows of the action, and a line for each ambiguous name."""
    action = _action(visit.address)
    for flag, (_, actions) in _FLAGS.items():
        if _is_set(visit.address, flag) and action not in actions:
            raise AddressError(f"{flag} belongs to {' and '.join(actions)}")
    selection = _selection(visit)
    if action == "rate":
        league = rate_players(visit.database, visit.game, selection)
        return RATING_COLUMNS, list(rating_rows(league)), ()
    found = fetch_players(visit.database, selection)
    if action == "suggest":
        compared = compare_players(found)
        return ALIKE_COLUMNS, list(alike_rows(found, compared)), ambiguous_words(compared)
    return PLAYER_COLUMNS, list(player_rows(found)), ()


def _sorted(rows: list[Sequence[Any]], names: Sequence[str], order: str) -> Sequence[Sequence[Any]]:
    """Return rows in the order of a column; what lacks is last."""
    if not order:
        return rows
    name = order.removeprefix("-")
    if name not in names:
        raise AddressError(f"sort: no column {name[:40]!r}; there are {', '.join(names)}")
    at = list(names).index(name)
    known = [row for row in rows if row[at] is not None]
    lacking = [row for row in rows if row[at] is None]
    return [*sorted(known, key=itemgetter(at), reverse=order.startswith("-")), *lacking]


def _head(address: Address, name: str, order: str) -> dict[str, Any]:
    ways = {name: "ascending", f"-{name}": "descending"}
    is_text = name in _TEXTS
    first, second = (name, f"-{name}") if is_text else (f"-{name}", name)
    return {
        "words": name.replace("_", " "),
        "place": address.have(sort=second if order == first else first, page=None),
        "way": ways.get(order, ""),
        "is_number": not is_text,
    }


_TEXTS = frozenset({"player", "alike", "first", "last", "aliases", "standing"})


def _cell(address: Address, name: str, value: Any) -> dict[str, Any]:
    is_name = name in ("player", "alike")
    place = fitting(address.go("players").have(player=folded(value))) if is_name else None
    return {"text": _text(name, value), "place": place, "is_number": name not in _TEXTS}


def _text(name: str, value: Any) -> str:
    if value is None or (name == "unplayed" and not value):
        return ""
    if isinstance(value, list):
        return shorten("; ".join(value), _LONGEST)
    if isinstance(value, float):
        places = 2 if name == "likeness" else 0 if name in ("rating", "error") else 1
        return f"{value:,.{places}f}"
    return f"{value:,}" if isinstance(value, int) else shorten(value, _LONGEST)


def _flags(address: Address) -> list[tuple[str, Address]]:
    """Return the options that take no value: the words of each, and the address without or with."""
    action = _action(address)
    found = []
    for flag, (words, actions) in _FLAGS.items():
        if action in actions:
            is_set = _is_set(address, flag)
            verb = "Leave out" if is_set else "Count"
            changed = {flag: None if is_set else "yes"}
            found.append((f"{verb} {words}", address.have(**changed)))
    return found
