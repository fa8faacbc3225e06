"""The numbers of the win rate report, against counts by hand and intervals by SciPy."""

import csv
import json
import re
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from report_kit import RECORD, loaded
from scipy.stats import binomtest

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.collection.frame import UNFINISHED
from mentis_records.report.figure.figure_histogram import HistogramPlot, columns_of
from mentis_records.report.figure.figure_mark import outcome_marks
from mentis_records.report.figure.figure_style import WIDE, Palette, render_inline
from mentis_records.report.registry import REPORTS
from mentis_records.statistics.result import Results
from mentis_records.statistics.winrate import win_rates
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.selection import Selection

SHORT = "1. TSNd2 TSNd6"
LONG = (
    "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 3. TNNc2 TSNc6 4. c2-c3-c4#-b4 c6#-c5 "
    "5. b4-b5-b6#-b7 TSe6 6. d4-d3-e3-f3 e6xb6 7. f3-f4-f5-f6 d7-e7"
)
GAMES_BY_HAND = [
    *[("Standard", SHORT, "1-0")] * 20,
    *[("Standard", SHORT, "0-1")] * 10,
    *[("Standard", SHORT, "1/2-1/2")] * 6,
    *[("Standard", LONG, "*")] * 3,
    *[("Wolf", SHORT, "1-0")] * 2,
    *[("Wolf", SHORT, "0-1")] * 1,
]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("winrate")
    text = "".join(
        RECORD.format(number=number, variant=variant, moves=moves, result=result)
        for number, (variant, moves, result) in enumerate(GAMES_BY_HAND, 1)
    )
    (folder / "hand.mgn").write_text(text, encoding="utf-8")
    with create_database(folder / "hand.duckdb") as database:
        summary = load(database, Reader(GAMES), str(folder / "hand.mgn"))
        assert summary.stored == len(GAMES_BY_HAND) == 42
        formats = ("html", "json", "csv", "svg")
        REPORTS["winrate"].build(database, GAMES[0], folder / "out", formats=formats)
    return folder / "out"


def rows_of(out: Path, figure: str) -> list[dict[str, Any]]:
    facts = json.loads((out / "numbers" / f"winrate-{figure}.json").read_text(encoding="utf-8"))
    return list(facts["rows"])


def counts(row: dict[str, Any]) -> tuple[int, ...]:
    names = ("games", "decided", "blue_wins", "draws", "red_wins", "unfinished")
    return tuple(row[name] for name in names)


def test_overall(out: Path) -> None:
    (row,) = rows_of(out, "overall")
    assert counts(row) == (42, 39, 22, 6, 11, 3)
    assert row["is_too_few"] is False
    for name, won in (("blue_wins", 22), ("draws", 6), ("red_wins", 11)):
        expected = binomtest(won, 39).proportion_ci(0.95, method="wilson")
        assert row[f"{name}_share"] == pytest.approx(won / 39, abs=1e-6)
        assert row[f"{name}_low"] == pytest.approx(expected.low, abs=1e-6)
        assert row[f"{name}_high"] == pytest.approx(expected.high, abs=1e-6)


def test_unfinished_games_leave_bounds(out: Path) -> None:
    """22 points and six halves, of 42; three games might have been won by either."""
    page = (out / "winrate.html").read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
    words = "3 games are unfinished: whatever the result, Blue&#39;s score of all games would lie"
    assert f"{words} between {100 * 25 / 42:.0f} % and {100 * 28 / 42:.0f} %." in page
    assert "played by" not in page


def test_self_play_is_told_with_its_strengths(tmp_path: Path) -> None:
    records = [RECORD.format(number=1, variant="Standard", moves=SHORT, result="1-0")]
    for number, names in enumerate((("weak", "<b>strong"), ("<b>strong", "weak")), 2):
        text = RECORD.format(number=number, variant="Standard", moves=SHORT, result="0-1")
        text = text.replace('"Ada"', f'"{names[0]}"').replace('"Bert"', f'"{names[1]}"')
        records.append(text.replace("[Variant", '[Source "mentis generate"]\n[Variant'))
    with loaded(tmp_path, "".join(records), 3) as database:
        REPORTS["winrate"].build(database, GAMES[0], tmp_path / "out", formats=("html",))
    page = (tmp_path / "out" / "winrate.html").read_text(encoding="utf-8")
    assert (
        "2 of 3 games were played by one program at 2\xa0strengths (&lt;b&gt;strong and weak)"
        in page
    )


def test_by_variant(out: Path) -> None:
    rows = {row["group"]: row for row in rows_of(out, "variant")}
    assert counts(rows["Standard"]) == (39, 36, 20, 6, 10, 3)
    assert counts(rows["Wolf"]) == (3, 3, 2, 0, 1, 0)
    assert (rows["Standard"]["is_too_few"], rows["Wolf"]["is_too_few"]) == (False, True)
    drawing = (out / "figures" / "winrate-variant.svg").read_text(encoding="utf-8")
    assert "3 games: too few to tell" in drawing
    assert "2 of 3" in drawing
    assert "67 %" not in drawing
    assert "56 %" in drawing


