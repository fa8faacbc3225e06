"""Compile a comparison with a field of the record to SQL on ``games``.

A comparison with what a record lacks is false, ``!=`` too; ``not`` turns that to true. Values are
parameters: ``bind`` takes one and returns its name in SQL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from mentis_records.query.check import Requirement
from mentis_records.query.field import Kind
from mentis_records.query.tree import Operator
from mentis_records.store.period import PERIOD_BEGIN, PERIOD_END, Period

Bind = Callable[[object], str]


def compile_comparison(requirement: Requirement, bind: Bind) -> str:
    """Return the SQL, true or false for every row of ``games``, of a comparison."""
    field = requirement.field
    columns = list(field.columns)
    if field.tag is not None and any("$tag" in column for column in columns):
        tag = bind(field.tag)
        columns = [column.replace("$tag", tag) for column in columns]
    test = _compare_columns(requirement, columns, bind)
    return f"coalesce({field.condition.format(test)}, false)"


def _compare_columns(requirement: Requirement, columns: Sequence[str], bind: Bind) -> str:
    """Return the SQL that one of the columns compares as required."""
    value, operator = requirement.value, requirement.operator
    if isinstance(value, Period):
        return _compare_dates(operator, value, bind)
    if operator is Operator.LIKE:
        tests = [_like(column, str(value), bind) for column in columns]
        return f"({' or '.join(tests)})"
    bound = bind(value)
    if requirement.field.kind is Kind.NUMBER:
        bound += "::bigint"
    if operator is Operator.UNEQUAL:
        tests = [f"coalesce({column} <> {bound}, true)" for column in columns]
        return f"(coalesce({', '.join(columns)}) is not null and {' and '.join(tests)})"
    tests = [f"coalesce({column} {operator} {bound}, false)" for column in columns]
    return f"({' or '.join(tests)})"


def _compare_dates(operator: Operator, period: Period, bind: Bind) -> str:
    """Return the SQL that all days of a record's date compare so with a period."""
    begin, end = PERIOD_BEGIN, PERIOD_END
    if operator is Operator.EQUAL:
        first, last = bind(period.begin), bind(period.end)
        return f"({begin} >= {first}::date and {end} <= {last}::date)"
    if operator is Operator.UNEQUAL:
        first, last = bind(period.begin), bind(period.end)
        return f"({end} < {first}::date or {begin} > {last}::date)"
    is_upper = operator in (Operator.LESS, Operator.AT_MOST)
    is_begin = operator in (Operator.LESS, Operator.AT_LEAST)
    bound = bind(period.begin if is_begin else period.end)
    return f"{end if is_upper else begin} {operator} {bound}::date"


def _like(column: str, pattern: str, bind: Bind) -> str:
    if "*" not in pattern:
        return f"coalesce(contains(lower({column}), lower({bind(pattern)})), false)"
    expression = ".*".join(map(re.escape, pattern.lower().split("*")))
    return f"coalesce(regexp_full_match(lower({column}), {bind(expression)}, 's'), false)"
