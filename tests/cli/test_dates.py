"""Dates on the way through the program: read, told, stored, listed, counted and asked for alike."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_kit import mentis

CASE = Path(__file__).parents[1] / "cases" / "dates" / "no-dates.mgn"


@pytest.fixture
def club(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", CASE)


def test_findings_tell_what_to_write() -> None:
    result = mentis("validate", "--format", "json", CASE)
    assert result.exit_code == 0
    records = [json.loads(line) for line in result.stdout.splitlines()]
    found = [
        (one["slug"], one["expected"], one["hint"])
        for record in records
        for one in record.get("diagnostics", ())
    ]
    form = "YYYY.MM.DD, with ?? for what is unknown"
    assert found == [
        ("date-malformed", form, "it counts as unknown"),
        ("date-malformed", form, 'write [Date "2024.05.01"]; as it is, it counts as unknown'),
        ("date-iso", "2024.05.01", ""),
    ]
    assert mentis("validate", "--strict", CASE).exit_code == 1


def test_iso_dates_are_written_as_tags_state_them() -> None:
    text = mentis("fmt", CASE).stdout
    assert '[Date "2024.05.01"]' in text
    assert '[Date "2024.13.01"]' in text
    assert "2024-05-01" not in text


def test_every_count_reads_dates_alike(club: Path, tmp_path: Path) -> None:
    facts = json.loads(mentis("info", "--db", club, "--format", "json").stdout)["selection"]
    assert facts["games"] == 4
    assert facts["undated"] == 2
    assert (facts["first_day"], facts["last_day"]) == ("2024-01-05", "2024-05-01")
    listed = json.loads(mentis("games", "--db", club, "--sort", "date", "--format", "json").stdout)
    assert [row["date"] for row in listed] == ["2024.01.05", "2024.05.01", "2024.13.01", "20240501"]
    out = tmp_path / "reports"
    assert mentis("report", "collection", "--db", club, "--out", out, "--format", "json")
    months = json.loads((out / "numbers" / "collection-by-month.json").read_text())["rows"]
    assert {row["month"]: row["games"] for row in months} == {
        "2024.01": 1,
        "2024.05": 1,
        "no such date": 2,
    }
    players = json.loads(mentis("players", "--db", club, "--format", "json").stdout)
    dates = {row["player"]: (row["first"], row["last"]) for row in players}
    assert dates["B. Jones"] == ("2024.01.05", "2024.05.01")
    assert dates["B"] == dates["C"] == (None, None)


@pytest.mark.parametrize(
    ("test", "games"),
    [
        ("Date = 2024-05-01", 1),
        ("Date >= 2024-01-05 and Date <= 2024-05-01", 2),
        ("Date = 2024.05.01", 1),
        ("Date = 2024.05.??", 1),
        ("Date = 2024-05", 1),
        ("Date = 2024.??.??", 2),
        ("Date = 2024", 2),
    ],
)
def test_dates_are_asked_for_as_they_are_printed(club: Path, test: str, games: int) -> None:
    result = mentis("info", "--db", club, "--format", "json", "--where", test)
    assert json.loads(result.stdout)["selection"]["games"] == games


def test_load_says_what_was_found_and_where_it_went(tmp_path: Path) -> None:
    db = tmp_path / "club.duckdb"
    result = mentis("load", CASE, "--db", db)
    assert result.stdout == (
        f"{CASE}: 4 read = 4 stored + 0 duplicates + 0 quarantined; 3 warnings; in {db}\n"
    )
    again = mentis("load", CASE, "--db", db, "--format", "json")
    value = json.loads(again.stdout)
    assert (value["database"], value["warnings"], value["known"]) == (str(db), 0, True)
    other = tmp_path / "other.duckdb"
    value = json.loads(mentis("load", CASE, "--db", other, "--format", "json").stdout)
    assert (value["database"], value["warnings"], value["stored"]) == (str(other), 3, 4)
    assert "loaded before" in mentis("load", CASE, "--db", other).stdout
    checked = mentis("validate", CASE)
    assert "3 warnings" in checked.stdout + checked.stderr
