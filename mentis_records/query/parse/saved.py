"""Saved queries inside queries: text to tree, with names replaced by what they stand for.

Each saved query is read once, however often it is named: its tree is shared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mentis_records.core.game import AnyGame
from mentis_records.core.query.predicate import Node
from mentis_records.core.vocabulary import offered
from mentis_records.query.area import areas_of
from mentis_records.query.error import QueryError, nearest
from mentis_records.query.field import FIELDS, fields_of
from mentis_records.query.parse.language import SOME, language_of
from mentis_records.query.parse.parse import parse_query
from mentis_records.query.parse.refusal import find_unoffered, nearest_form
from mentis_records.query.parse.tree_builder import QueryBuilder
from mentis_records.query.query_tree import Spot
from mentis_records.query.reader import Reader, spot_of

if TYPE_CHECKING:
    from lark import Token, Tree

MAX_SAVED = 20
"""How deep saved queries may name others."""

Shelf = Mapping[str, str]
"""The texts of saved queries, by name in lower case."""


class Library:
    """Reads queries about a game, which may name saved ones."""

    def __init__(self, game: AnyGame, saved: Shelf) -> None:
        """Read for a game; the saved queries are by name."""
        self._game = game
        self._saved = saved
        self._known: dict[str, Node] = {}
        self._language = language_of(game)

    def parse(self, text: str) -> Node:
        """Return the tree of a query, in which saved queries stand as what they say.

        Raises:
            QueryError: the text is no query, makes no sense, or is too long or too deep.
        """
        return self._parse(text, ())

    def read(self, name: Spot) -> Node:
        """Return the tree of a saved query.

        Raises:
            QueryError: there is none of this name, or it cannot be read any more.
        """
        return self._read(name, ())

    def _parse(self, text: str, within: tuple[str, ...]) -> Node:
        tree = parse_query(text, self._language)
        for name in _saved_names(tree):
            if name.lower() in _named_pieces(tree):
                words = offered(self._language.words)
                hint = f"such as: {name} on {words.squares[0]}"
                message = f"{name} names a {words.piece_word}; it is no test by itself"
                raise QueryError.at(spot_of(text, name), message, hint)
            self._read(spot_of(text, name), within)
        return QueryBuilder(Reader(text, self._game), self._language, self._known).build(tree)

    def _read(self, name: Spot, within: tuple[str, ...]) -> Node:
        found = name.text.lower()
        if found in self._known:
            return self._known[found]
        if found not in self._saved:
            raise self._unknown(name)
        if found in within:
            raise QueryError.at(name, f"the saved query {name.text} refers to itself")
        if len(within) >= MAX_SAVED:
            raise QueryError.at(
                name, f"saved queries refer to each other more than {MAX_SAVED} deep"
            )
        try:
            self._known[found] = self._parse(self._saved[found], (*within, found))
        except QueryError as error:
            message = f"the saved query {name.text} cannot be read: {error.message}"
            raise QueryError.at(name, message, error.hint) from None
        return self._known[found]

    def _unknown(self, name: Spot) -> QueryError:
        """Return the error of a name that no saved query has."""
        found = name.text.lower()
        language = self._language
        known, forms = language.functions, language.all_forms
        fields = fields_of(language.game.description.slug)
        if found in fields:
            return _lone_field(name)
        if error := find_unoffered(name.text, language):
            return QueryError.at(name, error.message, error.hint)
        if found in known:
            return QueryError.at(name, f"{name.text} of what?", f"such as: {known[found].form}")
        words, sides = language.keywords, [side.lower() for side in language.sides]
        if found in words:
            message = f"{name.text} does not belong here"
            return QueryError.at(name, message, f"such as: {nearest_form(name.text, forms)}")
        likely = {*words, *self._saved, *(field.name for field in fields.values()), *sides}
        near = nearest(name.text, sorted(likely))
        hint = f"did you mean {near}?" if near else f"such as: {nearest_form(name.text, forms)}"
        message = f"there is no saved query, and no test, {name.text}"
        return QueryError.at(name, message, hint)


def _saved_names(tree: Tree[Token]) -> list[Token]:
    """Return the names of saved queries that a text names, in its order."""
    names: list[Any] = [found.children[0] for found in tree.find_data("saved")]
    return sorted(names, key=lambda name: name.start_pos or 0)


def _named_pieces(tree: Tree[Token]) -> set[str]:
    """Return the names that a text gives to pieces, in lower case."""
    return {str(found.children[0]).lower() for found in tree.find_data(SOME)}


def _lone_field(name: Spot) -> QueryError:
    """Return the error of a field that is not compared with anything."""
    field = FIELDS[name.text.lower()]
    is_last = not name.query[name.end :].strip()
    message = "it ends too early" if is_last else f"{field.name} is not compared with anything"
    operators = " ".join(field.kind.operators)
    hint = f"expected: one of {operators}; such as: {field.name} = {field.example}"
    start = len(name.query) if is_last else name.start
    return QueryError(message, name.query, start, start + 1 if is_last else name.end, hint)


def is_query(text: str, game: AnyGame) -> bool:
    """Tell whether a text is a query by its form, whether it makes sense or not."""
    try:
        parse_query(text, language_of(game))
    except QueryError:
        return False
    return True


def is_saved_name(name: str, game: AnyGame) -> bool:
    """Tell whether queries can name a saved query so, and mean nothing else by it."""
    language = language_of(game)
    areas = () if language.words is None else areas_of(language.words)
    if name.lower() in {*FIELDS, *language.keywords, *language.functions, *areas}:
        return False
    if not is_query(name, game) or name.strip() != name:
        return False
    return str(parse_query(name, language).data) == "saved"
