"""One reading of dates: Python, SQL and the bulk reader's bytes agree, and other forms are told."""

import random
import runpy
from datetime import date
from itertools import product
from pathlib import Path

import duckdb
import pytest

import mentis_records
from mentis_records.core.date import (
    Period,
    is_date,
    meant_date,
    parse_period,
    period_of,
    plain_date,
    possible_dates,
)
from mentis_records.store.schema.record_sql import IS_DATED, MONTH, PERIOD_BEGIN, PERIOD_END, YEAR

VALUE = Path(mentis_records.__file__).parent / "notation" / "bulk" / "word_scan.py"


def texts() -> list[str]:
    """Return dates, and what is nearly one."""
    years = ("2024", "2023", "1900", "2000", "1000", "9999", "0999", "0000", "????", "20?4", "-024")
    months = ("01", "02", "04", "12", "13", "00", "??", "?2", "1", " 1", "٠١")
    days = ("01", "28", "29", "30", "31", "32", "00", "??", "3?", "1", "+1")
    found = [".".join(parts) for parts in product(years, months, days)]
    found += ["", "?", "-", "*", "????", "2024", "2024.01", "2024-01-05", "2024.01.05 ", "20240105"]
    chance = random.Random(35)
    for _ in range(20_000):
        text = list(
            f"{chance.randrange(10_000):04}.{chance.randrange(15):02}.{chance.randrange(34):02}"
        )
        if chance.random() < 0.5:
            text[chance.randrange(len(text))] = chance.choice("0123456789.?- /")
        found.append("".join(text))
    return list(dict.fromkeys(found))


def test_python_bytes_and_sql_agree() -> None:
    is_date_in_bytes = runpy.run_path(str(VALUE))["is_date"]
    given = texts()
    query = f"""
        select date, {IS_DATED}, {PERIOD_BEGIN}, {PERIOD_END}, {YEAR}, {MONTH}
        from (select unnest($texts::varchar[]) as date)"""
    rows = duckdb.execute(query, {"texts": given}).fetchall()
    assert len(rows) == len(given) > 20_000
    dated = 0
    for text, is_dated, begin, end, year, month in rows:
        found = period_of(text)
        encoded = text.encode()
        assert bool(is_date_in_bytes(encoded, 0, len(encoded))) == is_date(text), text
        assert is_dated == (found is not None), text
        assert is_date(text) == (found is not None or text in ("?", "-", "????.??.??"))
        if found is None:
            assert (begin, end, year, month) == (None,) * 4, text
        else:
            dated += 1
            assert Period(begin, end) == found, text
            assert year == found.begin.year
            assert month == (None if text[5] == "?" else text[:7])
    assert 1_000 < dated < len(rows) - 1_000


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("20240501", "2024.05.01"),
        ("2024/05/01", "2024.05.01"),
        ("2024.5.1", "2024.05.01"),
        ("2024 05 01", "2024.05.01"),
        ("2024–05–01", "2024.05.01"),
        ("2024-05-01T10:00:00.000Z", "2024.05.01"),
        ("2024-05-01 10:00", "2024.05.01"),
        ("1 May 2024", "2024.05.01"),
        ("1. May 2024", "2024.05.01"),
        ("1-Sept-2024", "2024.09.01"),
        ("1st of May, 2024", "2024.05.01"),
        ("May 1, 2024", "2024.05.01"),
        ("Wed, 1 May 2024", "2024.05.01"),
        ("Wednesday, May 1st, 2024", "2024.05.01"),
        ("2024 May 1", "2024.05.01"),
        ("May 2024", "2024.05.??"),
        ("2024-05", "2024.05.??"),
        ("2024.05", "2024.05.??"),
        ("05/2024", "2024.05.??"),
        ("2024-05-??", "2024.05.??"),
        ("2024.00.00", "2024.??.??"),
        ("2024", "2024.??.??"),
        ("13/05/2024", "2024.05.13"),
        ("05/13/2024", "2024.05.13"),
        ("05/05/2024", "2024.05.05"),
        ("01/05/2024", ""),
        ("1.5.24", ""),
        ("2024.13.01", ""),
        ("2023.02.29", ""),
        ("2024.??.05", ""),
        ("0999.01.01", ""),
        ("1 Ma 2024", ""),
        ("1 Mayor 2024", ""),
        ("next week", ""),
        ("2024.05.01" * 100, ""),
        ("2024-W05-1", "2024.01.29"),
        ("2020W537", "2021.01.03"),
        ("2024-W53-1", ""),
        ("2024-W05", ""),
    ],
)
def test_what_a_text_was_to_state(text: str, meant: str) -> None:
    assert not is_date(text)
    assert meant_date(text) == meant
    assert not meant or is_date(meant)


def test_only_whole_dates_of_iso_are_read() -> None:
    assert plain_date("2024-05-01") == "2024.05.01"
    for text in ("2024-13-01", "2024-05", "2024-05-1", "2024.05.01", "0024-05-01", "x"):
        assert plain_date(text) == text


def test_what_is_asked_for() -> None:
    whole = Period(date(2024, 1, 1), date(2024, 12, 31))
    january = Period(date(2024, 1, 1), date(2024, 1, 31))
    day = Period(date(2024, 1, 5), date(2024, 1, 5))
    assert {parse_period(text) for text in ("2024", "2024.??", "2024.??.??")} == {whole}
    assert {parse_period(text) for text in ("2024.01", "2024-01", "2024.01.??")} == {january}
    assert {parse_period(text) for text in ("2024.01.05", "2024-01-05")} == {day}
    for text in ("", "????", "2024.13", "2024.??.05", "20240105", "0999", "2024.1", "2024-02-30"):
        with pytest.raises(ValueError, match="is not a date"):
            parse_period(text)


POSSIBLE = {
    "14.11.24": ("2024.11.14", "2014.11.24"),
    "14.11.2024": ("2024.11.14",),
    "04/05/2010": ("2010.05.04", "2010.04.05"),
    "05-05-10": ("2010.05.05", "2005.05.10"),
    "31.12.99": ("1999.12.31",),
    "99.12.31": ("1999.12.31",),
    "32.13.24": (),
    "yesterday": (),
    "": (),
}


@pytest.mark.parametrize(("text", "dates"), POSSIBLE.items())
def test_dates_that_may_be_meant(text: str, dates: tuple[str, ...]) -> None:
    assert possible_dates(text) == dates
