"""Lark's tree to the syntax tree, of tests of the record and of queries; makes no SQL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mentis_records.core.game import GameDescription
from mentis_records.core.query.number import Operator
from mentis_records.core.query.predicate import Node, Predicate, SquarePredicate
from mentis_records.core.view import has_views
from mentis_records.query.error import QueryError, nearest
from mentis_records.query.field import is_seen
from mentis_records.query.parse.language import Language
from mentis_records.query.predicate.record import RecordTest
from mentis_records.query.predicate.scene import Count, NamedOn, PieceOn
from mentis_records.query.query_tree import (
    And,
    Comparison,
    Lasting,
    Not,
    Or,
    Saved,
    SeenBy,
    Some,
    Spot,
    Then,
    parts_of,
)
from mentis_records.query.reader import Reader, spot_of
from mentis_records.query.scope import NamedPiece

if TYPE_CHECKING:
    from lark import Token, Tree

_SEQUENCES = {
    "then": ("then", "then ..."),
    "then_within": ("then", "then ..."),
    "lasting": ("for", "for 3"),
}
"""The parts of Lark's tree that are about several positions, by word and with an example."""


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
        self._is_viewed = False

    def build(self, tree: Tree[Token]) -> Node:
        """Return the tree of a query.

        Raises:
            QueryError: a word of it means nothing.
        """
        parts: list[Any] = tree.children
        kind = str(tree.data).removeprefix("where__")
        if kind in _SEQUENCES:
            word, form = _SEQUENCES[kind]
            with self._reader.scope.barred(word, f"write (some {{}}: ...) {form}"):
                return self._sequence(kind, parts)
        if kind == "function":
            return self._function(parts[0], parts[1])
        if kind == "no_open":
            return Not(self.build(parts[0]))
        if kind == "seen_by":
            return self._seen_by(*parts)
        if kind == "some":
            return self._some(parts)
        if kind == "saved":
            return self._saved[parts[0].lower()]
        if kind == "predicate":
            node = self._predicate(parts[0])
            if self._is_viewed:
                self._refuse_unseen(node, tree)
            return node
        return super().build(tree)

    def _sequence(self, kind: str, parts: list[Any]) -> Node:
        if kind == "then":
            return Then(self.build(parts[0]), self.build(parts[1]), None)
        if kind == "then_within":
            plies = self._reader.number(parts[1], "a number of plies", 1)
            return Then(self.build(parts[0]), self.build(parts[2]), plies)
        positions = self._reader.number(parts[1], "a number of positions", 1)
        return Lasting(self.build(parts[0]), positions)

    def _some(self, parts: list[Any]) -> Node:
        """Return the tree about a named piece; what does not speak of it stands beside it."""
        name, test, *rest = parts
        word = self._check_name(name)
        piece: Any = self._predicate(test)
        scope = self._reader.scope
        is_top = isinstance(piece, PieceOn)
        named = NamedPiece(
            scope.next_place(), piece.side if is_top else None, piece.piece if is_top else None
        )
        about: list[Node] = []
        beside: list[Node] = []
        with scope.naming(word, named):
            for part in rest:
                node = self.build(part)
                (about if scope.is_used(named) else beside).append(node)
        if not about:
            hint = f"such as: {self._language.forms[NamedOn.name][0]}"
            self._reader.refuse(name, f"{name} is named, but never asked about", hint)
        found = Some(named.place, piece, And(tuple(about)) if len(about) > 1 else about[0])
        return And((found, *beside)) if beside else found

    def _check_name(self, name: Token) -> str:
        """Return a name for a piece in lower case, if it has no other meaning.

        Raises:
            QueryError: it has one.
        """
        word, what = name.lower(), self._reader.words.piece_word
        if self._reader.scope.is_known(word):
            hint = "choose another name, such as y"
            self._reader.refuse(name, f"{name} already names another {what}", hint)
        if means := self._language.meaning_of(word):
            hint = "choose another name, such as x"
            self._reader.refuse(name, f"{name} is {means}, so it names no {what}", hint)
        return word

    def _seen_by(self, side: Any, seen: Any) -> Node:
        """Return the tree about what a side sees, which must not ask for more."""
        description = self._language.game.description
        if not has_views(description):
            title = description.title
            message = f"{title} has no hidden information: each side sees the whole position"
            self._reader.refuse(side.children[0], message, "leave out: seen by ...")
        viewer = self._reader.owner(side, "what is seen")
        was_viewed, self._is_viewed = self._is_viewed, True
        node = self.build(seen)
        self._is_viewed = was_viewed
        self._refuse_unseen(node, seen)
        return SeenBy(node, viewer)

    def _refuse_unseen(self, node: Node, tree: Any) -> None:
        """Refuse a tree that asks for more than a side sees, in the words of the query."""
        start, end, text = tree.meta.start_pos, tree.meta.end_pos, self._reader.text
        found = _unseen(node, self._language.game.description, text[start:end])
        if found is not None:
            hint = "put that test before: ... and seen by ..."
            raise QueryError(f"what a side sees does not tell {found}", text, start, end, hint)

    def _function(self, name: Token, part: Tree[Token]) -> Node:
        functions = self._language.functions
        found = functions.get(name.lower())
        if found is None:
            near = nearest(name, [*functions, *self._language.keywords & {Count.name}])
            forms = ", ".join(each.form for each in functions.values())
            there = f"there are {forms}" if len(functions) > 1 else f"there is only {forms}"
            if self._language.words and not self._language.words.images:
                there = f"{self._language.game.description.title} has no mirror images; {there}"
            hint = f"did you mean {near}(...)?" if near else there
            self._reader.refuse(name, f"there is no function {name}", hint)
        hint = f"write {name}(some {{}}: ...)"
        with self._reader.scope.barred(f"{name}(...)", hint):
            return found.make(self.build(part))

    def _predicate(self, tree: Any) -> Predicate:
        kind = str(tree.data).removeprefix("where__")
        if kind == "test":
            return self._record_test(self.comparison(tree.children))
        if kind == "side_test":
            *field, operator, value = tree.children
            return self._record_test(self._side_comparison(field, operator, value))
        parts: list[Any] = [
            self._predicate(part) if self._is_square(part) else part for part in tree.children
        ]
        return self._language.by_name[kind].read(self._reader, parts)

    def _record_test(self, comparison: Comparison) -> RecordTest:
        return RecordTest.of(comparison, self._language.game.description.slug)

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


def _unseen(node: Node, game: GameDescription, text: str) -> str | None:
    """Return what a tree, written as a text, asks for that no side sees, in words, or None."""
    if isinstance(node, SeenBy):
        return "what a side sees"
    if isinstance(node, RecordTest):
        field = node.requirement.field
        return None if is_seen(field, game) else field.name
    if isinstance(node, Count):
        return _unseen(node.part, game, text)
    if isinstance(node, Predicate):
        return None if node.is_seen else f"what this says: {text}"
    return next(filter(None, (_unseen(part, game, text) for part in parts_of(node))), None)
