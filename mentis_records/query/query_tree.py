"""The syntax tree of queries and of tests of the record; knows no game and no database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mentis_records.core.query.number import Operator
from mentis_records.core.query.predicate import Node, SquarePredicate
from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece of a query: what it says, and the offsets of its first and after its last sign.

    ``query`` is all of the query's text.
    """

    query: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """A field compared with a value.

    ``is_tag`` tells that the field was named as a tag; ``is_quoted`` that the value was.
    """

    field: Spot
    operator: Operator
    operator_spot: Spot
    value: Spot
    is_tag: bool = False
    is_quoted: bool = False


@dataclass(frozen=True, slots=True)
class Saved(Node):
    """A saved query by its name."""

    name: Spot


@dataclass(frozen=True, slots=True)
class Not(Node):
    """True where its part is false."""

    part: Node


@dataclass(frozen=True, slots=True)
class And(Node):
    """True where all of its parts are."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """True where one of its parts is."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Then(Node):
    """True where the second part is, if the first was strictly earlier in the game.

    ``within`` is how many plies earlier at most, or None.
    """

    first: Node
    second: Node
    within: int | None


@dataclass(frozen=True, slots=True)
class Lasting(Node):
    """True at the last of so many successive positions at which its part is."""

    part: Node
    positions: int


@dataclass(frozen=True, slots=True)
class Somewhere(Node):
    """True at all positions of a game if its part is at one."""

    part: Node


@dataclass(frozen=True, slots=True)
class Imaged(Node):
    """True where its part is, or would be in the image of the game; ``slug`` names the image."""

    part: Node
    slug: str


@dataclass(frozen=True, slots=True)
class Some(Node):
    """True where a square passes a test and its part is true of the piece there.

    In the part, and there alone, ``place`` (below 0) stands for that square.
    """

    place: int
    piece: SquarePredicate
    part: Node


@dataclass(frozen=True, slots=True)
class SeenBy(Node):
    """True where its part is certain for one who sees what a side sees."""

    part: Node
    side: int


def parts_of(node: Node) -> tuple[Node, ...]:
    """Return the trees that a tree is made of."""
    if isinstance(node, And | Or):
        return node.parts
    if isinstance(node, Then):
        return (node.first, node.second)
    if isinstance(node, Not | Lasting | Somewhere | Imaged | SeenBy):
        return (node.part,)
    if isinstance(node, Some):
        return (node.piece, node.part)
    return ()


def spans_positions(node: Node) -> bool:
    """Tell whether other positions of a game than the one that is asked about matter."""
    return isinstance(node, Then | Lasting | Somewhere) or any(map(spans_positions, parts_of(node)))


def with_parts(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return a tree, which is no test, whose parts are changed."""
    if isinstance(node, And | Or):
        return type(node)(tuple(map(change, node.parts)))
    if isinstance(node, Then):
        return replace(node, first=change(node.first), second=change(node.second))
    if isinstance(node, Not | Lasting | Somewhere | Imaged | SeenBy):
        return replace(node, part=change(node.part))
    if isinstance(node, Some):
        piece = change(node.piece)
        if isinstance(piece, SquarePredicate):
            return replace(node, piece=piece, part=change(node.part))
    raise TypeError(f"{type(node).__name__} is not a part of a query")
