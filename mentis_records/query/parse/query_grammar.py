"""The parsers of queries and of tests of the record, made of grammar/, registries and words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from mentis_records.core.query.predicate import Predicate, SquarePredicate
from mentis_records.core.resource import resource_folder
from mentis_records.core.vocabulary import Vocabulary
from mentis_records.query.area import AREAS
from mentis_records.query.parse.stored_parser import WORD, WORD_END, Grammar

if TYPE_CHECKING:
    from lark import Lark

_SQUARE = "[A-Za-z]+[0-9]+"
WHERE = "where"
"""What the parser of tests of the record is called among the stored ones."""


@cache
def where_parser() -> Lark:
    """Return the parser of tests of the record."""
    return where_grammar().parser(WHERE)


def where_grammar() -> Grammar:
    """Return the grammar of tests of the record."""
    return Grammar(_read("where.lark"), "disjunction", {})


def query_parser(
    sides: Sequence[str],
    words: Vocabulary | None,
    predicates: Iterable[type[Predicate]],
    name: str = "",
) -> Lark:
    """Return the parser of queries about a game.

    Args:
        sides: the names of its sides.
        words: those of its scenes, if it has some.
        predicates: the tests that may be asked.
        name: the game's slug, by which the parser may be kept in a file.
    """
    return query_grammar(sides, words, predicates).parser(name and stored_name(name))


def stored_name(slug: str) -> str:
    """Return what the parser of a game's queries is called among the stored ones."""
    return f"query-{slug}"


def query_grammar(
    sides: Sequence[str], words: Vocabulary | None, predicates: Iterable[type[Predicate]]
) -> Grammar:
    """Return the grammar of queries about a game (see ``query_parser``)."""
    named = {"SIDE": _one_of(sides)}
    files = ["query.lark"]
    if words is not None:
        files.append("scene.lark")
        named |= _scene_terminals(sides, words)
    text = "".join(map(_read, files)) + _rules(words, predicates)
    return Grammar(text, "sequence", named, _read("where.lark"))


def _read(file: str) -> str:
    return (resource_folder("grammar") / file).read_text(encoding="utf-8")


def _scene_terminals(sides: Sequence[str], words: Vocabulary) -> dict[str, str]:
    """Return the patterns of the terminals with names of a game's scenes."""
    names = [piece.name for piece in words.pieces]
    long = [name for name in names if len(name) > 1]
    titles = [piece.title for piece in words.pieces if WORD.fullmatch(piece.title)]
    called = map(_any_case, sorted({*long, *titles}, key=lambda name: (-len(name), name)))
    wild = [r"[A-Za-z]*\?[A-Za-z?]*"] if words.has_signs else []
    single = (name for name in names if len(name) == 1)
    pieces = "|".join((*called, *wild, "[A-Z]", *single))
    pattern = "[A-Za-z?*]+(?![0-9_])"
    if long:
        pattern = "[A-Za-z?*][A-Za-z0-9?*]*(?:-[A-Za-z0-9?*]+)*(?![A-Za-z0-9_])"
    others = [name for name in words.squares if not is_square(name)]
    squares = "|".join((_SQUARE, *map(re.escape, sorted(others, key=len, reverse=True))))
    return {
        "SIDE": _one_of([*sides, *([words.neutral] if words.neutral else [])]),
        "PIECE": f"(?:{pieces})(?![A-Za-z0-9_?*])",
        "PATTERN": pattern,
        "SQUARE": f"(?:{squares})(?![A-Za-z0-9_])",
    }


def is_square(name: str) -> bool:
    """Tell whether a name is read as that of a square wherever one may stand."""
    return re.fullmatch(_SQUARE, name) is not None


def _one_of(names: Iterable[str]) -> str:
    """Return the pattern of one of some names, in any case."""
    return f"{_any_case('|'.join(map(re.escape, names)))}{WORD_END}"


def _any_case(pattern: str) -> str:
    return f"(?i:{pattern})"


def keywords(parser: Lark) -> frozenset[str]:
    """Return the words that a parser's grammar has, in lower case."""
    words = ((one.name.strip("_").lower(), str(one.pattern.value)) for one in parser.terminals)
    return frozenset(word for word, pattern in words if word and pattern.startswith(word))


def _rules(words: Vocabulary | None, predicates: Iterable[type[Predicate]]) -> str:
    """Return the rules of the predicates, areas and pools."""
    rules: dict[str, list[str]] = {}
    for each in predicates:
        if each.syntax:
            rules.setdefault(_rule(each), []).append(f"{each.syntax} -> {each.name}")
    if words is not None:
        for kind in AREAS:
            if syntax := kind.syntax(words):
                rules.setdefault("?area", []).append(f"{syntax} -> {kind.name}")
        for pool in words.pools:
            rule = "!common_pool" if pool.is_common else "!own_pool"
            rules.setdefault(rule, []).append(f'"{pool.name}"i')
    return "".join(f"\n{rule}: {' | '.join(lines)}\n" for rule, lines in rules.items())


def _rule(predicate: type[Predicate]) -> str:
    return "?square_test" if issubclass(predicate, SquarePredicate) else "?position_test"
