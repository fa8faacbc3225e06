"""Leads, worths and shares of pieces against a replay of position strings, and games by hand."""

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy
import pytest
import statsmodels.api
from typer.testing import CliRunner

import mentis_records
from mentis_records.cli.main import app_for
from mentis_records.core.material import Change, Material
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.statistics.material_lead import first_lead_results, lead_results
from mentis_records.statistics.material_share import decisive_captures, never_entered
from mentis_records.statistics.piece_worth import piece_worths
from mentis_records.statistics.result import Results
from mentis_records.store.count import material_games
from mentis_records.store.count.material_games import UNKNOWN, MaterialGames, fetch_material
from mentis_records.store.error import StoreError
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.selection import Selection, select_ids

pytestmark = pytest.mark.one_build

GAME = GAMES[0]
DATA = Path(__file__).parents[2] / "data" / "selfplay.mgn.gz"
LETTERS = "STNKW"
KINDS = ("Spears", "Trenchmen", "Nobles", "King", "Wolf")
STATED = """
[Event "hand"]
[Variant "Standard"]
[Result "1-0"]
[Position "3k3/7/7/3n3/3N3/7/3K3 b S1/- 5"]

5. d3xd4 1-0
"""


@dataclass
class Played:
    """What was seen of a game in its position strings: own counts by side and letter, by ply."""

    variant: str
    result: str
    owned: list[list[Counter[str]]]
    hands: list[list[Counter[str]]]
    by: str | None

    def lead(self, ply: int) -> int:
        blue, red = (
            sum(n for letter, n in side.items() if letter != "K") for side in self.owned[ply]
        )
        return blue - red

    @property
    def plies(self) -> int:
        return len(self.owned) - 1

    def seen_by(self, lead: int) -> int:
        """Return 0 if the side with a lead won, 1 for a draw, 2 if it lost, 3 without a result."""
        if self.result in ("*", "1/2-1/2"):
            return 3 if self.result == "*" else 1
        return 0 if (self.result == "1-0") == (lead > 0) else 2


def counts(text: str) -> tuple[list[Counter[str]], list[Counter[str]]]:
    """Return what both sides own and hold, by letter, read off a position string."""
    board, _, hands, _ = text.split(" ")
    held = [Counter[str](), Counter[str]()]
    for side, hand in enumerate(hands.split("/")):
        for letter, number in re.findall(r"([A-Za-z])(\d*)", hand):
            held[side][letter.upper()] += int(number or 1)
    owned = [Counter(each) for each in held]
    for letter in re.findall("[A-Za-z]", board):
        owned[letter.islower()][letter.upper()] += 1
    return owned, held


def replayed(record: Any) -> Played:
    positions = [counts(position.text) for position in record.positions()]
    owned, hands = [each for each, _ in positions], [each for _, each in positions]
    by = None if all(side["K"] for side in owned[-1]) else attacker(record)
    return Played(record.tags.get("Variant", "Standard"), record.result, owned, hands, by)


