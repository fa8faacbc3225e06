"""The tile ledger of a game that was followed by hand, and what is refused."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of

from mentis_records.core.section import Matrices, OwnExhibit
from mentis_records.core.tally import Census, CensusError, quantile
from mentis_records.games import GAMES
from mentis_records.games.mentis.tally.board_map import (
    ATTACKS,
    OCCUPANCY,
    barred_squares,
    board_maps,
)
from mentis_records.games.mentis.tally.ledger import Account, Ledger, tile_ledger
from mentis_records.games.mentis.tally.ledger_section import ledger_section
from mentis_records.games.mentis.tally.section import sections
from mentis_records.notation.read import Reader
from mentis_records.store.count.replay_counts import take_census
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database

TABLES = cases_of(__file__)

GAME = GAMES[0]
HERE = Path(__file__).parent
SELFPLAY = HERE.parents[2] / "data" / "selfplay.mgn.gz"
WOLF = """
[Variant "Wolf"]
[Result "1-0"]

1. TSNd2 Wb7 1-0
"""
STATED = """
[Position "3k3/7/7/3n3/3N3/7/3K3 b S1/- 5"]
[Result "*"]

5. d3xd4 *
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    folder = tmp_path_factory.mktemp("ledger")
    (folder / "more.mgn").write_text(WOLF + STATED, encoding="utf-8")
    with create_database(folder / "ledger.duckdb") as database:
        for source in (HERE / "ledger.mgn", folder / "more.mgn"):
            load(database, Reader(GAMES), str(source))
        yield database


@pytest.fixture(scope="module")
def by_hand(opened: Database) -> Ledger:
    from mentis_records.store.selection import select_ids

    return tile_ledger(take_census(opened, GAME, select_ids([1])))


def account(ledger: Ledger, side: str, tile: str) -> Account:
    (found,) = [each for each in ledger.of(side) if each.tile == tile]
    return found


@pytest.mark.parametrize(("side", "tile", "expected"), TABLES["accounts"])
def test_accounts_by_hand(by_hand: Ledger, side: str, tile: str, expected: Any) -> None:
    found = account(by_hand, side, tile)
    median = "none" if found.median_deployment is None else found.median_deployment
    held = [found.in_hand, found.on_board, found.captured, [*found.deployed], median]
    assert expected == [*held, found.led, found.carried, found.squares]


def test_captures_by_hand(by_hand: Ledger) -> None:
    made = {(each.side, each.tile): each.made for each in by_hand.accounts if any(each.made)}
    assert made == {("Red", "Spears"): (0, 0, 1, 0, 0)}
    suffered = {(each.side, each.tile): each.suffered for each in by_hand.accounts}
    assert suffered["Blue", "Nobles"] == (1, 0, 0, 0, 0)
    assert sum(map(sum, suffered.values())) == 1


def test_squares_by_hand(by_hand: Ledger) -> None:
    rows = dict(zip([(a.side, a.tile) for a in by_hand.accounts], by_hand.deployments, strict=True))
    nobles = dict(zip(by_hand.squares, rows["Blue", "Nobles"], strict=True))
    assert {square: n for square, n in nobles.items() if n} == {"d2": 1, "c2": 2}


def test_the_set_is_accounted_for(opened: Database, by_hand: Ledger) -> None:
    """9 tiles a side beside the King, 10 with the Wolf, else those of the stated position."""
    assert [sum(each.supply for each in by_hand.of(side)) for side in by_hand.sides] == [10, 10]
    ledger = tile_ledger(take_census(opened, GAME))
    assert ledger.games == 3
    supplies = [sum(each.supply for each in ledger.of(side)) for side in ledger.sides]
    assert supplies == [10 + 11 + 3, 10 + 11 + 2]
    for each in ledger.accounts:
        assert each.supply == each.in_hand + each.on_board + each.captured
    assert account(ledger, "Red", "Wolf").on_board == 1
    assert account(ledger, "Blue", "Wolf").in_hand == 1
    assert account(ledger, "Red", "Nobles").suffered == (0, 0, 1, 0, 0)


@pytest.mark.parametrize(
    ("slug", "place", "words"),
    [
        ("balance", (1,), "the tiles of 1 of 3 games do not add up"),
        ("accounts", (0, 0, 2), "Blue Spears: 7 at the start, 8 in the end"),
        ("deployments", (1, 1, 0, 3), "Red Trenchmen: 3 left the hand, 4 were deployed"),
        ("captures", (0, 0, 1, 2), "Red Trenchmen: 0 are gone, 1 were captured"),
    ],
)
def test_what_does_not_add_up_is_refused(
    opened: Database, slug: str, place: tuple[int, ...], words: str
) -> None:
    census = take_census(opened, GAME)
    cells = census.tables[slug].cells.copy()
    cells[place] += 1
    changed = {**census.tables, slug: replace(census.tables[slug], cells=cells)}
    with pytest.raises(CensusError, match=words):
        tile_ledger(Census(census.games, changed))


