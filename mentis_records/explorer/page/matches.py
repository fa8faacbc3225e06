"""The matches, and one round by round; as ``mentis matches`` has them."""

from __future__ import annotations

from typing import Any

from mentis_records.core.outcome import Points
from mentis_records.core.text import quoted
from mentis_records.explorer.address import Address
from mentis_records.explorer.content import Content, Table, Value
from mentis_records.explorer.page_range import PageRange
from mentis_records.explorer.visit import Visit
from mentis_records.export.match_row import MATCH_COLUMNS, match_value
from mentis_records.store.match.match_list import ListedMatch, count_matches, list_matches

PAGE = 50
"""Matches a page."""

_MOST = 2**31 - 1


def tell(visit: Visit) -> Table | Value:
    """Return what ``mentis matches --format json`` tells, of all matches or of one."""
    if visit.address.path:
        return Value(match_value(_match(visit)))
    found = list_matches(visit.database, visit.of_rules)
    return Table(MATCH_COLUMNS, ([*match_value(each).values()] for each in found))


def show(visit: Visit) -> Content:
    """Return a page of the matches, or one of them."""
    address = visit.address
    if address.path:
        return _show_match(visit)
    total, faulty = count_matches(visit.database, visit.of_rules)
    pages = PageRange.of(address, total, PAGE)
    found = list_matches(visit.database, visit.of_rules, limit=PAGE, offset=pages.first)
    return Content(
        "matches.html",
        {
            "total": total,
            "faulty": faulty,
            "pages": pages,
            "rows": [(each, address.go("matches", each.match), _told(each)) for each in found],
        },
    )


def _show_match(visit: Visit) -> Content:
    match, address = _match(visit), visit.address
    return Content(
        "match.html",
        {
            "match": match,
            "told": _told(match),
            "players": [(name or "?", _player(address, name)) for name in match.players],
            "list": address.go("matches"),
            "rounds": [
                (each, address.go("game", each.record), _pair(each.stones), _pair(each.score))
                for each in match.rounds
            ],
            "has_stones": any(each.stones for each in match.rounds),
        },
    )


def _match(visit: Visit) -> ListedMatch:
    text = visit.address.path[0]
    found = None
    is_number = text.isascii() and text.isdigit() and 0 < int(text[:11]) <= _MOST
    if is_number and len(visit.address.path) == 1:
        found = next(list_matches(visit.database, visit.of_rules, int(text)), None)
    if found is None:
        parameters = visit.address.parameters
        selected = " that is selected" if any(name == "where" for name, _ in parameters) else ""
        raise KeyError(f"there is no match {text[:40]}{selected}")
    return found


def _told(match: ListedMatch) -> dict[str, Any]:
    """Return a match in words for people."""
    won = f"{match.winner} wins" if match.winner else ""
    return {
        "names": " – ".join(name or "?" for name in match.players),
        "score": _pair(match.score),
        "ending": ": ".join(filter(None, (won, match.reason))),
    }


def _pair(points: Points | None) -> str:
    """Return the numbers of both sides as records write scores."""
    return "" if points is None else f"{points[0]}:{points[1]}"


def _player(address: Address, name: str | None) -> Address | None:
    text = quoted(name) if name else None
    if text is None:
        return None
    rules = tuple(pair for pair in address.parameters if pair[0] == "rules")
    return Address(address.database, "games", (), (*rules, ("where", f"player = {text}")))
