"""The numbers of the collection report, against counts by hand; few games and none."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from case_kit import cases_of
from report_kit import exhibit_of as exhibit
from report_kit import loaded, rows_of_exhibit
from typer.testing import CliRunner

from mentis_records.cli.main import app_for
from mentis_records.core.capability_module import CapabilityError
from mentis_records.core.section import (
    BarRow,
    Bars,
    HeatBoard,
    HeatBoards,
    Matrices,
    MatrixPanel,
    OwnExhibit,
    OwnResults,
    OwnSection,
    OwnSections,
    ResultGroup,
)
from mentis_records.core.tally import Census, CensusError
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.collection.frame import neutral_marks
from mentis_records.report.collection.report import landmark_games
from mentis_records.report.document.page import Report
from mentis_records.report.figure.figure_bar import BarPlot
from mentis_records.report.figure.figure_caution import CautiousPlot
from mentis_records.report.figure.figure_curve import tick_step
from mentis_records.report.figure.figure_forest import SharePlot
from mentis_records.report.figure.figure_style import NARROW, WIDE, Palette, render_inline
from mentis_records.report.registry import REPORTS
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.position.index import update_index
from mentis_records.store.selection import EVERY_GAME, Selection

CASES = cases_of(__file__)

compose = REPORTS["collection"].make
RECORD = CASES["record"]
SHORT = "1. TSNd2 TSNd6"
CAPTURE = (
    "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 3. TNNc2 TSNc6 4. c2-c3-c4#-b4 c6#-c5 "
    "5. b4-b5-b6#-b7 TSe6 6. d4-d3-e3-f3 e6xb6"
)
GAMES_BY_HAND = [
    *[("2023.05.01", "1-0", "resignation", SHORT)] * 20,
    *[("2024.05.01", "0-1", "resignation", SHORT)] * 9,
    ("????.??.??", "1/2-1/2", "agreement", CAPTURE),
    *[("2024.??.??", "*", "unterminated", "1. TSNd2")] * 2,
]


def record(number: object, date: str, result: str, termination: str, moves: str) -> str:
    return RECORD.format(
        number=number, date=date, result=result, termination=termination, moves=moves
    )


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    folder = tmp_path_factory.mktemp("collection")
    for name, games in (("one.mgn", GAMES_BY_HAND[:20]), ("two.mgn", GAMES_BY_HAND[20:])):
        text = "".join(record(f"{name} {at}", *each) for at, each in enumerate(games))
        (folder / name).write_text(text, encoding="utf-8")
    with create_database(folder / "hand.duckdb") as database:
        for name, stored in (("one.mgn", 20), ("two.mgn", 12)):
            assert load(database, Reader(GAMES), str(folder / name)).stored == stored
        yield database


@pytest.fixture(scope="module")
def report(opened: Database) -> Report:
    return compose(opened, GAMES[0])


def rows(report: Report, slug: str) -> list[dict[str, Any]]:
    return rows_of_exhibit(exhibit(report, slug))


def test_sections(report: Report) -> None:
    slugs = [section.slug for section in report.sections]
    pieces = ["lead", "decisive-captures", "never-deployed"]
    assert slugs == [*pieces, "length", "course", "ledger", "maps", "contents"]
    last = report.sections[-1]
    assert last.paragraphs[1] == "72\xa0plies, 2.2 a game on average."
    assert len({each.slug for each in report.exhibits}) == len(report.exhibits) == 18


def test_contents(report: Report) -> None:
    assert exhibit(report, "by-year").numbers.rows == (
        ("2023", 20),
        ("2024", 11),
        ("no such date", 1),
    )
    assert exhibit(report, "sources").numbers.rows == (("one.mgn", 20), ("two.mgn", 12))


def test_length(report: Report) -> None:
    survival = rows(report, "survival")
    counts = [tuple(row.values())[:4] for row in survival]
    assert counts == [(1, 32, 0, 2), (2, 30, 29, 0), (12, 1, 1, 0)]
    assert [row["share"] for row in survival] == pytest.approx([1, 1 / 30, 0])
    assert (survival[0]["share_low"], survival[2]["share_low"]) == (1, None)
    endings = {row["termination"]: row for row in rows(report, "terminations")}
    assert list(endings) == ["resignation", "unterminated", "agreement"]
    assert endings["resignation"]["blue_wins"] == 20
    assert endings["unterminated"]["unfinished"] == 2
    words = " ".join(words for section in report.sections for words in section.paragraphs)
    assert report.title == "Half of the games are over after 2\xa0plies"
    assert report.lede[0] == "32 games of 1 to 12 plies; most common ending: resignation (91 %)."
    assert "once 32, twice 0, three times or more 0. 0\xa0games ended by repetition." in words


def test_course(report: Report) -> None:
    choice = {row["ply"]: row for row in rows(report, "choice")}
    assert (choice[0]["positions"], choice[0]["mean"]) == (32, 197)
    assert choice[1]["positions"] == 30
    assert choice[None]["positions"] == 72
    holdings = {row["ply"]: row for row in rows(report, "holdings")}
    assert (holdings[1]["blue_in_hand"], holdings[1]["red_in_hand"]) == (6, 9)
    assert (holdings[12]["positions"], holdings[12]["blue_on_board"]) == (1, 6)
    kinds = rows(report, "kinds")
    assert [tuple(row.values()) for row in kinds[:2]] == [
        (1, False, 32, 0, 32, 0),
        (2, False, 30, 0, 30, 0),
    ]
    assert tuple(kinds[-1].values()) == (12, False, 1, 0, 0, 1)
    phases = {(row["phase"], row["side"]): row for row in rows(report, "phases")}
    assert phases["first third", "Blue"]["deploy"] == 32
    assert phases["middle third", "Red"]["deploy"] == 29 + 1
    assert phases["last third", "Red"]["capture"] == 1


def test_ledger(report: Report) -> None:
    ledger = {(row["side"], row["tile"]): row for row in rows(report, "ledger")}
    assert sum(row["begun_in_hand"] for row in ledger.values()) == 32 * 18
    nobles = ledger["Blue", "Nobles"]
    assert (nobles["deployed"], nobles["captured"], nobles["on_board"]) == (34, 1, 33)
    assert all(
        row["begun_in_hand"] + row["begun_on_board"]
        == row["in_hand"] + row["on_board"] + row["captured"]
        for row in ledger.values()
    )
    captures = [tuple(row.values()) for row in rows(report, "captures") if row["captures"]]
    assert captures == [("Red", "Spears", "Nobles", 1)]
    table = exhibit(report, "captures").display
    assert table.columns == ("Attacker", "Spears", "Trenchmen", "Nobles", "King")
    assert ("Red Spears", "0", "0", "1", "0") in table.rows
    table = exhibit(report, "deployed-where").display
    assert [table.columns[at] for at, cell in enumerate(table.rows[0]) if cell == ""] == [
        *("c6", "d6", "e6")
    ]
    where = {
        (row["side"], row["tile"], row["square"]): row["deployed"]
        for row in rows(report, "deployed-where")
    }
    assert (where["Blue", "Nobles", "d2"], where["Blue", "Nobles", "c2"]) == (32, 2)
    when = {(row["side"], row["tile"]): row for row in rows(report, "deployed-when")}
    assert when["Blue", "Nobles"]["first_third"] == 34 - 2
    assert when["Blue", "Nobles"]["middle_third"] == 2
    assert when["Blue", "Nobles"]["never"] == 96 - 34
    assert when["Blue", "Nobles"]["median_ply"] == 1
    assert when["Blue", "Nobles"]["is_median_open"] is False


def test_maps(report: Report) -> None:
    kings = [row for row in rows(report, "occupancy") if row["tile"] == "King" and row["count"]]
    positions = 72 + 32
    assert {(row["side"], row["square"], row["count"]) for row in kings} == {
        ("Blue", "d1", positions),
        ("Red", "d7", positions),
    }
    assert kings[0]["per_100"] == 100
    assert not any(row["tile"] == "Wolf" for row in rows(report, "occupancy"))


class Other:
    """Mentis, but for what it adds to the report, and for its material."""

    def __init__(self, sections: Callable[[Census], OwnSections] | None) -> None:
        facts = GAMES[0].description
        known = ("sections", "material")
        own = {name: found for name, found in facts.capabilities.items() if name not in known}
        if sections is not None:
            own["sections"] = SimpleNamespace(sections=sections)
        self.description = replace(facts, capabilities=own)

    def __getattr__(self, name: str) -> Any:
        return getattr(GAMES[0], name)


def test_a_game_without_sections_of_its_own(opened: Database) -> None:
    other = compose(opened, Other(None))
    assert [section.slug for section in other.sections] == ["length", "course", "contents"]
    assert "tile" not in " ".join(other.lede)
    assert "holdings" not in {each.slug for each in other.exhibits}


def test_sections_of_a_game(opened: Database) -> None:
    def sections(census: Census) -> OwnSections:
        boards = [HeatBoard("Stones", {"a1": 3.0, "c1": 1.5})]
        panel = MatrixPanel("Pairs", ["x"], ["y", "z"], [[1.0, 2.0]])
        drawings = {
            "bars": Bars([BarRow("one", (census.games, 2))], ("a", "b")),
            "pairs": Matrices([panel], "from", "to", "moves"),
            "places": HeatBoards(boards, "abc", "1", "Stones per game"),
            "others": HeatBoards([HeatBoard("Men", {"a1": 9.0})], "abc", "1", "Stones per game"),
            "apart": HeatBoards([HeatBoard("Men", {"a1": 7.0})], "abc", "1", "Men per game"),
        }
        exhibits = (
            OwnExhibit(slug, slug.capitalize(), f"Drawn {slug}.", "what is counted.", drawing)
            for slug, drawing in drawings.items()
        )
        section = OwnSection("stones", "Stones", ("Words <b>.",), tuple(exhibits))
        return OwnSections((section,))

    report = compose(opened, Other(sections))
    assert report.sections[-2].paragraphs == ("Words <b>.",)
    assert rows(report, "bars") == [{"row": "one", "a": 32, "b": 2}]
    assert rows(report, "pairs")[1] == {"panel": "Pairs", "from": "x", "to": "z", "moves": 2.0}
    assert exhibit(report, "places").display.rows == (("a1", "3.00"), ("c1", "1.50"))
    drawing = render_inline(exhibit(report, "places").plot, WIDE, report.palette, "places")
    assert ">3.0<" in drawing
    assert ">1.5<" in drawing
    scales = {slug: exhibit(report, slug).plot.highest for slug in ("places", "others", "apart")}
    assert scales == {"places": 9.0, "others": 9.0, "apart": 7.0}, "one for one unit"
    assert exhibit(report, "bars").notes[-1].startswith("Method: what is counted.")


def asking(*queries: str) -> Other:
    """Return a game whose section compares the games that match queries."""
    groups = tuple(ResultGroup(query, query) for query in queries)
    noun = ("line", "lines")
    compared = OwnResults("lines", "By line", "games by what was played.", noun, groups)
    section = OwnSection("lines", "Lines", ("Words.",), (compared,))
    return Other(lambda census: OwnSections((section,)))


def test_groups_of_a_game_are_compared_by_their_results(opened: Database) -> None:
    """30 of the games by hand have a reply, one of them a capture; none has 90 plies."""
    asked = asking("move captures any")
    told = compose(opened, asked).sections[-2].paragraphs
    assert told[1] == "By line: not told, as the positions index lacks games (mentis index)."
    update_index(opened)
    report = compose(opened, asking('ply = 2 and move "TSNd6"', "move captures any", "ply > 90"))
    found = {row["line"]: row for row in rows(report, "lines")}
    first, second = found.values()
    counts = ("games", "blue_wins", "draws", "red_wins", "unfinished")
    assert list(found) == ['ply = 2 and move "TSNd6"', "move captures any"]
    assert [first[name] for name in counts] == [30, 20, 1, 9, 0]
    assert [second[name] for name in counts] == [1, 0, 1, 0, 0]
    assert exhibit(report, "lines").method.startswith("games by what was played. Wilson score")
    assert report.sections[-2].paragraphs == ("Words.",), "no group is compared"


def test_what_is_no_query_is_blamed_on_the_game(opened: Database) -> None:
    with pytest.raises(CapabilityError, match="offers sections that ask 'move to nowhere'"):
        compose(opened, asking("move to nowhere"))


def test_counts_that_do_not_add_up_are_told(opened: Database) -> None:
    def sections(census: Census) -> OwnSections:
        raise CensusError("a stone is gone")

    with pytest.raises(StoreError, match="a stone is gone; for details: mentis doctor"):
        compose(opened, Other(sections))


def test_the_same_again(opened: Database, report: Report) -> None:
    again = compose(opened, GAMES[0])
    assert [each.numbers for each in again.exhibits] == [each.numbers for each in report.exhibits]


@pytest.mark.parametrize(
    ("condition", "slugs"),
    [
        ("false", set()),
        ("result = '*'", {"survival", "choice", "occupancy"}),
        ("ply_count = 12", {"captures", "deployed-where", "attacks"}),
    ],
)
def test_few_games(opened: Database, condition: str, slugs: set[str]) -> None:
    report = compose(opened, GAMES[0], selection=Selection(condition, words="few"))
    assert slugs <= {each.slug for each in report.exhibits}
    assert bool(report.sections) == bool(slugs)
    for each in report.exhibits:
        assert isinstance(each.plot, CautiousPlot | SharePlot)
        if each.slug in {"survival", "captures"}:
            drawing = render_inline(each.plot, NARROW, report.palette, each.slug)
            assert "Too few games to tell" in drawing


def test_what_never_came_up_is_told_and_not_drawn(opened: Database) -> None:
    report = compose(opened, GAMES[0], selection=Selection("result = '*'", words="few"))
    slugs = {each.slug for each in report.exhibits}
    assert not slugs & {"results", "captures", "blocks", "attacks"}
    words = " ".join(words for section in report.sections for words in section.paragraphs)
    assert "No tile was captured. No capture was blocked." in words
    assert "In no position could a tile capture another." in words
    assert report.lede[1] == "2 games of 1 ply."


@pytest.mark.parametrize("slug", REPORTS)
def test_selections_without_results(opened: Database, slug: str) -> None:
    unfinished = REPORTS[slug].make(
        opened, GAMES[0], selection=Selection("result = '*'", words="some")
    )
    assert "No game has a result: read this as a list of what happened." in unfinished.lede
    assert not any(each.slug.startswith("forest") for each in unfinished.exhibits)
    assert not any(each.n == 0 for each in unfinished.exhibits if each.slug == "variant")
    none = REPORTS[slug].make(opened, GAMES[0], selection=Selection("false", words="none"))
    assert none.lede[0].startswith(
        "No game passes the selection (the database has 32\N{NO-BREAK SPACE}games)"
    )
    assert none.provenance.facts["database_games"] == 32
    assert none.exhibits == ()


def test_landmarks(opened: Database) -> None:
    assert list(landmark_games(opened, GAMES[0], EVERY_GAME).values()) == [
        "The shortest game with a result",
        "The longest game with a result",
    ]
    assert landmark_games(opened, GAMES[0], Selection("false")) == {}


def test_a_damaged_collection_is_told(opened: Database, tmp_path: Path) -> None:
    opened.connection.begin()
    opened.connection.execute(
        "update mainlines set turns = list_concat([turns[1], turns[2] + 1], turns[3:])"
    )
    with pytest.raises(StoreError, match="game 1, ply 1 cannot be replayed"):
        compose(opened, GAMES[0])
    opened.connection.rollback()


def test_bars_say_counts_of_few() -> None:
    bars = [BarRow("one", (1, 0, 1)), BarRow("nothing", (0, 0, 0))]
    marks = neutral_marks(("a", "b", "c"))
    few = BarPlot(bars, marks, is_share=True, is_small=True)
    drawing = render_inline(few, WIDE, Palette("#1d4e96", "#d2422a"), "bars")
    assert ">50" not in drawing
    assert ">1<" in drawing
    many = BarPlot(bars, marks, is_share=True)
    assert ">50" in render_inline(many, WIDE, Palette("#1d4e96", "#d2422a"), "bars")
    with pytest.raises(ValueError, match="marks for 6 things"):
        neutral_marks(("a",) * 7)


@pytest.mark.parametrize(
    ("highest", "most", "expected"),
    [(0.5, 5, 0.1), (100, 5, 20), (101, 5, 50), (7, 6, 2), (199, 10, 20)],
)
def test_ticks(highest: float, most: int, expected: float) -> None:
    assert tick_step(highest, most) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("without", "of_one", "blank", "dots"),
    [
        (29, 1, {"choice", "kinds"}, {"holdings"}),
        (30, 0, set(), set()),
        (40, 35, set(), {"choice", "kinds"}),
    ],
)
def test_games_of_next_to_no_plies(
    tmp_path: Path, without: int, of_one: int, blank: set[str], dots: set[str]
) -> None:
    """Where no ply has 30 positions, a figure says so; of one ply that has, it draws a point."""
    moves = [""] * without + ["1. TSNd2"] * of_one
    text = "".join(record(number, "2024", "1-0", "", each) for number, each in enumerate(moves))
    with loaded(tmp_path, text, without + of_one) as database:
        report = compose(database, GAMES[0], selection=Selection(with_unplayed=True))
    slugs = {each.slug for each in report.exhibits} & {"choice", "holdings", "kinds"}
    assert bool(slugs) == bool(of_one)
    for slug in slugs:
        plot = exhibit(report, slug).plot
        alternative = exhibit(report, slug).alternative
        assert alternative.startswith("Too few games to tell") == (slug in blank)
        assert ("over 1\xa0ply." in alternative) == (slug in dots)
        for width in (WIDE, NARROW):
            drawing = render_inline(plot, width, report.palette, slug)
            words = "Too few games to tell: there are not 30 positions at any ply"
            assert (words in drawing) == (slug in blank), slug
            assert ("<use " in drawing) == (slug in dots), slug


def test_plies_are_numbers(tmp_path: Path) -> None:
    """A game of 230 plies: from the 200th on they are one class."""
    words = ["generate", "--policy", "greedy", "--temperature", "100", "--max-plies", "230"]
    words += ["--jobs", "1", "--out", str(tmp_path / "long.mgn")]
    assert CliRunner().invoke(app_for(words), words).exit_code == 0
    with create_database(tmp_path / "long.duckdb") as database:
        assert load(database, Reader(GAMES), str(tmp_path / "long.mgn")).stored == 1
        report = compose(database, GAMES[0])
    for slug, first in (("choice", 0), ("holdings", 0), ("kinds", 1)):
        found = json.loads(exhibit(report, slug).numbers.format_json({}))["rows"]
        plies = [(row["ply"], row["is_open"]) for row in found if row["ply"] is not None]
        assert plies == [*((ply, False) for ply in range(first, 200)), (200, True)]
    assert exhibit(report, "holdings").display.rows[-1][0] == "200 and more"
    when = rows(report, "deployed-when")
    assert {type(row["median_ply"]) for row in when} <= {int, type(None)}
    assert exhibit(report, "choice").alternative.startswith(
        "Curves of the median and the mean number of legal moves over 200\xa0plies."
    )


def test_one_is_no_plural(tmp_path: Path) -> None:
    text = record(1, "2024", "1-0", "", "").replace("[Date", '[Blue "A"]\n[Red "B"]\n[Date')
    with loaded(tmp_path, text, 1) as database:
        counted = Selection(with_unplayed=True)
        report = compose(database, GAMES[0], selection=counted)
        player = REPORTS["player"].make(database, GAMES[0], selection=counted)
    assert "over 1\xa0position: all of" in exhibit(report, "occupancy").method
    words = player.sections[-1].paragraphs[0]
    assert words.startswith("1 of 1\xa0game says something about strength: ")
