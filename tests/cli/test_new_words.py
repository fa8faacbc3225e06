"""Names, dates, tags and results as people type them while they enter a game."""

from pathlib import Path

import pytest
from case_kit import cases_of
from new_kit import OPEN, enter

from mentis_records.cli.entry_tag import meant_day, meant_result
from mentis_records.games import find_game
from mentis_records.notation.entry.entry_error import EntryError

CASES = cases_of(__file__)


@pytest.mark.parametrize(
    ("text", "day"), [("14.11.2026", "2026.11.14"), ("2026", "2026.??.??"), ("?", "????.??.??")]
)
def test_dates_in_usual_forms(text: str, day: str) -> None:
    assert meant_day(text) == day


@pytest.mark.parametrize(("line", "end"), CASES["an_end_in_words_is_no_tag"])
def test_an_end_in_words_is_no_tag(line: str, end: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    code, _, told = enter(path, "Blue: Ann Smith", "Red: Ben Smith", "TSNd2 TSNd6", line)
    assert code == 0, told
    assert f"record 1: 2 plies, {end}\n" in told
    assert '[Blue "Ann Smith"]' in path.read_text()
    code, _, told = enter(path, "back 1", "Smith resigns")
    assert (code, "Smith resigns cannot be read" in told) == (1, True), "which of the two?"


def test_a_player_with_the_name_of_a_side(tmp_path: Path) -> None:
    told = enter(tmp_path / "a.mgn", "Blue: Red Adair", "Red: Bob", "TSNd2 TSNd6", "Red resigns")[2]
    assert "1-0 (resignation)\n" in told


@pytest.mark.parametrize(("line", "told"), CASES["words_without_a_colon_overwrite_no_tag"])
def test_words_without_a_colon_overwrite_no_tag(line: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    code, _, said = enter(path, "TSNd2", "Blue: Ann", "Event Cup", "date 1 May 2026", line)
    assert code == 1
    assert told in said
    text = path.read_text()
    assert all(tag in text for tag in ('"Ann"', '"Cup"', '"2026.05.01"', "1. TSNd2 *"))


@pytest.mark.parametrize("result", ["*", "1-0"])
@pytest.mark.parametrize("last", ["done", "quit"])
def test_tags_of_the_command_line_are_given_to_a_record(
    last: str, result: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(OPEN.replace("*", result))
    given = ("--game", "1", "--tag", "Blue=Ann Smith")
    code, _, told = enter(path, last, options=given)
    assert code == 0
    assert f"a.mgn: record 1: 2 plies, {result}\n" in told
    assert path.read_text() == (
        '[Event "Open"]\n[Site "?"]\n[Date "2026.11.14"]\n[Round "?"]\n[Blue "Ann Smith"]\n'
        f'[Red "?"]\n[Result "{result}"]\n\n1. TSNd2 TSNd6 {result}\n'
    )


@pytest.mark.parametrize(("lines", "told"), CASES["a_name_for_a_turn_is_told_how_to_say_who_plays"])
def test_a_name_for_a_turn_is_told_how_to_say_who_plays(
    lines: list[str], told: str, tmp_path: Path
) -> None:
    code, _, said = enter(tmp_path / "a.mgn", *lines)
    assert code == 1
    assert told + "  not played; help lists what may be typed here\n" in said


def test_a_refused_turn_is_told_not_to_be_played(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    _, _, told = enter(path, "TSNd2", "TSNd6", "a1-a2", "Ne2")
    assert "\n  not played; type another turn\n2. Blue to move: " in told
    assert path.read_text().endswith("1. TSNd2 TSNd6 2. Ne2 *\n")


def test_a_name_that_is_like_an_end_is_said_with_a_colon(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    code, _, _ = enter(path, "Blue: Won", "Red: Lost", "TSNd2")
    assert code == 0
    assert '[Blue "Won"]\n[Red "Lost"]\n[Result "*"]' in path.read_text()


def test_a_tag_that_is_changed_is_told(tmp_path: Path) -> None:
    code, _, told = enter(tmp_path / "a.mgn", "TSNd2", "Blue: Ann", "Blue: Eva", "tag Blue Ann")
    assert code == 0
    assert "Blue: Ann\n" in told
    assert "Blue: Eva (was Ann)\n" in told
    assert "Blue: Ann (was Eva)\n" in told


def test_a_date_that_may_be_two_days_is_asked_again() -> None:
    with pytest.raises(EntryError, match="which day"):
        meant_day("01/05/2026")


def test_results_in_words() -> None:
    facts = find_game("mentis").description
    texts = ("1:0", "Blue won", "red wins", "draw", "*", "Blue", "")
    assert [meant_result(facts, text) for text in texts] == [
        *("1-0", "1-0", "0-1", "1/2-1/2", "*", "", "")
    ]
