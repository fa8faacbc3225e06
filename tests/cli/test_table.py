"""Tables on terminals and in pipes, CSV and JSON of values of all kinds."""

import io
import json
import sys
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from mentis_records.cli.table import write_rows

pytestmark = pytest.mark.one_build

LONG = "a name as long as this one"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def write_on_terminal(
    monkeypatch: pytest.MonkeyPatch,
    names: list[str],
    rows: list[tuple[Any, ...]],
    droppable: tuple[str, ...] = (),
) -> tuple[list[str], list[str]]:
    """Return the lines on a terminal of 40 columns, and the columns that were left out."""
    screen = Terminal()
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys, "stdout", screen)
    left_out = write_rows("table", names, rows, droppable)
    monkeypatch.undo()
    return screen.getvalue().splitlines(), left_out


def test_a_table_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(1, LONG, "short"), (12345, "x", LONG)]
    lines, _ = write_on_terminal(monkeypatch, ["n", "name", "other"], rows)
    assert lines == [
        "    n  name             other",
        "─────  ───────────────  ────────────────",
        "    1  a name as long…  short",
        "12345  x                a name as long …",
    ]


def test_numbers_are_never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(1, LONG)] * 1_000 + [(123_456_789_012, LONG)]
    lines, _ = write_on_terminal(monkeypatch, ["n", "name"], rows)
    assert lines[-1].startswith("123456789012  a name")


def test_columns_that_may_be_left_out_are(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["a", "b", "c", "d"]
    lines, left_out = write_on_terminal(monkeypatch, names, [(LONG,) * 4], ("d", "b"))
    assert left_out == ["d", "b"]
    assert lines[0].split() == ["a", "c"]
    assert max(map(len, lines)) == 40
    rows = [(LONG, None, "?", "????.??.??"), (LONG, "", "-", None)]
    lines, left_out = write_on_terminal(monkeypatch, names, rows, ("d", "b", "c"))
    assert (lines[0], left_out) == ("a", [])


def test_the_end_of_a_path_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/".join(["", *("folder" for _ in range(9)), "club.mgn"])
    lines, _ = write_on_terminal(monkeypatch, ["path"], [(path,)])
    assert lines[-1] == "…" + path[-39:]


def test_what_never_fits_is_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(LONG,) * 4, (None, 1, 2, "\x1b[0m")]
    lines, _ = write_on_terminal(monkeypatch, ["a", "b", "cc", "d"], rows)
    assert lines[:2] == ["-- 1", f" a  {LONG}"]
    assert lines[-5:] == ["-- 2", " a", " b  1", "cc  2", " d  ␛[0m"]


def test_a_list_has_no_column_that_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["a", "b", "cc", "日本", "e", "f"]
    lines, left_out = write_on_terminal(monkeypatch, names, [("1" * 9, LONG) * 3], ("a", "cc"))
    assert left_out == ["a", "cc"]
    assert lines == ["-- 1", f"   b  {LONG}", f"日本  {LONG}", "   e  111111111", f"   f  {LONG}"]


def test_wide_characters_take_two_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [("日本", 1), ("abc", 2)]
    lines, _ = write_on_terminal(monkeypatch, ["name", "n"], rows)
    assert lines[2:] == ["日本  1", "abc   2"]


def test_a_pipe_gets_everything(capsys: pytest.CaptureFixture[str]) -> None:
    write_rows("table", ["a", "b"], [("x" * 190, 1), ("y" * 300, None)], ("a",))
    out = capsys.readouterr().out.splitlines()
    assert out[2] == "x" * 190 + " " * 12 + "1"
    assert out[3] == "y" * 300


def test_rows_are_written_as_they_come(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[str] = []

    def rows() -> Iterator[tuple[int]]:
        for number in range(2_000):
            if number == 1_500:
                seen.append(capsys.readouterr().out)
            yield (number,)

    for name in ("table", "csv", "json"):
        write_rows(name, ["n"], rows())
        assert "1400" in seen[-1]


def test_json_has_json_values(capsys: pytest.CaptureFixture[str]) -> None:
    values = [
        None,
        True,
        1,
        1.5,
        float("nan"),
        Decimal("2.5"),
        date(2024, 1, 5),
        b"\x01\xff",
        {1: [Decimal(1)], date(2024, 1, 5): None},
        (1, "ä"),
    ]
    names = [f"c{at}" for at in range(len(values))]
    write_rows("json", names, [values])
    (row,) = json.loads(capsys.readouterr().out)
    assert list(row.values()) == [
        None,
        True,
        1,
        1.5,
        "nan",
        2.5,
        "2024-01-05",
        "01ff",
        {"1": [1.0], "2024-01-05": None},
        [1, "ä"],
    ]
    write_rows("json", ["a", "a", "a"], [(1, 2, 3)])
    assert json.loads(capsys.readouterr().out) == [{"a": 1, "a_1": 2, "a_2": 3}]


def test_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for name, expected in (("table", "a  b\n─  ─\n"), ("csv", "a,b\n"), ("json", "[]\n")):
        write_rows(name, ["a", "b"], [])
        assert capsys.readouterr().out == expected
