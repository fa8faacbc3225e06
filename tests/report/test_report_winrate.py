"""Win rates and openings: numbers against counts by hand and intervals by SciPy, and boards."""

import csv
import json
import re
from html import unescape
from itertools import pairwise
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import pytest
from case_kit import cases_of
from report_kit import exhibit_of, hand_records, loaded, report_of, rows_by_name
from scipy.stats import binomtest

from mentis_records.games import GAMES
from mentis_records.report.collection.frame import UNFINISHED
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.figure.figure_histogram import HistogramPlot, columns_of
from mentis_records.report.figure.figure_mark import outcome_marks
from mentis_records.report.figure.figure_style import WIDE, Palette, render_inline
from mentis_records.report.opening.line_figure import together
from mentis_records.report.registry import REPORTS
from mentis_records.statistics.balance import fetch_balance
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.result import Results
from mentis_records.statistics.winrate import win_rates
from mentis_records.store.open import open_database
from mentis_records.store.selection import Selection

CASES = cases_of(__file__)
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
    with loaded(folder, hand_records(GAMES_BY_HAND), 42) as database:
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
    records = [hand_records([("Standard", SHORT, "1-0")])]
    for number, names in enumerate((("weak", "<b>strong"), ("<b>strong", "weak")), 2):
        text = hand_records([("Standard", SHORT, "0-1")], number)
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
        hand_records([("Standard", SHORT, "1-0" if pair % 2 else "0-1")] * 4, 4 * pair)
        .replace("Ada", f"Ada {pair}")
        .replace("2024", str(2021 + pair // 14))
        for pair in range(30)
    )
    report = report_of("winrate", tmp_path, text, 120)
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


@pytest.mark.parametrize(("lengths", "expected"), CASES["columns"])
def test_columns(lengths: list[int], expected: list[list[int]]) -> None:
    columns = columns_of({length: Results(first=1) for length in lengths})
    found = [[column.first, column.last, column.results.games] for column in columns]
    assert [row for row in found if row[2]] == expected
    assert len(columns) <= 24
    for before, after in pairwise(columns):
        assert after.first == before.last + 1


def test_no_columns_of_nothing() -> None:
    assert columns_of({}) == []


def clustered(tmp_path: Path, games: list[tuple[str, int, str]]) -> tuple[str, str, dict[str, Any]]:
    """Return the words, the method and the numbers on games by event, pairing and result."""
    text = "".join(
        hand_records([("Standard", SHORT, result)], number)
        .replace("Hand", event)
        .replace("Ada", f"Ada {pair}")
        for number, (event, pair, result) in enumerate(games)
    )
    report = report_of("winrate", tmp_path, text, len(games))
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
    text = hand_records(("Standard", moves, "1-0") for moves in ["", "", "", SHORT, LONG])
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


# The numbers of the opening report, counted by hand; the boards that it shows


OPENINGS_BY_HAND = [
    *[("Standard", "1. TSNe2 TSNe6 2. Nf1", "1-0")] * 12,
    *[("Standard", "1. TSNc2 TSNc6 2. Nb1", "0-1")] * 15,
    *[("Standard", "1. TSNc2 TSNe6", "1/2-1/2")] * 5,
    *[("Standard", "1. TSNc2 TSNe6", "*")] * 2,
    *[("Standard", "1. Nc2 Nc6 2. Se2 Se6", "1/2-1/2")] * 3,
    *[("Standard", "1. Se2 Se6 2. Nc2 Nc6", "1-0")] * 1,
    *[("Wolf", "1. Wb1", "0-1")] * 1,
]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("opening")
    with loaded(folder, hand_records(OPENINGS_BY_HAND), 39) as database:
        return database.path


@pytest.fixture(scope="module")
def opening_out(database: Path) -> Path:
    folder = database.parent / "out"
    with open_database(database) as opened:
        REPORTS["opening"].build(opened, GAMES[0], folder, formats=("html", "json"))
    return folder


def lines_of(out: Path, figure: str) -> dict[str, dict[str, Any]]:
    facts = json.loads((out / "numbers" / f"opening-{figure}.json").read_text(encoding="utf-8"))
    return {row.get("line", row["move"]): row for row in facts["rows"]}


def test_first_moves_mirror_images_together(opening_out: Path) -> None:
    tree = lines_of(opening_out, "tree-standard")
    rows = {line: row for line, row in tree.items() if row["ply"] == 1}
    assert list(rows) == ["TSNc2", "Nc2", "Se2"]
    assert [row["also"] for row in rows.values()] == ["TSNe2", "Ne2", "Sc2"]
    assert counts(rows["TSNc2"]) == (34, 32, 12, 5, 15, 2)
    assert counts(rows["Nc2"]) == (3, 3, 0, 3, 0, 0)
    assert counts(rows["Se2"]) == (1, 1, 1, 0, 0, 0)
    assert [row["is_too_few"] for row in rows.values()] == [False, True, True]
    for name, won in (("blue_wins", 12), ("draws", 5), ("red_wins", 15)):
        expected = binomtest(won, 32).proportion_ci(0.95, method="wilson")
        assert rows["TSNc2"][f"{name}_low"] == pytest.approx(expected.low, abs=1e-6)
        assert rows["TSNc2"][f"{name}_high"] == pytest.approx(expected.high, abs=1e-6)


def test_names_and_which_image(opening_out: Path) -> None:
    tree = lines_of(opening_out, "tree-standard")
    assert tree["TSNc2"]["name"] == "Side trio, Nobles over Spears"
    assert (tree["TSNc2"]["played"], tree["TSNc2"]["as_shown"]) == (34, 22)
    assert tree["TSNc2 TSNc6 Nb1"]["name"] == "Side trio, Nobles over Spears"
    assert (tree["TSNc2 TSNc6"]["first_date"], tree["TSNc2 TSNc6"]["best_games"]) == (
        "2024.01.01",
        "1 2 3",
    )
    page = (opening_out / "opening.html").read_text(encoding="utf-8")
    assert "TSNc2 / TSNe2: Side trio, Nobles over Spears" in page
    assert 'game <a href="#game-standard-' in page
    assert "performance:" not in page
    assert "further name" not in page


def test_a_family_has_all_orders_of_a_stack_and_both_images(tmp_path: Path) -> None:
    """All first moves are in the numbers, the most played ones and their answers in the tree."""
    moves = ["TSNc2", "STNe2", "NSTc2", "NTSe2", "SNTc2", "TNSc2", "Nd2", "d1-c1", "d1-e1"]
    text = hand_records(("Standard", f"1. {move}", "1-0") for move in moves * 4)
    report = report_of("opening", tmp_path, text)
    families = exhibit_of(report, "families-standard")
    found = {row[0]: row[1] for row in families.numbers.rows}
    assert found == {"NST on c2 or e2": 24, "d1-c1 or d1-e1": 8, "N on d2": 4}
    tree = exhibit_of(report, "tree-standard")
    shown = tree.numbers.columns.index("is_shown")
    lines = {row[1]: row[shown] for row in tree.numbers.rows}
    assert len(lines) == 8
    assert sorted(lines.values()) == [False] * 2 + [True] * 6
    assert report.title == "Of 3\xa0openings, NST on c2 or e2 seems to favour Blue (24\xa0games)"
    assert "NST on c2 or e2 (67 %)" in report.lede[1]
    assert "under the most played name. " in tree.method
    assert "not adjusted for the players' strength" in tree.method


def test_first_moves_are_compared_with_corrections(tmp_path: Path) -> None:
    """Three openings of 40 games: 30, 20 and 10 wins; one of 5 games is too small."""
    played = [("TSNd2", 30, 10), ("Nd2", 20, 20), ("TNd2", 10, 30), ("Sd2", 5, 0)]
    text = hand_records(
        ("Standard", f"1. {move}", result)
        for move, won, lost in played
        for result in ["1-0"] * won + ["0-1"] * lost
    )
    report = report_of("opening", tmp_path, text, 125)
    families = exhibit_of(report, "families-standard")
    rows = rows_by_name(families)
    assert list(rows) == ["N on d2", "NST on d2", "NT on d2"]
    for label, won in (("NST on d2", 30), ("N on d2", 20), ("NT on d2", 10)):
        lead = lead_of(Results(won, 0, 40 - won), 1 - 0.05 / 3)
        assert lead is not None
        names = [*(f"blue_points_{name}" for name in ("share", "low", "high")), "p_value"]
        found = [rows[label][name] for name in names]
        assert found == pytest.approx([*lead.share, lead.p_value], abs=1e-6)
        corrected = rows[label]["p_value_corrected"]
        assert corrected == pytest.approx(min(3 * lead.p_value, 1.0), abs=1e-6)
    assert [row[0] for row in families.display.rows] == ["NST on d2", "N on d2", "NT on d2"]
    assert report.title == (
        "Of 3\xa0openings, NST on d2 seems to favour Blue (40\xa0games), NT on d2 Red (40\xa0games)"
    )
    first, second = (each.replace("\N{NO-BREAK SPACE}", " ") for each in report.lede[:2])
    assert first.startswith("As the results stand, 2 of 3 openings favour a side: NST on d2 gives")
    assert "NT on d2 gives Red 75.0 % (" in first
    assert second.endswith("1 rarer opening (4 % of the games) is left out.")
    for word in ("Bonett-Price", "Bonferroni"):
        assert word in families.method


def test_openings_are_named_alike_by_both_reports(tmp_path: Path) -> None:
    """The strong player opens with TSNd2 and wins; between equals nothing is left of it."""
    played = [("TSNd2", "Ann", "Bob", "1-0")] * 45 + [("TSNd2", "Ann", "Bob", "0-1")] * 15
    played += [("Nd2", "Bob", "Ann", "0-1")] * 45 + [("Nd2", "Bob", "Ann", "1-0")] * 15
    for names in (("Ann", "Bob"), ("Bob", "Ann")):
        played += [("TNd2", *names, "0-1")] * 35 + [("TNd2", *names, "1-0")] * 5
    text = ""
    for number, (move, blue, red, result) in enumerate(played):
        record = hand_records([("Standard", f"1. {move}", result)], number)
        text += record.replace('"Ada"', f'"{blue}"').replace('"Bert"', f'"{red}"')
    with loaded(tmp_path, text, 200) as database:
        opening = REPORTS["opening"].make(database, GAMES[0])
        balance = REPORTS["balance"].make(database, GAMES[0])
    assert opening.title == "Of 3\xa0openings, NT on d2 seems to favour Red (80\xa0games)"
    (by_ply,) = (each for each in balance.sections if each.slug == "opening-standard")
    named = opening.lede[0].partition(": ")[2]
    assert named.startswith("NT on d2 gives Red ")
    assert "as the results stand; 80\xa0games)" in named
    assert by_ply.paragraphs[0].endswith(named)
    (grouped,) = by_ply.exhibits
    forest = next(each for each in opening.exhibits if each.slug == "families-standard")
    names = ("points_share", "low", "high", "p_value_corrected")

    def numbers(exhibit: Exhibit) -> dict[Any, tuple[Any, ...]]:
        rows = rows_by_name(exhibit).items()
        return {key: tuple(row[f"adjusted_{name}"] for name in names) for key, row in rows}

    assert numbers(grouped) == numbers(forest)


def test_tree(opening_out: Path) -> None:
    rows = lines_of(opening_out, "tree-standard")
    assert list(rows) == ["TSNc2", "TSNc2 TSNc6", "TSNc2 TSNc6 Nb1", "TSNc2 TSNe6", "Nc2", "Se2"]
    assert counts(rows["TSNc2 TSNc6"]) == (27, 27, 12, 0, 15, 0)
    assert counts(rows["TSNc2 TSNc6 Nb1"]) == (27, 27, 12, 0, 15, 0)
    assert counts(rows["TSNc2 TSNe6"]) == (7, 5, 0, 5, 0, 2)
    assert [row["ply"] for row in rows.values()] == [1, 2, 3, 2, 1, 1]
    assert [row["side"] for row in rows.values()][:3] == ["Blue", "Red", "Blue"]
    assert rows["TSNc2"]["replies"] == 2
    assert rows["Nc2"]["replies"] is None
    assert rows["TSNc2"]["played"] == rows["TSNc2"]["reached"] == 34


def test_variants_have_sections_of_their_own(opening_out: Path) -> None:
    rows = lines_of(opening_out, "tree-wolf")
    assert list(rows) == ["Wb1"]
    assert counts(rows["Wb1"]) == (1, 1, 0, 0, 1, 0)
    page = (opening_out / "opening.html").read_text(encoding="utf-8")
    assert 'id="standard"' in page
    assert 'id="wolf"' in page
    assert "38\xa0games began from this start position" in page
    assert "Only one first move was played: Wb1." in page


def test_boards_show_the_positions_of_the_lines(opening_out: Path) -> None:
    page = unescape((opening_out / "opening.html").read_text(encoding="utf-8"))
    for line in ("TSNc2", "TSNc2 TSNc6", "TSNc2 TSNc6 Nb1", "Nc2", "Se2", "Wb1"):
        assert page.count(f'aria-label="Position after {line}"') == 1
    assert "Blue on the board: b1 Nobles; d1 King; c2 stack of 3" in page


def test_games_that_boards_name_say_if_they_went_another_way(tmp_path: Path) -> None:
    moves = ("1. TSNe2 TSNe6 2. Nf1 Nb7", "1. TSNc2", "1. TSNc2 TSNc6", "1. TSNc2 Nb7")
    text = hand_records(("Standard", line, "1-0") for line in moves)
    report = report_of("opening", tmp_path, text)
    named = [game.note for game in report.sections[0].games if game.note.startswith("Game ")]
    assert named == ["Game 1: TSNc2 TSNc6 Nb1, mirrored"]


def test_few_games_have_no_percentage(database: Path) -> None:
    with open_database(database) as opened:
        report = REPORTS["opening"].make(opened, GAMES[0])
    cards = {
        card.label: card
        for section in report.sections
        for line in section.lines
        for card in line.cards
    }
    assert any("%" in words for words in cards["1. TSNc2"].lines)
    for label in ("1. Nc2", "1. Se2", "1. Wb1", "1... TSNc6"):
        assert not any("%" in words for words in cards[label].lines), label
    tree = next(each.display for each in report.exhibits if each.slug == "tree-standard")
    cells = {str(row[0]).strip(): row[2:7] for row in tree.rows}
    assert any("%" in str(cell) for cell in cells["1.\xa0TSNc2"])
    assert cells["1.\xa0Nc2"] == ("3\xa0games", "0", "3", "0", "0")


def test_a_start_without_games_is_named(tmp_path: Path) -> None:
    report = report_of("opening", tmp_path, hand_records([("Standard", "1. TSNd2", "1-0")]))
    assert [section.title for section in report.sections] == ["Variant Standard"]
    assert report.absent == ("Variant Wolf: no game began there",)


def test_a_game_has_one_first_move(tmp_path: Path) -> None:
    """Where the start position comes up again, what is played then is no first move."""
    wandering = "1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. TSNd2 TSNd6"
    played = [(wandering, "1-0")] * 30 + [("1. TSNd2 TSNd6", "0-1")] * 30 + [("", "1-0")] * 2
    text = hand_records(("Standard", moves, result) for moves, result in played)
    with loaded(tmp_path, text, 62) as database:
        report = REPORTS["opening"].make(database, GAMES[0])
        everything = REPORTS["opening"].make(
            database, GAMES[0], selection=Selection(with_unplayed=True)
        )
        groupings = fetch_balance(database, GAMES[0]).groupings
    (by_ply,) = (grouping for grouping in groupings if grouping.slug == "opening-standard")
    extremes, forest, tree = report.exhibits
    assert (extremes.n, forest.n, tree.n) == (60, 60, 60)
    assert [exhibit.n for exhibit in everything.exhibits] == [60, 60, 62]
    rows = rows_by_name(forest)
    king = "d1-c1 or d1-e1"
    assert {label: row["games"] for label, row in rows.items()} == {king: 30, "NST on d2": 30}
    assert (rows[king]["blue_wins"], rows["NST on d2"]["blue_wins"]) == (30, 0)
    lead = lead_of(Results(30), 0.975)
    assert lead is not None
    assert rows[king]["p_value"] == pytest.approx(lead.p_value, abs=1e-12)
    balanced = {group.label: group.lead.results.decided for group in by_ply.groups}
    assert balanced == {king: 30, "NST on d2": 30}
    assert by_ply.unplaced == 0
    assert report.sections[0].paragraphs[0].startswith("60\xa0games began from this start")
    words = everything.sections[0].paragraphs
    assert words[0].startswith("62\xa0games began from this start position: ")
    assert words[1] == "2\xa0games of them without a ply."


def test_drawn_first_moves_in_words(tmp_path: Path) -> None:
    """Of no more first moves than are drawn, it is said that these are all."""
    for moves, words in (
        (["TSNd2"], "Drawn is the only first move, and"),
        (["TSNd2", "Nd2"], "Drawn are all 2 first moves, and"),
    ):
        text = hand_records(("Standard", f"1. {move}", "1-0") for move in moves)
        folder = tmp_path / str(len(moves))
        folder.mkdir()
        assert words in report_of("opening", folder, text).exhibits[-1].method


def test_a_number_of_names_is_explained_where_it_is_shown() -> None:
    def node(*also: str) -> Any:
        return SimpleNamespace(label="1. a", branch=SimpleNamespace(also=also))

    assert together(GAMES[0], [node("b"), node()]).endswith("under the most played name.")
    words = together(GAMES[0], [node("b"), node("c", "d")])
    assert words.endswith("name; +2 stands for 2\xa0further names.")
