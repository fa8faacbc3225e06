"""Translate the tree of a query with sequences into a succession, where one is worth it.

The SQL of a sequence takes the longer the more positions its parts match. A succession takes
equally long for all, if what it asks of single positions is cheap enough to be asked of each.
"""

from __future__ import annotations

import re

from mentis_records.core.game import AnyGame
from mentis_records.query.term import Source
from mentis_records.query.translate import Translator
from mentis_records.query.tree import And, Imaged, Lasting, Node, Not, Or, Somewhere, Then
from mentis_records.store.mark import Test
from mentis_records.store.succession import Act, Step, Succession

MAX_TESTS = 8
"""Each takes a byte a position."""

MAX_OPERATIONS = 300
"""More in all tests take longer than the SQL of a sequence."""

_OPERATION = re.compile(r"[&|~<>=]+|\b(?:and|or|not|case|between)\b")
_LOOKUP = re.compile(r"\bselect\b")


def succession_of(node: Node, game: AnyGame) -> Succession | None:
    """Return the succession that finds the positions at which a tree is true.

    Returns:
        None for a tree without sequences, and for one of costly tests.
    """
    if not _has_sequence(node):
        return None
    collector = _Collector(game)
    return collector.succession if collector.add(node) else None


def _has_sequence(node: Node) -> bool:
    if isinstance(node, Then | Lasting):
        return True
    if isinstance(node, And | Or):
        return any(map(_has_sequence, node.parts))
    return isinstance(node, Not | Somewhere | Imaged) and _has_sequence(node.part)


class _Collector:
    """Collects the steps for a tree."""

    def __init__(self, game: AnyGame) -> None:
        self._translator = Translator(game, "followed")
        self._tests: list[Test] = []
        self._steps: list[Step] = []
        self._operations = 0

    @property
    def succession(self) -> Succession:
        """The steps so far."""
        return Succession(tuple(self._tests), tuple(self._steps), self._translator.parameters)

    def add(self, node: Node) -> bool:
        """Add the steps for a tree; tell whether all of it is cheap enough."""
        if not _has_sequence(node):
            return self._add_test(node)
        parts, step = self._step(node)
        if not all(map(self.add, parts)):
            return False
        self._steps.append(step)
        return True

    def _add_test(self, node: Node) -> bool:
        term = self._translator.term(node)
        is_excerpted = term.source is Source.EXCERPT
        self._operations += len(_OPERATION.findall(term.condition))
        self._tests.append(Test(term.condition, is_excerpted, term.is_true_beyond))
        self._steps.append(Step(Act.TEST))
        is_lookup = term.source is Source.KEYS or _LOOKUP.search(term.condition)
        is_short = len(self._tests) <= MAX_TESTS and self._operations <= MAX_OPERATIONS
        return is_short and not is_lookup

    def _step(self, node: Node) -> tuple[tuple[Node, ...], Step]:
        """Return the parts of a node, and the step that joins them."""
        if isinstance(node, And):
            return node.parts, Step(Act.ALL, len(node.parts))
        if isinstance(node, Or | Imaged):
            parts = self._translator.ways(node)
            return parts, Step(Act.ONE, len(parts))
        if isinstance(node, Not):
            return (node.part,), Step(Act.NOT)
        if isinstance(node, Somewhere):
            return (node.part,), Step(Act.GAME)
        if isinstance(node, Then):
            return (node.first, node.second), Step(Act.THEN, node.within or 0)
        if isinstance(node, Lasting):
            return (node.part,), Step(Act.LAST, node.positions)
        raise TypeError(f"{type(node).__name__} has no sequence")
