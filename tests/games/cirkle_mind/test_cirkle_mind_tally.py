"""What is counted of games of CirKle Mind, against a recount by the naive generator."""

import gzip
import re
from collections import Counter
from pathlib import Path
from typing import Any

import naive_cirkle_mind as naive
import numpy
import pytest

from mentis_records.core.capability import family_of, find, sections_of
from mentis_records.core.material import Change
from mentis_records.core.section import Bars, OwnExhibit, OwnResults
from mentis_records.core.tally import Census, Table
from mentis_records.games import find_game
from mentis_records.notation.read import Reader
from mentis_records.statistics.material_lead import differences_after
from mentis_records.store.count.material_games import fetch_material
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database

pytestmark = pytest.mark.one_build

GAME = find_game("cirkle_mind")
SAMPLE = Path(__file__).parents[3] / "data" / "cirkle_mind.mgn.gz"
LEVELS = ("easy", "medium", "super")
SIDES = "GM"
OUTCOMES = {"+": 0, "=": 1, "<": 2}
GAMES_A_LEVEL = 4

Game = tuple[dict[str, str], list[Any], list[Any]]
"""Tags, positions and turns."""


def replayed(record: Any) -> Game:
    positions = [GAME.start_position(record.tags)]
    moves = [ply.move for ply in record.plies]
    for move in moves:
        positions.append(GAME.play(positions[-1], move))
    return record.tags, positions, moves


@pytest.fixture(scope="module")
def text() -> str:
    """Return the records of some games of each level of the sample."""
    with gzip.open(SAMPLE, "rt", encoding="utf-8") as file:
        texts = ["[Event" + each for each in file.read().split("[Event")[1:]]
    chosen = [
        text
        for level in LEVELS
        for text in [each for each in texts if f'[Level "{level}"]' in each][-GAMES_A_LEVEL:]
    ]
    return "\n\n".join(chosen)


@pytest.fixture(scope="module")
def played(text: str) -> list[Game]:
    readings = list(Reader((GAME,)).read_text("test", text))
    assert not any(reading.diagnostics for reading in readings)
    assert len(readings) == GAMES_A_LEVEL * len(LEVELS)
    return [replayed(reading.record) for reading in readings]


def census_of(games: list[Game]) -> Census:
    """Return the sums over games, as a replay adds them up."""
    facts = GAME.description
    count = find(GAME, "tallies", "count")
    tables = {each.slug: numpy.zeros(each.shape, "int64") for each in facts.tallies}
    for _, positions, moves in games:
        for slug, place, number in count(positions, moves):
            tables[slug][place] += number
    return Census(len(games), {each.slug: Table(each, tables[each.slug]) for each in facts.tallies})


@pytest.fixture(scope="module")
def census(played: list[Game]) -> Census:
    return census_of(played)


def cells_of(census: Census, slug: str) -> dict[tuple[int, ...], int]:
    """Return the cells of a table that are not 0."""
    cells = census.tables[slug].cells
    return {tuple(at): int(cells[tuple(at)]) for at in numpy.argwhere(cells).tolist()}


def sort_of(face: str) -> int:
    return 2 if face[1] == "c" else 1 if face[0] == "K" else 0


def role_of(face: str, side: str) -> int:
    if face == naive.TARGET[side]:
        return 0
    return {2: 1, 1: 2, 0: 3}[sort_of(face)]


def naive_states(game: Game) -> list[dict[str, Any]]:
    """Return the states of a game, played from its tags by the naive generator."""
    tags, _, moves = game
    shield = tags["Level"] != "easy"
    first = tags["FirstPlayer"]
    states = [naive.start(tags["GreenSetup"], tags["MauveSetup"], first, shield)]
    for move in moves:
        states.append(naive.play(states[-1], move.notation))
    return states


