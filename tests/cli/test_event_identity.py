"""One event is not made of two, nor one pairing counted twice."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from cli_kit import json_lines, mentis

pytestmark = pytest.mark.one_build

EVENTS = Path(__file__).parents[1] / "cases" / "events"
GAME = (
    '[Event "Open"]\n[Site "{site}"]\n[Date "{date}"]\n[Round "{turn}"]\n[Blue "{blue}"]\n'
    '[Red "{red}"]\n[Result "1-0"]\n{more}\n\n1. TSNd2 TSNd6 1-0\n'
)


def table(*arguments: object) -> dict[str, float]:
    rows = json_lines(mentis("standings", *arguments, "--format", "json"))
    return {row["player"]: row["points"] for row in rows}


def game(number: int, site: str = "?", date: str = "2024.05.01", more: str = "") -> str:
    names = {"blue": f"Ann {number}", "red": f"Bob {number}", "turn": number}
    return GAME.format(site=site, date=date, more=more, **names)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"site": "Oslo"}, {"site": "Rome"}),
        ({"date": "2023.05.01"}, {"date": "2024.05.01"}),
        ({"date": "2023.??.??"}, {"date": "2025.??.??"}),
        ({"more": '[EventDate "2024.05.01"]'}, {"more": '[EventDate "2024.06.01"]'}),
        ({"more": '[Section "A \\"1\\""]'}, {"more": '[Section "B"]'}),
    ],
)
def test_events_of_one_name_are_named_with_a_filter_each(
    tmp_path: Path, one: dict[str, str], other: dict[str, str]
) -> None:
    text = tmp_path / "x.mgn"
    text.write_text("\n".join((game(1, **one), game(2, **one), game(3, **other))))
    done = mentis("standings", text)
    assert done.exit_code == 2
    first, *lines = done.stderr.splitlines()
    assert first.endswith("the games are of 2 events: choose one with --where")
    found = []
    for line in lines:
        option, test, *_ = shlex.split(line)
        found.append(len(table(text, option, test)))
    assert sorted(found) == [2, 4]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"site": "Oslo"}, {"site": "?"}),
        ({"date": "2023.12.28"}, {"date": "2024.01.03"}),
        (
            {"date": "2023.05.01", "more": '[EventDate "2023.05.01"]'},
            {"date": "2024.05.01", "more": '[EventDate "2023.05.01"]'},
        ),
        ({"site": "https://games.example/1"}, {"site": "https://games.example/2"}),
    ],
)
def test_one_event_stays_one(tmp_path: Path, one: dict[str, str], other: dict[str, str]) -> None:
    text = tmp_path / "x.mgn"
    text.write_text("\n".join((game(1, **one), game(2, **other))))
    assert len(table(text)) == 4


def test_two_years_are_two_events() -> None:
    path = EVENTS / "two-years.mgn"
    assert mentis("standings", path).exit_code == 2
    year = table(path, "--where", "Date = 2024")
    assert len(year) == 4
    assert sum(year.values()) == 6


def test_a_match_is_one_pairing() -> None:
    assert table(EVENTS / "match-cup.mgn") == {"Ann": 2, "Bob": 1, "Cid": 0}
    assert mentis("standings", EVENTS / "match-cup.mgn").exit_code == 0


def test_a_pair_twice_in_a_swiss_round_is_doubled(tmp_path: Path) -> None:
    forfeits = tmp_path / "x.mgn"
    text = (EVENTS / "results.mgn").read_text()
    forfeits.write_text(text.replace("\n\n1-0", '\n[Termination "forfeit"]\n\n1-0'))
    done = mentis("standings", EVENTS / "played.mgn", forfeits)
    assert done.exit_code == 1
    assert done.stderr.count("doubled: round") == text.count("\n\n1-0")


def test_results_beside_the_games_count_once() -> None:
    done = table(EVENTS / "played.mgn", EVENTS / "results.mgn")
    assert max(done.values()) == 2


def test_rounds_within_a_year_are_rounds() -> None:
    done = mentis("standings", EVENTS / "league.mgn")
    assert "4 records, 2 rounds" in done.stderr
    assert "missing" not in done.stderr


def test_many_missing_rounds_are_one_short_line(tmp_path: Path) -> None:
    text = tmp_path / "x.mgn"
    text.write_text(
        "\n".join(
            GAME.format(site="?", date="?", turn=turn, blue="Ann", red="Bob", more="")
            for turn in (1, 2024)
        )
    )
    done = mentis("standings", text)
    assert "missing: no game of 2,022 rounds before round 2024\n" in done.stderr


def test_a_wide_all_play_all_is_not_listed_pair_by_pair(tmp_path: Path) -> None:
    text = tmp_path / "x.mgn"
    text.write_text("\n".join(game(number) for number in range(60)))
    done = mentis("standings", text, "--system", "all-play-all")
    words = "missing: 7,080 of 7,140 pairs have not met as often as planned: too many to be listed"
    assert done.stderr.count("missing: ") == 1
    assert words in done.stderr


def test_documented_forfeits_are_known(tmp_path: Path) -> None:
    assert mentis("validate", EVENTS / "forfeit.mgn").stderr.endswith("0 warnings, 0 notes\n")
    done = mentis("load", "--strict", EVENTS / "forfeit.mgn", "--db", tmp_path / "x.duckdb")
    assert done.exit_code == 0
    text = tmp_path / "x.mgn"
    text.write_text('[Event "x"]\n[Result "1-0"]\n[Termination "forfeit: ill"]\n\n1-0\n')
    assert "N208" not in mentis("validate", text).stdout
    text.write_text('[Event "x"]\n[Result "1/2-1/2"]\n[Termination "forfeit"]\n\n1/2-1/2\n')
    assert "N404" in mentis("validate", text).stdout


def test_a_double_zero_says_how_it_is_written() -> None:
    done = mentis("validate", EVENTS / "double-zero.mgn")
    assert 'if both forfeit, write * and the tag [Termination "forfeit"]' in done.stdout
