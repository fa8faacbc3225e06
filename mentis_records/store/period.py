"""The days that a Date tag may mean: its first and last, in Python and in SQL.

A date states year, month and day, of which the last ones may be unknown; it means its whole
period. A date whose year is unknown, or that no calendar has, means none.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

_PATTERN = r"(\d{4})(?:\.(\d\d|\?\?)(?:\.(\d\d|\?\?))?)?"
_STORED = "date similar to '[1-9]\\d{3}\\.(\\d\\d\\.(\\d\\d|\\?\\?)|\\?\\?\\.\\?\\?)'"
_BEGIN = "try_strptime(replace(date, '??', '01'), '%Y.%m.%d')::date"
_LAST_MONTH = "replace(left(date, 7), '??', '12')"

PERIOD_BEGIN = f"case when {_STORED} then {_BEGIN} end"
"""SQL for the first day of ``games.date``, or null."""

IS_DATED = f"({PERIOD_BEGIN}) is not null"
"""SQL that ``games.date`` means a period."""

YEAR = f"case when {IS_DATED} then left(date, 4)::integer end"
"""The year of a game's date as a number, null where it is not known: SQL on games."""

PERIOD_END = f"""
    case when {_STORED} then
        case
            when ends_with(date, '??')
            then last_day(try_strptime({_LAST_MONTH} || '.01', '%Y.%m.%d')::date)
            else try_strptime({_LAST_MONTH} || right(date, 3), '%Y.%m.%d')::date
        end
    end"""
"""SQL for the last day of ``games.date``, or null."""


@dataclass(frozen=True, slots=True)
class Period:
    """The days from ``begin`` to ``end``, both included."""

    begin: date
    end: date


def parse_period(text: str) -> Period:
    """Return the period that a date means: ``2024``, ``2024.01``, ``2024.01.??``, ``2024.01.05``.

    Raises:
        ValueError: it is no date, or its year is unknown.
    """
    found = re.fullmatch(_PATTERN, text, re.ASCII)
    if found is None or text.startswith("0"):
        raise ValueError(f"{text} is no date")
    year = int(found[1])
    month, day = (int(part) if part and part != "??" else None for part in found.groups()[1:])
    if month is None:
        if day is not None:
            raise ValueError(f"{text} is a day of no month")
        return Period(date(year, 1, 1), date(year, 12, 31))
    first = date(year, month, 1 if day is None else day)
    if day is not None:
        return Period(first, first)
    return Period(first, date(year, month, monthrange(year, month)[1]))
