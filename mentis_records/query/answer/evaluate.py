"""Tell at which positions of a game a query is true, without SQL and features: slow and plain.

It answers where an index does not tell, and is the second opinion on ``translate`` where one does:
every part is asked of every position, and an image is that of the game, not of the query.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.core.query.predicate import Node, Predicate
from mentis_records.query.bound import part_on
from mentis_records.query.image import Imager, find_image
from mentis_records.query.moment import Moment
from mentis_records.query.query_tree import (
    And,
    Imaged,
    Lasting,
    Not,
    Or,
    SeenBy,
    Some,
    Somewhere,
    Then,
    spans_positions,
)


def evaluate(node: Node, moments: Sequence[Moment], sides: tuple[str, ...]) -> list[bool]:
    """Return whether a query is true, for each position of one game from the start on."""
    if isinstance(node, Predicate):
        return [node.holds(moment) for moment in moments]
    if isinstance(node, Not):
        others = [moment.other for moment in moments]
        return [not holds for holds in evaluate(node.part, others, sides)]
    if isinstance(node, And | Or):
        columns = [evaluate(part, moments, sides) for part in node.parts]
        join = all if isinstance(node, And) else any
        return [join(holds) for holds in zip(*columns, strict=True)]
    if isinstance(node, SeenBy):
        return evaluate(node.part, [moment.seen_by(node.side) for moment in moments], sides)
    if isinstance(node, Somewhere):
        return [any(evaluate(node.part, moments, sides))] * len(moments)
    if isinstance(node, Lasting):
        found = evaluate(node.part, moments, sides)
        return [
            at + 1 >= node.positions and all(found[at + 1 - node.positions : at + 1])
            for at in range(len(found))
        ]
    if isinstance(node, Then):
        first = evaluate(node.first, moments, sides)
        second = evaluate(node.second, moments, sides)
        reach = len(moments) if node.within is None else node.within
        return [second[at] and any(first[max(0, at - reach) : at]) for at in range(len(moments))]
    if isinstance(node, Imaged):
        here = evaluate(node.part, moments, sides)
        there = evaluate(node.part, _imaged(node.slug, moments, sides), sides)
        return [one or other for one, other in zip(here, there, strict=True)]
    if isinstance(node, Some):
        passing = _find_some(node, moments, sides)
        return [at in passing for at in range(len(moments))]
    raise TypeError(f"{type(node).__name__} is not a part of a query")


def _find_some(node: Some, moments: Sequence[Moment], sides: tuple[str, ...]) -> set[int]:
    """Return at which positions there is such a piece; each is asked of those left in question."""
    found: set[int] = set()
    for square in sorted(node.piece.area):
        left = [at for at, moment in enumerate(moments) if at not in found]
        left = [at for at in left if node.piece.may_pass(moments[at], square)]
        part = part_on(node, square)
        for each in part.parts if isinstance(part, And) else (part,):
            left = _kept(each, left, moments, sides)
        found.update(left)
    return found


def _kept(
    node: Node, chosen: list[int], moments: Sequence[Moment], sides: tuple[str, ...]
) -> list[int]:
    """Return at which of some positions a query is true; a sequence needs the others, too."""
    if not chosen:
        return []
    if spans_positions(node):
        holds = evaluate(node, moments, sides)
        return [at for at in chosen if holds[at]]
    some = evaluate(node, [moments[at] for at in chosen], sides)
    return [at for at, is_true in zip(chosen, some, strict=True) if is_true]


def _imaged(slug: str, moments: Sequence[Moment], sides: tuple[str, ...]) -> list[Moment]:
    if not moments:
        return []
    imager = Imager(find_image(slug, moments[0].vocabulary), sides)
    return [moment.imaged(imager) for moment in moments]


def find_squares(node: Node, moment: Moment, sides: tuple[str, ...]) -> set[int]:
    """Return the squares that make the tests of a query true at a position.

    What a query says of earlier positions, or denies, marks none.
    """
    if isinstance(node, Imaged):
        (image,) = _imaged(node.slug, [moment], sides)
        places = image.imagers[-1].image.squares
        return find_squares(node.part, moment, sides) | {
            places[place] for place in find_squares(node.part, image, sides)
        }
    if isinstance(node, SeenBy):
        return find_squares(node.part, moment.seen_by(node.side), sides)
    if isinstance(node, Predicate):
        return {*node.squares(moment)} if node.holds(moment) else set()
    found: set[int] = set()
    if isinstance(node, Some):
        for square in node.piece.found(moment):
            part = part_on(node, square)
            if spans_positions(part) or evaluate(part, [moment], sides)[0]:
                found |= {square, *find_squares(part, moment, sides)}
    for part in _present(node):
        found |= find_squares(part, moment, sides)
    return found


def _present(node: Node) -> Iterator[Node]:
    """Yield the parts that speak of the position itself."""
    if isinstance(node, And | Or):
        yield from node.parts
    elif isinstance(node, Then):
        yield node.second
    elif isinstance(node, Lasting):
        yield node.part
