"""Reports on players and balance: numbers and words of a league, and what they agree on."""

import json
import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

import numpy
import pytest
from case_kit import cases_of
from report_kit import exhibit_of, loaded

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.balance.power import power_section, told_gap
from mentis_records.report.document.page import Report
from mentis_records.report.figure.figure_interval import linear_scale, round_step
from mentis_records.report.figure.figure_style import NARROW, WIDE, render_inline
from mentis_records.report.registry import REPORTS
from mentis_records.report.section.evenness import outcome_words
from mentis_records.report.section.evenness_figure import extremes_exhibit, group_exhibit
from mentis_records.report.section.survey import survey
from mentis_records.report.words.rating_words import p_words, points, rating_words, share_of_points
from mentis_records.statistics.balance import BalanceGroup, BalanceGrouping, fetch_balance
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.power import games_needed, least_gap
from mentis_records.statistics.rating.elo import Estimate
from mentis_records.statistics.rating.glicko import Strength, rate_period
from mentis_records.statistics.result import Results
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.selection import EVERY_GAME

CASES = cases_of(__file__)
RECORD = CASES["record"]
RESULTS = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "*": "*"}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("league")
    rows = [
        (blue, red, date, RESULTS[letter], moves)
        for blue, red, date, letters, moves in CASES["league"]
        for letter in letters
    ]
    text = "".join(
        RECORD.format(number=number, blue=blue, red=red, date=date, result=result, moves=moves)
        for number, (blue, red, date, result, moves) in enumerate(rows, 1)
    )
    with loaded(folder, text, 80) as database:
        for slug in ("player", "balance"):
            formats = ("html", "json", "svg")
            REPORTS[slug].build(database, GAMES[0], folder / "out", formats=formats)
    return folder / "out"


def reports_of(folder: Path, text: str, stored: int | None = None) -> tuple[Report, Report]:
    """Return the balance and the player report of a text's games."""
    with loaded(folder, text, stored) as database:
        balance, player = (REPORTS[slug].make(database, GAMES[0]) for slug in ("balance", "player"))
    return balance, player


def rows_of(out: Path, figure: str) -> list[dict[str, Any]]:
    return list(
        json.loads((out / "numbers" / f"{figure}.json").read_text(encoding="utf-8"))["rows"]
    )


def page_of(out: Path, slug: str) -> str:
    return unescape((out / f"{slug}.html").read_text(encoding="utf-8")).replace("\xa0", " ")


def test_which_games_count(out: Path) -> None:
    counts = [(row["games"], row["is_counted"]) for row in rows_of(out, "player-games")]
    assert counts == [(76, True), (2, False), (1, False), (1, False), (0, False)]
    page = page_of(out, "player")
    assert "76 of 80 games say something about strength" in page
    assert "Left out: 2 with an unknown player, 1 with the same player on both sides" in page


def test_the_ladder(out: Path) -> None:
    rows = {row["player"]: row for row in rows_of(out, "player-ladder")}
    assert list(rows) == ["Ann", "Bob", "Cas", "Dot", "Eve", "Ace"]
    assert sum(rows[name]["rating"] for name in ("Ann", "Bob", "Cas")) == pytest.approx(4500)
    assert sum(rows[name]["rating"] for name in ("Dot", "Eve")) == pytest.approx(3000)
    assert [rows[name]["group"] for name in rows] == [1, 1, 1, 2, 2, None]
    assert (rows["Ace"]["standing"], rows["Ace"]["rating"]) == ("won every game", None)
    assert [rows["Ann"][name] for name in ("games", "won", "drawn", "lost", "points")] == [
        *(42, 30, 0, 12, 30.0)
    ]
    in_rating = {name: (row["rating_games"], row["rating_points"]) for name, row in rows.items()}
    assert in_rating["Ann"] == (40, 30.0), "not those against Ace, who won every game"
    assert in_rating["Ace"] == (0, 0.0)
    assert sum(in_rating[name][0] for name in ("Ann", "Bob", "Cas")) == 2 * 72
    assert sum(points for _, points in in_rating.values()) == 72 + 2
    assert rows["Ann"]["low"] < rows["Ann"]["rating"] < rows["Ann"]["high"]
    page = page_of(out, "player")
    assert "5 players of 6 can be rated, in 2 groups with no chain of results" in page
    assert "1 won every game" in page
    assert "2 counted games enter no rating, because the players cannot be compared." in page
    assert "30 (30–0–10)" in page
    facts = json.loads((out / "numbers" / "player-ladder.json").read_text(encoding="utf-8"))
    assert facts["n"] == 72
    drawing = (out / "figures" / "player-ladder.svg").read_text(encoding="utf-8")
    assert "1. Ann" in drawing
    assert "Dot" not in drawing


