"""A search: a query as text and board, and the games that match; as ``mentis query`` has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mentis_records.core.text import counted
from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.content import Content, Elsewhere, Table, Told, Value
from mentis_records.explorer.pattern.marked_board import draw_query
from mentis_records.explorer.pattern.pattern_form import added, has_term, pattern_form
from mentis_records.explorer.pattern.ply_span import ply_spans
from mentis_records.explorer.pattern.query_part import QueryPart, join_query, split_query
from mentis_records.explorer.result_bar import result_bar, share_line
from mentis_records.explorer.visit import Visit
from mentis_records.export.query_answer import (
    POSITION_COLUMNS,
    count_value,
    match_columns,
    verify_value,
)
from mentis_records.query.answer.match import find_match
from mentis_records.query.error import QueryError
from mentis_records.query.parse.language import language_of
from mentis_records.query.plan.compile import select_matching
from mentis_records.query.plan.question import Question, ask
from mentis_records.statistics.result import Results
from mentis_records.store.game_list import list_columns
from mentis_records.store.position.hits import (
    MATCHES,
    Match,
    find_games,
    list_matches,
    list_positions,
)
from mentis_records.store.saved_query import read_shelf
from mentis_records.store.selection import Selection

ROWS = 20
"""Games or positions in the list, unless the address says how many."""

SECONDS = 3.5
"""How long games are replayed for a page; as JSON all are, or none."""

_KINDS = ("count", "positions", "verify", "saved")
_COLUMNS = ("game", "date", "result", "plies")
"""The columns of the games, besides the players."""

_MORE = 5
"""How many times as many rows the link to more of them has."""


def tell(visit: Visit) -> Told:
    """Return what ``mentis query --format json`` tells of the same."""
    address = visit.address
    kind = _kind(address)
    if kind == "saved":
        return Table(["name", "query"], list(read_shelf(visit.database).items()))
    question, match = _answer(visit)
    limit = address.number("limit", 0) or None
    order = _order(address, match, is_positions=kind == "positions")
    database = visit.database
    if kind == "count":
        return Value(count_value(database, question, match))
    if kind == "verify":
        return Value(verify_value(database, question, match, limit, visit.progress).told)
    if kind == "positions":
        return Table(POSITION_COLUMNS, list_positions(database, match, order, limit))
    return Table(match_columns(match.slug), list_matches(database, match, order, limit))


def show(visit: Visit) -> Content | Elsewhere:
    """Return the search with its form, and what was found."""
    address, game = visit.address, visit.game
    if has_term(address):
        return Elsewhere(added(address, game))
    text = address.get("query")
    shelf = read_shelf(visit.database)
    values: dict[str, Any] = {
        "slug": game.description.slug,
        "bare": Address(address.database, address.page),
        "text": text,
        "form": pattern_form(game),
        "kept": address.have(query=address.all("query")[:-1]).parameters,
        "saved": [(name, said, _asking(address, name)) for name, said in shelf.items()],
        "examples": [
            (form, _asking(address, form))
            for forms in language_of(game).forms.values()
            for form in forms[:1]
        ],
        "error": "",
        "parts": [],
        "found": None,
        "kind": _kind(address),
        "sides": game.description.sides,
    }
    if not text:
        return Content("query.html", {**values, "board": draw_query(game, [])})
    try:
        parts = split_query(text, game, shelf)
        question, match = _answer(visit)
    except QueryError as error:
        if error.text != text:
            raise
        values |= {"error": error.underlined(), "board": draw_query(game, [])}
        return Content("query.html", values)
    values |= {"board": draw_query(game, parts), "parts": _listed(address, parts)}
    return Content("query.html", {**values, **_found(visit, question, match)})


def _kind(address: Address) -> str:
    """Return what is asked for besides the games.

    Raises:
        AddressError: it is several things.
    """
    given = [name for name in _KINDS if address.get(name)]
    if len(given) > 1:
        raise AddressError(f"choose {' or '.join(given)}")
    return "".join(given)


def _answer(visit: Visit) -> tuple[Question, Match]:
    """Return the question of an address, and what answers it.

    It is the last ``query``; others that come along select games, as ``where`` does.
    """
    game, database = visit.game, visit.database
    *others, text = visit.address.all("query") or [""]
    question = ask(text, game, read_shelf(database))
    selection: Selection = visit.tests
    for other in others:
        selection &= select_matching(other, game, read_shelf(database), visit.replay)
    return question, find_match(database, question, selection, visit.progress)


def _order(address: Address, match: Match, *, is_positions: bool) -> list[str]:
    known = [*list_columns(match.slug), *([] if is_positions else [MATCHES])]
    order = [name.strip().lower() for name in address.get("sort").split(",") if name.strip()]
    for name in order:
        if name.removeprefix("-") not in known:
            raise AddressError(f"sort: no column {name[:40]!r}; there are {', '.join(known)}")
    return order


def _asking(address: Address, text: str) -> Address:
    others = address.all("query")[:-1]
    left = address.have(**dict.fromkeys((*_KINDS, "limit", "sort")))
    return left.have(query=[*others, text])


def _listed(address: Address, parts: Sequence[QueryPart]) -> list[tuple[str, Address]]:
    """Return the parts of the query, each with the address of the query without it."""
    texts = [part.text for part in parts]
    return [
        (text, _asking(address, join_query([*texts[:at], *texts[at + 1 :]])))
        for at, text in enumerate(texts)
    ]


def _found(visit: Visit, question: Question, match: Match) -> dict[str, Any]:
    """Return what answers the question, as the page shows it."""
    address, database, game = visit.address, visit.database, visit.game
    kind = _kind(address)
    limit = address.number("limit", ROWS) or None
    order = _order(address, match, is_positions=kind == "positions")
    if kind == "verify":
        verified = verify_value(database, question, match, limit, visit.progress, SECONDS)
        return {"found": True, "verified": verified}
    found = find_games(database, match)
    value = count_value(database, question, match, found)
    first, second = (side.lower() for side in game.description.sides)
    games = value["games"]
    decided = value[first] + value["draws"] + value[second]
    results = Results(value[first], value["draws"], value[second], games - decided)
    total = value["positions"] if kind == "positions" else games
    shown: dict[str, Any] = {
        "found": True,
        "verified": None,
        "results": results,
        "bar": result_bar(results),
        "words": share_line(results, game.description.sides),
        "counted": f"{counted(value['positions'], 'position')} in {counted(games, 'game')}",
        "total": total,
        "limit": limit or total,
        "more": address.have(limit=(limit or 0) * _MORE),
        "all_games": address.go("games"),
        "order": order,
        "rows": [],
        "columns": [],
    }
    if kind == "positions":
        rows = list_positions(database, match, order, limit, found)
        shown |= {"columns": POSITION_COLUMNS, "rows": list(rows)}
    elif kind != "count":
        names = match_columns(match.slug)
        columns = (*_COLUMNS[:2], first, second, *_COLUMNS[2:])
        at = [names.index(name) for name in columns]
        games_found = list_matches(database, match, order, limit, found)
        shown |= {
            "columns": columns,
            "rows": [
                ([row[each] for each in at], row[-2], ply_spans(row[-1])) for row in games_found
            ],
        }
    return shown
