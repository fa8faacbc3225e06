"""A position: its board, the moves played there, what came of them; as ``mentis tree`` has it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from mentis_records.core.capability import is_drawn, picture_of
from mentis_records.core.outcome import WINNERS, Outcome, ending_words
from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.board_table import board_table
from mentis_records.explorer.content import Content, Table
from mentis_records.explorer.facet import facets_of
from mentis_records.explorer.result_bar import result_bar, share_line, year_chart
from mentis_records.explorer.visit import Visit
from mentis_records.explorer.walk.branch_list import (
    LONGEST,
    branch_rows,
    follow,
    headings,
    sorted_branches,
)
from mentis_records.explorer.walk.kept_evaluation import find_evaluations
from mentis_records.explorer.walk.setting_choice import setting_choices
from mentis_records.export.tree_row import tree_columns, tree_rows
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.line import read_line
from mentis_records.report.board.board_choice import render_choices
from mentis_records.statistics.opening import load_openings
from mentis_records.statistics.result import Results
from mentis_records.statistics.tree import Branch, Tree, opening_tree
from mentis_records.store.count.position_games import (
    EndedGames,
    StartGames,
    fetch_arrivals,
    fetch_common_starts,
    fetch_ended,
    fetch_years,
    select_here,
)
from mentis_records.store.game_list import list_columns, list_games
from mentis_records.store.selection import Selection

MOVES = 25
"""Moves in the list, unless the address says how many."""

GAMES = 10
"""Games of the position in the list."""

_STARTS = 10
"""Starts that are listed where no game has begun at the one asked for."""

_LONGEST = 40
"""Characters of the value of a setting that is said of a start."""

_COLUMNS = ("game", "date", "result", "plies", "event")
"""The columns of the games, besides the players."""


@dataclass(frozen=True, slots=True)
class _Growth:
    """A tree, its position, and the moves that led there."""

    tree: Tree
    position: Any
    moves: Sequence[Any]

    @property
    def line(self) -> list[str]:
        """Return the moves in notation."""
        return [move.notation for move in self.moves]


def tell(visit: Visit) -> Table:
    """Return the moves as ``mentis tree --format json`` tells them."""
    tree = _grow(visit).tree
    return Table(tree_columns(tree), tree_rows(tree))


def show(visit: Visit) -> Content:
    """Return the board and its moves."""
    grown = _grow(visit)
    tree, line, address = grown.tree, grown.line, visit.address
    address = address.have(moves=" ".join(line) or None)
    order = address.get("order")
    branches = sorted_branches(tree, order)
    most = address.number("limit", MOVES) or len(branches)
    shown = branches[:most]
    here = address if len(str(address)) <= LONGEST else _by_position(address, tree)
    values = {
        "slug": visit.game.description.slug,
        "here": here,
        "bare": Address(address.database, address.page),
        "tree": tree,
        "order": order,
        "headings": headings(tree),
        "told": [name for name, _ in headings(tree)],
        "rows": branch_rows(tree, shown, partial(follow, here, line if here is address else ())),
        "left_out": len(branches) - len(shown),
        "all_moves": here.have(limit=0),
        "bar": result_bar(tree.results),
        "results": share_line(tree.results, tree.sides),
        "line": _way(address, line),
        "start": address.have(moves=None, limit=None),
        "kept": [pair for pair in here.parameters if pair[0] not in ("limit", "order")],
        **_narrowing(visit, here),
        **_drawn(visit, grown, shown),
        **_games(visit, grown, here),
    }
    return Content("tree.html", values)


def _narrowing(visit: Visit, here: Address) -> dict[str, Any]:
    """Return the facets of the selection if they are asked for, and the way to have them or not."""
    is_asked = bool(here.get("facets"))
    return {
        "facets": facets_of(visit, visit.of_rules) if is_asked else [],
        "narrow": here.have(facets=None if is_asked else "yes"),
    }


def _by_position(address: Address, tree: Tree) -> Address:
    return address.have(moves=None, position=tree.position)


def _way(address: Address, line: Sequence[str]) -> list[tuple[str, Address]]:
    """Return the moves to the position, each with the address of the position after it."""
    return [
        (notation, address.have(moves=" ".join(line[: at + 1]), limit=None))
        for at, notation in enumerate(line)
    ]


def _drawn(visit: Visit, grown: _Growth, shown: Sequence[Branch]) -> dict[str, Any]:
    """Return the board with what each move does, its words, and all moves that can be played."""
    game, position = visit.game, grown.position
    legal = {move.notation: move for move in game.legal_moves(position)}
    board, table = "", None
    if is_drawn(game):
        picture = picture_of(game, position, grown.moves[-1] if grown.moves else None)
        played = [legal[branch.notation] for branch in shown if branch.notation in legal]
        after = [picture_of(game, game.play(position, move), move) for move in played]
        board, table = render_choices(picture, after), board_table(picture)
    is_over = grown.tree.outcome is not None
    return {
        "board": board,
        "table": table,
        "legal": [] if is_over else list(legal),
        "settings": setting_choices(visit),
    }


def _games(visit: Visit, grown: _Growth, address: Address) -> dict[str, Any]:
    """Return the games that reached the position, and what became of them."""
    database, game = visit.database, visit.game
    slug, key = game.description.slug, grown.position.canonical_key
    selection = visit.settled.played
    years = [
        (str(each.year or "unknown"), Results.of(each.results))
        for each in fetch_years(database, slug, key, selection)
    ]
    sides = game.description.sides
    ended = [
        (_ending(sides, each), each.games) for each in fetch_ended(database, slug, key, selection)
    ]
    columns = list_columns(slug)
    names = (*_COLUMNS[:2], *(side.lower() for side in sides), *_COLUMNS[2:])
    sort = [name.strip().lower() for name in address.get("sort", "-date").split(",")]
    if unknown := [name for name in sort if name.removeprefix("-") not in columns]:
        raise AddressError(f"sort: no column {unknown[0][:40]!r}; there are {', '.join(columns)}")
    reaching = selection & select_here(database, slug, key)
    with list_games(
        database, reaching, {name: columns[name] for name in columns}, sort, GAMES
    ) as found:
        listed = [dict(zip(columns, row, strict=True)) for row in found]
    arrivals = fetch_arrivals(database, key, [row["game"] for row in listed])
    return {
        "years": years,
        "chart": year_chart(years) if any(year.isdigit() for year, _ in years) else "",
        "year_bars": [result_bar(results) for _, results in years],
        "year_words": [share_line(results, sides) for _, results in years],
        "ended": ended,
        "columns": names,
        "games": [([row[name] for name in names], arrivals.get(row["game"], 0)) for row in listed],
        "sort": ",".join(sort),
        "all_games": address.go("games").have(
            position=grown.tree.position, rules=slug if address.get("rules") else None
        ),
        "evaluations": find_evaluations(database, game, grown.position, visit.settings),
        "starts": [] if grown.tree.reached or grown.moves else _starts(visit, selection),
    }


def _ending(sides: Sequence[str], ended: EndedGames) -> str:
    """Return in words how games ended, or that they did not."""
    termination = ended.termination or ""
    if ended.result in WINNERS:
        return ending_words(sides, Outcome(ended.result, termination))
    return "Unfinished"


def _starts(visit: Visit, selection: Selection) -> list[tuple[StartGames, Address, list[str]]]:
    """Return where most games begin, each with its address, and its settings in words."""
    named = {each.tag: each for each in visit.game.description.settings}
    found = []
    for start in fetch_common_starts(visit.database, visit.game, _STARTS, selection):
        given = [f"{tag}={value}" for tag, value in start.settings.items()]
        place = visit.address.have(moves=None, position=start.position, variant=None, setting=given)
        words = [
            f"{named[tag].title} {named[tag].name_of(value)}"
            for tag, value in start.settings.items()
            if value != named[tag].default and len(value) <= _LONGEST
        ]
        found.append((start, place, words))
    return found


def _grow(visit: Visit) -> _Growth:
    """Return what an address means; ``moves`` may come several times, for forms to add to it."""
    game, address = visit.game, visit.address
    names = load_openings()
    text = " ".join(address.all("moves"))
    moves = read_line(game, visit.start, text) if text else []
    position, name = names.follow(game, visit.start, moves)
    tree = opening_tree(
        visit.database,
        game,
        position,
        depth=address.number("depth", 1, least=1) if address.is_json else 1,
        min_games=address.number("min-games", 1, least=1),
        max_positions=address.number("max-positions", 10_000, least=1),
        selection=visit.settled.played,
        openings=names,
        name=name,
        progress=visit.progress,
    )
    return _Growth(tree, position, moves)