def test_scores_by_side(out: Path) -> None:
    rows = {(row["player"], row["side"]): row for row in rows_of(out, "player-sides")}
    assert {name for name, _ in rows} == {"Ann", "Bob", "Cas"}
    own = rows["Bob", "Red"]
    assert [own[name] for name in ("games", "won", "drawn", "lost")] == [36, 13, 4, 19]
    assert own["points_share"] == pytest.approx(15 / 36, abs=1e-6)
    assert own["points_low"] < 15 / 36 < own["points_high"]


def test_through_time(out: Path) -> None:
    """Ann and Bob begin with twenty games in January; both are new."""
    rows = rows_of(out, "player-time")
    assert [(row["player"], row["month"]) for row in rows] == [
        *[("Bob", month) for month in ("2024-01", "2024-02", "2024-03")],
        *[("Ann", month) for month in ("2024-01", "2024-02", "2024-03")],
    ]
    first, second = numpy.zeros(20, numpy.int64), numpy.ones(20, numpy.int64)
    scores = numpy.array([float(letter) for letter in "1110" * 5])
    expected = rate_period(Strength.start(2), first, second, scores)
    bob, ann = rows[0], rows[3]
    assert (ann["rating"], bob["rating"]) == pytest.approx(tuple(expected.rating), abs=1e-5)
    assert ann["deviation"] == pytest.approx(expected.deviation[0], abs=1e-5)
    assert [row["games"] for row in rows] == [20, 20, 16, 20, 20, 2]
    assert "60 counted games say in which month they were played; 16 others do not" in page_of(
        out, "player"
    )


def test_the_answer(out: Path) -> None:
    raw, adjusted = rows_of(out, "balance-advantage")
    assert (raw["games"], adjusted["games"]) == (79, 74)
    assert raw["elo"] is None
    assert adjusted["points_low"] < adjusted["points_share"] < adjusted["points_high"]
    assert adjusted["elo_low"] < adjusted["elo"] < adjusted["elo_high"]
    page = page_of(out, "balance")
    assert "Too few games to show an advantage" in page
    assert "Between players of equal strength Blue, who moves first, would score" in page


def test_power(out: Path) -> None:
    rows = {row["points_share"]: row for row in rows_of(out, "balance-power")}
    assert rows[0.6]["games_80_power"] < rows[0.55]["games_80_power"]
    assert rows[0.6]["games_80_power"] < rows[0.6]["games_95_power"]
    assert 0 < rows[0.55]["power_here"] < rows[0.6]["power_here"] < 1
    assert "This collection has 79 games with a result: enough to detect" in page_of(out, "balance")


@pytest.mark.parametrize("games", [79, 200, 4771])
def test_the_least_advantage_is_told_with_games_enough_for_it(games: int) -> None:
    """The share that is told as detected needs no more games than there are, one step less does."""
    least = least_gap(games, 0.1)
    assert least is not None
    assert games_needed(told_gap(least), 0.1) <= games < games_needed(told_gap(least) - 0.001, 0.1)


