"""The most played lines from a start position, each ply with its position; draws nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.progress import Progress
from mentis_records.core.start import Start
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.opening import Openings
from mentis_records.statistics.tree import Branch, Tree, opening_tree
from mentis_records.store.database import Database
from mentis_records.store.selection import Selection

BREADTHS = (6, 2, 1)
"""How many moves are followed at each ply, the most played ones."""


@dataclass(frozen=True, slots=True)
class Node:
    """A move on a line: its branch, where it was played, what was played next.

    ``line`` has the notations from the start. ``replies`` counts the different moves played
    after it, or is None where that was not looked up.
    """

    branch: Branch
    line: tuple[str, ...]
    side: str
    number: str
    move: Any
    position: Any
    replies: int | None
    children: tuple[Node, ...]

    @property
    def depth(self) -> int:
        """Return how many plies come before the move."""
        return len(self.line) - 1

    @property
    def label(self) -> str:
        """Return the move as a listing prints it: ``1. TSNd2``."""
        return f"{self.number} {self.branch.notation}"


@dataclass(frozen=True, slots=True)
class Lines:
    """A start position with all that was played in it, and the most played lines.

    ``selection`` says in words which games count, or is empty: all.
    """

    options: Mapping[str, str]
    selection: str
    root: Tree
    nodes: tuple[Node, ...]

    def walk(self) -> Iterator[Node]:
        """Yield all moves in reading order, each before those that follow it."""
        yield from _walk(self.nodes)


def follow_lines(
    database: Database,
    game: AnyGame,
    start: Start,
    selection: Selection,
    openings: Openings,
    progress: Progress | None = None,
) -> Lines:
    """Return a selection's most played lines from a start, as broad and deep as ``BREADTHS``.

    First moves are the first plies of the games that begin there, so that a game has one. A move
    played in few games is not followed, unless it is on the most played line.

    Raises:
        StoreError: the database cannot be read.
    """
    root = opening_tree(
        database,
        game,
        start.position,
        depth=len(BREADTHS),
        breadths=BREADTHS,
        selection=selection,
        openings=openings,
        at_start=True,
        progress=progress,
    )
    opener = game.description.opener_of(start.position.side, start.options)
    nodes = _follow(game, root, start.position, (), opener, is_main=True)
    return Lines(start.options, selection.words, root, nodes)


def _follow(
    game: AnyGame, tree: Tree, position: Any, line: tuple[str, ...], opener: int, *, is_main: bool
) -> tuple[Node, ...]:
    """Return the most played moves of a position with what follows them."""
    moves = {move.notation: move for move in game.legal_moves(position)}
    number = f"{position.move_number}{'.' if position.side == opener else '...'}"
    nodes = []
    for place, branch in enumerate(tree.branches[: BREADTHS[len(line)]]):
        following = game.play(position, moves[branch.notation])
        here = (*line, branch.notation)
        is_on_main = is_main and place == 0
        replies: int | None = None
        children: tuple[Node, ...] = ()
        if branch.tree is not None and (not branch.results.is_small or is_on_main):
            replies = branch.replies
            children = _follow(game, branch.tree, following, here, opener, is_main=is_on_main)
        move = moves[branch.notation]
        nodes.append(Node(branch, here, tree.side, number, move, following, replies, children))
    return tuple(nodes)


def _walk(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _walk(node.children)
