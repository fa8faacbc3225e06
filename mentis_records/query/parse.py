"""Text to syntax tree: tests of the record, and queries; makes no SQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mentis_records.core.game import AnyGame
from mentis_records.query.error import QueryError, nearest
from mentis_records.query.field import FIELDS
from mentis_records.query.grammar import query_parser, where_parser
from mentis_records.query.predicate.base import Predicate, SquarePredicate
from mentis_records.query.predicate.record import RecordTest
from mentis_records.query.predicate.registry import PREDICATES
from mentis_records.query.reader import Reader, spot_of
from mentis_records.query.transform import functions
from mentis_records.query.tree import (
    And,
    Comparison,
    Lasting,
    Node,
    Not,
    Operator,
    Or,
    Saved,
    Spot,
    Then,
)

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

_SURROGATE = re.compile("[\ud800-\udfff]+")
"""What the command line makes of bytes that are no UTF-8; nothing stored can be equal to it."""

MAX_LENGTH = 10_000
"""Characters of a query."""

MAX_DEPTH = 50
"""How deep parentheses, negations and sequences may stand within each other."""

MAX_SAVED = 20
"""How deep saved queries may name others."""

Shelf = Mapping[str, str]
"""The texts of saved queries, by name in lower case."""

_NEST = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|\bnot\b', re.IGNORECASE)
_DEEP = ("then", "then_within", "lasting", "negation", "function")
_BY_NAME = {each.name: each for each in PREDICATES if each.syntax}


def parse_where(text: str) -> Node:
    """Return the syntax tree of tests of the record.

    Raises:
        QueryError: the text is no such test, or is too long or too deep.
    """
    return _RecordBuilder(text).build(_parse(text, where_parser(), 'such as: player = "A"'))


def parse_query(text: str, game: AnyGame, saved: Shelf) -> Node:
    """Return the tree of a query, in which saved queries stand as what they say.

    Raises:
        QueryError: the text is no query, makes no sense, or is too long or too deep.
    """
    return _parse_query(text, game, saved, ())


def read_saved(name: Spot, game: AnyGame, saved: Shelf) -> Node:
    """Return the tree of a saved query.

    Raises:
        QueryError: there is none of this name, or it cannot be read any more.
    """
    return _read_saved(name, game, saved, ())


def _read_saved(name: Spot, game: AnyGame, saved: Shelf, within: tuple[str, ...]) -> Node:
    found = name.text.lower()
    if found not in saved and found in FIELDS:
        raise _lone_field(name)
    if found not in saved:
        words = [*saved, *(field.name for field in FIELDS.values())]
        words += [side.lower() for side in game.description.sides]
        near = nearest(name.text, words)
        hint = f"did you mean {near}?" if near else _forms_hint("")
        raise QueryError.at(name, f"there is no saved query, and no test, {name.text}", hint)
    if found in within:
        raise QueryError.at(name, f"the saved query {name.text} asks for itself")
    if len(within) >= MAX_SAVED:
        raise QueryError.at(name, f"saved queries name each other more than {MAX_SAVED} deep")
    try:
        return _parse_query(saved[found], game, saved, (*within, found))
    except QueryError as error:
        message = f"the saved query {name.text} cannot be read: {error.message}"
        raise QueryError.at(name, message, error.hint) from None


def _lone_field(name: Spot) -> QueryError:
    """Return the error of a field that is compared with nothing."""
    field = FIELDS[name.text.lower()]
    is_last = not name.query[name.end :].strip()
    message = "it ends too early" if is_last else f"{field.name} is compared with nothing"
    operators = " ".join(field.kind.operators)
    hint = f"expected: one of {operators}; such as: {field.name} = {field.example}"
    start = len(name.query) if is_last else name.start
    return QueryError(message, name.query, start, start + 1 if is_last else name.end, hint)


def _parse_query(text: str, game: AnyGame, saved: Shelf, within: tuple[str, ...]) -> Node:
    sides = tuple(side.lower() for side in game.description.sides)
    tree = _parse(text, query_parser(sides), f"such as: {PREDICATES[0].forms[0]}")

    def resolve(name: Spot) -> Node:
        return _read_saved(name, game, saved, within)

    return _QueryBuilder(Reader(text, game), resolve).build(tree)


def _parse(text: str, parser: Lark, example: str) -> Tree[Token]:
    from lark.exceptions import UnexpectedInput

    if len(text) > MAX_LENGTH:
        message = f"{len(text):,} characters; at most {MAX_LENGTH:,} are read"
        raise QueryError(message, text, MAX_LENGTH, len(text))
    if stray := _SURROGATE.search(text):
        raise QueryError("this is no UTF-8", text, stray.start(), stray.end())
    if not text.strip():
        raise QueryError("nothing to test", text, 0, 1, example)
    _check_depth(text)
    try:
        tree = parser.parse(text)
    except UnexpectedInput:
        from mentis_records.query.refusal import explain

        raise explain(text, parser) from None
    _check_tree(text, tree)
    return tree


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


class _RecordBuilder:
    """Makes the syntax tree of tests of the record out of Lark's."""

    def __init__(self, text: str) -> None:
        self._text = text

    def build(self, tree: Tree[Token]) -> Node:
        parts: list[Any] = tree.children
        kind = str(tree.data).removeprefix("where__")
        if kind == "disjunction":
            return Or(tuple(map(self.build, parts)))
        if kind == "conjunction":
            return And(tuple(map(self.build, parts)))
        if kind == "negation":
            return Not(self.build(parts[0]))
        if kind == "saved":
            return Saved(self.spot(parts[0]))
        return self.comparison(parts)

    def comparison(self, parts: list[Any]) -> Comparison:
        """Return the comparison of a field, an operator and a value."""
        field, operator, value = parts
        (written,) = value.children
        return Comparison(
            self.join(field.children),
            Operator(str(operator)),
            self.spot(operator),
            self.spot(written),
            str(field.data).endswith("tagged"),
            written.type == "STRING",
        )

    def join(self, tokens: list[Token]) -> Spot:
        """Return tokens that follow one another as one piece."""
        spots = [self.spot(token) for token in tokens]
        text = " ".join(spot.text for spot in spots)
        return Spot(self._text, text, spots[0].start, spots[-1].end)

    def spot(self, token: Token) -> Spot:
        """Return a token as a piece of the text."""
        return spot_of(self._text, token)