def test_a_group_that_the_words_name_is_in_the_figure(tmp_path: Path) -> None:
    """Of many groups the largest are drawn, and the small one in which a side is ahead."""
    with create_database(tmp_path / "none.duckdb") as database:
        collection = survey(database, GAMES[0], EVERY_GAME, made=None)
        league = fetch_balance(database, GAMES[0]).league
    results = {f"group {at}": Results(50 + at, 0, 50 + at) for at in range(28)}
    results["one-sided"] = Results(40, 0, 0)
    groups = []
    for label, found in results.items():
        lead = lead_of(found)
        assert lead is not None
        groups.append(BalanceGroup(label, lead, lead.p_value, 0, None, None, (None, None)))
    grouping = BalanceGrouping("kind", "Kind", tuple(groups), 0, 0, 0, 0.95)
    words = outcome_words(league, grouping, "group", "groups")
    assert "one-sided gives Blue" in words
    assert words.endswith("of the points in 40\xa0games.")
    exhibit = group_exhibit(league, grouping, collection, slug="kind", title="Kinds")
    shown = [row[0] for row in exhibit.display.rows]
    assert shown == [*(f"group {at}" for at in range(4, 28)), "one-sided"]
    assert exhibit.n_words == "games with a result, in 29\xa0groups, 25 of them shown"
    assert "4\xa0rarer groups: in the files." in exhibit.method
    assert len(exhibit.numbers.rows) == 29
    sorted_ones = group_exhibit(
        league, grouping, collection, slug="kind", title="Kinds", is_sorted=True
    )
    extremes = extremes_exhibit(
        league, grouping, collection, slug="ends", title="Ends", noun="group"
    )
    listed = {row[0] for row in sorted_ones.display.rows}
    assert {row[0] for row in extremes.display.rows} <= listed


def test_groups(out: Path) -> None:
    page = page_of(out, "balance")
    assert "by length (all are 0 to 20 plies)" in page
    groups = rows_of(out, "balance-opening-standard")
    assert sorted(row["games"] for row in groups)[-1] == 36
    assert sum(row["games"] for row in groups) == 79


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ("=" * 40, "All games were drawn."),
        (
            "=" * 298 + "10",
            "Among the players of these games: at most 0.6 percentage points for Blue, "
            "0.6 for Red (95 %)",
        ),
        ("1" * 40, "Blue scored more, 100.0 % of the points"),
        ("0" * 40, "Red scored more, 100.0 % of the points"),
        ("*" * 3, "No game has a result, so nothing can be said about balance."),
    ],
)
def test_one_sided_collections(tmp_path: Path, results: str, words: str) -> None:
    text = "".join(
        RECORD.format(
            number=number, blue="Ann", red="Bob", date="?", result=RESULTS[letter], moves="1. Nd2"
        )
        for number, letter in enumerate(results, 1)
    )
    report, players = reports_of(tmp_path, text, len(results))
    told = [text for section in report.sections for text in section.paragraphs]
    said = " ".join((report.title, *report.lede, *told)).replace("\N{NO-BREAK SPACE}", " ")
    assert words in said
    assert "Strength could not be accounted for" in said or "*" in results or "10" in results
    assert players.sections[-1].slug == "games"


@pytest.mark.parametrize(("low", "high", "ticks"), CASES["scales"])
def test_scales(low: float, high: float, ticks: tuple[float, ...]) -> None:
    scale = linear_scale(low, high, 10, 100)
    assert scale.ticks == pytest.approx(ticks)
    assert (scale.at(scale.low), scale.at(scale.high)) == pytest.approx((10, 110))
    assert round_step(0, 5) == 1


def test_words() -> None:
    estimate = Estimate(12.4, 10)
    assert rating_words(estimate, is_signed=True) == "+12 (−7 to +32)"
    assert (points(0.2, is_signed=True), points(-0.4), points(1846.2)) == ("0", "0", "1846")
    assert share_of_points((0.5, 0.4, 0.612)).replace("\xa0", " ") == "50.0 % (40.0 to 61.2 %)"
    assert [p_words(value) for value in (0.0004, 0.0314, 0.5)] == [
        *("p < 0.001", "p = 0.031", "p = 0.50")
    ]


