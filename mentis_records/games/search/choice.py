"""The board on which a game is searched: its own, or the plain one."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.core.capability import CHOICES, SEARCH, find
from mentis_records.core.game import AnyGame
from mentis_records.fast.search.search import Board
from mentis_records.fast.search.solver import Solver
from mentis_records.games.search.hidden_solver import HiddenSolver
from mentis_records.games.search.plain_board import PlainBoard


def make_board(game: AnyGame, weights: Mapping[str, int] | None = None) -> Board:
    """Return a board for a game.

    Args:
        game: the game.
        weights: what the features of its positions are worth, in thousandths of a logit, or None
            for what its own evaluation says.

    Raises:
        ValueError: the game has no such features.
    """
    own = find(game, SEARCH, "board")
    if own is not None:
        board: Board = own(weights)
        return board
    if weights is not None:
        raise ValueError(f"{game.description.title} has no features that could be weighed")
    return PlainBoard(game)


def make_solver(board: Board) -> Solver | HiddenSolver:
    """Return a solver for a board: one that knows of hidden facts where the game has some."""
    if isinstance(board, PlainBoard) and find(board.game, CHOICES, "claimed") is not None:
        return HiddenSolver(board)
    return Solver(board)


def raise_fault(board: Board) -> None:
    """Raise what a game has raised while it was searched."""
    if isinstance(board, PlainBoard) and board.fault is not None:
        raise board.fault


def about_scores(game: AnyGame) -> str:
    """Return in a sentence or two among which games the expected points of a search hold."""
    facts = game.description
    about = find(game, SEARCH, "about")
    told = _PLAIN.format(facts.title) if about is None else str(about())
    if any(setting.is_secret for setting in facts.settings):
        told += " What players hide from one another is taken as known, faces of pieces too."
    return told


_PLAIN = "Expected points of {} count pieces only; they have not been held against games."
