"""Text to syntax tree, by ``grammar/where.lark``; knows no field."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from mentis_records.core.resource import resource_folder
from mentis_records.query.error import QueryError
from mentis_records.query.tree import And, Comparison, Condition, Not, Operator, Or, Spot

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

MAX_LENGTH = 10_000
"""Characters of a query."""

MAX_DEPTH = 50
"""How deep parentheses and negations may stand within each other."""

_WORDS = {
    "NAME": "a name",
    "STRING": 'a text in quotes ("...")',
    "BARE": "a number, date or result",
    "OPERATOR": "one of = != < <= > >= ~",
    "LPAR": "(",
    "RPAR": ")",
    "_AND": "and",
    "_OR": "or",
    "_NOT": "not",
    "_TAG": "tag",
    "$END": "the end",
}
_NEST = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|\bnot\b', re.IGNORECASE)


def parse_where(text: str) -> Condition:
    """Return the syntax tree of tests of the record.

    Raises:
        QueryError: the text is no such test, or is too long or too deep.
    """
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    if len(text) > MAX_LENGTH:
        message = f"{len(text):,} characters; at most {MAX_LENGTH:,} are read"
        raise QueryError(message, text, MAX_LENGTH, len(text))
    if not text.strip():
        raise QueryError("nothing to test", text, 0, 1, 'such as: player = "A"')
    _check_depth(text)
    try:
        return _Builder(text).build(_parser().parse(text))
    except UnexpectedToken as error:
        token = error.token
        if token.type == "$END":
            start, end, found = len(text), len(text) + 1, "it ends too early"
        else:
            start, end = token.start_pos or 0, token.end_pos or 0
            found = f"{text[start:end]} does not belong here"
        raise QueryError(found, text, start, end, _expected(error.accepts)) from None
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        if text[at] == '"':
            raise QueryError(
                "the text that begins here does not end",
                text,
                at,
                len(text),
                'a text ends with "; within it, write \\" and \\\\',
            ) from None
        message = f"{text[at]!r} means nothing here"
        raise QueryError(message, text, at, at + 1, _expected(error.allowed or set())) from None


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark.open(
        str(resource_folder("grammar") / "where.lark"),
        parser="lalr",
        start="disjunction",
        propagate_positions=True,
    )


def _expected(terminals: Any) -> str:
    words = [word for name, word in _WORDS.items() if name in terminals]
    return f"expected: {', '.join(words)}" if words else ""


def _check_depth(text: str) -> None:
    """Refuse what nests deeper than ``MAX_DEPTH``; a row of negations counts as nested."""
    depth = negations = 0
    for found in _NEST.finditer(text):
        word = found[0].lower()
        if word == "not":
            negations += 1
        elif word == "(":
            depth += 1 + negations
            negations = 0
        elif word == ")":
            depth = max(0, depth - 1)
            negations = 0
        else:
            negations = 0
        if depth + negations > MAX_DEPTH:
            message = f"nested deeper than {MAX_DEPTH}"
            raise QueryError(message, text, found.start(), found.end())


class _Builder:
    """Makes the syntax tree of one text out of Lark's."""

    def __init__(self, text: str) -> None:
        self._text = text

    def build(self, tree: Tree[Token]) -> Condition:
        parts: list[Any] = tree.children
        if tree.data == "disjunction":
            return Or(tuple(map(self.build, parts)))
        if tree.data == "conjunction":
            return And(tuple(map(self.build, parts)))
        if tree.data == "negation":
            return Not(self.build(parts[0]))
        field, operator, value = parts
        (written,) = value.children
        return Comparison(
            self._join(field.children),
            Operator(str(operator)),
            self._spot(operator),
            self._spot(written),
            field.data == "tagged",
            written.type == "STRING",
        )

    def _join(self, tokens: list[Token]) -> Spot:
        spots = [self._spot(token) for token in tokens]
        text = " ".join(spot.text for spot in spots)
        return Spot(self._text, text, spots[0].start, spots[-1].end)

    def _spot(self, token: Token) -> Spot:
        text = str(token)
        if token.type == "STRING":
            text = re.sub(r'\\(["\\])', r"\1", text[1:-1])
        return Spot(self._text, text, token.start_pos or 0, token.end_pos or 0)
