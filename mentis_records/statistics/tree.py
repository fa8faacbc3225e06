"""The opening tree: what was played in a position, and what came of it.

A position is found by its canonical key, so mirror images count together; moves are shown as
they stand in the position asked for. Moves that lead to one position, or to mirror images of
it, are one branch: its label is the notation most played, the others stand beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.statistics.image import Images, notations
from mentis_records.statistics.interval import Score
from mentis_records.statistics.result import Results
from mentis_records.store.database import Database
from mentis_records.store.fetch import (
    fetch_move_results,
    fetch_moves,
    fetch_position_results,
    fetch_reached,
)
from mentis_records.store.selection import EVERY_GAME, Selection


@dataclass(frozen=True, slots=True)
class Branch:
    """A move of a position.

    ``played`` counts how often it was played here, ``reached`` how often the position after it
    came up, by whatever way. ``results`` are those of the games that played it, each once.
    ``position`` is the string of the position after it. ``tree`` goes on from there, or is
    None where the depth asked for ends.
    """

    notation: str
    also: tuple[str, ...]
    played: int
    reached: int
    results: Results
    position: str
    tree: Tree | None = None

    @property
    def score(self) -> Score:
        """Return the shares of the decided games with their intervals."""
        return self.results.score


@dataclass(frozen=True, slots=True)
class Tree:
    """A position with its branches, the most played first.

    ``side`` is the name of the side to move and ``sides`` are all. ``reached`` counts how often
    the position came up, and ``results`` are those of the games in which it did, each once.
    ``hidden`` counts the branches left out because fewer than ``min_games`` games played them.
    """

    position: str
    side: str
    sides: tuple[str, ...]
    reached: int
    results: Results
    branches: tuple[Branch, ...]
    hidden: int
    min_games: int

    def walk(self, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Branch]]:
        """Yield all branches in reading order, each with the moves that lead to it, its own last.

        ``before`` are moves to put before them.
        """
        for branch in self.branches:
            line = (*before, branch.notation)
            yield line, branch
            if branch.tree is not None:
                yield from branch.tree.walk(line)


def opening_tree(
    database: Database,
    game: AnyGame,
    position: Any,
    *,
    depth: int = 1,
    min_games: int = 1,
    selection: Selection = EVERY_GAME,
) -> Tree:
    """Return the moves played in a position, and those played after them, ``depth`` plies deep.

    Branches that fewer than ``min_games`` games played are counted, not shown. A position that
    never came up has a tree without branches. Only the games of the selection count.

    Raises:
        ValueError: the depth is less than 1.
        StoreError: the database cannot be read.
    """
    if depth < 1:
        raise ValueError(f"a tree is at least one ply deep, not {depth}")
    slug = game.description.slug
    canonical_key = position.canonical_key
    twigs = _twigs(database, game, position, selection)
    shown = [twig for twig in twigs if twig.branch.results.games >= min_games]
    branches = [twig.branch for twig in shown]
    if depth > 1:
        branches = [
            replace(
                twig.branch,
                tree=opening_tree(
                    database,
                    game,
                    twig.position,
                    depth=depth - 1,
                    min_games=min_games,
                    selection=selection,
                ),
            )
            for twig in shown
        ]
    return Tree(
        game.format_position(position),
        game.description.sides[position.side],
        game.description.sides,
        fetch_reached(database, slug, [canonical_key], selection)[canonical_key],
        Results.of(fetch_position_results(database, slug, canonical_key, selection)),
        tuple(branches),
        len(twigs) - len(shown),
        min_games,
    )


@dataclass(frozen=True, slots=True)
class _Twig:
    """A branch with the position after it as the game's value."""

    branch: Branch
    position: Any


def _twigs(database: Database, game: AnyGame, position: Any, selection: Selection) -> list[_Twig]:
    """Return the branches of a position in order, none left out."""
    slug = game.description.slug
    key, canonical_key = position.key, position.canonical_key
    images = Images(game, position)
    moves: dict[int, list[Any]] = {}
    played: Counter[int] = Counter()
    written: Counter[str] = Counter()
    for found in fetch_moves(database, slug, key, canonical_key, selection):
        move = images.orient(found.move_code, found.after, found.is_plain)
        if move is not None:
            moves.setdefault(found.after, []).extend([move, *images.images(move, found.after)])
            played[found.after] += found.played
            written[move.notation] += found.played
    results = fetch_move_results(database, slug, canonical_key, selection)
    reached = fetch_reached(database, slug, moves, selection)
    twigs = []
    for after, together in moves.items():
        label, *also = notations(together, written)
        move = next(move for move in together if move.notation == label)
        following = game.play(position, move)
        branch = Branch(
            label,
            tuple(also),
            played[after],
            reached[after],
            Results.of(results.get(after, {})),
            game.format_position(following),
        )
        twigs.append(_Twig(branch, following))
    return sorted(twigs, key=lambda twig: (-twig.branch.played, twig.branch.notation))
