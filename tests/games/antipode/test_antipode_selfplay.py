"""Antipode played by itself: what players always do, how well, and matches round by round."""

import gzip
import itertools
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mentis_records.core.match import Round
from mentis_records.games import find_game
from mentis_records.games.antipode.match import next_settings, told
from mentis_records.games.selfplay import Collection
from mentis_records.notation.read import Reader

pytestmark = pytest.mark.one_build

GAME = find_game("antipode")
RANDOM, GREEDY = GAME.description.policies
DATA = Path(__file__).parents[3] / "data"


def records(text: str) -> list[Any]:
    readings = [*Reader((GAME,)).read_text("test", text)]
    assert all(reading.record is not None for reading in readings)
    return [reading.record for reading in readings]


@pytest.fixture(scope="module")
def matches() -> list[list[Any]]:
    """Return matches of two and four rounds that players of chance have played."""
    found = []
    for rounds in ("2", "4"):
        settings = {"Match": rounds, "FirstPlayer": "S"}
        collection = Collection(GAME, RANDOM, RANDOM.players, settings, 400, 3)
        found += [records(text) for text in collection.records(range(1, 4))]
    return found


def test_rounds_follow_each_other(matches: list[list[Any]]) -> None:
    """What a round begins with is recounted from what the one before it has left."""
    assert sum(map(len, matches)) > 12
    for number, rounds in enumerate(matches):
        tags = [each.tags for each in rounds]
        wanted = tags[0]["Match"]
        assert len({(each["Event"], each["Match"]) for each in tags}) == 1
        assert [each["MatchRound"] for each in tags] == [*map(str, range(1, len(rounds) + 1))]
        assert [each["Round"].split(".")[1] for each in tags] == [
            each["MatchRound"] for each in tags
        ]
        assert [each["FirstPlayer"] for each in tags] == [*"SGSGS"[: len(rounds)]]
        start = {"2": "16", "4": "25"}[wanted]
        assert tags[0]["GoldStones"] == tags[0]["SilverStones"] == start
        for before, after in itertools.pairwise(rounds):
            board, _, hands = before.final.split(" ")[:3]
            left = [
                str(board.count(letter) + int(hand))
                for letter, hand in zip("GS", hands.split("/"), strict=True)
            ]
            assert [after.tags["GoldStones"], after.tags["SilverStones"]] == left, number
        results = [each.get("MatchResult") for each in tags]
        assert results[-1] in ("1-0", "0-1")
        assert not any(results[:-1])


def test_scores_are_sums(matches: list[list[Any]]) -> None:
    for rounds in matches:
        total = Counter[int]()
        for each in rounds:
            lost = each.termination == "pieces" or each.tags["Rules"] == "basic"
            assert (each.tags["RoundScore"] == "-") == lost
            if not lost:
                total.update(dict(enumerate(map(int, each.tags["RoundScore"].split(":")))))
            assert each.tags["MatchScore"] == f"{total[0]}:{total[1]}"


def a_round(number: int, points: tuple[int, int] | None, **more: Any) -> Round:
    """Return a round of a match of two, Gold having moved first in the first."""
    tags = {"Match": "2", "MatchRound": str(number), "FirstPlayer": "GSG"[number - 1]}
    tags |= {"GoldStones": "16", "SilverStones": "16"}
    start = GAME.start_position(tags)
    final = start._replace(stones=(0b111, 0b11000), hands=(6, 7))
    found = Round(number, tags, start, final, "1-0", "captures", points)
    return replace(found, **more)


def test_a_tie_has_an_extra_round() -> None:
    tied = [a_round(1, (5, 2)), a_round(2, (1, 4))]
    assert next_settings(tied) == {
        **{"Match": "2", "MatchRound": "3", "Rules": "basic", "Floor": "7"},
        **{"FirstPlayer": "G", "GoldStones": "9", "SilverStones": "9"},
    }
    assert told(tied) == {"RoundScore": "1:4", "MatchScore": "6:6"}
    extra = [*tied, a_round(3, None)]
    assert next_settings(extra) is None
    assert told(extra) == {"RoundScore": "-", "MatchScore": "6:6", "MatchResult": "1-0"}


def test_no_round_follows_an_end() -> None:
    first = a_round(1, (5, 2))
    assert next_settings([first]) is not None
    assert next_settings([first, a_round(2, (1, 3))]) is None  # decided by points
    assert next_settings([a_round(1, None, termination="pieces")]) is None  # lost
    open_round = a_round(1, None, result="*", termination="unterminated")
    assert next_settings([open_round]) is None
    assert next_settings([a_round(2, (1, 3))]) is None  # the first round is missing


def test_a_round_that_is_stopped_is_the_last() -> None:
    collection = Collection(GAME, RANDOM, RANDOM.players, {"Match": "2"}, 10, 1)
    (text,) = collection.records([1])
    (record,) = records(text)
    assert record.termination == "unterminated"
    assert (record.tags["RoundScore"], record.tags["MatchScore"]) == ("-", "0:0")


def test_a_match_may_begin_with_a_later_round() -> None:
    """It goes on to its last round; without the first, points decide nothing."""
    settings = {"Match": "4", "MatchRound": "3", "FirstPlayer": "S"}
    settings |= {"GoldStones": "20", "SilverStones": "18"}
    found: list[list[str]] = []
    for number in range(1, 5):
        collection = Collection(GAME, RANDOM, RANDOM.players, settings, 400, number)
        (text,) = collection.records([1])
        found.append([each.tags["Round"] for each in records(text)])
    assert {tuple(each) for each in found} <= {("1.3",), ("1.3", "1.4")}
    assert ["1.3", "1.4"] in found


@pytest.fixture(scope="module")
def sample() -> str:
    return gzip.decompress((DATA / "antipode.mgn.gz").read_bytes()).decode()


def test_sample_is_what_its_commands_make(sample: str) -> None:
    """The commands of data/README.md, for a game and a match: they are the same everywhere."""
    for seed, settings in ((1, {}), (3, {"Match": "2", "FirstPlayer": "S"})):
        collection = Collection(GAME, GREEDY, GREEDY.players, settings, 400, seed)
        (text,) = collection.records([2])
        assert text + "\n" in sample
    packed = (DATA / "antipode.mgn.gz").read_bytes()
    assert len(packed) < 300_000
    assert packed[4:8] == bytes(4), "a time in the header would differ from run to run"
    assert 500 <= sample.count("[Event ") <= 1_000


def test_strengths_differ(sample: str) -> None:
    """Everybody has played about as often; each strength scores clearly more than the one below."""
    points, games = Counter[str](), Counter[str]()
    for gold, silver, result in re.findall(
        r'^\[Gold "(.*)"\]\n\[Silver "(.*)"\]\n\[Result "(.*)"\]$', sample, re.MULTILINE
    ):
        points[gold if result == "1-0" else silver] += result != "*"
        games.update([gold, silver])
    rates = [points[player.name] / games[player.name] for player in GREEDY.players]
    assert len(rates) == 4
    assert all(better - worse > 0.15 for worse, better in itertools.pairwise(rates))
    assert max(games.values()) - min(games.values()) < 10