def test_players_who_meet_often(out: Path) -> None:
    (row,) = rows_of(out, "overall")
    assert row["pairings"] == 1
    page = (out / "winrate.html").read_text(encoding="utf-8")
    assert "With 1\xa0pairing and " in page
    assert "Not on this page: by period (all are 2024)." in " ".join(page.split())


def test_intervals_by_pairings_and_periods(tmp_path: Path) -> None:
    """30 pairs of players of whom one wins always, in three years of which one has few games."""
    text = "".join(
        RECORD.format(
            number=number, variant="Standard", moves=SHORT, result="1-0" if pair % 2 else "0-1"
        )
        .replace("Ada", f"Ada {pair}")
        .replace("2024", str(2021 + pair // 14))
        for number, pair in enumerate(pair for pair in range(30) for _ in range(4))
    )
    with loaded(tmp_path, text, 120) as database:
        report = REPORTS["winrate"].make(database, GAMES[0])
    rows = {
        each.slug: [dict(zip(each.numbers.columns, row, strict=True)) for row in each.numbers.rows]
        for each in report.exhibits
    }
    row: Any = rows["overall"][0]
    assert row["pairings"] == 30
    wilson = row["blue_wins_high"] - row["blue_wins_low"]
    clustered = row["blue_wins_clustered_high"] - row["blue_wins_clustered_low"]
    assert clustered / wilson == pytest.approx(2, abs=0.15)
    met = report.sections[0].paragraphs[1]
    assert met.startswith("The games make up 30\xa0pairings and 1\xa0event. ")
    assert "Where the games of a pairing belong together" in met
    assert row["clustered_by"] == "pairing"
    assert [(row["group"], row["games"], row["p_adjusted"]) for row in rows["period"]] == [
        ("2021", 56, 1),
        ("2022", 56, 1),
        ("2023", 8, None),
    ]


def test_by_length(out: Path) -> None:
    (row,) = rows_of(out, "histogram")[:1]
    assert (row["from_ply"], row["to_ply"]) == (0, 1)
    games = {row["to_ply"]: row for row in rows_of(out, "histogram") if row["games"]}
    assert {plies: row["games"] for plies, row in games.items()} == {2: 39, 14: 3}
    assert games[14]["unfinished"] == 3
    assert games[2]["draws"] == 6
    page = (out / "winrate.html").read_text(encoding="utf-8")
    assert "The shortest game has 2, the longest 14 plies; the median is 2." in page
    assert not (out / "numbers" / "winrate-length.csv").exists()


def test_unfinished_games_are_apart(out: Path) -> None:
    page = (out / "winrate.html").read_text(encoding="utf-8")
    assert "42\xa0games: 22 won by Blue, 6 drawn, 11 won by Red; 3 unfinished." in page
    assert "n = 39 games with a result; 3 unfinished ones are in no share." in page
    assert "56\xa0% (41 to 71\xa0%), 22 of 39" in page


def test_csv(out: Path) -> None:
    with (out / "numbers" / "winrate-variant.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [(row["group"], row["blue_wins"], row["is_too_few"]) for row in rows] == [
        ("Standard", "20", "false"),
        ("Wolf", "2", "true"),
    ]


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ([1], {(0, 1, 1)}),
        ([24], {(24, 24, 1)}),
        ([1, 2, 48], {(0, 2, 2), (47, 48, 1)}),
        ([5, 6, 120], {(0, 5, 1), (6, 10, 1), (116, 120, 1)}),
        ([500], {(451, 500, 1)}),
    ],
)
def test_columns(lengths: list[int], expected: set[tuple[int, int, int]]) -> None:
    columns = columns_of({length: Results(first=1) for length in lengths})
    found = {(column.first, column.last, column.results.games) for column in columns}
    assert {row for row in found if row[2]} == expected
    assert len(columns) <= 24
    for before, after in pairwise(columns):
        assert after.first == before.last + 1


def test_no_columns_of_nothing() -> None:
    assert columns_of({}) == []


def clustered(tmp_path: Path, games: list[tuple[str, int, str]]) -> tuple[str, str, dict[str, Any]]:
    """Return the words, the method and the numbers on games by event, pairing and result."""
    text = "".join(
        RECORD.format(number=number, variant="Standard", moves=SHORT, result=result)
        .replace("Hand", event)
        .replace("Ada", f"Ada {pair}")
        for number, (event, pair, result) in enumerate(games)
    )
    with loaded(tmp_path, text, len(games)) as database:
        report = REPORTS["winrate"].make(database, GAMES[0])
    overall = report.exhibits[0]
    row = dict(zip(overall.numbers.columns, overall.numbers.rows[0], strict=True))
    return report.sections[0].paragraphs[1], overall.method, row


