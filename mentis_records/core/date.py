"""Dates of games: the tag Date parsed, the days that it covers, and other ways of writing it.

A date states year, month and day, of which the last ones may be unknown, and means its whole
period. The same is told in SQL (``store.schema.date``) and from
bytes (``notation.bulk.word_scan``).
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta
from functools import cache

from mentis_records.fast.late_dataclass import dataclass

_UNKNOWN = frozenset(("?", "-", "????.??.??"))
_DATE = re.compile(r"([1-9]\d{3})\.(?:(\d\d)\.(?:(\d\d)|\?\?)|\?\?\.\?\?)", re.ASCII)
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_SHORT = re.compile(r"(\d{4})(?:[-.](\d\d|\?\?))?", re.ASCII)

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
_SIGN = r"\s*[-‐-―−./\s,_]\s*"
_DAY = r"(?P<day>\d{1,2}|\?{1,2})(?:st|nd|rd|th)?"
_NAME = r"(?P<name>[a-z]{3,9})\.?"
_YEAR = r"(?P<year>\d{4})"
_MONTH = r"(?P<month>\d{1,2}|\?{1,2})"
_TIME = r"(?:[T\s]\s*\d{1,2}:\d\d.*)?"
_NUMBERS = re.compile(rf"(\d{{1,2}}){_SIGN}(\d{{1,2}}){_SIGN}(\d{{2}}|\d{{4}})", re.ASCII)
_FULL_YEAR = 4
"""Digits of a year that is written out."""

_WEEK = re.compile(r"(\d{4})-?W(\d\d)-?([1-7])", re.ASCII)
FIRST_YEAR = 1900
"""The year before which hardly a game was recorded."""

_SET_CLOCK = date(2026, 1, 1)
"""A day that is past: a clock that shows an earlier one is not set."""

_LONGEST = 60
"""Characters of a text that may be a date in another form."""


@dataclass(frozen=True, slots=True)
class Period:
    """The days from ``begin`` to ``end``, both included."""

    begin: date
    end: date


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    # Few texts need them, and compiling them takes longer than reading many records.
    return tuple(
        re.compile(rf"(?:[a-z]+day,?\s+|[a-z]{{3}},\s*)?{form}{_TIME}", re.ASCII | re.IGNORECASE)
        for form in (
            r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)",
            _YEAR,
            rf"{_YEAR}{_SIGN}{_MONTH}",
            rf"{_YEAR}{_SIGN}{_MONTH}{_SIGN}{_DAY}",
            rf"{_MONTH}{_SIGN}{_YEAR}",
            rf"(?P<one>\d{{1,2}}){_SIGN}(?P<other>\d{{1,2}}){_SIGN}{_YEAR}",
            rf"{_DAY}(?:{_SIGN}|\s+of\s+)?{_NAME},?{_SIGN}{_YEAR}",
            rf"{_NAME}{_SIGN}{_DAY},?{_SIGN}{_YEAR}",
            rf"{_NAME},?{_SIGN}{_YEAR}",
            rf"{_YEAR}{_SIGN}{_NAME}(?:{_SIGN}{_DAY})?",
        )
    )


def period_of(text: str) -> Period | None:
    """Return the days that a tag Date means, or None where it is unknown or no date.

    A year is one of 1000 to 9999.
    """
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day = (None if part is None else int(part) for part in found.groups())
    try:
        if month is None or year is None:
            return Period(date(int(found[1]), 1, 1), date(int(found[1]), 12, 31))
        first = date(year, month, 1 if day is None else day)
    except ValueError:
        return None
    if day is not None:
        return Period(first, first)
    return Period(first, date(year, month, monthrange(year, month)[1]))


def is_date(text: str) -> bool:
    """Tell whether a tag's value is a date, whole or with unknown parts at its end."""
    return text in _UNKNOWN or period_of(text) is not None


def tomorrow() -> date:
    """Return the last day on which a game can have been played, in whatever part of the world."""
    return max(date.today(), _SET_CLOCK) + timedelta(1)