def attacker(record: Any) -> str:
    """Return the letter of the top tile that made the last capture, from the board before it."""
    text = record.position(len(record.plies) - 1).text.split(" ")[0]
    rows = [re.findall(r"\([A-Za-z]+\)|[A-Za-z]|\d", row) for row in reversed(text.split("/"))]
    column, row = ord(record.moves[-1][0]) - ord("a"), int(record.moves[-1][1]) - 1
    cells: list[str] = []
    for cell in rows[row]:
        cells += [""] * int(cell) if cell.isdigit() else [cell]
    return cells[column].strip("()")[-1].upper()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the first 240 bundled games, 120 with the Wolf, and one from a position."""
    folder = tmp_path_factory.mktemp("material")
    bundled = gzip.decompress(DATA.read_bytes()).decode().split("\n[Event ")[:241]
    (folder / "some.mgn").write_text("\n[Event ".join(bundled[:240]) + "\n" + STATED)
    words = ["generate", "--policy", "greedy", "--games", "120", "--variant", "Wolf"]
    words += ["--seed", "5", "--out", str(folder / "wolf.mgn")]
    assert CliRunner().invoke(app_for(words), words).exit_code == 0
    with create_database(folder / "some.duckdb") as database:
        for name, stored in (("some.mgn", 241), ("wolf.mgn", 120)):
            assert load(database, Reader(GAMES), str(folder / name)).stored == stored
    return folder / "some.duckdb"


@pytest.fixture(scope="module")
def played(place: Path) -> list[Played]:
    with mentis_records.open(place) as club:
        return [replayed(record) for record in club.games().records()]


@pytest.fixture(scope="module")
def games(place: Path) -> MaterialGames:
    with open_database(place) as database:
        found = fetch_material(database, GAME)
    assert found is not None
    return found


def results(places: Iterator[int]) -> Results:
    found = Counter(places)
    return Results(found[0], found[1], found[2], found[3])


def test_start_and_end_agree_with_the_positions(games: MaterialGames, played: list[Played]) -> None:
    assert len(games) == len(played) == 361
    for at, each in enumerate(played):
        for side in (0, 1):
            assert games.owned[at, side].tolist() == [each.owned[0][side][x] for x in LETTERS]
            assert games.held[at, side].tolist() == [each.hands[0][side][x] for x in LETTERS]
            left = [each.hands[-1][side][x] for x in LETTERS]
            assert (games.held[at, side] - games.entered[at, side]).tolist() == left
    ((tag, values),) = games.values
    assert tag == "Variant"
    assert values.tolist() == [each.variant for each in played]


@pytest.mark.parametrize("ply", [0, 10, 20, 40])
@pytest.mark.parametrize(("least", "most"), [(1, 1), (2, 2), (3, None), (1, None)])
def test_leads_agree_with_the_positions(
    games: MaterialGames, played: list[Played], ply: int, least: int, most: int | None
) -> None:
    chosen = [each for each in played if each.plies > ply]
    ahead = [(each, each.lead(ply)) for each in chosen]
    expected = results(
        each.seen_by(lead) for each, lead in ahead if least <= abs(lead) <= (most or 99)
    )
    assert lead_results(games, ply, least, most) == expected
    assert ply < 20 or expected.decided >= 20


@pytest.mark.parametrize("least", [1, 2, 3, 4])
def test_first_leads_agree_with_the_positions(
    games: MaterialGames, played: list[Played], least: int
) -> None:
    def first(each: Played) -> Iterator[int]:
        for ply in range(each.plies + 1):
            if abs(each.lead(ply)) >= least:
                yield each.seen_by(each.lead(ply))
                return

    expected = results(place for each in played for place in first(each))
    assert first_lead_results(games, least) == expected
    assert expected.first > expected.second > 0


@pytest.mark.parametrize("variant", ["Standard", "Wolf"])
def test_captures_of_the_king_agree_with_the_positions(
    games: MaterialGames, played: list[Played], variant: str
) -> None:
    ((_, values),) = games.values
    found = decisive_captures(games.only(values == variant))
    made = Counter(each.by for each in played if each.by and each.variant == variant)
    kinds = KINDS if variant == "Wolf" else KINDS[:3]
    assert {kind: share.count for kind, share in found.items()} == {
        kind: made[letter]
        for kind, letter in zip(KINDS, LETTERS, strict=True)
        if kind in kinds and kind != "King"
    }
    assert {share.n for share in found.values()} == {made.total()}
    assert made.total() > 80


@pytest.mark.parametrize("side", [0, 1])
def test_what_never_came_agrees_with_the_positions(
    games: MaterialGames, played: list[Played], side: int
) -> None:
    found = never_entered(games, side)
    for kind, letter in zip(KINDS, LETTERS, strict=True):
        had = [each for each in played if each.hands[0][side][letter]]
        never = [
            each for each in had if each.hands[-1][side][letter] == each.hands[0][side][letter]
        ]
        if had:
            assert (found[kind].count, found[kind].n) == (len(never), len(had))
    assert found["Wolf"].n == 120
    assert "King" not in found


def test_worths_agree_with_statsmodels(games: MaterialGames, played: list[Played]) -> None:
    """The same model by another program, on differences that are read off position strings."""
    points = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
    chosen = [each for each in played if each.plies > 20 and each.result in points]
    rows = [[1.0, *(each.owned[20][0][x] - each.owned[20][1][x] for x in "STN")] for each in chosen]
    fitted = statsmodels.api.GLM(
        [points[each.result] for each in chosen], rows, family=statsmodels.api.families.Binomial()
    ).fit(cov_type="HC0")
    found = piece_worths(games, 20)
    # The Wolf differs in too few games.
    assert [each.kind for each in found] == list(KINDS[:3])
    for at, each in enumerate(found, 1):
        bounds = [fitted.params[at], *fitted.conf_int()[at]]
        expected = [1 / (1 + numpy.exp(-bound)) for bound in bounds]
        assert [each.value, each.low, each.high] == pytest.approx(expected, abs=1e-6)
        assert each.games == sum(row[at] != 0 for row in rows)


def made(*found: tuple[str, int, list[tuple[int, int, int]]]) -> MaterialGames:
    """Return games by hand: result, plies, and for each piece taken the ply, the side, the kind.

    Of the three kinds of pieces "c" decides; each side owns two of each, "a" and "b" in hand.
    """
    halves = {"1-0": 2, "1/2-1/2": 1, "0-1": 0, "*": UNKNOWN}
    rows = [(at, *taken) for at, (_, _, each) in enumerate(found) for taken in each]
    columns = numpy.array(rows, "int64").reshape(len(rows), 4).T
    shape = (len(found), 2, 3)
    return MaterialGames(
        material=Material(("stone", "stones"), ("a", "b", "c"), "placed", 2),
        points=numpy.array([halves[result] for result, _, _ in found], "int64"),
        plies=numpy.array([plies for _, plies, _ in found], "int64"),
        values=(),
        held=numpy.full(shape, 2) * numpy.array([1, 1, 0]),
        owned=numpy.full(shape, 2),
        entered=numpy.zeros(shape, "int64"),
        taken_game=columns[0],
        taken_ply=columns[1],
        taken_side=columns[2],
        taken_by=numpy.zeros(len(rows), "int64"),
        taken_kind=columns[3],
    )


def test_no_games() -> None:
    nothing = made()
    assert lead_results(nothing, 20, 1) == first_lead_results(nothing, 1) == Results()
    assert piece_worths(nothing, 20) == ()
    assert decisive_captures(nothing) == never_entered(nothing, 0) == {}


def test_leads_by_hand() -> None:
    games = made(
        ("1-0", 9, [(1, 0, 0), (2, 1, 1), (3, 1, 0), (5, 1, 1), (9, 0, 2)]),  # +1, 0, -1, -2
        ("1/2-1/2", 9, []),  # never
        ("1/2-1/2", 9, [(4, 1, 0)]),
        ("0-1", 9, [(2, 1, 0), (2, 1, 1)]),  # two at once
        ("*", 9, [(3, 0, 0)]),
        ("0-1", 3, [(3, 1, 2)]),  # the decisive piece counts for no lead
    )
    assert first_lead_results(games, 1) == Results(2, 1, 0, 1)
    assert first_lead_results(games, 2) == Results(1, 0, 1, 0)
    assert first_lead_results(games, 3) == Results()
    assert lead_results(games, 2, 1, 1) == Results()
    assert lead_results(games, 2, 2, 2) == Results(1, 0, 0, 0)
    assert lead_results(games, 4, 1, 1) == Results(0, 1, 1, 1)
    assert lead_results(games, 9, 1) == Results(), "they are over"


def test_a_lead_at_the_start_counts_from_there() -> None:
    games = made(("0-1", 3, [(2, 1, 0), (3, 1, 1)]))
    owned = games.owned.copy()
    owned[0, 0, 0] = 3
    games = replace(games, owned=owned)
    assert first_lead_results(games, 1) == Results(0, 0, 1, 0)
    assert lead_results(games, 0, 1) == Results(0, 0, 1, 0)
    assert lead_results(games, 2, 1) == Results()


def test_pieces_by_hand() -> None:
    games = made(("1-0", 3, [(3, 0, 2)]), ("0-1", 4, [(4, 1, 2)]), ("*", 2, []))
    found = decisive_captures(games)
    assert {kind: (share.count, share.n) for kind, share in found.items()} == {
        "a": (2, 2),
        "b": (0, 2),
    }
    assert found["b"].high < 1
    entered = games.entered.copy()
    entered[0, 0, 1] = 1
    never = never_entered(replace(games, entered=entered), 0)
    assert {kind: (share.count, share.n) for kind, share in never.items()} == {
        "a": (3, 3),
        "b": (2, 3),
    }
    assert decisive_captures(replace(games, material=replace(games.material, decisive=None))) == {}


@pytest.mark.parametrize(
    "found",
    [
        [("1-0", 30, [(1, 0, 0)])] * 40 + [("0-1", 30, [(1, 1, 0)])] * 40,  # always won
        [("1-0", 30, [(1, 0, 0)])] * 40,  # nothing but wins
        [("1-0", 30, [(1, 0, 0)])] * 29,  # too few
    ],
)
def test_what_cannot_be_estimated_is_not(found: list[Any]) -> None:
    assert piece_worths(made(*found), 20) == ()


def test_all_draws_tell_no_worth() -> None:
    drawn = made(*[("1/2-1/2", 30, [(1, side, 0)]) for side in (0, 1)] * 20)
    assert piece_worths(drawn, 20) == ()
    assert lead_results(drawn, 20, 1) == Results(0, 40, 0)


def test_selections_and_other_games(place: Path) -> None:
    with open_database(place) as database:
        found = fetch_material(database, GAME, select_ids([241]))
        assert found.taken_kind.tolist() == [KINDS.index("Nobles")]
        assert found.taken_by.tolist() == [KINDS.index("Nobles")]
        assert found.values == ()
        empty = fetch_material(database, GAME, Selection("false"))
        assert empty is not None
        assert len(empty) == 0
        other: Any = type("Other", (), {})()
        other.description = replace(GAME.description, capabilities={})
        assert fetch_material(database, other) is None


def test_a_code_of_no_move_is_told(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def change(code: int) -> Change:
        raise ValueError(f"no move has the code {code}")

    module = material_games.material_of(GAME)
    monkeypatch.setattr(module, "change", change)
    with open_database(place) as database, pytest.raises(StoreError, match="no move has the code"):
        fetch_material(database, GAME)
