"""Run Lark's own tables over a record that is written without fault, fast.

The terminals' regular expressions, their order and the LALR table are Lark's, computed from the
grammar; which children a rule keeps follows Lark's own marks on its symbols. Whatever is not
accepted outright is left to ``parse``, which runs the same tables token by token and explains.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from lark.parsers.lalr_analysis import Shift

from mentis_records.core.syntax import PlySyntax, Token
from mentis_records.notation.build import RecordBuilder
from mentis_records.notation.grammar import STARTS, load_parser
from mentis_records.notation.syntax import RecordSyntax

STRUCTURE = frozenset(
    {
        "BRACE_COMMENT",
        "ESCAPE_LINE",
        "HEADER",
        "INVALID_PLY",
        "INVALID_TAG",
        "LINE_COMMENT",
        "NAG",
        "NUMBER",
        "RESULT",
        "STRING",
        "SUFFIX",
        "TAG_CLOSE",
        "TAG_OPEN",
        "VARIATION_CLOSE",
        "VARIATION_OPEN",
        "$END",
        "_NL",
    }
)
"""The terminals of ``record.lark``; every other terminal of a grammar is a part of a ply."""

APART = STRUCTURE - {"NUMBER", "RESULT"}
"""Terminals that cannot be mistaken for a part of the ply that they touch."""

_Reduction = tuple[int, str, Any]
"""How many values a rule takes, its name, and what makes one value of them."""


@dataclass(frozen=True, slots=True)
class Tables:
    """A grammar's tables: a row a state, from a symbol to the state to shift or the reduction.

    ``starters`` are the terminals that may stand where a ply begins, or behind the last one.
    """

    pattern: re.Pattern[str]
    rows: list[dict[str, int | _Reduction]]
    first: dict[str, int]
    last: dict[str, int]
    starters: frozenset[str]


@cache
def load_tables(grammar: str) -> Tables:
    """Return the tables of a grammar."""
    lark = load_parser(grammar)
    inner: Any = lark.parser
    config = inner.parser.parser.parse_table
    rows: list[dict[str, int | _Reduction]] = [{} for _ in range(len(config.states))]
    starters = {"RESULT"}
    for state, actions in config.states.items():
        for symbol, (action, target) in actions.items():
            if action is Shift:
                rows[state][str(symbol)] = target
            else:
                size = len(target.expansion)
                rows[state][str(symbol)] = (size, str(target.origin.name), _reducer(target))
        if isinstance(rows[state].get("INVALID_PLY"), int):
            starters.update(name for name, to in rows[state].items() if isinstance(to, int))
    terminals = [each for each in inner.lexer.terminals if each.name not in lark.ignore_tokens]
    ignored = "|".join(lark.get_terminal(name).pattern.to_regexp() for name in lark.ignore_tokens)
    words = "|".join(f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in terminals)
    return Tables(
        re.compile(f"(?:{ignored})*+(?:{words})"),
        rows,
        {start: config.start_states[start] for start in STARTS},
        {start: config.end_states[start] for start in STARTS},
        frozenset(starters),
    )


def _reducer(rule: Any) -> Callable[[list[Any]], Any]:
    """Return what makes a rule's value of the values of its symbols.

    As in Lark's trees, filtered terminals are left out, and rules whose names begin with ``_``
    are spliced into the rule around them.
    """
    name = str(rule.alias or rule.origin.name)
    parts = [
        (at, not symbol.is_term and symbol.name.startswith("_"))
        for at, symbol in enumerate(rule.expansion)
        if not (symbol.is_term and symbol.filter_out)
    ]
    build = _builder(name)
    if len(parts) == len(rule.expansion) and not any(is_spliced for _, is_spliced in parts):
        return build

    is_longer = bool(parts) and parts[0] == (0, True)
    if is_longer:
        parts = parts[1:]

    def reduce(values: list[Any]) -> Any:
        # A list that grows at its end is a rule's first symbol, and grows in place.
        children: list[Any] = values[0] if is_longer else []
        for at, is_spliced in parts:
            if is_spliced:
                children += values[at]
            else:
                children.append(values[at])
        return build(children)

    return reduce


def _same(children: list[Any]) -> list[Any]:
    return children


def _builder(name: str) -> Callable[[list[Any]], Any]:
    if name.startswith("_"):
        return _same
    method: Callable[[list[Any]], Any] | None = getattr(RecordBuilder(), name, None)
    return method or (lambda children: PlySyntax(name, tuple(children)))


def execute(text: str, start: str, grammar: str, max_depth: int) -> RecordSyntax | None:
    """Return the syntax of a record, or None where anything about it is not as it should be.

    Variations nested deeper than ``max_depth`` count as such.
    """
    tables = load_tables(grammar)
    rows, starters, match = tables.rows, tables.starters, tables.pattern.match
    states = [tables.first[start]]
    values: list[Any] = []
    row = rows[states[0]]
    at = depth = 0
    is_ply = False
    size = len(text)
    while at < size:
        found = match(text, at)
        if found is None:
            if text[at:].strip(" \t"):
                return None
            break
        kind = cast(str, found.lastgroup)
        begin, end = found.span(kind)
        action = row.get(kind)
        is_structure = kind in APART
        if is_ply and begin == at and not is_structure and kind in starters:
            if not isinstance(action, int):
                return None
        elif kind == "VARIATION_OPEN":
            depth += 1
            if depth > max_depth:
                return None
        elif kind == "VARIATION_CLOSE":
            depth -= 1
        while not isinstance(action, int):
            if action is None:
                return None
            count, name, callback = action
            if count:
                value = callback(values[-count:])
                del values[-count:]
                del states[-count:]
            else:
                value = callback([])
            target = cast(int, rows[states[-1]][name])
            values.append(value)
            states.append(target)
            row = rows[target]
            action = row.get(kind)
        values.append(Token(kind, found[kind], begin, end))
        states.append(action)
        row = rows[action]
        is_ply = kind not in STRUCTURE
        at = end
    return _finish(tables, start, states, values)


def _finish(
    tables: Tables, start: str, states: list[int], values: list[Any]
) -> RecordSyntax | None:
    """Reduce at the end of the text."""
    rows, last = tables.rows, tables.last[start]
    while states[-1] != last:
        action = rows[states[-1]].get("$END")
        if action is None or isinstance(action, int):
            return None
        count, name, callback = action
        value = callback(values[len(values) - count :])
        del values[len(values) - count :]
        del states[len(states) - count :]
        values.append(value)
        states.append(cast(int, rows[states[-1]][name]))
    return cast(RecordSyntax, values[-1])
