"""A position: its board, the moves played there, what came of them; as ``mentis tree`` has it."""

from __future__ import annotations

from typing import Any

from mentis_records.core.capability import is_drawn, picture_of
from mentis_records.explorer.content import Content, Table
from mentis_records.explorer.visit import Visit
from mentis_records.export.tree_row import tree_columns, tree_rows
from mentis_records.notation.line import read_line
from mentis_records.report.board.board_svg import render_svg
from mentis_records.statistics.opening import load_openings
from mentis_records.statistics.tree import Tree, opening_tree


def tell(visit: Visit) -> Table:
    """Return the moves as ``mentis tree --format json`` tells them."""
    tree, _, _ = _grow(visit)
    return Table(tree_columns(tree), tree_rows(tree))


def show(visit: Visit) -> Content:
    """Return the board and its moves."""
    tree, position, moves = _grow(visit)
    game, address = visit.game, visit.address
    line = [move.notation for move in moves]
    board = ""
    if is_drawn(game):
        board = render_svg(picture_of(game, position, moves[-1] if moves else None), size=420)
    return Content(
        "tree.html",
        {
            "slug": game.description.slug,
            "tree": tree,
            "board": board,
            "line": [
                (notation, address.have(moves=" ".join(line[: at + 1])))
                for at, notation in enumerate(line)
            ],
            "start": address.have(moves=None),
            "follow": [
                address.have(moves=" ".join([*line, branch.notation])) for branch in tree.branches
            ],
        },
    )


def _grow(visit: Visit) -> tuple[Tree, Any, list[Any]]:
    """Return the tree that an address means, its position, and the moves that led there."""
    game, address = visit.game, visit.address
    names = load_openings()
    moves = read_line(game, visit.start, address.get("moves")) if address.get("moves") else []
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
    return tree, position, moves
