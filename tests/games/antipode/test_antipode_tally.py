"""What is counted of games of Antipode, against a plain recount of their records' texts."""

import gzip
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy
import pytest

from mentis_records.core.capability import family_of, find, sections_of
from mentis_records.core.material import Change
from mentis_records.core.tally import Census, Extent, Table
from mentis_records.games import find_game
from mentis_records.notation.read import Reader

pytestmark = pytest.mark.one_build

GAME = find_game("antipode")
DATA = Path(__file__).parents[3] / "data"
PRIMES = {column + row for column in "bcdef" for row in "23456"} - {"d4"}


class Game:
    """A replayed record: its texts, and what is read off its position strings."""

    def __init__(self, record: Any) -> None:
        self.record = record
        self.moves = [ply.move for ply in record.plies]
        self.texts = [move.notation for move in self.moves]
        self.positions = [GAME.parse_position(record.start, record.tags)]
        for move in self.moves:
            self.positions.append(GAME.play(self.positions[-1], move))
        self.seen = [self.see(GAME.format_position(each)) for each in self.positions]
        first = "GS".index(record.tags.get("FirstPlayer", "G"))
        self.sides = [(first + ply) % 2 for ply in range(len(self.texts))]

    @staticmethod
    def see(text: str) -> dict[str, Any]:
        """Return what a position string says."""
        rows, _, hands, captures, _, flags, floor = text.split(" ")
        squares = {}
        for number, row in enumerate(rows.split("/")):
            column = 0
            for sign in row:
                if sign.isdigit():
                    column += int(sign)
                else:
                    squares["abcdefg"[column] + str(7 - number)] = sign
                    column += 1
        return {
            "squares": squares,
            "hands": [*map(int, hands.split("/"))],
            "captures": [*map(int, captures.split("/"))],
            "is_missed": "!" in flags,
            "mode": 1 if "t" in flags else 2 if floor == "7" else 0,
        }


def cut(text: str, count: int, words: str) -> str:
    """Return the records of a text that have some words, the first of them."""
    parts = [f"[Event{each}" for each in text.removeprefix("[Event").split("\n\n[Event")]
    return "\n\n".join([each for each in parts if words in each][:count]) + "\n"


@pytest.fixture(scope="module")
def played() -> list[Game]:
    """Return the match of the repository, and some games of the sample of every kind."""
    with gzip.open(DATA / "antipode.mgn.gz", "rt", encoding="utf-8") as file:
        sample = file.read()
    texts = [(DATA / "antipode-match.mgn").read_text(encoding="utf-8")]
    texts += [cut(sample, 8, words) for words in ("seed 1", "seed 2, ", "seed 5, ")]
    texts += [cut(sample, 2, 'MatchRound "3"]\n[Termination'), cut(sample, 4, " P")]
    readings = [each for text in texts for each in Reader((GAME,)).read_text("test", text)]
    games = [Game(reading.record) for reading in readings]
    assert {game.seen[0]["mode"] for game in games} == {0, 1, 2}
    return games


@pytest.fixture(scope="module")
def census(played: list[Game]) -> Census:
    return census_of(played)


def census_of(games: list[Game]) -> Census:
    """Return the sums over games, as a replay adds them up."""
    facts = GAME.description
    count = find(GAME, "tallies", "count")
    tables = {each.slug: numpy.zeros(each.shape, "int64") for each in facts.tallies}
    for game in games:
        for slug, place, number in count(game.positions, game.moves):
            tables[slug][place] += number
    rounds = sum(game.seen[0]["mode"] == 1 for game in games)
    parts = {("Rules", "tournament"): Extent(rounds, rounds)}
    return Census(
        len(games), {each.slug: Table(each, tables[each.slug]) for each in facts.tallies}, parts
    )


def cells_of(census: Census, slug: str) -> dict[tuple[int, ...], int]:
    """Return the cells of a table that are not 0."""
    cells = census.tables[slug].cells
    return {tuple(at): int(cells[tuple(at)]) for at in numpy.argwhere(cells).tolist()}


