"""What a report says of leads, captures and pieces left in hand, and of what a setting changes."""

import gzip
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy
import pytest
from cli_kit import json_of, mentis
from report_kit import exhibit_of, rows_of_exhibit

from mentis_records.core.material import Material
from mentis_records.core.setting import Setting, WholeNumber
from mentis_records.core.text import percent
from mentis_records.games import GAMES
from mentis_records.report.collection.frame import Frame
from mentis_records.report.collection.lead_words import worth_words
from mentis_records.report.collection.material_sections import material_sections
from mentis_records.report.collection.setting_group import setting_groups
from mentis_records.report.document.page import Report
from mentis_records.report.registry import REPORTS
from mentis_records.report.section import contrast
from mentis_records.report.section.contrast import contrast_section
from mentis_records.report.section.study import Study
from mentis_records.report.section.survey import survey
from mentis_records.report.words.bound_words import bound_words, short_bounds, signed
from mentis_records.statistics.piece_worth import PieceWorth
from mentis_records.store.count.material_games import fetch_material
from mentis_records.store.count.replay_counts import take_census
from mentis_records.store.count.setting_games import SettingGames
from mentis_records.store.database import Database
from mentis_records.store.open import open_database
from mentis_records.store.selection import EVERY_GAME, Selection, select_ids

GAME = GAMES[0]
DATA = Path(__file__).parents[2] / "data" / "selfplay.mgn.gz"
STANDARD, WOLF = 240, 120
MATERIAL = ["lead", "decisive-captures", "never-deployed"]
"""The sections."""

