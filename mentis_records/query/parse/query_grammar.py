"""The parsers of queries and of tests of the record, made of grammar/, registries and words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from mentis_records.core.query.predicate import Predicate, SquarePredicate
from mentis_records.core.resource import resource_folder
from mentis_records.core.vocabulary import Vocabulary
from mentis_records.query.area import AREAS

if TYPE_CHECKING:
    from lark import Lark

WORD = re.compile(r"[A-Za-z]+")
_SQUARE = "[A-Za-z]+[0-9]+"
_END = r"(?!-?[A-Za-z0-9_])"


@cache
def where_parser() -> Lark:
    """Return the parser of tests of the record."""
    return _lark().open(
        str(resource_folder("grammar") / "where.lark"),
        parser="lalr",
        start="disjunction",
        propagate_positions=True,
        g_regex_flags=re.ASCII,
    )


def _lark() -> type[Lark]:
    """Return Lark, which is not to compare all terminals with each other.

    It does so in every state wherever interegular is installed, in most of a parser's time.
    """
    import lark.lexer

    lark.lexer.has_interegular = False
    return lark.Lark


def query_parser(
    sides: Sequence[str], words: Vocabulary | None, predicates: Iterable[type[Predicate]]
) -> Lark:
    """Return the parser of queries about a game.

    Args:
        sides: the names of its sides.
        words: those of its scenes, if it has some.
        predicates: the tests that may be asked.
    """
    from lark.lexer import PatternRE, PatternStr, TerminalDef

    named = {"SIDE": _one_of(sides)}
    files = ["query.lark"]
    if words is not None:
        files.append("scene.lark")
        named |= _scene_terminals(sides, words)

    def edit(terminal: TerminalDef) -> None:
        """Put in the names of the game, and end each word where a longer name goes on."""
        pattern = terminal.pattern
        if terminal.name in named:
            terminal.pattern = PatternRE(named[terminal.name])
        elif isinstance(pattern, PatternStr) and WORD.fullmatch(pattern.value):
            terminal.pattern = PatternRE(f"{pattern.value}{_END}", ("i",))
            terminal.priority = 2

    folder = resource_folder("grammar")
    text = "".join((folder / file).read_text(encoding="utf-8") for file in files)
    options: dict[str, Any] = {"edit_terminals": edit, "maybe_placeholders": True}
    return _lark()(
        text + _rules(words, predicates),
        parser="lalr",
        start="sequence",
        propagate_positions=True,
        g_regex_flags=re.ASCII,
        source_path=str(folder / "query.lark"),
        **options,
    )


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
    return f"{_any_case('|'.join(map(re.escape, names)))}{_END}"


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
