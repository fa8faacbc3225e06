"""Values as texts: CSV, characters that cannot be seen, dates, settings."""

from __future__ import annotations

import csv
import io
import random
import re
import runpy
from datetime import date
from decimal import Decimal
from itertools import product
from pathlib import Path

import duckdb
import pytest
from case_kit import cases_of

import mentis_records
from mentis_records.core.csv_text import csv_line
from mentis_records.core.date import (
    Period,
    is_date,
    meant_date,
    parse_period,
    period_of,
    plain_date,
    possible_dates,
)
from mentis_records.core.setting import (
    Choice,
    Setting,
    Text,
    WholeNumber,
    all_settings,
    given_settings,
    lasting_settings,
)
from mentis_records.core.text import printable, printable_lines
from mentis_records.store.schema.record_sql import IS_DATED, MONTH, PERIOD_BEGIN, PERIOD_END, YEAR

CASES = cases_of(__file__)

SIGNS = "=+-@'＝＋－＠\t\r\n \0\v\u00a0\",;aZ1.é"


def read_back(cell: str) -> str:
    """Return the text of a cell as README tells it."""
    return cell[1:] if re.match("'+(?:[\t\r]|[\\s\0-\x1f]*[=+\\-@＝＋－＠])", cell) else cell


def read_line(line: str) -> list[str]:
    (row,) = csv.reader(io.StringIO(line, newline=""))
    return row


def test_random_texts_come_back() -> None:
    chance = random.Random(35)
    texts = ["".join(chance.choices(SIGNS, k=chance.randrange(9))) for _ in range(10_000)]
    escaped = 0
    for at in range(0, len(texts), 5):
        cells = read_line(csv_line(texts[at : at + 5]))
        assert list(map(read_back, cells)) == texts[at : at + 5]
        for cell, text in zip(cells, texts[at : at + 5], strict=True):
            escaped += cell != text
            assert cell == "-" or not cell.strip(" \t\r\n\0\v\u00a0").startswith(
                ("=", "+", "-", "@")
            )
            assert not cell.startswith(("\t", "\r"))
    assert 2_000 < escaped < 9_000


def test_numbers_are_numbers() -> None:
    values = (-12.5, -3, Decimal("-0.5"), None, True, "-", "-12.5", "?", "", "1-0", "'tis")
    assert csv_line(values) == "-12.5,-3,-0.5,,true,-,'-12.5,?,,1-0,'tis\n"


# What is shown of characters that cannot be seen: signs and words, never escapes of a language


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann\nBob", "Ann↵Bob"),
        ("Ann\rBob", "Ann↵Bob"),
        ("Ann\tBob", "Ann Bob"),
        ("Ann\xa0Bob", "Ann Bob"),
        ("\x1b[31m", "␛[31m"),
        ("\x00\x07\x7f", "␀␇␡"),
        ("\x9b", "<U+009B>"),
        ("a\u202eb", "a<U+202E>b"),
        ("Ren\udce9", "Ren\\xe9"),
        ("René", "René"),
    ],
)
def test_signs(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(shown) == shown


def test_no_control_is_left_and_none_is_an_escape() -> None:
    controls = "".join(map(chr, (*range(0x20), *range(0x7F, 0xA0))))
    shown = printable(controls)
    assert shown.isprintable()
    assert "\\" not in shown
    assert re.sub("[\n\t]", "", printable_lines(controls)).isprintable()


# One reading of dates: Python, SQL and the bulk reader's bytes agree, and other forms are told


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


@pytest.mark.parametrize(("text", "meant"), [*CASES["meant_dates"], ("2024.05.01" * 100, "")])
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


POSSIBLE = CASES["possible"]


@pytest.mark.parametrize(("text", "dates"), POSSIBLE.items())
def test_dates_that_may_be_meant(text: str, dates: list[str]) -> None:
    assert possible_dates(text) == tuple(dates)


# Settings: what values they take, in which form, and what holds for a record


def _pair(text: str) -> str:
    first, _, second = text.partition("-")
    if not second:
        raise ValueError("it has no hyphen")
    return f"{first.strip()}-{second.strip()}"


LEVEL = Setting("Level", Choice(("easy", "hard")))
TO_WIN = Setting("PrisonersToWin", WholeNumber(1, 7, usual=3), chooses_start=False)
PAIR = Setting("Pair", Text(_pair, "two words with a hyphen", default="a-b"))
SETTINGS = (LEVEL, TO_WIN, PAIR)


@pytest.mark.parametrize(
    ("setting", "text", "canonical"),
    [
        (LEVEL, "hard", "hard"),
        (LEVEL, "Hard", None),
        (TO_WIN, "007", "7"),
        (TO_WIN, "0", None),
        (TO_WIN, "8", None),
        (TO_WIN, "-1", None),
        (TO_WIN, "\u0663", None),
        (TO_WIN, "1" * 5_000, None),
        (PAIR, "x - y", "x-y"),
        (PAIR, "x", None),
        (PAIR, "", "a-b"),
    ],
)
def test_values_are_read(setting: Setting, text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(ValueError, match=r"hyphen|^$"):
            setting.read(text)
    else:
        assert setting.read(text) == canonical
        assert setting.read(canonical) == canonical


def test_choices_may_have_names_for_readers() -> None:
    named = Setting("Level", Choice(("E", "H"), names=("easy", "hard")))
    assert [named.name_of(value) for value in named.values] == ["easy", "hard"]
    assert [LEVEL.name_of("hard"), TO_WIN.name_of("3")] == ["hard", "3"]


def test_settings_have_words() -> None:
    assert TO_WIN.title == "Prisoners to win"
    assert [each.kind.expected for each in SETTINGS] == [
        "easy, hard",
        "a whole number from 1 to 7",
        "two words with a hyphen",
    ]
    assert [each.default for each in SETTINGS] == ["easy", "3", "a-b"]
    assert [each.values for each in SETTINGS] == [("easy", "hard"), (), ()]


def test_what_holds_for_a_record() -> None:
    defaults = {"Level": "hard", "PrisonersToWin": "05", "Pair": "none"}
    assert all_settings(SETTINGS, {"Pair": "x - y"}, {}) == {
        "Level": "easy",
        "PrisonersToWin": "3",
        "Pair": "x-y",
    }
    assert given_settings(SETTINGS, {}, defaults) == {
        "Level": "hard",
        "PrisonersToWin": "5",
        "Pair": "a-b",
    }
    stated = {"Position": "...", "Level": "hard"}
    assert given_settings(SETTINGS, stated, defaults) == {"Level": "hard", "PrisonersToWin": "5"}
    assert lasting_settings(SETTINGS, {"Level": "hard"}) == {"PrisonersToWin": "3"}
    with pytest.raises(ValueError, match="it has no hyphen"):
        given_settings(SETTINGS, {"Pair": "x"}, {})


def test_a_setting_that_lasts_holds_beside_a_position() -> None:
    first = Setting("FirstPlayer", Choice(("W", "B")), lasts=True)
    assert lasting_settings((first, LEVEL), {"FirstPlayer": "B"}) == {"FirstPlayer": "B"}
    assert lasting_settings((first, LEVEL), {}) == {"FirstPlayer": "W"}
    stated = {"Position": "...", "FirstPlayer": "B"}
    assert given_settings((first,), stated, {}) == {"FirstPlayer": "B"}
    assert given_settings((first,), {"Position": "..."}, {"FirstPlayer": "B"}) == {}
