"""What is counted of games that are replayed, against a recount of their records' texts."""

import gzip
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy
import pytest
from recount import LEVELS, NAIVE, Played, Recount, antipode_mode, antipode_scores, replayed

from mentis_records.core.capability import family_of, find, sections_of
from mentis_records.core.material import Change
from mentis_records.core.section import Bars, OwnExhibit, OwnResults
from mentis_records.core.tally import Census, Extent, Table
from mentis_records.games import find_game
from mentis_records.notation.read import Reader
from mentis_records.statistics.material_lead import differences_after
from mentis_records.store.count.material_games import fetch_material
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database

pytestmark = pytest.mark.one_build

DATA = Path(__file__).parents[2] / "data"


def sample(slug: str) -> list[str]:
    """Return the records of the sample of a game."""
    with gzip.open(DATA / f"{slug}.mgn.gz", "rt", encoding="utf-8") as file:
        return [f"[Event{each}" for each in file.read().split("[Event")[1:]]


def having(texts: list[str], words: str) -> list[str]:
    return [text for text in texts if words in text]


def chosen(slug: str) -> list[str]:
    """Return some records of every kind, those of a match behind one another."""
    texts = sample(slug)
    if slug == "cirkle_mind":
        return [text for level in LEVELS for text in having(texts, f'[Level "{level}"]')[-4:]]
    if slug == "mensaspiel":
        return [(DATA / "mensaspiel-trial.mgn").read_text("utf-8"), *texts[:20], *texts[-20:]]
    found = [(DATA / "antipode-match.mgn").read_text("utf-8")]
    for words in ("seed 1", "seed 2, ", "seed 5, "):
        found += having(texts, words)[:8]
    return [*found, *having(texts, 'MatchRound "3"]\n[Termination')[:2], *having(texts, " P")[:4]]


@cache
def played(slug: str) -> list[Played]:
    reader = Reader((find_game(slug),))
    readings = list(reader.read_text("test", "\n\n".join(chosen(slug))))
    return [replayed(slug, reading.record) for reading in readings]


def census_of(slug: str, games: list[tuple[list[Any], list[Any]]], rounds: int = 0) -> Census:
    """Return the sums over games, their positions and turns, as a replay adds them up."""
    game = find_game(slug)
    count = find(game, "tallies", "count")
    tallies = {each.slug: each for each in game.description.tallies}
    tables = {name: numpy.zeros(each.shape, "int64") for name, each in tallies.items()}
    for positions, moves in games:
        for name, place, number in count(positions, moves):
            tables[name][place] += number
    parts = {("Rules", "tournament"): Extent(rounds, rounds)}
    return Census(len(games), {name: Table(tallies[name], tables[name]) for name in tables}, parts)


@cache
def census(slug: str) -> Census:
    games = [(game.positions, game.moves) for game in played(slug)]
    rounds = [antipode_mode(game) for game in played(slug)] if slug == "antipode" else []
    return census_of(slug, games, rounds.count("round of a match"))


@cache
def recount(slug: str) -> Recount:
    return Recount(slug, played(slug))


def cells_of(census: Census, table: str) -> dict[tuple[int, ...], int]:
    """Return the cells of a table that are not 0."""
    cells = census.tables[table].cells
    return {tuple(at): int(cells[tuple(at)]) for at in numpy.argwhere(cells).tolist()}


@pytest.mark.parametrize(
    ("slug", "table"),
    [
        (slug, each.slug)
        for slug in NAIVE
        for each in find_game(slug).description.tallies
        if each.slug != "points"
    ],
)
def test_counts(slug: str, table: str) -> None:
    assert cells_of(census(slug), table) == recount(slug).cells(table)


def test_points_add_up_to_the_scores_that_records_tell() -> None:
    scores = [found for game in played("antipode") if (found := antipode_scores(game))]
    sums = [sum(score) for score in zip(*scores, strict=True)]
    assert census("antipode").tables["points"].cells.sum(axis=1).tolist() == sums


def test_games_of_all_kinds_are_counted() -> None:
    assert len({antipode_mode(game) for game in played("antipode")}) == 3
    assert sum(recount("antipode").cells("infractions").values()) > 2
    assert len(played("cirkle_mind")) == 12


# Sections


def sections_and_words(slug: str, census: Census) -> tuple[Any, str]:
    own = sections_of(find_game(slug), census)
    assert own is not None
    return own, " ".join(words for section in own.sections for words in section.paragraphs)


def exhibits(own: Any) -> dict[str, Any]:
    return {each.slug: each for section in own.sections for each in section.exhibits}


