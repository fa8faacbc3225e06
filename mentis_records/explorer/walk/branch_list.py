"""The moves of a position as a page lists them: sorted, each with its address and its bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.result_bar import result_bar, share_line
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.tree import Branch, Tree

Key = Callable[[Branch], Any]

LONGEST = 6_000
"""Characters of an address; a longer one has the position instead of the moves to it."""

_OPTIONAL = ("elo", "performance", "last_date")
"""Columns of what records need not tell."""


@dataclass(frozen=True, slots=True)
class BranchRow:
    """A move in the list, where it leads, and what is shown of it."""

    branch: Branch
    place: Address
    bar: str
    words: str
    transposed: int
    has_own_name: bool


def order_keys(tree: Tree) -> Mapping[str, Key]:
    """Return by what moves may be sorted; None comes last."""
    first, second = (side.lower() for side in tree.sides)
    return {
        "move": lambda branch: branch.notation,
        "played": lambda branch: branch.played,
        "reached": lambda branch: branch.reached,
        first: lambda branch: branch.score.first.value,
        "draws": lambda branch: branch.score.draw.value,
        second: lambda branch: branch.score.second.value,
        "elo": lambda branch: branch.strength.average,
        "performance": lambda branch: branch.strength.performance,
        "last_date": lambda branch: branch.last_date,
    }


def headings(tree: Tree) -> list[tuple[str, str]]:
    """Return the columns with their titles; those that say nothing of any move are left out."""
    first, second = tree.sides
    titles = ("Move", "Played", first, "Drawn", second, "Reached", "Rating", "Performance", "Dates")
    columns = zip(order_keys(tree).items(), titles, strict=True)
    return [
        (name, title)
        for (name, key), title in columns
        if name not in _OPTIONAL or any(key(branch) is not None for branch in tree.branches)
    ]


def sorted_branches(tree: Tree, order: str) -> list[Branch]:
    """Return the moves in an order, ``-`` before a name for the greatest first; by default as is.

    Raises:
        AddressError: there is no such order.
    """
    if not order:
        return list(tree.branches)
    keys = order_keys(tree)
    name = order.removeprefix("-")
    if name not in keys:
        raise AddressError(f"order: no column {name[:40]!r}; there are {', '.join(keys)}")
    key = keys[name]
    known = [branch for branch in tree.branches if key(branch) is not None]
    known.sort(key=key, reverse=order.startswith("-"))
    return known + [branch for branch in tree.branches if key(branch) is None]


def branch_rows(
    tree: Tree, branches: Sequence[Branch], follow: Callable[[Branch], Address]
) -> list[BranchRow]:
    """Return moves as rows of a list."""
    return [
        BranchRow(
            branch,
            follow(branch),
            result_bar(branch.results),
            share_line(branch.results, tree.sides),
            branch.reached - branch.played,
            bool(branch.name) and branch.name != tree.name,
        )
        for branch in branches
    ]


def follow(address: Address, line: Sequence[str], branch: Branch) -> Address:
    """Return the address of the position after a move."""
    found = address.have(moves=" ".join([*line, branch.notation]), limit=None)
    if len(str(found)) <= LONGEST:
        return found
    return address.have(moves=None, position=branch.position, limit=None)