def unlikely_words(text: str) -> str:
    """Return why a date is hardly that of a game, or nothing; its whole period must be outside."""
    period = period_of(text)
    if period is None:
        return ""
    if period.end.year < FIRST_YEAR:
        return f"before {FIRST_YEAR}"
    return "in the future" if period.begin > tomorrow() else ""


def plain_date(text: str) -> str:
    """Return a date in the form of ISO 8601, ``2024-05-01``, as tags state it; others as it is."""
    found = _ISO.fullmatch(text)
    plain = ".".join(found.groups()) if found else text
    return plain if period_of(plain) else text


def parse_period(text: str) -> Period:
    """Return the period that is asked for.

    That is a date as tags state it or in the form of ISO 8601 (``2024-01-05``), or the beginning
    of one (``2024``, ``2024.01``).

    Raises:
        ValueError: it is no date, or its year is unknown.
    """
    short = _SHORT.fullmatch(text)
    found = period_of(f"{short[1]}.{short[2] or '??'}.??" if short else plain_date(text))
    if found is None:
        raise ValueError(f"{text} is not a date")
    return found


def meant_date(text: str) -> str:
    """Return what a text that is no date was to state, in the form of a tag, or nothing.

    Nothing is returned where it may mean several days, such as ``01/05/2024``, or none.
    """
    text = text.strip()
    if len(text) > _LONGEST:
        return ""
    week = _WEEK.fullmatch(text)
    if week is not None:
        return _written_week(*map(int, week.groups()))
    for form in _forms():
        found = form.fullmatch(text)
        if found is not None:
            return _written(found.groupdict())
    return ""


def possible_dates(text: str) -> tuple[str, ...]:
    """Return the dates that a text which is none may state, in the form of a tag.

    Of ``04/05/2024`` both are returned, of ``14.11.26`` those of every order that makes a day
    which is not to come.
    """
    meant = meant_date(text)
    found = _NUMBERS.fullmatch(text.strip())
    if meant or found is None:
        return (meant,) if meant else ()
    one, two, three = found.groups()
    orders = [(three, two, one), (three, one, two)]
    if len(three) < _FULL_YEAR:
        orders.append((one, two, three))
    last = tomorrow()
    dates: dict[str, None] = {}
    for year, month, day in orders:
        century = last.year // 100 * 100 if len(year) < _FULL_YEAR else 0
        full = int(year) + century - 100 * (bool(century) and int(year) + century > last.year)
        period = period_of(f"{full:04}.{int(month):02}.{int(day):02}")
        if period is not None and period.end <= last:
            dates[f"{full:04}.{int(month):02}.{int(day):02}"] = None
    return tuple(dates)


def _written_week(year: int, week: int, day: int) -> str:
    """Return a day of a week of a year as a tag states it, if there is one."""
    try:
        text = date.fromisocalendar(year, week, day).isoformat().replace("-", ".")
    except ValueError:
        return ""
    return text if period_of(text) else ""


def _written(parts: dict[str, str | None]) -> str:
    """Return year, month and day as a tag states them, if they make a date."""
    month, day = parts.get("month") or "", parts.get("day") or ""
    name = parts.get("name")
    if name is not None:
        numbers = [at for at, each in enumerate(_MONTHS, 1) if each.startswith(name.lower())]
        if name.lower() == "sept":
            numbers = [9]
        if len(numbers) != 1:
            return ""
        month = str(numbers[0])
    one, other = (int(parts.get(part) or 0) for part in ("one", "other"))
    if one or other:
        if one != other and one <= len(_MONTHS) and other <= len(_MONTHS):
            return ""
        month, day = str(min(one, other)), str(max(one, other))
    month, day = (part if int(part.replace("?", "0") or 0) else "??" for part in (month, day))
    text = f"{parts['year']}.{month:0>2}.{day:0>2}"
    return text if period_of(text) else ""
