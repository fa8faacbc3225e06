"""A query as a board: what its parts put on squares, and the squares that they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mentis_records.core.capability import is_drawn
from mentis_records.core.game import AnyGame
from mentis_records.core.picture import Piece
from mentis_records.core.query.pattern import Wild
from mentis_records.core.query.predicate import Node, Predicate
from mentis_records.core.vocabulary import NOBODY, Area
from mentis_records.explorer.pattern.piece_look import empty_board, look_of
from mentis_records.explorer.pattern.query_part import QueryPart
from mentis_records.query.predicate.scene import PieceIn, PieceOn, StackOn
from mentis_records.query.query_tree import parts_of
from mentis_records.report.board.board_choice import render_spots

_TITLE = "Board of the query"


def draw_query(game: AnyGame, parts: Sequence[QueryPart]) -> str:
    """Return the board that a query speaks of as SVG, or nothing if the game cannot be drawn."""
    words = game.description.vocabulary
    board = empty_board(game) if words is not None and is_drawn(game) else None
    if board is None or words is None:
        return ""
    marks: dict[str, list[str]] = {}
    standing: dict[str, tuple[Piece, ...]] = {}
    for part in parts:
        places = _places(part.node, len(words.squares))
        for place in sorted(places):
            marks.setdefault(words.squares[place], []).append(part.text)
        pieces = _pieces(game, part.node)
        if pieces and len(places) == 1:
            standing.setdefault(words.squares[min(places)], pieces)
    squares = tuple(
        replace(square, pieces=standing.get(square.name, ()), is_pool=False)
        for square in board.squares
    )
    said = "; ".join(part.text for part in parts) or "Nothing is asked yet."
    board = replace(board, squares=squares, side_to_move=NOBODY)
    return render_spots(board, marks, words.squares, title=_TITLE, words=said)


def _places(node: Node, squares: int) -> Area:
    """Return the squares that a part speaks of, unless these are all."""
    found: Area = frozenset()
    for test in _tests(node):
        area: Area = getattr(test, "area", frozenset())
        if len(area) < squares:
            found |= frozenset(place for place in area if place >= 0)
    return found


def _tests(node: Node) -> Iterator[Predicate]:
    left = [node]
    while left:
        here = left.pop()
        if isinstance(here, Predicate):
            yield here
        left += parts_of(here)


def _pieces(game: AnyGame, node: Node) -> tuple[Piece, ...]:
    """Return the pieces that a test puts on its square, from bottom to top."""
    if isinstance(node, PieceOn | PieceIn):
        return (look_of(game, node.side, node.piece),)
    if not isinstance(node, StackOn):
        return ()
    pieces = []
    for name in node.pattern:
        if isinstance(name, Wild):
            owner = node.side if node.side in (0, 1) else None
            pieces.append(Piece(name.value, "any pieces", owner))
        else:
            pieces.append(look_of(game, node.side, name))
    return tuple(pieces)