def kind(text: str) -> int:
    tests = ("..", "..-..", "A.*", r"[a-g]\d([-x~][a-g]\d)+", "--|P..")
    turn = text.split(":")[-1]
    is_step = re.fullmatch("..-..", turn) is not None
    if is_step:
        is_step = abs(ord(turn[0]) - ord(turn[3])) + abs(int(turn[1]) - int(turn[4])) == 1
    found = [at for at, test in enumerate(tests) if re.fullmatch(test, turn)]
    return 1 if is_step else next(at for at in found if at != 1)


def test_turns(played: list[Game], census: Census) -> None:
    turns, plies = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for game in played:
        for ply, (side, text) in enumerate(zip(game.sides, game.texts, strict=True), 1):
            turns[side, kind(text), (ply - 1) * 3 // len(game.texts)] += 1
            plies[kind(text), min(ply, 200)] += 1
    assert dict(turns) == cells_of(census, "turns")
    assert dict(plies) == cells_of(census, "turn_plies")


def test_jumps_and_flips(played: list[Game], census: Census) -> None:
    jumps, flips, flipped = (Counter[tuple[int, ...]]() for _ in range(3))
    for game in played:
        flips[(min(sum(text.count("~") for text in game.texts), 5),)] += 1
        for side, text, seen in zip(game.sides, game.texts, game.seen, strict=False):
            turn = text.split(":")[-1]
            if kind(text) == 3:
                jumps[min(len(turn) // 3, 6) - 1, min(turn.count("x"), 3)] += 1
            owns = ("g" if side == 0 else "s") in seen["squares"].values()
            for at in range(turn.count("~")):
                flipped[side, owns if at % 2 == 0 else not owns] += 1
    assert dict(jumps) == cells_of(census, "jumps")
    assert dict(flips) == cells_of(census, "flips")
    assert dict(flipped) == cells_of(census, "flipped")


def test_what_positions_show(played: list[Game], census: Census) -> None:
    captures, primes = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for game in played:
        for ply, seen in enumerate(game.seen):
            for side, letter in enumerate("GS"):
                at = side, min(ply, 200)
                captures[at] += seen["captures"][side]
                primes[at] += sum(
                    sign == letter for name, sign in seen["squares"].items() if name in PRIMES
                )
    for slug, expected in (("captures", captures), ("primes", primes)):
        assert {at: n for at, n in expected.items() if n} == cells_of(census, slug), slug


def test_ends(played: list[Game], census: Census) -> None:
    ends, stands = Counter[tuple[int, str, int]](), Counter[tuple[int, int, str]]()
    for game in played:
        mode, is_over = game.seen[0]["mode"], game.record.termination != "unterminated"
        end = game.record.termination if is_over else "not on the board"
        ends[mode, end, min(len(game.texts), 200)] += 1
        if is_over:
            ((square, face),) = [
                (name, "gs".index(sign))
                for name, sign in game.seen[-1]["squares"].items()
                if sign in "gs"
            ]
            stands[mode, face, square] += 1
    labels = census.tables["ends"].labels("end")
    found = cells_of(census, "ends")
    assert {(mode, labels[end], plies): n for (mode, end, plies), n in found.items()} == dict(ends)
    squares = census.tables["antipode"].labels("square")
    found = cells_of(census, "antipode")
    assert {(mode, face, squares[at]): n for (mode, face, at), n in found.items()} == dict(stands)


def test_missed_moves(played: list[Game], census: Census) -> None:
    answers = Counter[tuple[int, ...]]()
    for game in played:
        followers = [*zip(game.seen, game.texts, strict=False), (game.seen[-1], "")]
        first = "GS".index(game.record.tags.get("FirstPlayer", "G"))
        for ply, (seen, text) in enumerate(followers):
            if seen["is_missed"]:
                answer = 2 if not text else 0 if text.startswith("P") else 1
                answers[(first + ply + 1) % 2, answer] += 1
    assert sum(answers.values()) > 2
    assert dict(answers) == cells_of(census, "infractions")


def test_points(played: list[Game], census: Census) -> None:
    """What rounds are scored for adds up to the scores that their records tell."""
    scored, sums = Counter[tuple[int]](), [0, 0]
    for game in played:
        told = game.record.tags.get("RoundScore", "-")
        if told != "-" and game.record.result in ("1-0", "0-1"):
            points = [*map(int, told.split(":"))]
            winner = ("1-0", "0-1").index(game.record.result)
            ahead = points[winner] - points[1 - winner]
            scored[(0 if ahead > 0 else 1 if ahead == 0 else 2,)] += 1
            sums[0] += points[winner]
            sums[1] += points[1 - winner]
    assert dict(scored) == cells_of(census, "scored")
    assert sums == census.tables["points"].cells.sum(axis=1).tolist()


def test_choices(played: list[Game], census: Census) -> None:
    choices, most = Counter[tuple[int, int]](), Counter[tuple[int]]()
    for game in played:
        for ply, position in enumerate(game.positions[:-1]):
            choices[min(ply, 200), min(len(GAME.legal_moves(position)), 400)] += 1
        keys = Counter(position.key for position in game.positions)
        most[(min(max(keys.values()), 3) - 1,)] += 1
    assert dict(choices) == cells_of(census, "choices")
    assert dict(most) == cells_of(census, "recurrence")


def test_sections_tell_what_was_counted(played: list[Game], census: Census) -> None:
    own = sections_of(GAME, census)
    assert own is not None
    assert [each.slug for each in own.sections] == ["ends", "jumps", "antipode", "rounds"]
    assert [each.slug for each in own.courses] == ["captures", "primes"]
    figures = {each.slug: each for section in own.sections for each in section.exhibits}
    assert all(each.told.rows and each.shown.rows for each in figures.values())
    words = " ".join(words for section in own.sections for words in section.paragraphs)
    rounds = sum(game.seen[0]["mode"] == 1 for game in played)
    assert f"missed in {rounds} rounds" in words


def test_basic_games_have_no_section_on_rounds(played: list[Game]) -> None:
    own = sections_of(GAME, census_of([game for game in played if game.seen[0]["mode"] == 0]))
    assert own is not None
    assert [each.slug for each in own.sections] == ["ends", "jumps", "antipode"]


def test_nothing_was_played() -> None:
    text = '[Game "Antipode"]\n[Match "2"]\n\n*\n'
    (reading,) = Reader((GAME,)).read_text("test", text)
    own = sections_of(GAME, census_of([Game(reading.record)]))
    assert own is not None
    words = " ".join(words for section in own.sections for words in section.paragraphs)
    assert "No game ended on the board." in words
    assert "No round was won and scored on the board." in words
    assert "%" not in words


def test_material_is_what_is_left(played: list[Game]) -> None:
    held, owned, change = (find(GAME, "material", name) for name in ("held", "owned", "change"))
    taken = 0
    for game in played:
        for position, seen in zip(game.positions, game.seen, strict=True):
            counts = [[*seen["squares"].values()].count(letter) for letter in "GS"]
            assert held(position) == tuple((hand,) for hand in seen["hands"])
            left = zip(counts, seen["hands"], strict=True)
            assert owned(position) == tuple((board + hand,) for board, hand in left)
        for side, move, after in zip(game.sides, game.moves, game.seen[1:], strict=True):
            found: Change = change(move.code)
            text = move.notation
            assert len(found.taken) == text.count("x") + text.startswith("P")
            assert len(found.entered) == (kind(text) == 0)
            taken += len(found.taken)
            assert after["captures"][side] >= len(found.taken)
    assert taken > 0
    with pytest.raises(ValueError, match="no move has the code"):
        change(7)


@pytest.mark.parametrize(
    ("notation", "family"),
    [
        *[("a1", "corner"), ("g7", "corner"), ("a3", "Perimeter"), ("d7", "Perimeter")],
        *[("b2", "Prime"), ("d6", "Prime")],
    ],
)
def test_families_are_by_zone(notation: str, family: str) -> None:
    moves = {each.notation: each for each in GAME.legal_moves(GAME.start_position({}))}
    assert family_of(GAME, moves[notation]) == family


def test_what_places_no_stone_is_a_family_of_its_own() -> None:
    position = GAME.parse_position("g6/7/7/7/7/7/3G3 G 12/13 0/0 -,- pb 0", {})
    moves = {each.notation: each for each in GAME.legal_moves(position)}
    assert family_of(GAME, moves["d1-d2"]) == "d1-d2"