@pytest.fixture(scope="module")
def recount(played: list[Game]) -> dict[str, Counter[tuple[int, ...]]]:
    """Return all tables but those of positions, counted by the states of the naive generator."""
    found: dict[str, Counter[tuple[int, ...]]] = {}

    def add(slug: str, *place: int, number: int = 1) -> None:
        found.setdefault(slug, Counter())[place] += number

    for game in played:
        level = LEVELS.index(game[0]["Level"])
        states, plies = naive_states(game), len(game[2])
        add("levels", level)
        add("set_up", level)
        for square, piece in states[0]["board"].items():
            role = role_of(piece["face"], piece["side"])
            add("setups", level, role, naive.SQUARES.index(square))
            if role < 2:
                add("targets", level, role)
        for ply, state in enumerate(states):
            add("positions", ply)
            for side, letter in enumerate(SIDES):
                own = [each for each in state["board"].values() if each["side"] == letter]
                add("pieces", side, ply, number=len(own))
                add("shown", side, ply, number=sum(each["known"] for each in own))
        for ply, (before, move) in enumerate(zip(states, game[2], strict=False), 1):
            text, legal, phase = move.notation, naive.turns(before), (ply - 1) * 3 // plies
            kind = 4 if text == "--" else 1 + OUTCOMES[text[-1]] if "x" in text else 0
            side = SIDES.index(before["turn"])
            add("choices", ply - 1, len(legal))
            add("turns", side, kind, phase)
            add("turn_plies", kind, ply)
            could = any("x" in each for each in legal)
            add("attacks", level, phase, 0 if "x" in text else 1 if could else 2)
            if "x" in text:
                square, own, other, mark = re.fullmatch(r".*x(\w+):(..)(..)(.)", text).groups()  # type: ignore[union-attr]
                outcome = OUTCOMES[mark]
                add("places", level, naive.SQUARES.index(square))
                add("duels", level, sort_of(own), sort_of(other), outcome)
                add("shields", level, OUTCOMES[naive.easy(own, other)], outcome)
                lost = {"+": (other, 1 - side), "<": (own, side)}.get(mark)
                if lost and lost[0][1] == "c":
                    add("captures", level, role_of(lost[0], SIDES[lost[1]]), ply)
        last = states[-1]
        add("ends", level, 0 if last["winner"] else 1 if last["passes"] > 1 else 2, plies)
        if last["winner"]:
            loser = naive.OTHER[last["winner"]]
            hidden = [
                each
                for each in last["board"].values()
                if each["side"] == loser and not each["known"]
            ]
            add("knowledge", level, 24 - len(hidden))
            text = game[2][-1].notation
            own, other, mark = re.fullmatch(r".*:(..)(..)(.)", text).groups()  # type: ignore[union-attr]
            add("captors", level, int(mark == "<"), sort_of(other if mark == "<" else own))
    return found


@pytest.mark.parametrize(
    "slug", [each.slug for each in GAME.description.tallies if each.slug != "recurrence"]
)
def test_counts(census: Census, recount: dict[str, Counter[tuple[int, ...]]], slug: str) -> None:
    expected = {place: number for place, number in recount[slug].items() if number}
    assert cells_of(census, slug) == expected


def test_recurrence(played: list[Game], census: Census) -> None:
    most: Counter[tuple[int]] = Counter()
    for _, positions, _ in played:
        texts = Counter(map(GAME.format_position, positions))
        most[(min(max(texts.values()), 3) - 1,)] += 1
    assert cells_of(census, "recurrence") == dict(most)


def test_sections_tell_what_was_counted(census: Census) -> None:
    own = sections_of(GAME, census)
    assert own is not None
    slugs = [each.slug for each in own.sections]
    assert slugs == ["ends", "setups", "attacks", "duels", "targets"]
    assert [each.slug for each in own.courses] == ["pieces"]
    figures = {each.slug: each for section in own.sections for each in section.exhibits}
    rows = figures["target-rows"]
    assert isinstance(rows, OwnResults)
    assert len({each.query for each in rows.groups}) == 24
    for each in figures.values():
        if isinstance(each, OwnExhibit):
            assert each.told.rows
            assert len(each.shown.rows) >= 2
    words = " ".join(words for section in own.sections for words in section.paragraphs)
    duels = census.tables["duels"].cells.sum(axis=(1, 2))
    for name, cells in zip(("Easy", "Medium", "Super"), duels.tolist(), strict=True):
        assert f"{name}: {sum(cells):,} duels, {cells[0]:,} won" in words
    assert "%" not in words, "so few games have no percentages"


def test_duels_stand_beside_the_rules(census: Census) -> None:
    """Of all pairs of coloured faces 7 in 16 share a colour or a shape."""
    own = sections_of(GAME, census)
    assert own is not None
    (exhibit,) = [
        each for section in own.sections for each in section.exhibits if each.slug == "duels-easy"
    ]
    assert isinstance(exhibit, OwnExhibit)
    cells = census.tables["duels"].cells[0].tolist()
    assert exhibit.games == int(census.tables["levels"].cells[0]) < census.games
    assert isinstance(exhibit.drawing, Bars)
    first, below, *others = exhibit.drawing.rows
    assert (first.label, first.parts) == ("coloured piece on coloured piece", tuple(cells[0][0]))
    assert (below.label, below.parts) == ("by the rules", (7 * 16, 9 * 16, 0))
    assert len(others) == 2 * 8
    shares = {row[:2]: row[-3:] for row in exhibit.told.rows}
    assert shares["coloured piece", "coloured piece"] == (7 / 16, 9 / 16, 0)
    assert shares["coloured piece", "black piece"] == (1 / 4, 0, 3 / 4)
    assert shares["target", "black piece"] == (0, 0, 1)
    assert shares["black piece", "coloured piece"] == shares["target", "target"] == (1, 0, 0)


