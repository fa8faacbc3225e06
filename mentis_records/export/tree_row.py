"""The moves of an opening tree as rows for programs, a move a row; empty: nothing is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mentis_records.statistics.tree import Branch, Tree


def tree_columns(tree: Tree) -> list[str]:
    """Return the names of the columns, some of which are the sides' of the game."""
    first, second = (side.lower() for side in tree.sides)
    names = ["ply", "move", "also", "played", "reached", "games", first, "draws", second, "open"]
    for name in (first, "draws", second):
        names += [f"{name}_share", f"{name}_low", f"{name}_high"]
    names += ["is_too_few", "name", "line", "as_shown", "mirrored", "rated", "elo", "met"]
    names += ["performance", "first_date", "last_date", "best_games", "replies", "end", "same_as"]
    return [*names, "position"]


def tree_rows(
    tree: Tree, *, is_flat: bool = False, called: Callable[[int], int | str] = int
) -> Iterator[list[Any]]:
    """Yield a row a move in reading order, with lists as texts where rows are to be flat.

    ``called`` says how games are called by their numbers.
    """
    for line, branch in tree.walk():
        best = [called(number) for number in branch.best_games]
        yield [*_values(line, branch, best, is_flat), branch.position]


def _values(
    line: Sequence[str], branch: Branch, best: Sequence[int | str], is_flat: bool
) -> list[Any]:
    strength, score = branch.strength, branch.score
    shares = (score.first, score.draw, score.second)
    bounds = [
        None if share.value is None else round(bound, 6)
        for share in shares
        for bound in (share.value or 0.0, share.low, share.high)
    ]
    return [
        len(line),
        branch.notation,
        " ".join(branch.also),
        branch.played,
        branch.reached,
        *branch.results.counts,
        *bounds,
        branch.results.is_small,
        branch.name,
        " ".join(line),
        branch.as_shown,
        branch.played - branch.as_shown,
        strength.rated,
        None if strength.average is None else round(strength.average, 1),
        strength.met,
        strength.performance,
        branch.first_date,
        branch.last_date,
        " ".join(map(str, best)) if is_flat else best,
        branch.replies,
        branch.end,
        " ".join(branch.same_as),
    ]