@pytest.mark.parametrize(
    ("slug", "sections", "courses"),
    [
        ("antipode", "ends jumps antipode rounds", "captures primes"),
        ("cirkle_mind", "ends setups attacks duels targets", "pieces"),
        ("mensaspiel", "ends starts special-turns", "steps pools"),
    ],
)
def test_sections_tell_what_was_counted(slug: str, sections: str, courses: str) -> None:
    own, words = sections_and_words(slug, census(slug))
    assert " ".join(each.slug for each in own.sections) == sections
    assert " ".join(each.slug for each in own.courses) == courses
    figures = exhibits(own)
    for each in figures.values():
        if isinstance(each, OwnExhibit):
            assert each.told.rows
            assert each.shown.rows
            assert slug == "antipode" or len(each.shown.rows) >= 2
    if slug == "antipode":
        rounds = census(slug).having("Rules", "tournament").games
        assert f"missed in {rounds} rounds" in words
        return
    rows = figures[{"cirkle_mind": "target-rows", "mensaspiel": "first-starts"}[slug]]
    assert isinstance(rows, OwnResults)
    assert len({each.query for each in rows.groups}) == {"cirkle_mind": 24, "mensaspiel": 16}[slug]
    if slug == "mensaspiel":
        ended = census(slug).tables["ends"].cells.sum(axis=1).tolist()
        assert f"Prisoners: {ended[0]} (" in words
        assert "No game ended this way: both blocked." in words
        return
    duels = census(slug).tables["duels"].cells.sum(axis=(1, 2))
    for name, cells in zip(("Easy", "Medium", "Super"), duels.tolist(), strict=True):
        assert f"{name}: {sum(cells):,} duels, {cells[0]:,} won" in words
    assert "%" not in words, "so few games have no percentages"


def test_basic_games_have_no_section_on_rounds() -> None:
    basic = [game for game in played("antipode") if antipode_mode(game) == "basic game"]
    found = census_of("antipode", [(game.positions, game.moves) for game in basic])
    own, _ = sections_and_words("antipode", found)
    assert [each.slug for each in own.sections] == ["ends", "jumps", "antipode"]


@pytest.mark.parametrize(
    ("slug", "settings", "said"),
    [
        (
            "antipode",
            {"Match": "2"},
            ["No game ended on the board.", "No round was won and scored on the board."],
        ),
        (
            "mensaspiel",
            {},
            [
                "Not on the board: 1, median 0 plies.",
                "Never possible: counter-attack, last man, exchange.",
            ],
        ),
    ],
)
def test_where_nothing_was_played(slug: str, settings: dict[str, str], said: list[str]) -> None:
    start = find_game(slug).start_position(settings)
    _, words = sections_and_words(slug, census_of(slug, [([start], [])], int(slug == "antipode")))
    assert all(sentence in words for sentence in said)
    assert "%" not in words


def test_stated_positions_have_no_set_ups() -> None:
    text = "7mc/8/8/8/3m?4/8/3G?4/8/8/8/Gc7 G - -"
    start = find_game("cirkle_mind").parse_position(text, {"Level": "medium"})
    found = census_of("cirkle_mind", [([start], [])])
    assert not cells_of(found, "setups")
    assert cells_of(found, "targets") == {(1, 0): 2}
    _, words = sections_and_words("cirkle_mind", found)
    assert "No game began from two known set-ups." in words
    assert "No duel between known faces was fought." in words


def test_duels_stand_beside_the_rules() -> None:
    """Of all pairs of coloured faces 7 in 16 share a colour or a shape."""
    counted = census("cirkle_mind")
    exhibit = exhibits(sections_and_words("cirkle_mind", counted)[0])["duels-easy"]
    assert isinstance(exhibit, OwnExhibit)
    cells = counted.tables["duels"].cells[0].tolist()
    assert exhibit.games == int(counted.tables["levels"].cells[0]) < counted.games
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


def test_rules_of_levels_with_shields_say_that_these_are_left_out() -> None:
    counted = census("cirkle_mind")
    figures = exhibits(sections_and_words("cirkle_mind", counted)[0])
    for slug, ruling in (
        ("duels-easy", "by the rules"),
        ("duels-medium", "by the rules without shields"),
        ("duels-super", "by the rules without shields"),
    ):
        figure = figures[slug]
        assert isinstance(figure.drawing, Bars)
        assert {row.label for row in figure.drawing.rows[1::2]} == {ruling}
        assert f", {ruling}: " in figure.method
        assert figure.shown.columns[-1] == f"{ruling.capitalize()}: won, failed, lost"
    assert figures["shields"].games == int(counted.tables["levels"].cells[1:].sum())


# Material


