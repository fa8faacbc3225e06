"""Translate the tree of a query into a sequence search, where that is worth it.

The SQL of a sequence takes the longer the more positions its parts match, and that of alternatives
in different tables looks every position up. A succession takes equally long for all, if what it
asks of single positions is cheap enough to be asked of each.
"""

from __future__ import annotations

import re

from mentis_records.core.game import AnyGame
from mentis_records.core.query.predicate import Node, Predicate
from mentis_records.core.query.term import Source, Term
from mentis_records.query.plan.translate import Translator
from mentis_records.query.query_tree import (
    And,
    Imaged,
    Lasting,
    Not,
    Or,
    Some,
    Somewhere,
    Then,
    parts_of,
)
from mentis_records.store.position.position_flags import Test
from mentis_records.store.position.sequence import Act, Step, Succession

MAX_TESTS = 32
"""Each may take a scan of its own."""

MAX_OPERATIONS = 1_000
"""More in all tests take longer than the SQL of a sequence."""

MAX_LEVELS = 8
"""How deep parts are taken out of each other that SQL would look up."""

WORTHWHILE = 0.1
"""How often the tests of a sequence must be true together: SQL looks at nothing but matches."""

OFTEN = 0.3
"""How often what one scan finds must be true: SQL adds the game of each match to a set."""

_OPERATION = re.compile(r"[&|~<>=]+|\b(?:and|or|not|case|between)\b")
_LOOKUP = re.compile(r"\bselect\b")


def succession_of(node: Node, game: AnyGame) -> Succession | None:
    """Return the succession that finds the positions at which a tree is true.

    Returns:
        None for a tree that SQL answers in one scan, if it denies nothing, and for costly tests.
    """
    collector = _Collector(game)
    if _has_sequence(node):
        worthwhile = WORTHWHILE
    elif isinstance(node, Predicate):
        return None
    elif collector.needs_more_than_a_scan(node):
        worthwhile = 0
    elif isinstance(node, Not):
        worthwhile = OFTEN
    else:
        return None
    return collector.succession(worthwhile) if collector.add(node) else None


def _has_sequence(node: Node) -> bool:
    return isinstance(node, Then | Lasting) or any(map(_has_sequence, parts_of(node)))


class _Collector:
    """Collects the steps for a tree."""

    def __init__(self, game: AnyGame) -> None:
        self._translator = Translator(game, "followed")
        self._tests: list[Test] = []
        self._steps: list[Step] = []
        self._operations = 0

    def succession(self, worthwhile: float) -> Succession:
        """Return the steps so far, and how often their tests must be true."""
        parameters = self._translator.parameters
        return Succession(tuple(self._tests), tuple(self._steps), parameters, worthwhile)

    def needs_more_than_a_scan(self, node: Node) -> bool:
        """Tell whether SQL looks rows up for a tree without sequences, or unites two scans."""
        term = self._translator.term(node)
        return term.is_true_beyond or _is_lookup(term)

    def add(self, node: Node, levels: int = 0) -> bool:
        """Add the steps for a tree; tell whether all of it is cheap enough."""
        if not _has_sequence(node):
            if self._add_test(node):
                return True
            if levels == MAX_LEVELS or not isinstance(node, And | Or | Not | Imaged):
                return False
            levels += 1
        elif isinstance(node, Some):
            return False
        parts, step = self._step(node)
        if not all(self.add(part, levels) for part in parts):
            return False
        self._steps.append(step)
        return True

    def _add_test(self, node: Node) -> bool:
        """Add a test of single positions; tell whether it is one, and cheap enough."""
        term = self._translator.term(node)
        if _is_lookup(term):
            return False
        self._operations += len(_OPERATION.findall(term.condition))
        is_excerpted = term.source is Source.EXCERPT
        self._tests.append(Test(term.condition, is_excerpted, term.is_true_beyond))
        self._steps.append(Step(Act.TEST))
        return len(self._tests) <= MAX_TESTS and self._operations <= MAX_OPERATIONS

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


def _is_lookup(term: Term) -> bool:
    return term.source is Source.KEYS or bool(_LOOKUP.search(term.condition))
