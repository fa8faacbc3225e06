"""Syntax errors of queries: the place to blame, what was expected, and the nearest right form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mentis_records.notation.tag.chess_side import meant_side
from mentis_records.query.error import QueryError, nearest
from mentis_records.query.field import fields_of
from mentis_records.query.parse.language import SOME, Language
from mentis_records.query.parse.query_grammar import keywords
from mentis_records.query.predicate.scene import StackOn

if TYPE_CHECKING:
    from lark import Lark, Token

_CLAUSE = re.compile(r"\b(?:and|or|not|then|within\s+\d+)\b|[()]", re.IGNORECASE)
_COUNT = re.compile(r"\bcount\s*\([^()]*\)?", re.IGNORECASE)
_WORD = re.compile(r"[\w?*#.-]+|\S")
_MANY = 12
"""More expected words than these are not listed; a form says more."""


def explain(text: str, parser: Lark, forms: Sequence[str], language: Language | None) -> QueryError:
    """Return the error of a text that a parser, which takes tests of these forms, does not.

    ``language`` is that of the text, or None of tests of the record.
    """
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    if language is not None and (error := find_unoffered(text, language)):
        return error
    interactive: Any = parser.parse_interactive(text)
    tokens: list[Token] = []
    accepted: list[set[str]] = []
    stop: Token | None = None
    at = len(text)
    try:
        for token in interactive.iter_parse():
            tokens.append(token)
            accepted.append(interactive.accepts())
        accepted.append(interactive.accepts())
        interactive.feed_eof()
    except UnexpectedToken as error:
        stop = error.token
        at = len(text) if stop.type == "$END" else stop.start_pos or 0
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        accepted.append(interactive.accepts())
        quote = text[at]
        if quote in "\"'":
            return QueryError(
                "the text that begins here does not end",
                text,
                at,
                len(text),
                f"a text ends with {quote}; inside it, write \\{quote} and \\\\",
            )
    if tokens and stop is not None and tokens[-1] is stop:
        tokens.pop()
    expected = accepted[len(tokens)] if len(tokens) < len(accepted) else interactive.accepts()
    blamed = _stray_name(tokens, language)
    is_blamed = blamed is not None and ("OPERATOR" in expected or "SIDE" in accepted[blamed])
    if blamed is not None and is_blamed and not _is_operator(stop):
        token, expected = tokens[blamed], accepted[blamed]
        start, end = token.start_pos or 0, token.end_pos or 0
    elif stop is not None and stop.type != "$END":
        start, end = at, stop.end_pos or at + 1
    else:
        start, end = at, at + 1
    place = QueryError("", text, start, end)
    return _error(place, expected, stop is not None, keywords(parser), forms, language)


def find_unoffered(text: str, language: Language) -> QueryError | None:
    """Return the error of a text about scenes, if the game has none."""
    if (span := language.find_unoffered(text)) is None:
        return None
    title = language.game.description.title
    message = f"{title} has no tests of squares and pieces"
    return QueryError(message, text, *span, f"such as: {nearest_form(text, language.all_forms)}")


def _stray_name(tokens: list[Token], language: Language | None) -> int | None:
    """Return the first of the names at the end, if no field and no piece has them."""
    first = len(tokens)
    while first and tokens[first - 1].type == "NAME":
        first -= 1
    pairs = pairwise(tokens)
    named = {str(token).lower() for some, token in pairs if some.type == SOME.upper()}
    while first < len(tokens) and tokens[first].lower() in named:
        first += 1
    if first == len(tokens):
        return None
    side = first and tokens[first - 1].type == "SIDE"
    words = " ".join(str(token) for token in tokens[first - bool(side) :]).lower()
    known = fields_of(language.game.description.slug if language else None)
    return None if words in known else first


def _is_operator(token: Any) -> bool:
    return token is not None and token.type == "OPERATOR"


def _error(
    place: QueryError,
    terminals: set[str],
    is_token: bool,
    known: frozenset[str],
    forms: Sequence[str],
    language: Language | None,
) -> QueryError:
    text, start, end = place.text, place.start, place.end
    found = text[start:end]
    function = ""
    if language and "SIDE" in terminals and found.lower() in language.functions:
        function = language.functions[found.lower()].form
    form = function or nearest_form(_clause(text, start), forms)
    words = _words_of(terminals, language)
    near = "" if found.lower() in known else _nearest_word(found, terminals, words, language)
    if near:
        hint = f"did you mean {near}? Such as: {form}"
    elif 0 < len(words) <= _MANY and not function:
        hint = f"expected: {', '.join(words)}; such as: {form}"
    else:
        hint = f"such as: {form}"
    if start >= len(text):
        return QueryError("it ends too early", text, len(text), len(text) + 1, hint)
    message = f"{found} does not belong here" if is_token else f"{found!r} means nothing here"
    return QueryError(message, text, start, end, hint)


def _nearest_word(
    found: str, terminals: set[str], words: list[str], language: Language | None
) -> str:
    candidates = [word for word in words if word.isalpha() and word not in ("(", ")")]
    if language and "SIDE" in terminals:
        if side := meant_side(found, language.sides):
            return side.lower()
        candidates += [side.lower() for side in language.sides]
    if language and language.words and "PIECE" in terminals:
        names = [piece.name for piece in language.words.pieces]
        if found.upper() in names:
            return found.upper()
        candidates += [name for name in names if len(name) > 1]
        candidates += [piece.title for piece in language.words.pieces]
    near = nearest(found, candidates)
    return "" if near.lower() == found.lower() else near


def _words_of(terminals: set[str], language: Language | None) -> list[str]:
    """Return what a reader may write where a grammar expects some terminals."""
    own: dict[str, str] = {}
    if language is not None and language.words is not None:
        what = language.words.piece_word
        _, _, pattern, *_ = language.forms[StackOn.name][0].split()
        own = {
            "PIECE": f"{'an' if what[0] in 'aeiou' else 'a'} {what}",
            "PATTERN": f"a stack such as {pattern}",
        }
    named = {**_WORDS, **own}
    found = [word for name, word in named.items() if name in terminals]
    return found + [
        name.lower() for name in sorted(terminals) if name.isalpha() and name not in named
    ]


_WORDS = {
    "SIDE": "a side",
    "ANY": "any",
    "PIECE": "",
    "SQUARE": "a square",
    "PATTERN": "",
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


def _clause(text: str, at: int) -> str:
    """Return the test that an offset stands in."""
    whole = _COUNT.sub(lambda found: "_" * len(found[0]), text)
    begin = max((cut.end() for cut in _CLAUSE.finditer(whole, 0, at)), default=0)
    cut = _CLAUSE.search(whole, max(at, begin))
    return text[begin : cut.start() if cut else len(text)].strip()


def nearest_form(clause: str, forms: Sequence[str]) -> str:
    """Return the form of a test that a text comes nearest to."""
    others = _WORD.findall(clause.lower())
    by_word = SequenceMatcher(None, "", others)
    by_sign = SequenceMatcher(None, "", clause.lower())
    best, likest = -1.0, ""
    for form in forms:
        words = _WORD.findall(form.lower())
        by_word.set_seq1(words)
        by_sign.set_seq1(form.lower())
        likeness = by_word.ratio() + len({word for word in words if len(word) > 3} & {*others})
        if likeness + by_sign.quick_ratio() <= best:
            continue
        likeness += by_sign.ratio()
        if likeness > best:
            best, likest = likeness, form
    return likest
