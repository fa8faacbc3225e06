"""The list of games: sorted, a page at a time, as ``mentis games`` has it."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.content import Content, Table
from mentis_records.explorer.visit import Visit
from mentis_records.store.game_list import count_games, list_columns, list_games
from mentis_records.store.schema import LONG_SETTINGS
from mentis_records.store.selection import Selection, select_reaching

PAGE = 50
"""Games a page, unless the address says how many."""


def tell(visit: Visit) -> Table:
    """Return the games as ``mentis games --format json`` tells them: all, or those of a page."""
    address = visit.address
    has_pages = bool(address.get("page") or address.get("limit"))
    columns = list_columns(visit.sole)
    limit = address.number("limit", 20) if has_pages else 0
    first = (address.number("page", 1, least=1) - 1) * limit
    order = _order(address, columns)
    rows = list_games(visit.database, _selection(visit), columns, order, limit or None, first)
    return Table(list(columns), rows)


def show(visit: Visit) -> Content:
    """Return a page of the games."""
    address = visit.address
    selection = _selection(visit)
    long = {tag.lower() for tag in LONG_SETTINGS}
    columns = {name: sql for name, sql in list_columns(visit.sole).items() if name not in long}
    order = _order(address, columns)
    limit = address.number("limit", PAGE, least=1, most=1_000)
    page = address.number("page", 1, least=1)
    total = count_games(visit.database, selection)
    rows = list_games(visit.database, selection, columns, order, limit, (page - 1) * limit)
    return Content(
        "games.html",
        {
            "total": total,
            "first": (page - 1) * limit,
            "names": list(columns),
            "rows": list(rows),
            "order": order,
            "before": address.have(page=page - 1) if page > 1 else None,
            "after": address.have(page=page + 1) if page * limit < total else None,
        },
    )


def _selection(visit: Visit) -> Selection:
    selection = visit.of_rules
    if text := visit.address.get("position"):
        slug = visit.game.description.slug
        selection &= select_reaching(slug, visit.start.canonical_key, f"position {text}")
    return selection


def _order(address: Address, columns: Mapping[str, str]) -> list[str]:
    order = [name.strip().lower() for name in address.get("sort").split(",") if name.strip()]
    known = list(columns)
    for name in order:
        if name.removeprefix("-") not in known:
            raise AddressError(f"sort: no column {name[:40]!r}; there are {', '.join(known)}")
    return order
