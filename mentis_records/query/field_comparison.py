"""Compile a comparison with a field of the record to SQL on ``games``.

A comparison with what a record lacks is false, ``!=`` too; ``not`` turns that to true. Values are
parameters: ``bind`` takes one and returns its name in SQL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from mentis_records.core.date import Period
from mentis_records.core.query.number import Operator
from mentis_records.core.text import folded
from mentis_records.query.check import Requirement
from mentis_records.query.field import Kind
from mentis_records.store.schema import NAMESAKES, NOBODY
from mentis_records.store.schema.record_sql import PERIOD_BEGIN, PERIOD_END, folded_sql

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
    test = _test(requirement, bind)
    if requirement.field.is_player:
        if operator is not Operator.EQUAL:
            columns = [
                f"case when lower({folded_sql(one)}) not in {NOBODY} then {one} end"
                for one in columns
            ]
        names = f"(select other from {NAMESAKES.name} where {test('name')})"  # noqa: S608 - ours
        tests = [
            f"{test(column)} or coalesce({folded_sql(column)} in {names}, false)"
            for column in columns
        ]
    else:
        tests = list(map(test, columns))
    passes = " or ".join(tests)
    if operator is Operator.UNEQUAL:
        return f"(coalesce({', '.join(columns)}) is not null and not ({passes}))"
    return f"({passes})"


def _test(requirement: Requirement, bind: Bind) -> Callable[[str], str]:
    """Return what makes SQL, never null, for a column: how it compares; for != that it is."""
    value, operator = requirement.value, requirement.operator
    sign = Operator.EQUAL if operator is Operator.UNEQUAL else operator
    if requirement.field.kind is Kind.NUMBER:
        number = f"{bind(value)}::bigint"
        return lambda column: f"coalesce({column} {sign} {number}, false)"
    if requirement.field.kind is Kind.CHOICE:
        word = bind(value)
        return lambda column: f"coalesce({column} {sign} {word}, false)"
    if operator is Operator.LIKE:
        return _like(folded(str(value)), bind)
    text = bind(folded(str(value)))
    return lambda column: f"coalesce({folded_sql(column)} {sign} {text}, false)"


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


def _like(pattern: str, bind: Bind) -> Callable[[str], str]:
    if "*" not in pattern:
        words = bind(pattern)
        return lambda column: (
            f"coalesce(contains(lower({folded_sql(column)}), lower({words})), false)"
        )
    expression = bind(".*".join(map(re.escape, pattern.lower().split("*"))))
    return lambda column: (
        f"coalesce(regexp_full_match(lower({folded_sql(column)}), {expression}, 's'), false)"
    )