def test_games_of_unknown_events_are_no_events(tmp_path: Path) -> None:
    games = [("?", number % 10, "1-0" if number % 3 else "0-1") for number in range(200)]
    words, method, row = clustered(tmp_path, games)
    assert "With 10\xa0pairings and no known event that cannot be measured" in words
    assert "Games are treated as independent" in method
    assert (row["pairings"], row["events"], row["clustered_by"]) == (10, 0, None)


def test_games_of_known_and_unknown_events(tmp_path: Path) -> None:
    """In thirty events of three games one player wins all; 299 games tell no event."""
    games = [(f"Cup {at // 3}", 0, "1-0" if at // 3 % 2 else "0-1") for at in range(90)]
    games += [("?", 0, "1-0" if at % 2 else "0-1") for at in range(299)]
    words, method, row = clustered(tmp_path, games)
    assert words.startswith(
        "The games make up 1\xa0pairing and 30\xa0events (and 299\xa0games of unknown event). "
        "Where the games of an event belong together, the interval of Blue's share is "
    )
    assert words.endswith("There are too few pairings to tell how alike the games of one are.")
    assert (
        "bootstrap of 30\xa0events and of 299\xa0games of unknown event, each for itself" in method
    )
    assert "by events only" in method
    assert (row["pairings"], row["events"], row["clustered_by"]) == (1, 30, "event")


def test_events_of_one_game_tell_nothing(tmp_path: Path) -> None:
    games = [(f"Cup {at}", at % 10, "1-0" if at % 3 else "0-1") for at in range(200)]
    words, _, row = clustered(tmp_path, games)
    assert "10\xa0pairings and 200\xa0events that cannot be measured" in words
    assert row["clustered_by"] is None


def test_games_of_no_ply(tmp_path: Path) -> None:
    played = ["", "", "", SHORT, LONG]
    text = "".join(
        RECORD.format(number=number, variant="Standard", moves=moves, result="1-0")
        for number, moves in enumerate(played)
    )
    with loaded(tmp_path, text, 5) as database:
        counted = Selection(with_unplayed=True)
        report = REPORTS["winrate"].make(database, GAMES[0], selection=counted)
        played = REPORTS["winrate"].make(database, GAMES[0])
        short = Selection("ply_count = 0", words="short", with_unplayed=True)
        none = REPORTS["winrate"].make(database, GAMES[0], selection=short)
        nothing = REPORTS["winrate"].make(
            database, GAMES[0], selection=Selection("ply_count = 0", words="short")
        )
        rates = win_rates(database, GAMES[0], selection=counted).grouping("length")
    assert dict(played.facts)["Unplayed, left out"] == "3"
    assert dict(report.facts)["Unplayed, counted"] == "3"
    assert dict(report.facts)["Games"] == dict(played.facts)["Games"] == "5"
    length = next(section for section in played.sections if section.slug == "length")
    assert length.paragraphs[0] == "The shortest game has 2, the longest 14 plies; the median is 8."
    assert length.exhibits[0].selection.endswith("; 3\xa0unplayed games left out")
    assert not nothing.sections
    assert nothing.lede[0].startswith("No selected game has a ply: 3\xa0unplayed games left out")
    length = next(section for section in report.sections if section.slug == "length")
    assert length.paragraphs[0] == "The shortest game has 0, the longest 14 plies; the median is 0."
    histogram = length.exhibits[0]
    assert histogram.numbers.rows[0][:3] == (0, 1, 3)
    assert histogram.method.startswith("columns of 1\xa0ply each")
    length = next(section for section in none.sections if section.slug == "length")
    assert length.paragraphs[0] == "The shortest game has 0, the longest 0 plies; the median is 0."
    assert [(rate.label, rate.results.games) for rate in rates.rates] == [("0 to 20 plies", 5)]


@pytest.mark.parametrize(
    ("lengths", "label", "shift"),
    [([2, 4, 4, 5], "4", 0.0), ([0, 0, 3], "0–1", 0.0), ([30, 40, 50], "40", 0.5)],
)
def test_the_median_stands_in_its_column(lengths: list[int], label: str, shift: float) -> None:
    """Where a column is one length, its label and the median stand in the middle of it."""
    columns = columns_of({length: Results(first=lengths.count(length)) for length in lengths})
    palette = Palette("#1d4e96", "#d2422a")
    marks = outcome_marks(palette, ("Blue", "Red"))
    plot = HistogramPlot(columns, median(lengths), marks, UNFINISHED)
    drawing = render_inline(plot, WIDE, palette, "histogram")
    place = re.search(rf' x="([\d.]+)"[^>]*>{label}</text>', drawing)
    line = re.findall(
        r'<path d="M ([\d.]+) [\d.]+ L ([\d.]+) [\d.]+"[^>]*stroke-dasharray', drawing
    )
    assert place is not None
    ((low, high),) = line
    assert low == high
    ply = (WIDE - 46) / columns[-1].last
    assert float(low) == pytest.approx(float(place[1]) - shift * ply, abs=0.1)
