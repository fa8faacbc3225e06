"""The list of games: sorted, a page at a time, as ``mentis games`` has it, with facets beside it.

With ``facet=`` the page lists all values of that facet instead, and tells them with their tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mentis_records.core.text import folded, quoted
from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.content import MAX_ROWS, Content, Table
from mentis_records.explorer.facet import ALL, add, facets_of, fitting, read_facet
from mentis_records.explorer.page_range import PageRange
from mentis_records.explorer.visit import Visit
from mentis_records.report.words.wording import shorten
from mentis_records.store.count.position_games import select_here
from mentis_records.store.game_list import count_games, list_columns, list_games
from mentis_records.store.identity import is_unknown
from mentis_records.store.schema import LONG_SETTINGS
from mentis_records.store.selection import Selection

PAGE = 50
"""Games a page, unless the address says how many."""

_LONGEST = 60
"""Characters of a value that are shown."""

_NUMBERS = frozenset({"game", "plies"})
"""Columns of numbers, and all whose name ends with ``_elo``."""


def tell(visit: Visit) -> Table:
    """Return the games as ``mentis games --format json`` tells them: all, or those of a page."""
    address = visit.address
    if name := address.get("facet"):
        return _tell_facet(visit, name)
    has_pages = bool(address.get("page") or address.get("limit"))
    columns = list_columns(visit.sole)
    limit = address.number("limit", 20) if has_pages else 0
    first = (address.number("page", 1, least=1) - 1) * limit
    order = _order(address, columns)
    rows = list_games(visit.database, _selection(visit), columns, order, limit or None, first)
    return Table(list(columns), rows)


def show(visit: Visit) -> Content:
    """Return a page of the games, or of the values of a facet."""
    address = visit.address
    selection = _selection(visit)
    total = count_games(visit.database, selection)
    if name := address.get("facet"):
        return _show_facet(visit, selection, name, total)
    columns = {name: sql for name, sql in list_columns(visit.sole).items() if name not in _hidden()}
    order = _order(address, columns)
    limit = address.number("limit", PAGE, least=1, most=1_000)
    pages = PageRange.of(address, total, limit)
    rows = list(list_games(visit.database, selection, columns, order, limit, pages.first))
    shown = _telling(list(columns), rows, order)
    return Content(
        "games.html",
        {
            "total": total,
            "as_json": _as_json(address, total, limit),
            "pages": pages,
            "heads": [_head(address, name, order) for name in shown],
            "rows": [_row(visit, list(columns), row, shown) for row in rows],
            "empty": [name.replace("_", " ") for name in columns if name not in shown],
            "facets": facets_of(visit, selection),
            "tree": address.go("tree"),
            "contrast": _contrast(address),
            "without_position": address.have(position=None, page=None),
            "kept": [pair for pair in address.parameters if pair[0] not in ("page", "facet")],
        },
    )


def _as_json(address: Address, total: int, limit: int) -> Address:
    """Return where the games are told as JSON: all, or those of the page if they are too many."""
    if total > MAX_ROWS and not address.get("limit"):
        address = address.have(limit=limit)
    return address.as_json


def _hidden() -> set[str]:
    return {tag.lower() for tag in LONG_SETTINGS}


def _head(address: Address, name: str, order: Sequence[str]) -> dict[str, Any]:
    """Return a column's head: its words, the address sorted by it, and how it is sorted now."""
    first = order[0] if order else ""
    ways = {name: "ascending", f"-{name}": "descending"}
    following = f"-{name}" if first == name else name
    return {
        "words": name.replace("_", " "),
        "place": address.have(sort=following, page=None),
        "way": ways.get(first, ""),
        "is_number": is_number(name),
    }


def _telling(
    names: Sequence[str], rows: Sequence[Sequence[Any]], order: Sequence[str]
) -> list[str]:
    """Return the columns of which some row says something, and those by which rows are sorted."""
    kept = {name.removeprefix("-") for name in order}
    return [
        name
        for at, name in enumerate(names)
        if name in kept or not all(is_unknown(_text(row[at])) for row in rows)
    ]


def _row(
    visit: Visit, names: Sequence[str], row: Sequence[Any], shown: Sequence[str]
) -> list[dict[str, Any]]:
    return [
        {"text": _text(value), "place": _place(visit, name, value), "is_number": is_number(name)}
        for name, value in zip(names, row, strict=True)
        if name in shown
    ]


def is_number(name: str) -> bool:
    """Tell whether a column has numbers."""
    return name in _NUMBERS or name.endswith("_elo")


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        long = _hidden()
        value = ", ".join(f"{tag} {each}" for tag, each in value.items() if tag.lower() not in long)
    return shorten(str(value), _LONGEST)


def _place(visit: Visit, name: str, value: object) -> Address | None:
    """Return where a value leads: to the game, the player, the event."""
    address, text = visit.address, str(value or "")
    if name == "game":
        return address.go("game", text)
    if is_unknown(text):
        return None
    if name in visit.side_columns:
        return fitting(address.go("players").have(player=folded(text)))
    test = quoted(text) if name == "event" else None
    return None if test is None else add(address.go("standings"), f"Event = {test}")


def _contrast(address: Address) -> Address | None:
    """Return where the selection is compared with all other games, if there is one."""
    tests = address.all("where")
    if not tests:
        return None
    others = f"not ({' and '.join(map('({})'.format, tests))})"
    return fitting(address.go("compare").have(where=None, a=tests, b=others))


def _selection(visit: Visit) -> Selection:
    selection = visit.of_rules
    if visit.address.get("position"):
        slug = visit.game.description.slug
        selection &= select_here(visit.database, slug, visit.start.canonical_key)
    return selection


def _order(address: Address, columns: Mapping[str, str]) -> list[str]:
    order = [name.strip().lower() for name in address.get("sort").split(",") if name.strip()]
    known = list(columns)
    for name in order:
        if name.removeprefix("-") not in known:
            raise AddressError(f"sort: no column {name[:40]!r}; there are {', '.join(known)}")
    return order


def _tell_facet(visit: Visit, name: str) -> Table:
    page = visit.address.number("page", 1, least=1)
    facet, _ = read_facet(visit, _selection(visit), name, page)
    rows = [[value.label, value.games, value.test] for value in facet.values]
    return Table([facet.name, "games", "test"], rows)


def _show_facet(visit: Visit, selection: Selection, name: str, total: int) -> Content:
    address = visit.address
    facet, _ = read_facet(visit, selection, name, address.number("page", 1, least=1))
    return Content(
        "facet.html",
        {
            "facet": facet,
            "total": total,
            "pages": PageRange.of(address, facet.different, ALL),
            "back": address.have(facet=None, page=None),
        },
    )
