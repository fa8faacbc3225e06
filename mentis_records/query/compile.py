"""Compile tests of the record to a selection: SQL on ``games`` whose values are parameters.

A comparison with what a record lacks is false, ``!=`` too; ``not`` turns that to true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from mentis_records.query.check import Requirement, check
from mentis_records.query.error import QueryError
from mentis_records.query.field import Kind
from mentis_records.query.parse import parse_where
from mentis_records.query.tree import And, Comparison, Condition, Not, Operator
from mentis_records.store.period import PERIOD_BEGIN, PERIOD_END, Period
from mentis_records.store.player import NAMESAKES
from mentis_records.store.selection import EVERY_GAME, Selection

MAX_COMPARISONS = 500
"""Comparisons of one text."""


def select(texts: Sequence[str]) -> Selection:
    """Return the selection of the games that pass the tests of all texts; of none: all games.

    Raises:
        QueryError: a text is no test of the record, or none that makes sense.
    """
    selection = EVERY_GAME
    for text in texts:
        selection &= _compile(text)
    return selection


def _compile(text: str) -> Selection:
    compiler = _Compiler(text)
    condition = compiler.compile(parse_where(text))
    parameters = {f"selected_{at}": value for at, value in enumerate(compiler.values)}
    return Selection(condition, parameters, " ".join(text.split()))


class _Compiler:
    """Compiles one text; ``values`` are those of the parameters, in the order of their numbers."""

    def __init__(self, text: str) -> None:
        self.values: list[object] = []
        self._text = text
        self._comparisons = 0

    def compile(self, condition: Condition) -> str:
        if isinstance(condition, Comparison):
            return self._compile_comparison(condition)
        if isinstance(condition, Not):
            return f"not {self.compile(condition.part)}"
        joint = " and " if isinstance(condition, And) else " or "
        return f"({joint.join(map(self.compile, condition.parts))})"

    def _compile_comparison(self, comparison: Comparison) -> str:
        self._comparisons += 1
        if self._comparisons > MAX_COMPARISONS:
            message = f"more than {MAX_COMPARISONS} comparisons"
            raise QueryError.at(comparison.field, message)
        requirement = check(comparison)
        field = requirement.field
        columns = list(field.columns)
        if field.tag is not None and any("$tag" in column for column in columns):
            tag = self._bind(field.tag)
            columns = [column.replace("$tag", tag) for column in columns]
        return f"coalesce({field.condition.format(self._columns(requirement, columns))}, false)"

    def _columns(self, requirement: Requirement, columns: Sequence[str]) -> str:
        """Return the SQL that one of the columns compares as required."""
        value, operator = requirement.value, requirement.operator
        if isinstance(value, Period):
            return self._compare_dates(operator, value)
        test = self._test(requirement)
        if requirement.field.is_player:
            names = NAMESAKES.format(test("one.name"))
            tests = [
                f"{test(column)} or coalesce({column} in {names}, false)" for column in columns
            ]
        else:
            tests = list(map(test, columns))
        passes = " or ".join(tests)
        if operator is Operator.UNEQUAL:
            return f"(coalesce({', '.join(columns)}) is not null and not ({passes}))"
        return f"({passes})"

    def _test(self, requirement: Requirement) -> Callable[[str], str]:
        """Return what makes SQL, never null, for a column: how it compares; for != that it is."""
        value, operator = requirement.value, requirement.operator
        if operator is Operator.LIKE:
            return self._like(str(value))
        bound = self._bind(value)
        if requirement.field.kind is Kind.NUMBER:
            bound += "::bigint"
        sign = Operator.EQUAL if operator is Operator.UNEQUAL else operator
        return lambda column: f"coalesce({column} {sign} {bound}, false)"

    def _compare_dates(self, operator: Operator, period: Period) -> str:
        """Return the SQL that all days of a record's date compare so with a period."""
        begin, end = PERIOD_BEGIN, PERIOD_END
        if operator is Operator.EQUAL:
            first, last = self._bind(period.begin), self._bind(period.end)
            return f"({begin} >= {first}::date and {end} <= {last}::date)"
        if operator is Operator.UNEQUAL:
            first, last = self._bind(period.begin), self._bind(period.end)
            return f"({end} < {first}::date or {begin} > {last}::date)"
        is_upper = operator in (Operator.LESS, Operator.AT_MOST)
        is_begin = operator in (Operator.LESS, Operator.AT_LEAST)
        bound = self._bind(period.begin if is_begin else period.end)
        return f"{end if is_upper else begin} {operator} {bound}::date"

    def _like(self, pattern: str) -> Callable[[str], str]:
        if "*" not in pattern:
            words = self._bind(pattern)
            return lambda column: f"coalesce(contains(lower({column}), lower({words})), false)"
        expression = self._bind(".*".join(map(re.escape, pattern.lower().split("*"))))
        return lambda column: (
            f"coalesce(regexp_full_match(lower({column}), {expression}, 's'), false)"
        )

    def _bind(self, value: object) -> str:
        self.values.append(value)
        return f"$selected_{len(self.values) - 1}"
