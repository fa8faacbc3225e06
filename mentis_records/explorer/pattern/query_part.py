"""A query's text taken apart and put together again: what is joined by ``and``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.query.predicate import Node
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.error import QueryError
from mentis_records.query.parse.language import language_of
from mentis_records.query.parse.parse import parse_query
from mentis_records.query.parse.saved import Library, Shelf

_JOINT = " and "
_JOINED = "conjunction"
_LOOSE = ("sequence", "then", "then_within", "disjunction")
"""What binds less than ``and`` does."""

_OPEN = ("some", "seen_by", "no_open")
"""What takes in all that is joined behind it."""


@dataclass(frozen=True, slots=True)
class QueryPart:
    """A part of a query: its text, and its tree."""

    text: str
    node: Node


def split_query(text: str, game: AnyGame, saved: Shelf) -> list[QueryPart]:
    """Return the parts of a query that all have to be true, or the whole if it cannot be split.

    Raises:
        QueryError: the text is no query.
    """
    library = Library(game, saved)
    whole = [QueryPart(text.strip(), library.parse(text))]
    tree: Any = parse_query(text, language_of(game))
    if str(tree.data) != _JOINED:
        return whole
    try:
        found = [_piece(text, child) for child in tree.children]
        return [QueryPart(piece, library.parse(piece)) for piece in found]
    except QueryError:
        return whole


def join_query(parts: Sequence[str]) -> str:
    """Return the query that all of some parts are true."""
    return _JOINT.join(parts)


def add_term(text: str, term: str, game: AnyGame) -> str:
    """Return the query that a text and a further term are true."""
    if not text.strip():
        return term
    try:
        tree: Any = parse_query(text, language_of(game))
    except QueryError:
        return f"{text.strip()}{_JOINT}{term}"
    ends = [str(tree.data)]
    if ends[0] == _JOINED:
        ends.append(str(getattr(tree.children[-1], "data", "")))
    is_loose = any(end in (*_LOOSE, *_OPEN) for end in ends)
    before = f"({text.strip()})" if is_loose else text.strip()
    return f"{before}{_JOINT}{term}"


def _piece(text: str, child: Any) -> str:
    """Return the text of a part, with the parentheses around it where there are any."""
    start, end = child.meta.start_pos, child.meta.end_pos
    while _is_within(text, start, end):
        start = text.rindex("(", 0, start)
        end = text.index(")", end) + 1
    return text[start:end]


def _is_within(text: str, start: int, end: int) -> bool:
    return text[:start].rstrip().endswith("(") and text[end:].lstrip().startswith(")")
