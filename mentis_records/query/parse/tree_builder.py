"""Lark's tree to the syntax tree, of tests of the record and of queries; makes no SQL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mentis_records.core.query.number import Operator
from mentis_records.core.query.predicate import Node, Predicate, SquarePredicate
from mentis_records.query.error import nearest
from mentis_records.query.parse.language import Language
from mentis_records.query.predicate.count import Count
from mentis_records.query.predicate.record import RecordTest
from mentis_records.query.query_tree import And, Comparison, Lasting, Not, Or, Saved, Spot, Then
from mentis_records.query.reader import Reader, spot_of

if TYPE_CHECKING:
    from lark import Token, Tree


class RecordBuilder:
    """Makes the syntax tree of tests of the record out of Lark's."""

    def __init__(self, text: str) -> None:
        self._text = text

    def build(self, tree: Tree[Token]) -> Node:
        """Return the syntax tree of tests of the record."""
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


class QueryBuilder(RecordBuilder):
    """Makes the tree of a query out of Lark's; checks what its words mean."""

    def __init__(self, reader: Reader, language: Language, saved: Mapping[str, Node]) -> None:
        super().__init__(reader.text)
        self._reader = reader
        self._language = language
        self._saved = saved

    def build(self, tree: Tree[Token]) -> Node:
        """Return the tree of a query.

        Raises:
            QueryError: a word of it means nothing.
        """
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
            return self._saved[parts[0].lower()]
        if kind == "predicate":
            return self._predicate(parts[0])
        return super().build(tree)

    def _function(self, name: Token, part: Tree[Token]) -> Node:
        functions = self._language.functions
        found = functions.get(name.lower())
        if found is None:
            near = nearest(name, [*functions, *self._language.keywords & {Count.name}])
            forms = ", ".join(each.form for each in functions.values())
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
            self._predicate(part) if self._is_square(part) else part for part in tree.children
        ]
        return self._language.by_name[kind].read(self._reader, parts)

    def _is_square(self, part: Any) -> bool:
        """Tell whether a part is a test of squares, as count() counts."""
        found = self._language.by_name.get(str(getattr(part, "data", "")))
        return found is not None and issubclass(found, SquarePredicate)

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