def test_tiles_over_time(opened: Database) -> None:
    (course,) = sections(take_census(opened, GAME)).courses
    sums = {each.name: each.sums for each in course.course.quantities}
    assert list(sums) == ["Blue in hand", "Blue on board", "Red in hand", "Red on board"]
    # The starts: nine in hand and the King, ten and the King, one and two against none and two.
    assert [sums[name][0] for name in sums] == [9 + 10 + 1, 1 + 1 + 2, 9 + 10, 1 + 1 + 2]


def test_maps(opened: Database) -> None:
    census = take_census(opened, GAME)
    maps = {(each.side, each.tile): each for each in board_maps(census, OCCUPANCY)}
    king = maps["Blue", "King"]
    assert king.positions == 15 + 3 + 2
    assert dict(zip(king.squares, king.counts, strict=True))["d1"] == king.total == 20
    assert dict(zip(king.squares, king.rates(100), strict=True))["d1"] == 100
    red = maps["Red", "King"]
    assert {s: n for s, n in zip(red.squares, red.counts, strict=True) if n} == {"d7": 19, "e7": 1}
    wolf = maps["Red", "Wolf"]
    assert {s: n for s, n in zip(wolf.squares, wolf.counts, strict=True) if n} == {"b7": 1}
    attacks = {(each.side, each.tile): each for each in board_maps(census, ATTACKS)}
    spears = attacks["Red", "Spears"]
    # After TSe6, until the capture, whoever is to move: two positions.
    assert {s: n for s, n in zip(spears.squares, spears.counts, strict=True) if n} == {"b6": 2}


@pytest.mark.parametrize(("slug", "side", "tile", "picture"), TABLES["barred"])
def test_where_nothing_can_be(slug: str, side: int, tile: str, picture: str) -> None:
    """Row 7 first; # by rulebook: only Kings are on hills, and they stay on their own."""
    rows = picture.split()
    barred = {
        f"{column}{7 - down}"
        for down, row in enumerate(rows)
        for column, sign in zip("abcdefg", row, strict=True)
        if sign == "#"
    }
    table = {"occupancy": OCCUPANCY, "attacks": ATTACKS}[slug]
    assert barred_squares(table, side, tile) == barred


@pytest.fixture(scope="module")
def selfplay(tmp_path_factory: pytest.TempPathFactory) -> Census:
    with create_database(tmp_path_factory.mktemp("play") / "play.duckdb") as database:
        load(database, Reader(GAMES), str(SELFPLAY))
        return take_census(database, GAME)


@pytest.mark.one_build
def test_nothing_was_where_nothing_can_be(selfplay: Census) -> None:
    """In games of self-play, and all else was somewhere: bars are neither too wide nor narrow."""
    for slug in (OCCUPANCY, ATTACKS):
        for each in board_maps(selfplay, slug):
            never = {s for s, n in zip(each.squares, each.counts, strict=True) if not n}
            assert each.barred <= never
            if slug == OCCUPANCY or each.tile == "King":
                assert each.barred == never, (slug, each.side, each.tile)


def test_captures_that_never_were_are_those_that_cannot_be(selfplay: Census) -> None:
    exhibits = ledger_section(selfplay).exhibits
    (exhibit,) = (each for each in exhibits if each.slug == "captures")
    assert isinstance(exhibit, OwnExhibit)
    drawing = exhibit.drawing
    assert isinstance(drawing, Matrices)
    for panel in drawing.panels:
        never = {
            (row, column)
            for row, cells in zip(panel.rows, panel.cells, strict=True)
            for column, cell in zip(panel.columns, cells, strict=True)
            if not cell
        }
        assert panel.barred == never


def test_empty(tmp_path: Path) -> None:
    with create_database(tmp_path / "empty.duckdb") as empty:
        census = take_census(empty, GAME)
    ledger = tile_ledger(census)
    assert (ledger.games, sum(each.supply for each in ledger.accounts)) == (0, 0)
    assert board_maps(census, OCCUPANCY) == ()


@pytest.mark.parametrize(
    ("counts", "share", "expected"),
    [
        ([0, 0], 0.5, None),
        ([0, 1], 0.5, 1),
        ([1, 1], 0.5, 0),
        ([1, 2], 0.5, 1),
        ([9, 1], 0.9, 0),
        ([8, 1, 1], 0.9, 1),
        ([1, 1, 8], 0.1, 0),
    ],
)
def test_quantiles(counts: list[int], share: float, expected: int | None) -> None:
    import numpy

    assert quantile(numpy.array(counts), share) == expected
