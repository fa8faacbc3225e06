"""The parsers of queries and of tests of the record, made of grammar/ and the registries."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from mentis_records.core.resource import resource_folder
from mentis_records.query.area import AREAS
from mentis_records.query.predicate.base import Predicate, SquarePredicate
from mentis_records.query.predicate.registry import PREDICATES

if TYPE_CHECKING:
    from lark import Lark

WORD = re.compile(r"[A-Za-z]+")
_END = r"(?!-?[A-Za-z0-9_])"


@cache
def where_parser() -> Lark:
    """Return the parser of tests of the record."""
    from lark import Lark

    options: dict[str, Any] = {"_plugins": _plugins()}
    return Lark.open(
        str(resource_folder("grammar") / "where.lark"),
        parser="lalr",
        start="disjunction",
        propagate_positions=True,
        g_regex_flags=re.ASCII,
        **options,
    )


def _plugins() -> dict[str, Any]:
    """Return what keeps Lark from comparing all terminals with each other, in every state.

    That takes most of the time in which a parser is made.
    """
    from lark.lexer import ContextualLexer

    class Unchecked(ContextualLexer):
        """A lexer that takes its terminals as they are."""

        def __init__(self, conf: Any, *others: Any, **more: Any) -> None:
            conf.skip_validation = True
            super().__init__(conf, *others, **more)

    return {"ContextualLexer": Unchecked}


@cache
def query_parser(sides: tuple[str, ...]) -> Lark:
    """Return the parser of queries about a game with sides of these names."""
    from lark import Lark
    from lark.lexer import PatternRE, PatternStr, TerminalDef

    def edit(terminal: TerminalDef) -> None:
        """Put in the names of the sides, and end each word where a longer name goes on."""
        pattern = terminal.pattern
        if terminal.name == "SIDE":
            names = "|".join(map(re.escape, sides))
            terminal.pattern = PatternRE(f"(?:{names}){_END}", ("i",))
        elif isinstance(pattern, PatternStr) and WORD.fullmatch(pattern.value):
            terminal.pattern = PatternRE(f"{pattern.value}{_END}", ("i",))
            terminal.priority = 2

    folder = resource_folder("grammar")
    text = (folder / "query.lark").read_text(encoding="utf-8") + _rules()
    options: dict[str, Any] = {"edit_terminals": edit, "maybe_placeholders": True}
    options["_plugins"] = _plugins()
    return Lark(
        text,
        parser="lalr",
        start="sequence",
        propagate_positions=True,
        g_regex_flags=re.ASCII,
        source_path=str(folder / "query.lark"),
        **options,
    )


def keywords(parser: Lark) -> frozenset[str]:
    """Return the words that a parser's grammar has, in lower case."""
    words = ((one.name.strip("_").lower(), str(one.pattern.value)) for one in parser.terminals)
    return frozenset(word for word, pattern in words if word and pattern.startswith(word))


def _rules() -> str:
    """Return the rules of the predicates and areas."""
    rules: dict[str, list[str]] = {}
    for kind in AREAS:
        rules.setdefault("?area", []).append(f"{kind.syntax} -> {kind.name}")
    for each in PREDICATES:
        if each.syntax:
            rules.setdefault(_rule(each), []).append(f"{each.syntax} -> {each.name}")
    return "".join(f"\n{rule}: {' | '.join(lines)}\n" for rule, lines in rules.items())


def _rule(predicate: type[Predicate]) -> str:
    return "?square_test" if issubclass(predicate, SquarePredicate) else "?position_test"


def words_of(terminals: Any) -> list[str]:
    """Return what a reader may write where a grammar expects some terminals."""
    found = [word for name, word in _WORDS.items() if name in terminals]
    known = (*_WORDS, "SIDE", "TILE")
    found += [name.lower() for name in sorted(terminals) if name.isalpha() and name not in known]
    return found


_WORDS = {
    "SIDE": "a side",
    "ANY": "any",
    "TILE": "a tile",
    "SQUARE": "a square",
    "PATTERN": "a stack such as TSN",
    "NAME": "a name",
    "STRING": 'a text in quotes ("...")',
    "BARE": "a number, date or result",
    "OPERATOR": "one of = != < <= > >= ~",
    "LPAR": "(",
    "RPAR": ")",
    "LBRACE": "{",
    "RBRACE": "}",
    "COMMA": ",",
    "COLON": ":",
    "_AND": "and",
    "_OR": "or",
    "_NOT": "not",
    "_TAG": "tag",
    "$END": "the end",
}
