"""The numbers of the opening report, counted by hand; the boards that it shows."""

import json
import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from report_kit import RECORD, loaded
from scipy.stats import binomtest

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.opening.line_figure import together
from mentis_records.report.registry import REPORTS
from mentis_records.statistics.balance import fetch_balance
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.result import Results
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.selection import Selection

GAMES_BY_HAND = [
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
    text = "".join(
        RECORD.format(number=number, variant=variant, moves=moves, result=result)
        for number, (variant, moves, result) in enumerate(GAMES_BY_HAND, 1)
    )
    with loaded(folder, text, 39) as database:
        return database.path


@pytest.fixture(scope="module")
def out(database: Path) -> Path:
    folder = database.parent / "out"
    with open_database(database) as opened:
        REPORTS["opening"].build(opened, GAMES[0], folder, formats=("html", "json"))
    return folder


def rows_of(out: Path, figure: str) -> dict[str, dict[str, Any]]:
    facts = json.loads((out / "numbers" / f"opening-{figure}.json").read_text(encoding="utf-8"))
    return {row.get("line", row["move"]): row for row in facts["rows"]}


def counts(row: dict[str, Any]) -> tuple[int, ...]:
    names = ("games", "decided", "blue_wins", "draws", "red_wins", "unfinished")
    return tuple(row[name] for name in names)


def test_first_moves_mirror_images_together(out: Path) -> None:
    rows = {line: row for line, row in rows_of(out, "tree-standard").items() if row["ply"] == 1}
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


def test_names_and_which_image(out: Path) -> None:
    tree = rows_of(out, "tree-standard")
    assert tree["TSNc2"]["name"] == "Side trio, Nobles over Spears"
    assert (tree["TSNc2"]["played"], tree["TSNc2"]["as_shown"]) == (34, 22)
    assert tree["TSNc2 TSNc6 Nb1"]["name"] == "Side trio, Nobles over Spears"
    assert (tree["TSNc2 TSNc6"]["first_date"], tree["TSNc2 TSNc6"]["best_games"]) == (
        "2024.01.01",
        "1 2 3",
    )
    page = (out / "opening.html").read_text(encoding="utf-8")
    assert "TSNc2 / TSNe2: Side trio, Nobles over Spears" in page
    assert 'game <a href="#game-standard-' in page
    assert "performance:" not in page
    assert "further name" not in page


def test_a_family_has_all_orders_of_a_stack_and_both_images(tmp_path: Path) -> None:
    """All first moves are in the numbers, the most played ones and their answers in the tree."""
    moves = ["TSNc2", "STNe2", "NSTc2", "NTSe2", "SNTc2", "TNSc2", "Nd2", "d1-c1", "d1-e1"]
    text = "".join(
        RECORD.format(number=at, variant="Standard", moves=f"1. {move}", result="1-0")
        for at, move in enumerate(moves * 4)
    )
    with loaded(tmp_path, text) as database:
        report = REPORTS["opening"].make(database, GAMES[0])
    families = next(each for each in report.exhibits if each.slug == "families-standard")
    found = {row[0]: row[1] for row in families.numbers.rows}
    assert found == {"NST on c2 or e2": 24, "d1-c1 or d1-e1": 8, "N on d2": 4}
    tree = next(each for each in report.exhibits if each.slug == "tree-standard")
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
    plies = [
        (move, result) for move, won, lost in played for result in ["1-0"] * won + ["0-1"] * lost
    ]
    text = "".join(
        RECORD.format(number=number, variant="Standard", moves=f"1. {move}", result=result)
        for number, (move, result) in enumerate(plies)
    )
    with loaded(tmp_path, text, 125) as database:
        report = REPORTS["opening"].make(database, GAMES[0])
    families = next(each for each in report.exhibits if each.slug == "families-standard")
    columns = families.numbers.columns
    rows: dict[Any, dict[str, Any]] = {
        row[0]: dict(zip(columns, row, strict=True)) for row in families.numbers.rows
    }
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
        record = RECORD.format(number=number, variant="Standard", moves=f"1. {move}", result=result)
        text += re.sub(r'\[Blue ".*"\]\n\[Red ".*"\]', f'[Blue "{blue}"]\n[Red "{red}"]', record)
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
    shared = (
        "adjusted_points_share",
        "adjusted_low",
        "adjusted_high",
        "adjusted_p_value_corrected",
    )

    def numbers(exhibit: Exhibit) -> dict[Any, tuple[Any, ...]]:
        places = [exhibit.numbers.columns.index(name) for name in shared]
        return {row[0]: tuple(row[at] for at in places) for row in exhibit.numbers.rows}

    assert numbers(grouped) == numbers(forest)


def test_tree(out: Path) -> None:
    rows = rows_of(out, "tree-standard")
    assert list(rows) == ["TSNc2", "TSNc2 TSNc6", "TSNc2 TSNc6 Nb1", "TSNc2 TSNe6", "Nc2", "Se2"]
    assert counts(rows["TSNc2 TSNc6"]) == (27, 27, 12, 0, 15, 0)
    assert counts(rows["TSNc2 TSNc6 Nb1"]) == (27, 27, 12, 0, 15, 0)
    assert counts(rows["TSNc2 TSNe6"]) == (7, 5, 0, 5, 0, 2)
    assert [row["ply"] for row in rows.values()] == [1, 2, 3, 2, 1, 1]
    assert [row["side"] for row in rows.values()][:3] == ["Blue", "Red", "Blue"]
    assert rows["TSNc2"]["replies"] == 2
    assert rows["Nc2"]["replies"] is None
    assert rows["TSNc2"]["played"] == rows["TSNc2"]["reached"] == 34


def test_variants_have_sections_of_their_own(out: Path) -> None:
    rows = rows_of(out, "tree-wolf")
    assert list(rows) == ["Wb1"]
    assert counts(rows["Wb1"]) == (1, 1, 0, 0, 1, 0)
    page = (out / "opening.html").read_text(encoding="utf-8")
    assert 'id="standard"' in page
    assert 'id="wolf"' in page
    assert "38\xa0games began from this start position" in page
    assert "Only one first move was played: Wb1." in page


def test_boards_show_the_positions_of_the_lines(out: Path) -> None:
    page = unescape((out / "opening.html").read_text(encoding="utf-8"))
    for line in ("TSNc2", "TSNc2 TSNc6", "TSNc2 TSNc6 Nb1", "Nc2", "Se2", "Wb1"):
        assert page.count(f'aria-label="Position after {line}"') == 1
    assert "Blue on the board: b1 Nobles; d1 King; c2 stack of 3" in page


def test_games_that_boards_name_say_if_they_went_another_way(tmp_path: Path) -> None:
    moves = ("1. TSNe2 TSNe6 2. Nf1 Nb7", "1. TSNc2", "1. TSNc2 TSNc6", "1. TSNc2 Nb7")
    text = "".join(
        RECORD.format(number=number, variant="Standard", moves=line, result="1-0")
        for number, line in enumerate(moves, 1)
    )
    with loaded(tmp_path, text) as opened:
        report = REPORTS["opening"].make(opened, GAMES[0])
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
    text = RECORD.format(number=1, variant="Standard", moves="1. TSNd2", result="1-0")
    with loaded(tmp_path, text) as database:
        report = REPORTS["opening"].make(database, GAMES[0])
    assert [section.title for section in report.sections] == ["Variant Standard"]
    assert report.absent == ("Variant Wolf: no game began there",)


def test_a_game_has_one_first_move(tmp_path: Path) -> None:
    """Where the start position comes up again, what is played then is no first move."""
    wandering = "1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. TSNd2 TSNd6"
    played = [(wandering, "1-0")] * 30 + [("1. TSNd2 TSNd6", "0-1")] * 30 + [("", "1-0")] * 2
    text = "".join(
        RECORD.format(number=number, variant="Standard", moves=moves, result=result)
        for number, (moves, result) in enumerate(played)
    )
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
    rows = {
        row[0]: dict(zip(forest.numbers.columns, row, strict=True)) for row in forest.numbers.rows
    }
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
        text = "".join(
            RECORD.format(number=at, variant="Standard", moves=f"1. {move}", result="1-0")
            for at, move in enumerate(moves)
        )
        (tmp_path / "games.mgn").write_text(text, encoding="utf-8")
        with create_database(tmp_path / f"{len(moves)}.duckdb") as database:
            load(database, Reader(GAMES), str(tmp_path / "games.mgn"))
            assert words in REPORTS["opening"].make(database, GAMES[0]).exhibits[-1].method


def test_a_number_of_names_is_explained_where_it_is_shown() -> None:
    def node(*also: str) -> Any:
        return SimpleNamespace(label="1. a", branch=SimpleNamespace(also=also))

    assert together(GAMES[0], [node("b"), node()]).endswith("under the most played name.")
    words = together(GAMES[0], [node("b"), node("c", "d")])
    assert words.endswith("name; +2 stands for 2\xa0further names.")
