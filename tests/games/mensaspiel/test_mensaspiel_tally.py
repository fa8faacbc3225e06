"""What is counted of games of MensaSpiel, against a plain recount of their records' texts."""

import gzip
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy
import pytest

from mentis_records.core.capability import family_of, find, sections_of
from mentis_records.core.material import Change
from mentis_records.core.section import OwnExhibit, OwnResults
from mentis_records.core.tally import Census, Table
from mentis_records.games import find_game
from mentis_records.notation.read import Reader

GAME = find_game("mensaspiel")
DATA = Path(__file__).parents[3] / "data"
WHITE, BLACK = 0, 1
GAME_PASS = 6
"""The code of a pass."""

WHITE_PIPS = {
    **{"a5": 3, "b5": 2, "c5": 2, "a4": 2, "c4": 3, "a3": 4, "b3": 1, "c3": 3},
    **{"e5": 2, "f5": 0, "g5": 3, "e4": 1, "g4": 1, "e3": 2, "f3": 2, "g3": 1},
}
"""As the rules' page has them; Black has 4 less these."""


def replayed(record: Any) -> tuple[list[Any], list[Any]]:
    """Return all positions of a record, and its turns."""
    positions = [GAME.start_position(record.tags)]
    moves = [ply.move for ply in record.plies]
    for move in moves:
        positions.append(GAME.play(positions[-1], move))
    return positions, moves


@pytest.fixture(scope="module")
def played() -> list[tuple[list[Any], list[Any]]]:
    """Return the recorded trial, and some games of the sample, White first and Black first."""
    with gzip.open(DATA / "mensaspiel.mgn.gz", "rt", encoding="utf-8") as file:
        games = file.read().split("\n\n[Event")
    texts = [(DATA / "mensaspiel-trial.mgn").read_text(encoding="utf-8")]
    texts += [f"[Event{each.removeprefix('[Event')}\n" for each in games[:20] + games[-20:]]
    readings = [each for text in texts for each in Reader((GAME,)).read_text("test", text)]
    assert not any(reading.diagnostics for reading in readings)
    return [replayed(reading.record) for reading in readings]


def census_of(games: list[tuple[list[Any], list[Any]]]) -> Census:
    """Return the sums over games, as a replay adds them up."""
    facts = GAME.description
    count = find(GAME, "tallies", "count")
    tables = {each.slug: numpy.zeros(each.shape, "int64") for each in facts.tallies}
    for positions, moves in games:
        for slug, place, number in count(positions, moves):
            tables[slug][place] += number
    return Census(len(games), {each.slug: Table(each, tables[each.slug]) for each in facts.tallies})


@pytest.fixture(scope="module")
def census(played: list[tuple[list[Any], list[Any]]]) -> Census:
    return census_of(played)


def texts_of(games: list[tuple[list[Any], list[Any]]]) -> list[list[tuple[int, str]]]:
    """Return the turns of each game as they are written, each with its side."""
    return [
        [(before.side, move.notation) for before, move in zip(positions, moves, strict=False)]
        for positions, moves in games
    ]


