"""What a tree says of a named piece once it is known on which square that stands."""

from __future__ import annotations

from typing import Any

from mentis_records.core.query.predicate import Node, Predicate
from mentis_records.core.vocabulary import Area
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.query_tree import Some, with_parts


@dataclass(frozen=True, slots=True)
class _Binding:
    """Acts on the words of tests as an image does: puts a square in place of what stands for it."""

    place: int
    square: int
    sides: tuple[str, ...] = ()

    def area(self, area: Area) -> Area:
        return (area - {self.place}) | {self.square} if self.place in area else area

    def side(self, side: int | None) -> int | None:
        return side

    def owner(self, side: int) -> int:
        return side

    def notation(self, text: str) -> str:
        return text

    def position(self, position: Any) -> Any:
        return position

    def result(self, text: str) -> str:
        return text

    def side_name(self, text: str) -> str:
        return text


def bound(node: Node, place: int, square: int) -> Node:
    """Return a tree with a square where ``place`` stood for it (see ``Some``)."""
    if isinstance(node, Predicate):
        return node.imaged(_Binding(place, square))
    if isinstance(node, Some) and node.place == place:
        return node
    return with_parts(node, lambda part: bound(part, place, square))


def part_on(node: Some, square: int) -> Node:
    """Return what must be true if the named piece stands on a square."""
    return bound(node.part, node.place, square)
