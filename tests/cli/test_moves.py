"""``mentis moves``: sorted lists, JSON lines, refusals."""

import pytest
from cli_kit import json_lines, mentis

START = "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"
KINGS = "3k3/7/7/7/7/7/3K3 b -/- 1"
WOLF = "3k3/7/7/3W3/7/7/3K3 b -/- 1"
OVER = "7/7/7/7/7/7/3K3 r -/- 1"
BAD = "3k3/8/7/7/7/7/2KK3 b -/- 0"


@pytest.mark.parametrize(
    ("arguments", "count"),
    [([], 197), ([START], 197), (["--variant", "wolf"], 202), ([KINGS], 2), ([WOLF], 10)],
)
def test_text(arguments: list[str], count: int) -> None:
    result = mentis("moves", *arguments)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert len(lines) == count
    assert lines == sorted(lines)
    assert result.stderr == ""


def test_json() -> None:
    result = mentis("moves", "--format", "json", KINGS, WOLF, OVER)
    assert result.exit_code == 0
    values = json_lines(result)
    assert [list(value) for value in values] == [["position", "moves"]] * 3
    assert [value["position"] for value in values] == [KINGS, WOLF, OVER]
    assert values[0]["moves"] == ["d1-c1", "d1-e1"]
    assert values[2]["moves"] == []


def test_json_of_the_start() -> None:
    (value,) = json_lines(mentis("moves", "--format", "json"))
    assert value["position"] == START
    assert len(value["moves"]) == 197


def test_json_errors() -> None:
    result = mentis("moves", "--format", "json", KINGS, BAD, "", WOLF)
    assert result.exit_code == 1
    values = json_lines(result)
    assert [list(value) for value in values] == [
        ["position", "moves"],
        ["position", "error"],
        ["position", "error"],
        ["position", "moves"],
    ]
    error = values[1]["error"]
    assert isinstance(error, dict)
    text = str(error)
    assert "row 6" in text
    assert "number" in text


def test_text_errors() -> None:
    result = mentis("moves", BAD, KINGS)
    assert result.exit_code == 1
    assert result.stdout == "d1-c1\nd1-e1\n"
    assert "row 6" in result.stderr


def test_standard_input() -> None:
    text = f"{KINGS}\r\n\n{BAD}\n{WOLF}"
    result = mentis("moves", "--format", "json", "-", text=text)
    assert result.exit_code == 1
    values = json_lines(result)
    assert [value["position"] for value in values] == [KINGS, BAD, WOLF]
    assert ["error" in value for value in values] == [False, True, False]


def test_positions_and_standard_input() -> None:
    values = json_lines(mentis("moves", "--format", "json", WOLF, "-", text=KINGS))
    assert [value["position"] for value in values] == [WOLF, KINGS]


@pytest.mark.parametrize("variant", ["standard", "wolf", ""])
def test_a_stated_position_may_hold_a_wolf(variant: str) -> None:
    flags = ["--variant", variant] if variant else []
    result = mentis("moves", *flags, WOLF)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 10


@pytest.mark.parametrize(
    "arguments", [["--format", "xml"], ["--variant", "fox"], ["--variant", "fox", KINGS]]
)
def test_wrong_use(arguments: list[str]) -> None:
    result = mentis("moves", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_game_over_has_no_line() -> None:
    result = mentis("moves", OVER)
    assert result.exit_code == 0
    assert result.stdout.split() == []


def test_lines_of_any_length() -> None:
    long = "(" * 100_000
    result = mentis("moves", "-", text=f"{KINGS}\n{long}\n\n{WOLF}\n{long}")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 2 + 10
    assert len(result.stderr) < 5_000
    assert result.stderr.count("more than any position needs") == 2