FIGURES = ["lead", "worth", "conversion", "decisive-captures", "never-deployed"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of some games without the Wolf, and some with it."""
    folder = tmp_path_factory.mktemp("pieces")
    parts = gzip.decompress(DATA.read_bytes()).decode().split("\n[Event ")
    (folder / "a.mgn").write_text("\n[Event ".join(parts[:STANDARD]) + "\n")
    words = ("--policy", "greedy", "--variant", "Wolf", "--games", WOLF, "--seed", 5)
    assert mentis("generate", *words, "--out", folder / "b.mgn").exit_code == 0
    mentis("load", folder / "a.mgn", folder / "b.mgn", "--db", folder / "a.duckdb", code=0)
    return folder / "a.duckdb"


@pytest.fixture(scope="module")
def opened(place: Path) -> Iterator[Database]:
    with open_database(place) as database:
        yield database


@pytest.fixture(scope="module")
def report(opened: Database) -> Report:
    return REPORTS["collection"].make(opened, GAME)


def words_of(report: Report, slug: str) -> list[str]:
    (found,) = [each for each in report.sections if each.slug == slug]
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in found.paragraphs]


def rows(report: Report, slug: str) -> list[dict[str, Any]]:
    return rows_of_exhibit(exhibit_of(report, slug))


def study(database: Database, selection: Selection = EVERY_GAME) -> Study:
    return Study(database, GAME, selection, survey(database, GAME, selection, made=None))


@pytest.mark.ci
def test_every_section_answers_first(report: Report) -> None:
    slugs = [section.slug for section in report.sections]
    assert [slug for slug in slugs if slug in MATERIAL] == MATERIAL
    drawn = [each.slug for each in report.exhibits if each.slug in FIGURES]
    assert drawn == FIGURES
    for slug in MATERIAL:
        first = words_of(report, slug)[0]
        assert re.match(r"In Standard, .* In Wolf, ", first), first
        assert re.search(r"\d % \(\d+(\.\d)? to \d+(\.\d)? %\)", first)


def test_words_have_the_numbers_of_the_tables(report: Report) -> None:
    (lead,) = [
        row
        for row in rows(report, "lead")
        if (row["group"], row["ply"], row["ahead"]) == ("Standard", 20, 1)
    ]
    share = bound_words((lead["points_share"], lead["points_low"], lead["points_high"]))
    answer = words_of(report, "lead")[0]
    assert f"a side one tile ahead after 20 plies scored {share.replace(chr(160), ' ')}" in answer
    assert lead["games"] == lead["won"] + lead["drawn"] + lead["lost"] + lead["unfinished"]
    first = rows(report, "conversion")[0]
    decided = first["games"] - first["unfinished"]
    assert (first["group"], first["ahead"]) == ("Standard", 1)
    assert first["won_share"] == first["won"] / decided
    won = percent(first["won_share"]).replace("\N{NO-BREAK SPACE}", " ")
    answer = words_of(report, "lead")[-1]
    assert f"the first side to be one tile ahead won {won} (" in answer


def test_captures_are_of_each_setting(report: Report) -> None:
    found = rows(report, "decisive-captures")
    kinds = {
        group: [r["kind"] for r in found if r["group"] == group] for group in ("Standard", "Wolf")
    }
    assert kinds == {
        "Standard": ["Spears", "Trenchmen", "Nobles"],
        "Wolf": ["Spears", "Trenchmen", "Nobles", "Wolf"],
    }
    for group in kinds:
        own = [row for row in found if row["group"] == group]
        assert {row["of"] for row in own} == {sum(row["count"] for row in own)}
        assert (
            f"In {group}, the King was captured {own[0]['of']} times: "
            in words_of(report, "decisive-captures")[0]
        )


def test_what_one_setting_has_is_counted_over_its_games(report: Report) -> None:
    found = rows(report, "never-deployed")
    wolves = [row for row in found if row["kind"] == "Wolf"]
    assert [(row["group"], row["side"], row["of"]) for row in wolves] == [
        ("Wolf", "Blue", WOLF),
        ("Wolf", "Red", WOLF),
    ]
    assert {row["of"] for row in found if row["group"] == "Standard"} == {STANDARD}
    most = max(wolves, key=lambda row: row["share"])
    assert f"{most['side']}'s Wolf, in " in words_of(report, "never-deployed")[0]


def test_one_setting_is_not_named(opened: Database) -> None:
    only = replace(Selection("map_extract(settings, 'Variant')[1] = 'Wolf'"), words="Wolf")
    report = REPORTS["collection"].make(opened, GAME, selection=only)
    for slug in MATERIAL:
        assert not any("Under " in each for each in words_of(report, slug))
    assert {row["group"] for row in rows(report, "lead")} == {"all"}


def test_few_games_say_so(opened: Database) -> None:
    report = REPORTS["collection"].make(opened, GAME, selection=select_ids(list(range(1, 13))))
    lead, firsts = words_of(report, "lead")
    assert lead == "Too few games had a lead after 20 plies to tell what it is worth."
    assert firsts == "Too few games had a lead to tell how often it was won."
    captures = words_of(report, "decisive-captures")[0]
    assert re.search(r"The King was captured \d+ times: \d+ by \w+", captures)
    assert "%" not in captures + words_of(report, "never-deployed")[0]
    assert "worth" not in {each.slug for each in report.exhibits}


def test_games_without_a_lead(opened: Database, tmp_path: Path) -> None:
    (tmp_path / "a.mgn").write_text('[Event "x"]\n[Result "1-0"]\n\n1. TSNd2 TSNd6 1-0\n')
    assert mentis("load", tmp_path / "a.mgn", "--db", tmp_path / "a.duckdb").exit_code == 0
    with open_database(tmp_path / "a.duckdb") as database:
        report = REPORTS["collection"].make(database, GAME)
    assert words_of(report, "lead") == ["In no game was a side one tile ahead."]
    assert words_of(report, "decisive-captures") == ["No King was captured."]
    assert not {"lead", "decisive-captures"} & {each.slug for each in report.exhibits}
    assert words_of(report, "never-deployed") == [
        "Each side deployed some of every kind in all games."
    ]


def test_a_game_that_tells_no_material_shows_nothing(opened: Database) -> None:
    other: Any = SimpleNamespace(description=replace(GAME.description, capabilities={}))
    own = study(opened)
    frame = Frame(replace(own, game=other), take_census(opened, GAME))
    assert list(material_sections(frame)) == []


def test_a_game_without_a_decisive_piece(opened: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    material = GAME.description.capability("material")
    own = replace(material.MATERIAL, decisive=None, places="on the board")
    monkeypatch.setattr(material, "MATERIAL", own)
    frame = Frame(study(opened), take_census(opened, GAME))
    lead, hands = material_sections(frame)
    assert (lead.slug, hands.slug) == ("lead", "never-deployed")
    assert lead.exhibits[0].method.startswith(
        "Lead: tiles that a side has more than the other, on the board. One "
    )


def test_groups_of_most_games_are_shown(opened: Database) -> None:
    """Of six values of a number the four with most games, in the order of the numbers."""
    games = fetch_material(opened, GAME)
    assert games is not None
    values = ["10"] * 90 + ["2"] * 80 + ["3"] * 70 + ["4"] * 5 + ["5"] * 55 + ["6"] * 60
    games = replace(games, values=(("Most", numpy.array(values, dtype=object)),))
    assert len(games) == len(values)
    facts = replace(GAME.description, settings=(Setting("Most", WholeNumber(1, 20, usual=3)),))
    groups = setting_groups(facts, games)
    found = [(each.label, len(each.games)) for each in groups.shown]
    assert found == [("Most 2", 80), ("Most 3", 70), ("Most 6", 60), ("Most 10", 90)]
    assert groups.left_out == " Left out: 2\N{NO-BREAK SPACE}groups of 60\N{NO-BREAK SPACE}games."


@pytest.mark.ci
def test_verify_agrees(place: Path, tmp_path: Path) -> None:
    for kind in ("collection", "winrate"):
        mentis("report", kind, "--db", place, "--out", tmp_path, "--format", "json", code=0)
    assert {f"collection-{slug}.json" for slug in FIGURES} <= {
        path.name for path in (tmp_path / "numbers").iterdir()
    }
    assert (tmp_path / "numbers" / "winrate-variant-length.json").exists()
    assert json_of("report", "verify", tmp_path, "--db", place, code=0)["findings"] == []


def test_contrast_stands_in_for_the_groups(opened: Database) -> None:
    section = contrast_section(study(opened), "variant")
    assert section is not None
    assert section.title == "By variant"
    assert [each.slug for each in section.exhibits] == ["variant", "variant-length"]
    assert re.match(
        r"Blue scored \d\d\.\d\xa0% of the points in Standard and \d\d\.\d\xa0% in Wolf, "
        r"a difference that chance can explain \([+−]\d+\.\d\xa0percentage points, ",
        section.paragraphs[0],
    )
    one, other = rows_of_exhibit(section.exhibits[0])
    assert (one["value"], one["games"], one["points_difference"]) == ("Standard", STANDARD, None)
    assert other["points_difference"] == pytest.approx(other["points"] - one["points"])
    made = REPORTS["winrate"].make(opened, GAME)
    (same,) = [each for each in made.sections if each.slug == "variant"]
    assert (same.paragraphs, len(same.exhibits)) == (section.paragraphs, 2)
    assert same.games


@pytest.mark.parametrize("slug", ["period", "length", "nothing"])
def test_what_is_no_setting_has_no_contrast(opened: Database, slug: str) -> None:
    assert contrast_section(study(opened), slug) is None


def test_one_value_has_no_contrast(opened: Database) -> None:
    few = select_ids([*range(1, STANDARD), STANDARD + 1])
    assert contrast_section(study(opened, few), "variant") is None


def test_contrasts_of_several_values(opened: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual value is the measure; what has too few games is named and left out."""

    def number(value: str, won: int, lost: int, plies: int) -> SettingGames:
        n = won + lost
        return SettingGames(value, won, 0, lost, 0, plies * n, plies**2 * n + n)

    found = [number("2", 50, 50, 30), number("3", 60, 60, 40), number("4", 90, 10, 40)]
    found += [number("5", 2, 2, 9)]
    monkeypatch.setattr(contrast, "fetch_setting_games", lambda *_: found)
    facts = replace(GAME.description, settings=(Setting("Most", WholeNumber(1, 9, usual=3)),))
    own: Any = replace(study(opened), game=SimpleNamespace(description=facts))
    section = contrast_section(own, "most")
    assert section is not None
    words = [each.replace("\N{NO-BREAK SPACE}", " ") for each in section.paragraphs]
    assert words[0].startswith(
        "Blue scored 50.0 % of the points in Most 3 and 50.0 % in Most 2, a difference that "
        "chance can explain (0.0 percentage points, −"
    )
    assert "; 90.0 % in Most 4, 40.0 percentage points more (" in words[0]
    assert (
        "A game took 40.0 plies on average in Most 3 and 30.0 in Most 2, 10.0 plies fewer ("
        in (words[0])
    )
    assert words[-1] == "Not compared: Most 5 (4 games)."
    (exhibit, _) = section.exhibits
    assert exhibit.title == "Most 3 against Most 2 against Most 4: results"
    assert "97.50\N{NO-BREAK SPACE}%" in exhibit.method


def test_bounds_in_words() -> None:
    assert bound_words((0.612, 0.571, 0.648)) == "61\xa0% (57 to 65\xa0%)"
    assert bound_words((0.021, 0.017, 0.026)) == "2.1\xa0% (1.7 to 2.6\xa0%)"
    assert bound_words((0.0004, 0.0001, 0.0012)) == "<0.1\xa0% (0.0 to 0.1\xa0%)"
    assert bound_words((0.0, 0.0, 0.003)) == "0.0\xa0% (0.0 to 0.3\xa0%)"
    assert short_bounds((0.612, 0.571, 0.648)) == "61 (57–65)"
    assert short_bounds((0.0004, 0.0001, 0.0012)) == "<0.1 (0.0–0.1)"
    assert (signed(1.24), signed(-0.4), signed(-0.01)) == ("+1.2", "−0.4", "0.0")


def test_a_lead_is_mostly_of_the_kind_that_is_worth_least() -> None:
    material = Material(("tile", "tiles"), ("Spears", "Nobles"), "deployed")
    spears = PieceWorth("Spears", 40, 0.84, 0.8, 0.88)
    nobles = PieceWorth("Nobles", 90, 0.57, 0.5, 0.6)
    words = worth_words(material, 20, [spears, nobles]).replace("\N{NO-BREAK SPACE}", " ")
    assert words.startswith(
        "with the other kinds even after 20 plies, a side scored 84 % (80 to 88 %)"
    )
    assert words.endswith("the numbers of Nobles differed in 90 games, of Spears in 40.")
    assert "Leads" not in worth_words(material, 20, [spears, replace(nobles, games=30)])
    assert "Leads" not in worth_words(material, 20, [spears, replace(nobles, value=0.9)])