def test_rules_of_levels_with_shields_say_that_these_are_left_out(census: Census) -> None:
    own = sections_of(GAME, census)
    assert own is not None
    figures = {each.slug: each for section in own.sections for each in section.exhibits}
    for slug, ruling in (
        ("duels-easy", "by the rules"),
        ("duels-medium", "by the rules without shields"),
        ("duels-super", "by the rules without shields"),
    ):
        figure = figures[slug]
        assert isinstance(figure, OwnExhibit)
        assert isinstance(figure.drawing, Bars)
        assert {row.label for row in figure.drawing.rows[1::2]} == {ruling}
        assert f", {ruling}: " in figure.method
        assert figure.shown.columns[-1] == f"{ruling.capitalize()}: won, failed, lost"
    shields = figures["shields"]
    assert isinstance(shields, OwnExhibit)
    assert shields.games == int(census.tables["levels"].cells[1:].sum())


def test_stated_positions_have_no_set_ups() -> None:
    start = GAME.parse_position("7mc/8/8/8/3m?4/8/3G?4/8/8/8/Gc7 G - -", {"Level": "medium"})
    found = census_of([({}, [start], [])])
    assert not cells_of(found, "setups")
    assert cells_of(found, "targets") == {(1, 0): 2}
    own = sections_of(GAME, found)
    assert own is not None
    words = " ".join(words for section in own.sections for words in section.paragraphs)
    assert "No game began from two known set-ups." in words
    assert "No duel between known faces was fought." in words


def test_material_is_what_stands_on_the_board(played: list[Game]) -> None:
    """What attacks take and lose is the change, turn by turn."""
    held, owned, change = (find(GAME, "material", name) for name in ("held", "owned", "change"))
    taken = lost = 0
    for _, positions, moves in played:
        assert held(positions[0]) == ((0,), (0,))
        for before, move, after in zip(positions, moves, positions[1:], strict=False):
            found: Change = change(move.code)
            for side, pieces in ((before.side, found.lost), (1 - before.side, found.taken)):
                assert owned(before)[side][0] - owned(after)[side][0] == len(pieces)
            taken, lost = taken + len(found.taken), lost + len(found.lost)
    assert taken > lost > 0
    with pytest.raises(ValueError, match="no move has the code"):
        change(1 << 40)


LOOSE = {
    "GreenSetup": "YcGcBcMcKtKs..../YtYsYxYoGtGs..../BtBsBxBoMtMs..../..KxKo..GxGoMxMo",
    "MauveSetup": "YcGcBcMcKtKs..../YtYsYxYoGtGs..../BtBsBxBoMtMs..../..KxKo..GxGoMxMo",
}
"""Set-ups that leave room for steps of all directions."""


def test_stored_games_end_with_the_pieces_that_are_left(
    text: str, played: list[Game], tmp_path: Path
) -> None:
    """What sides own at the start, and what attacks take and lose, adds up."""
    source = tmp_path / "games.mgn"
    source.write_text(text, encoding="utf-8")
    with create_database(tmp_path / "games.duckdb") as database:
        assert load(database, Reader((GAME,)), str(source)).stored == len(played)
        games = fetch_material(database, GAME)
    assert games is not None
    ahead = differences_after(games, 1_000)[:, 0].tolist()
    assert ahead == [
        green.bit_count() - mauve.bit_count()
        for _, positions, _ in played
        for green, mauve in [positions[-1].owned]
    ]
    assert len(set(ahead)) > 2


@pytest.mark.parametrize(
    ("first", "notation", "family"),
    [
        *[("G", "c4-c5", "forward on c"), ("G", "g4-g3", "backward"), ("G", "c4-d4", "sideways")],
        *[("M", "c8-c7", "forward on c"), ("M", "g8-g9", "backward"), ("M", "b8-a8", "sideways")],
    ],
)
def test_families_are_by_direction(first: str, notation: str, family: str) -> None:
    start = GAME.start_position({**LOOSE, "FirstPlayer": first})
    (move,) = [each for each in GAME.legal_moves(start) if each.notation == notation]
    assert family_of(GAME, move) == family


def test_what_begins_in_the_middle_is_a_family_of_its_own() -> None:
    position = GAME.parse_position("7mc/8/8/8/8/8/3Yx4/8/8/8/Gc7 G - -", {})
    (move,) = [each for each in GAME.legal_moves(position) if each.notation == "d5-d6"]
    assert family_of(GAME, move) == "d5-d6"
