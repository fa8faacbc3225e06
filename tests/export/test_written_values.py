"""One way to write a value in CSV, tables and JSON."""

import csv
import io
from pathlib import Path

import pytest
from cli_kit import GOOD, json_of, mentis

from mentis_records.export.json_rows import unique_names, value_json, value_text

pytestmark = pytest.mark.one_build


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    (folder / "a.mgn").write_text(GOOD, encoding="utf-8")
    mentis("load", folder / "a.mgn", "--db", folder / "d.duckdb")
    return folder / "d.duckdb"


@pytest.mark.parametrize(
    ("sql", "text", "value"),
    [
        ("interval 1 year", "1 year", "1 year"),
        ("interval 25 month", "2 years 1 month", "2 years 1 month"),
        ("interval '2000000000 months'", "166666666 years 8 months", "166666666 years 8 months"),
        ("date 'infinity'", "infinity", "infinity"),
        ("timestamp '-infinity'", "-infinity", "-infinity"),
        ("date '20000-01-01'", "20000-01-01", "20000-01-01"),
        ("timestamp '2024-01-02 03:04:05'", "2024-01-02 03:04:05", "2024-01-02 03:04:05"),
        ("[interval 1 month]", '["1 month"]', ["1 month"]),
        ("{'date': date 'infinity'}", '{"date": "infinity"}', {"date": "infinity"}),
        ("map {date '2024-01-01': true}", '{"2024-01-01": true}', {"2024-01-01": True}),
        ("{'DATE': time '10:00:00'}", '{"DATE": "10:00:00"}', {"DATE": "10:00:00"}),
        ("true", "true", True),
        ("[1, null]", "[1, null]", [1, None]),
        ("{'a': 1, 'b': null}", '{"a": 1, "b": null}', {"a": 1, "b": None}),
        ("'\\xAA'::blob", "aa", "aa"),
        ("['\\xAA'::blob]", '["aa"]', ["aa"]),
        ("'inf'::double", "inf", "inf"),
        ("0::decimal(20, 10)", "0.0000000000", 0),
        ("'=1+1'", "=1+1", "=1+1"),
        ("1 as \"a\"\"b\"; -- a comment", "1", 1),
    ],
)  # fmt: skip
def test_a_value_is_written_in_one_way(db: Path, sql: str, text: str, value: object) -> None:
    query = f"select {sql}"
    _, (cell,) = csv.reader(io.StringIO(mentis("sql", query, "--db", db, "--format", "csv").stdout))
    assert cell.removeprefix("'") == text
    assert mentis("sql", query, "--db", db).stdout.splitlines()[2].strip() == text
    (row,) = json_of("sql", query, "--db", db)
    assert list(row.values()) == [value]


def test_decimals_keep_all_digits(db: Path) -> None:
    digits = "-123456789012345678.1234567891234"
    for form in ("csv", "json", "table"):
        query = f"select '{digits}'::decimal(38, 13) as a, ['{digits}'::decimal(38, 13)] as b"
        assert mentis("sql", query, "--db", db, "--format", form).stdout.count(digits) == 2


def test_no_column_is_lost(db: Path) -> None:
    query = "select 1 as a, 2 as a, 3 as a_1, 4 as a"
    (row,) = json_of("sql", query, "--db", db)
    assert list(row.values()) == [1, 2, 3, 4]
    assert row["a_1"] == 3


def test_names_become_unique() -> None:
    assert unique_names(["a", "b", "a"]) == ["a", "b", "a_1"]
    assert unique_names(["a", "a", "a_1", "a"]) == ["a", "a_2", "a_1", "a_3"]


def test_texts_mean_no_json() -> None:
    assert value_json({"a": '"},{', 1: [None]}) == '{"a": "\\"},{", "1": [null]}'
    assert value_text('"x"') == '"x"'


def test_errors_keep_their_place(db: Path) -> None:
    told = mentis("sql", "select interval 1 year,\n 'x'::int", "--db", db).stderr
    assert "(line 2, column 5)" in told