class _QueryBuilder(_RecordBuilder):
    """Makes the tree of a query out of Lark's; checks what its words mean."""

    def __init__(self, reader: Reader, resolve: Callable[[Spot], Node]) -> None:
        super().__init__(reader.text)
        self._reader = reader
        self._resolve = resolve
        self._functions = functions(reader.vocabulary)

    def build(self, tree: Tree[Token]) -> Node:
        parts: list[Any] = tree.children
        kind = str(tree.data).removeprefix("where__")
        if kind == "then":
            return Then(self.build(parts[0]), self.build(parts[1]), None)
        if kind == "then_within":
            plies = self._reader.number(parts[1], "a number of plies", 1)
            return Then(self.build(parts[0]), self.build(parts[2]), plies)
        if kind == "lasting":
            positions = self._reader.number(parts[1], "a number of positions", 1)
            return Lasting(self.build(parts[0]), positions)
        if kind == "function":
            return self._function(parts[0], parts[1])
        if kind == "saved":
            return self._resolve(self.spot(parts[0]))
        if kind == "predicate":
            return self._predicate(parts[0])
        return super().build(tree)

    def _function(self, name: Token, part: Tree[Token]) -> Node:
        found = self._functions.get(name.lower())
        if found is None:
            near = nearest(name, [*self._functions, "count"])
            forms = ", ".join(each.form for each in self._functions.values())
            hint = f"did you mean {near}(...)?" if near else f"there are {forms}"
            self._reader.refuse(name, f"there is no function {name}", hint)
        return found.make(self.build(part))

    def _predicate(self, tree: Any) -> Predicate:
        kind = str(tree.data).removeprefix("where__")
        if kind == "test":
            return RecordTest.of(self.comparison(tree.children))
        if kind == "side_test":
            *field, operator, value = tree.children
            return RecordTest.of(self._side_comparison(field, operator, value))
        parts: list[Any] = [
            self._predicate(part)
            if hasattr(part, "data") and str(part.data) in _BY_NAME and _is_square(part)
            else part
            for part in tree.children
        ]
        return _BY_NAME[kind].read(self._reader, parts)

    def _side_comparison(self, field: list[Any], operator: Any, value: Any) -> Comparison:
        (written,) = value.children
        return Comparison(
            self.join([token for token in field if token is not None]),
            Operator(str(operator)),
            self.spot(operator),
            self.spot(written),
            False,
            written.type == "STRING",
        )


def _is_square(tree: Any) -> bool:
    """Tell whether a tree is a test of squares, as count() counts."""
    return issubclass(_BY_NAME[str(tree.data)], SquarePredicate)


def _forms_hint(text: str) -> str:
    from mentis_records.query.refusal import nearest_form

    return f"such as: {nearest_form(text)}"


def is_saved_name(name: str, game: AnyGame) -> bool:
    """Tell whether queries can name a saved query so."""
    sides = tuple(side.lower() for side in game.description.sides)
    try:
        tree = _parse(name, query_parser(sides), "")
    except QueryError:
        return False
    return str(tree.data) == "saved" and name.strip() == name