def test_turns(played: Any, census: Census) -> None:
    def kind(text: str) -> int:
        tests = ("E?S.*", r"[a-g]\d-[a-g]\d\+?", "..x..", "..-d4:.", "..-d4=2|--")
        (found,) = [at for at, test in enumerate(tests) if re.fullmatch(test, text)]
        return found

    turns: Counter[tuple[int, int, int]] = Counter()
    plies: Counter[tuple[int, int]] = Counter()
    starts: Counter[tuple[int, str]] = Counter()
    for game in texts_of(played):
        for ply, (side, text) in enumerate(game, 1):
            turns[side, kind(text), (ply - 1) * 3 // len(game)] += 1
            plies[kind(text), ply] += 1
            if kind(text) == 0:
                starts[side, text.lstrip("ES")[:2]] += 1
    assert dict(turns) == cells_of(census, "turns")
    assert dict(plies) == cells_of(census, "turn_plies")
    squares = census.tables["starts"].labels("square")
    found = cells_of(census, "starts")
    assert dict(starts) == {(side, squares[at]): n for (side, at), n in found.items()}


def cells_of(census: Census, slug: str) -> dict[tuple[int, ...], int]:
    """Return the cells of a table that are not 0."""
    cells = census.tables[slug].cells
    return {tuple(at): int(cells[tuple(at)]) for at in numpy.argwhere(cells).tolist()}


def test_what_positions_show(played: Any, census: Census) -> None:
    sums: dict[str, Counter[tuple[int, ...]]] = {
        slug: Counter() for slug in ("positions", "steps", "starters", "prisoners")
    }
    for positions, _ in played:
        for ply, position in enumerate(positions):
            stacks, pools, *_ = GAME.format_position(position).split(" ")
            tops = [each.split(":") for each in stacks.split(",") if each != "-"]
            sums["positions"][ply,] += 1
            for side, letter in enumerate("WB"):
                pips = [WHITE_PIPS[at] for at, pieces in tops if pieces[-1] == letter]
                steps = sum(pips) if letter == "W" else 4 * len(pips) - sum(pips)
                base, _, prison = pools.split("/")[side][1:].split(".")
                for slug, number in (("steps", steps), ("starters", base), ("prisoners", prison)):
                    sums[slug][side, ply] += int(number)
    for slug, expected in sums.items():
        assert {at: n for at, n in expected.items() if n} == cells_of(census, slug), slug


def test_choices(played: Any, census: Census) -> None:
    choices: Counter[tuple[int, int]] = Counter()
    turns: Counter[tuple[int, int]] = Counter()
    most: Counter[tuple[int]] = Counter()
    for positions, moves in played:
        for ply, (position, move) in enumerate(zip(positions, moves, strict=False)):
            legal = len(GAME.legal_moves(position))
            choices[ply, legal] += 1
            turns[position.side, 0] += 1
            turns[position.side, 1] += legal == 1
            turns[position.side, 2] += move.notation == "--"
        keys = Counter(position.key for position in positions)
        most[(min(max(keys.values()), 3) - 1,)] += 1
    assert dict(choices) == cells_of(census, "choices")
    assert {at: n for at, n in turns.items() if n} == cells_of(census, "chances")
    assert dict(most) == cells_of(census, "recurrence")


def test_generations_transports_and_ends(played: Any, census: Census) -> None:
    doings: Counter[tuple[int, int, int]] = Counter()
    sums: Counter[tuple[int, int]] = Counter()
    ends: Counter[tuple[str, int]] = Counter()
    for (positions, moves), game in zip(played, texts_of(played), strict=True):
        for side in (WHITE, BLACK):
            own = [text for mover, text in game if mover == side]
            for doing, test in enumerate((r".*\+", "..-d4:.")):
                number = sum(bool(re.fullmatch(test, text)) for text in own)
                doings[doing, side, min(number, 4)] += 1
                sums[doing, side] += number
        outcome = GAME.outcome(positions[-1])
        ends[outcome.termination if outcome else "not on the board", len(moves)] += 1
    assert dict(doings) == cells_of(census, "doings")
    assert dict(sums) == cells_of(census, "made")
    labels = census.tables["ends"].labels("end")
    found = cells_of(census, "ends")
    assert dict(ends) == {(labels[end], plies): n for (end, plies), n in found.items()}


def test_rarer_turns(played: Any, census: Census) -> None:
    """A counter-attack starts in the enemy's ring: White's on e to g, Black's on a to c."""
    far = ("E?S[e-g].*", "E?S[a-c].*")
    found: Counter[tuple[int, int, int]] = Counter()
    for (positions, _), game in zip(played, texts_of(played), strict=True):
        before = positions[:-1]
        legal = [(each.side, move.notation) for each in before for move in GAME.legal_moves(each)]
        for side in (WHITE, BLACK):
            for turn, test in enumerate((far[side], "..-d4=2", "ES.*")):
                made, could = (
                    any(mover == side and re.fullmatch(test, text) for mover, text in some)
                    for some in (game, legal)
                )
                found[turn, side, 0 if made else 1 if could else 2] += 1
    assert dict(found) == cells_of(census, "rarities")


def test_sections_tell_what_was_counted(census: Census) -> None:
    own = sections_of(GAME, census)
    assert own is not None
    assert [each.slug for each in own.sections] == ["ends", "starts", "special-turns"]
    assert [each.slug for each in own.courses] == ["steps", "pools"]
    figures = {each.slug: each for section in own.sections for each in section.exhibits}
    groups = figures["first-starts"]
    assert isinstance(groups, OwnResults)
    assert len({each.query for each in groups.groups}) == 16
    for each in figures.values():
        if isinstance(each, OwnExhibit):
            assert each.told.rows
            assert len(each.shown.rows) >= 2
    words = " ".join(words for section in own.sections for words in section.paragraphs)
    ended = census.tables["ends"].cells.sum(axis=1).tolist()
    assert f"Prisoners: {ended[0]} (" in words
    assert "No game ended this way: both blocked." in words


def test_few_games_have_no_percentages() -> None:
    own = sections_of(GAME, census_of([([GAME.start_position({})], [])]))
    assert own is not None
    words = " ".join(words for section in own.sections for words in section.paragraphs)
    assert "Not on the board: 1, median 0 plies." in words
    assert "Never possible: counter-attack, last man, exchange." in words
    assert "%" not in words


def test_material_is_what_is_in_no_prison(played: Any) -> None:
    """What transports take and exchanges give back is the change, turn by turn."""
    held, owned, change = (find(GAME, "material", name) for name in ("held", "owned", "change"))
    taken = returned = 0
    for positions, moves in played:
        assert held(positions[0]) == ((0,), (0,))
        for before, move, after in zip(positions, moves, positions[1:], strict=False):
            found: Change = change(move.code)
            enemy = 1 - before.side
            assert owned(after)[before.side] == owned(before)[before.side]
            lost = owned(before)[enemy][0] - owned(after)[enemy][0]
            assert lost == len(found.taken) - len(found.returned), move.notation
            taken += len(found.taken)
            returned += len(found.returned)
    assert taken > returned > 0
    with pytest.raises(ValueError, match="no move has the code"):
        change(1 << 20)


@pytest.mark.parametrize(
    ("notation", "family"),
    [
        *[("Sa3", "4 steps"), ("Sb3", "1 step"), ("Sc3", "3 steps"), ("Sa4", "2 steps")],
        *[("Sf5", "4 steps"), ("Sg5", "1 step"), ("Se4", "3 steps"), ("Se3", "2 steps")],
    ],
)
def test_families_are_by_step_length(notation: str, family: str) -> None:
    start = GAME.start_position({"FirstPlayer": "W" if notation[1] in "abc" else "B"})
    (move,) = [each for each in GAME.legal_moves(start) if each.notation == notation]
    assert family_of(GAME, move) == family
    assert GAME.play(start, move).lengths[start.side] == int(family[0])


def test_what_is_no_start_is_a_family_of_its_own() -> None:
    assert family_of(GAME, GAME.decode_move(GAME_PASS)) == "--"
