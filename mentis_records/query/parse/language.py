"""The language of queries about a game: the common tests and its own, with examples of all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mentis_records.core.game import AnyGame
from mentis_records.core.query.predicate import Predicate
from mentis_records.core.start import starts_of, without_number
from mentis_records.core.view import has_views
from mentis_records.core.vocabulary import Vocabulary, offered
from mentis_records.games.registry import OURS
from mentis_records.query.area import areas_of
from mentis_records.query.field import FIELDS
from mentis_records.query.parse.query_grammar import (
    WHERE,
    is_square,
    keywords,
    query_grammar,
    query_parser,
    stored_name,
    where_grammar,
)
from mentis_records.query.parse.transform import Function, functions
from mentis_records.query.predicate.record import RecordTest
from mentis_records.query.predicate.registry import OF_ALL, OF_SCENES
from mentis_records.query.predicate.scene import InCommonPool, InOwnPool, Known

if TYPE_CHECKING:
    from lark import Lark

_QUOTED = re.compile(r""""(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?""")
_KEYWORD = re.compile(r'"([A-Za-z]+)"i')


SOME = "some"
"""The word before the name of a piece, and the rule that begins with it."""


def _words_of_scenes() -> Iterator[str]:
    """Yield the words by which tests of scenes are known: the first one that no other test has."""
    yield from ("any", "row", "column", SOME)
    known = {word for each in OF_ALL for word in _KEYWORD.findall(each.syntax)}
    for each in OF_SCENES:
        if words := _KEYWORD.findall(each.syntax):
            yield r"\s+".join(words[:2] if words[0] in known else words[:1])


_OF_SCENES = re.compile(rf"\b(?:{'|'.join(_words_of_scenes())})\b", re.IGNORECASE)


class Language:
    """What may be asked of a game, and how."""

    def __init__(self, game: AnyGame) -> None:
        """Put together the language of a game."""
        self.game = game
        self.words: Vocabulary | None = game.description.vocabulary
        self.sides = game.description.sides
        self.predicates: tuple[type[Predicate], ...] = (
            *self._of_scenes(),
            *game.description.predicates,
            *OF_ALL,
        )
        self.by_name = {each.name: each for each in self.predicates if each.syntax}

    def _of_scenes(self) -> Iterator[type[Predicate]]:
        if self.words is None:
            return
        pools = self.words.pools
        left_out: set[type[Predicate]] = set()
        if all(pool.is_common for pool in pools):
            left_out.add(InOwnPool)
        if not any(pool.is_common for pool in pools):
            left_out.add(InCommonPool)
        if not has_views(self.game.description):
            left_out.add(Known)
        yield from (each for each in OF_SCENES if each not in left_out)

    @cached_property
    def parser(self) -> Lark:
        """The parser of the game's queries."""
        name = self.game.description.slug
        return query_parser(self.sides, self.words, self.predicates, name)

    @cached_property
    def keywords(self) -> frozenset[str]:
        """The words that have a meaning of their own, in lower case."""
        return keywords(self.parser)

    @cached_property
    def functions(self) -> dict[str, Function]:
        """The functions of queries, by name."""
        return functions(
            self.words, {name: forms[0] for name, forms in self.forms.items() if forms}
        )

    @cached_property
    def forms(self) -> dict[str, tuple[str, ...]]:
        """Examples of each test, by its name."""
        return {each.name: tuple(self._forms(each)) for each in self.predicates}

    @cached_property
    def all_forms(self) -> tuple[str, ...]:
        """Examples of all tests."""
        return tuple(form for forms in self.forms.values() for form in forms)

    def _forms(self, predicate: type[Predicate]) -> Iterator[str]:
        if predicate in self.game.description.predicates:
            yield from predicate.forms
            return
        if self.words is not None and predicate.name in self.words.forms:
            yield from self.words.forms[predicate.name]
            return
        for form in predicate.forms:
            with suppress(KeyError):  # a game need not have all that is put in
                yield form.format_map(self._examples)

    @cached_property
    def _examples(self) -> dict[str, str]:
        """What stands for the names in the forms of common tests."""
        game, description = self.game, self.game.description
        side, other = (name.lower() for name in self.sides)
        found = {"side": side, "other": other}
        for start in starts_of(game)[:1]:  # there is none without a setting in some games
            position = start.position
            found["position"] = without_number(game, position) or game.format_position(position)
            if moves := game.legal_moves(position):
                found["move"] = moves[0].notation
        if description.terminations:
            found["termination"] = description.terminations[-1]
        for setting in description.settings[:1]:
            value = setting.values[-1] if setting.values else setting.default
            found |= {"setting": setting.tag.lower(), "value": value}
        if self.words is not None:
            found |= {"piece": self.words.pieces[0].name, "square": self.words.squares[0]}
            for pool in reversed(self.words.pools):
                kind = "common_pool" if pool.is_common else "own_pool"
                held = (one.name for one in self.words.pieces if pool.limit(one.name, 0) != 0)
                found |= {kind: pool.name, f"{kind}_piece": next(held, "any")}
        return found

    def meaning_of(self, word: str) -> str:
        """Return what a word in lower case means in queries of scenes, or "" if nothing."""
        words = offered(self.words)
        pieces = {name.lower() for one in words.pieces for name in (one.name, one.title)}
        if word in (side.lower() for side in (*self.sides, words.neutral)):
            return "a side"
        if word in pieces:
            return f"the name of a {words.piece_word}"
        if is_square(word) or word in (square.lower() for square in words.squares):
            return "written like a square"
        areas = {area.lower() for area in areas_of(words)}
        if word in {*self.keywords, *self.functions, *FIELDS, *areas}:
            return "a word of queries"
        return ""

    def find_unoffered(self, text: str) -> tuple[int, int] | None:
        """Return where a text has a word of scenes first, if the game has none."""
        if self.words is not None:
            return None
        found = _OF_SCENES.search(_QUOTED.sub(lambda quoted: " " * len(quoted[0]), text))
        return found and found.span()


def language_of(game: AnyGame) -> Language:
    """Return the language of queries about a game, which is put together once."""
    key: Any = game
    return _language_of(key)


@cache
def _language_of(game: Any) -> Language:
    return Language(game)


def write_parsers(folder: Path) -> None:
    """Write the parsers of our games' queries, and of tests of the record, into a folder."""
    where_grammar().write(folder, WHERE)
    for game in OURS:
        language = language_of(game)
        grammar = query_grammar(language.sides, language.words, language.predicates)
        grammar.write(folder, stored_name(game.description.slug))


def record_forms(game: AnyGame) -> tuple[str, ...]:
    """Return examples of tests of a game's records."""
    return language_of(game).forms[RecordTest.name]
