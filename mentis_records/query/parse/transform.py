"""The registry of functions of queries, and what a tree becomes in an image of the game.

To add a function is to add a row to ``FUNCTIONS``; the images are the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from mentis_records.core.query.predicate import Node, Predicate
from mentis_records.core.vocabulary import Vocabulary
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.image import Imager, find_image
from mentis_records.query.query_tree import Imaged, Or, SeenBy, Somewhere, with_parts


@dataclass(frozen=True, slots=True)
class Function:
    """What may stand before a query in parentheses."""

    name: str
    form: str
    about: str
    make: Callable[[Node], Node]


def functions(words: Vocabulary | None, examples: Mapping[str, str]) -> dict[str, Function]:
    """Return the functions of a game's queries, by name.

    Args:
        words: those of its scenes, if it has some.
        examples: one of each test, by its name.
    """
    known = {} if words is None else words.forms

    def form_of(name: str, test: str) -> str:
        return known[name][0] if name in known else f"{name}({test})"

    found = {
        "game": Function(
            "game",
            form_of("game", examples["side_to_move"]),
            "all positions of a record in which A holds somewhere",
            Somewhere,
        )
    }
    for image in words.images if words is not None else ():
        found[image.slug] = Function(
            image.slug,
            form_of(image.slug, examples["piece_on"]),
            f"A or its image: {image.about}",
            partial(Imaged, slug=image.slug),
        )
    return found


def imaged(node: Node, imager: Imager, words: Vocabulary | None) -> Node:
    """Return what is true of the images of the positions of which a tree is true.

    Args:
        node: the tree.
        imager: what makes the images.
        words: those of the game's scenes, which have the images that the tree itself may name.
    """
    if isinstance(node, Predicate):
        return node.imaged(imager)
    if isinstance(node, Imaged):
        within = Imager(find_image(node.slug, words), imager.sides)
        return Or(
            (
                imaged(node.part, imager, words),
                imaged(imaged(node.part, within, words), imager, words),
            )
        )
    if isinstance(node, SeenBy):
        return SeenBy(imaged(node.part, imager, words), imager.owner(node.side))
    return with_parts(node, lambda part: imaged(part, imager, words))
