"""The days that a Date tag means, in SQL on ``games``: the same that ``core.date`` tells.

A date whose year is unknown, or that no calendar has, means none.
"""

from __future__ import annotations

_STORED = "date similar to '[1-9]\\d{3}\\.(\\d\\d\\.(\\d\\d|\\?\\?)|\\?\\?\\.\\?\\?)'"
_BEGIN = "try_strptime(replace(date, '??', '01'), '%Y.%m.%d')::date"
_LAST_MONTH = "replace(left(date, 7), '??', '12')"

PERIOD_BEGIN = f"case when {_STORED} then {_BEGIN} end"
"""SQL for the first day of ``games.date``, or null."""

IS_DATED = f"({PERIOD_BEGIN}) is not null"
"""SQL that ``games.date`` means a period."""

YEAR = f"case when {IS_DATED} then left(date, 4)::integer end"
"""The year of a game's date as a number, null where it is not known: SQL on games."""

MONTH = f"case when {IS_DATED} and date[6:7] <> '??' then date[:7] end"
"""Year and month of a game's date, ``2024.01``, null where one is not known: SQL on games."""

PERIOD_END = f"""
    case when {_STORED} then
        case
            when ends_with(date, '??')
            then last_day(try_strptime({_LAST_MONTH} || '.01', '%Y.%m.%d')::date)
            else try_strptime({_LAST_MONTH} || right(date, 3), '%Y.%m.%d')::date
        end
    end"""
"""SQL for the last day of ``games.date``, or null."""