def test_games_from_stated_positions_say_nothing_of_the_first_move(tmp_path: Path) -> None:
    """32 even games from the start, 40 that Red, who moves first there, wins from a position."""
    stated = '[Position "3k3/7/7/7/7/7/3K3 r T1/s3t3n3 5"]\n\n5... TSNd6'
    rows = [("Ann", "Bob", "1-0"), ("Ann", "Bob", "0-1"), ("Bob", "Ann", "1-0")] * 8
    rows += [("Bob", "Ann", "0-1")] * 8
    played = [(blue, red, result, "\n1. TSNd2 TSNd6") for blue, red, result in rows]
    played += [("Ann", "Bob", "0-1", stated)] * 40
    text = "".join(
        f'[Round "{number}"]\n[Blue "{blue}"]\n[Red "{red}"]\n[Result "{result}"]\n'
        f"{moves} {result}\n\n"
        for number, (blue, red, result, moves) in enumerate(played)
    )
    balance, player = reports_of(tmp_path, text, 72)
    advantage = exhibit_of(balance, "advantage")
    assert advantage.n == 32
    assert advantage.n_words == (
        "games with a result; the adjusted share rests on 32 of them; "
        "40 that begin from a stated position left out"
    )
    kinds = {row[0]: row[1:3] for row in advantage.numbers.rows}
    assert kinds == {"raw": (32, 0.5), "adjusted": (32, pytest.approx(0.5))}
    assert [each.n for each in balance.exhibits] == [32] * len(balance.exhibits)
    assert all("from a stated position left out" in each.n_words for each in balance.exhibits)
    words = balance.sections[0].paragraphs[-1]
    assert words.startswith("40\xa0games with a result that begin from a stated position left out")
    games = exhibit_of(player, "games")
    assert games.numbers.rows[-1] == ("From a stated position", 40, False)
    assert exhibit_of(player, "ladder").n == 32


def test_games_from_stated_positions_alone(tmp_path: Path) -> None:
    text = '[Blue "A"]\n[Red "B"]\n[Position "3k3/7/7/7/7/7/3K3 r T1/s3t3n3 5"]\n\n5... TSNd6 1-0\n'
    report, players = reports_of(tmp_path, text, 1)
    assert players.exhibits[-1].numbers.rows[0][1] == 0
    assert not report.sections
    assert report.lede[1] == (
        "No game from the start position has a result, so nothing can be said about balance. "
        "1\xa0game with a result that begins from a stated position left out: either side may be "
        "the first to move there, and the sides need not be equal."
    )


@pytest.mark.parametrize(
    ("results", "seen", "diamond"),
    [
        (Results(30, 0, 30), "observed: both sides even", "the share of both sides here"),
        (Results(40), "observed: Blue 100.0 %", "the share of the side that scored more here"),
        (
            Results(40, 40, 320),
            "observed: Red 85.0 %",
            "the share of the side that scored more here",
        ),
        (Results(3, 0, 2), "", ""),
    ],
)
def test_what_was_seen_is_drawn_and_named(
    tmp_path: Path, results: Results, seen: str, diamond: str
) -> None:
    with create_database(tmp_path / "none.duckdb") as database:
        collection = survey(database, GAMES[0], EVERY_GAME, made=None)
        balance = fetch_balance(database, GAMES[0])
    lead = lead_of(results)
    assert lead is not None
    (section,) = power_section(balance, lead, collection)
    (exhibit,) = section.exhibits
    assert ("Diamond" in exhibit.method) == bool(diamond)
    assert diamond in exhibit.method
    for width in (WIDE, NARROW):
        drawing = render_inline(exhibit.plot, width, collection.palette, "power")
        places = re.findall(r'<use [^>]*x="([\d.-]+)"', drawing)
        # A dot and a diamond, each in the key and in the figure.
        assert len(places) == (4 if seen else 2)
        assert all(-1 <= float(place) <= width for place in places)
        assert seen in drawing


AGREEMENT_CASES = Path(__file__).parents[1] / "cases" / "ratings"


def words(report: Report, slug: str) -> str:
    return " ".join(next(each for each in report.sections if each.slug == slug).paragraphs)


def answers(folder: Path, text: str) -> tuple[str, str]:
    """Return what the balance and the player report say of the first move."""
    balance, player = reports_of(folder, text)
    told = f"{balance.title}. {' '.join(balance.lede)} {words(balance, 'advantage')}"
    return told.replace("\N{NO-BREAK SPACE}", " "), words(player, "ratings")


def records(rows: Sequence[tuple[str, str, str, int]]) -> str:
    games = [(blue, red, result) for blue, red, result, count in rows for _ in range(count)]
    return "\n".join(
        f'[Event "x"]\n[Round "{at}"]\n[Blue "{blue}"]\n[Red "{red}"]\n[Result "{result}"]\n\n'
        f"1. TSNd2 TSNd6 {result}\n"
        for at, (blue, red, result) in enumerate(games)
    )