@pytest.mark.parametrize("slug", NAIVE)
def test_material_changes_by_what_turns_take_lose_and_give_back(slug: str) -> None:
    name = partial(find, find_game(slug), "material")
    held, owned, change = (name(each) for each in ("held", "owned", "change"))
    taken = given = 0
    for game in played(slug):
        for before, move, after in zip(
            game.positions, game.moves, game.positions[1:], strict=False
        ):
            found: Change = change(move.code)
            gone = {before.side: len(found.lost)}
            gone[1 - before.side] = len(found.taken) - len(found.returned)
            for side, number in gone.items():
                assert owned(before)[side][0] - owned(after)[side][0] == number, move.notation
            taken += len(found.taken)
            given += len(found.returned) + len(found.lost)
        if slug != "antipode":
            assert held(game.positions[0]) == ((0,), (0,))
    assert taken > given
    assert bool(given) == (slug != "antipode")
    with pytest.raises(ValueError, match="no move has the code"):
        change(7 if slug == "antipode" else 1 << 40)


def test_stones_in_hand_and_on_the_board_are_material() -> None:
    name = partial(find, find_game("antipode"), "material")
    held, owned, change = (name(each) for each in ("held", "owned", "change"))
    for game in played("antipode"):
        for position, state in zip(game.positions, game.states, strict=True):
            assert held(position) == tuple((state.hand[side],) for side in "GS")
            assert owned(position) == tuple((state.pieces(side),) for side in "GS")
        for move in game.moves:
            found, turn = change(move.code), move.notation.split(":")[-1]
            is_placement = len(turn) == 2 and turn != "--"
            assert len(found.entered) == is_placement
            assert len(found.taken) == move.notation.count("x") + move.notation.startswith("P")


def test_stored_games_end_with_the_pieces_that_are_left(tmp_path: Path) -> None:
    """What sides own at the start, and what attacks take and lose, adds up."""
    source, game = tmp_path / "games.mgn", find_game("cirkle_mind")
    source.write_text("\n\n".join(chosen("cirkle_mind")), encoding="utf-8")
    with create_database(tmp_path / "games.duckdb") as database:
        assert load(database, Reader((game,)), str(source)).stored == len(played("cirkle_mind"))
        games = fetch_material(database, game)
    assert games is not None
    ahead = differences_after(games, 1_000)[:, 0].tolist()
    left = [replay.positions[-1].owned for replay in played("cirkle_mind")]
    assert ahead == [green.bit_count() - mauve.bit_count() for green, mauve in left]
    assert len(set(ahead)) > 2


# Families

LOOSE = "YcGcBcMcKtKs..../YtYsYxYoGtGs..../BtBsBxBoMtMs..../..KxKo..GxGoMxMo"
"""A set-up that leaves room for steps of all directions."""

FAMILIES = {
    ("antipode", "G"): "a1 corner, g7 corner, a3 Perimeter, d7 Perimeter, b2 Prime, d6 Prime",
    ("cirkle_mind", "G"): "c4-c5 forward on c, g4-g3 backward, c4-d4 sideways",
    ("cirkle_mind", "M"): "c8-c7 forward on c, g8-g9 backward, b8-a8 sideways",
    ("mensaspiel", "W"): "Sa3 4 steps, Sb3 1 step, Sc3 3 steps, Sa4 2 steps",
    ("mensaspiel", "B"): "Sf5 4 steps, Sg5 1 step, Se4 3 steps, Se3 2 steps",
}
"""First turns of each side, and their families."""


@pytest.mark.parametrize(("slug", "first"), FAMILIES)
def test_families_of_first_turns(slug: str, first: str) -> None:
    game = find_game(slug)
    settings = {"FirstPlayer": first}
    if slug == "cirkle_mind":
        settings |= {"GreenSetup": LOOSE, "MauveSetup": LOOSE}
    start = game.start_position(settings)
    moves = {move.notation: move for move in game.legal_moves(start)}
    for row in FAMILIES[slug, first].split(", "):
        notation, family = row.split(" ", 1)
        assert family_of(game, moves[notation]) == family
        if slug == "mensaspiel":
            assert game.play(start, moves[notation]).lengths[start.side] == int(family[0])


@pytest.mark.parametrize(
    ("slug", "position", "notation"),
    [
        ("antipode", "g6/7/7/7/7/7/3G3 G 12/13 0/0 -,- pb 0", "d1-d2"),
        ("cirkle_mind", "7mc/8/8/8/8/8/3Yx4/8/8/8/Gc7 G - -", "d5-d6"),
        ("mensaspiel", "f5:W,e4:B W0.6.0/B2.6.0 W 2c@f5", "--"),
    ],
)
def test_what_is_no_usual_start_is_a_family_of_its_own(
    slug: str, position: str, notation: str
) -> None:
    game = find_game(slug)
    moves = {move.notation: move for move in game.legal_moves(game.parse_position(position, {}))}
    assert family_of(game, moves[notation]) == notation
