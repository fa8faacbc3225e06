"""Text to Lark's tree, within bounds; tests of the record to their syntax tree. Makes no SQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mentis_records.core.query.predicate import Node
from mentis_records.core.text import find_undecoded
from mentis_records.query.error import QueryError
from mentis_records.query.parse.query_grammar import where_parser
from mentis_records.query.parse.tree_builder import RecordBuilder

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

    from mentis_records.query.parse.language import Language

MAX_LENGTH = 10_000
"""Characters of a query."""

MAX_DEPTH = 50
"""How deep parentheses, negations and sequences may stand within each other."""

_NEST = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+')
_DEEP = ("then", "then_within", "lasting", "negation", "function", "some")


def parse_where(text: str, forms: Callable[[], Sequence[str]]) -> Node:
    """Return the syntax tree of tests of the record.

    Args:
        text: what is to be read.
        forms: gives examples of such tests, for messages.

    Raises:
        QueryError: the text is no such test, or is too long or too deep.
    """
    return RecordBuilder(text).build(_parse(text, where_parser(), forms, None))


def parse_query(text: str, language: Language) -> Tree[Token]:
    """Return Lark's tree of a query about a game.

    Raises:
        QueryError: the text is not as the grammar says, or is too long or too deep.
    """
    return _parse(text, language.parser, lambda: language.all_forms, language)


def _parse(
    text: str, parser: Lark, forms: Callable[[], Sequence[str]], language: Language | None
) -> Tree[Token]:
    from lark.exceptions import UnexpectedInput

    if len(text) > MAX_LENGTH:
        message = f"{len(text):,} characters; at most {MAX_LENGTH:,} are read"
        raise QueryError(message, text, MAX_LENGTH, len(text))
    if stray := find_undecoded(text):
        raise QueryError("this is not UTF-8", text, stray.start(), stray.end())
    if not text.strip():
        raise QueryError("nothing to test", text, 0, 1, f"such as: {forms()[0]}")
    _check_depth(text)
    try:
        tree = parser.parse(text)
    except UnexpectedInput:
        from mentis_records.query.parse.refusal import explain

        raise explain(text, parser, forms(), language) from None
    _check_tree(text, tree)
    return tree


def _check_depth(text: str) -> None:
    """Refuse what nests deeper than ``MAX_DEPTH``; a row of negations counts as nested."""
    opened: list[int] = []
    depth = negations = 0
    for found in _NEST.finditer(text):
        if found[0].lower() == "not":
            negations += 1
        elif found[0] == "(":
            opened.append(1 + negations)
            depth += opened[-1]
            negations = 0
        else:
            if found[0] == ")" and opened:
                depth -= opened.pop()
            negations = 0
        if depth + negations > MAX_DEPTH:
            message = f"nested deeper than {MAX_DEPTH}"
            raise QueryError(message, text, found.start(), found.end())


def _check_tree(text: str, tree: Any) -> None:
    """Refuse sequences and durations that stand within each other too deep."""
    left = [(tree, 0)]
    while left:
        node, depth = left.pop()
        if not hasattr(node, "children"):
            continue
        depth += node.data in _DEEP
        if depth > MAX_DEPTH:
            message = f"sequences and functions nested deeper than {MAX_DEPTH}"
            raise QueryError(message, text, node.meta.start_pos, node.meta.end_pos)
        left += [(child, depth) for child in node.children]