def test_all_drawn(tmp_path: Path) -> None:
    balance, player = answers(
        tmp_path, (AGREEMENT_CASES / "all-drawn.mgn").read_text(encoding="utf-8")
    )
    assert "too few" not in balance + player
    assert "nobody can be rated from these games" in balance
    assert "Nobody can be rated" in player
    assert "4 drew every game." in player


def test_blue_always_wins(tmp_path: Path) -> None:
    text = (AGREEMENT_CASES / "blue-always-wins.mgn").read_text(encoding="utf-8")
    balance, player = answers(tmp_path, text)
    assert balance.startswith("Blue scored more, 100.0 % of the points")
    assert "Chance alone does not explain it. " in balance
    for each in (balance, player):
        assert "However large an advantage Blue has, no game between rated" in each
        assert "do not tell" not in each
        assert "could not be accounted for" not in each


@pytest.mark.parametrize(("case", "slug", "title"), CASES["titles_of_even_results"])
def test_titles_of_even_results(case: str, slug: str, title: str, tmp_path: Path) -> None:
    with create_database(tmp_path / "games.duckdb") as database:
        load(database, Reader(GAMES), str(AGREEMENT_CASES / f"{case}.mgn"))
        assert REPORTS[slug].make(database, GAMES[0]).title == title


def test_red_always_wins(tmp_path: Path) -> None:
    balance, player = answers(tmp_path, records([("A", "B", "0-1", 20), ("B", "A", "0-1", 30)]))
    assert balance.startswith("Red scored more, 100.0 % of the points")
    for each in (balance, player):
        assert "However large an advantage Red has" in each
        assert "do not tell" not in each


def test_what_may_be_side_or_strength(tmp_path: Path) -> None:
    """A has Blue and wins, but for one game: that tells a rating, not whose doing it is."""
    rows = [("A", "B", "1-0", 39), ("A", "B", "0-1", 1)]
    balance, player = answers(tmp_path, records(rows))
    assert balance.startswith("Blue scored more, 97.5 % of the points")
    assert "whether that is due to moving first or to the stronger" in balance
    assert "do not tell Blue's advantage by moving first apart from the players' strength" in player


def test_no_headline_pools_settings(tmp_path: Path) -> None:
    """With Standard Red wins, with the Wolf Blue does: together neither would seem ahead."""
    games = [("Standard", "0-1"), ("Wolf", "1-0")] * 40
    text = "\n".join(
        f'[Event "x"]\n[Round "{at}"]\n[Blue "A{at}"]\n[Red "B{at}"]\n[Result "{result}"]\n'
        f'[Variant "{variant}"]\n\n1. TSNd2 TSNd6 {result}\n'
        for at, (variant, result) in enumerate(games)
    )
    with loaded(tmp_path, text) as database:
        reports = {slug: kind.make(database, GAMES[0]) for slug, kind in REPORTS.items()}
    balance, winrate = reports["balance"], reports["winrate"]
    parts = balance.title.replace("\N{NO-BREAK SPACE}", " ").split("; ")
    assert parts == [
        "Standard: Red scored more, 100.0 % of the points",
        "Wolf: Blue scored more, 100.0 % of the points",
    ]
    assert balance.figure is not None
    shares = {row[0]: row[5] for row in balance.figure.numbers.rows}
    assert (balance.figure.slug, shares) == ("start", {"Standard": 0.0, "Wolf": 1.0})
    assert winrate.figure is not None
    shares = {row[0]: row[5] for row in winrate.figure.numbers.rows}
    assert (winrate.figure.slug, shares) == ("variant-points", {"Standard": 0.0, "Wolf": 1.0})
    for slug in ("opening", "winrate", "collection"):
        title = reports[slug].title
        assert "Standard" in title, slug
        assert "Wolf" in title, slug
    (opening,) = (each for each in reports["opening"].sections if each.slug == "standard")
    assert "N Nobles, S Spears" not in " ".join(opening.paragraphs), "one opening: no figure"
