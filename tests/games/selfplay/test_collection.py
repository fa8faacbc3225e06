"""Collections of every policy of every game: sound records, the same whatever the threads."""

from dataclasses import replace
from typing import Any

import pytest

from mentis_records.core.diagnostic import Severity
from mentis_records.core.game import PositionError
from mentis_records.games import GAMES
from mentis_records.games.selfplay import Collection, generate
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader


def has_start(game: Any, options: dict[str, str]) -> bool:
    """Tell whether a game may be played so: settings may need others."""
    try:
        game.start_position(options)
    except PositionError:
        return False
    return True


POLICIES = [
    pytest.param(game, policy, {option.tag: value}, id=f"{policy.slug} {value}")
    for game in GAMES
    for policy in game.description.policies
    for option in game.description.settings
    for value in option.values
    if has_start(game, {option.tag: value})
]
GAME_COUNT = 6


def collect(collection: Collection, games: int, jobs: int = 1) -> list[str]:
    return [text for texts in generate(collection, games, jobs) for text in texts]


def read(text: str) -> list[Reading]:
    """Return the readings of a game, or of all rounds of a match."""
    return [*Reader(GAMES).read_text("test", text)]


@pytest.mark.parametrize(("game", "policy", "options"), POLICIES)
class TestPolicy:
    def test_records_are_sound(self, game: Any, policy: Any, options: dict[str, str]) -> None:
        collection = Collection(game, policy, policy.players, options, 120, 5)
        texts = collect(collection, GAME_COUNT)
        assert len(set(texts)) == GAME_COUNT
        readings = [(at, each) for at, text in enumerate(texts, 1) for each in read(text)]
        assert {number for number, _ in readings} == {*range(1, GAME_COUNT + 1)}
        for number, reading in readings:
            for found in reading.diagnostics:  # what the rules allow at a penalty
                assert (found.severity, found.ply is None) == (Severity.WARNING, False)
            record = reading.record
            assert record is not None
            assert record.game == game.description.slug
            assert record.tags["Round"].split(".")[0] == str(number)
            assert record.tags["Source"] == "mentis generate"
            assert record.tags["PlyCount"] == str(len(record.plies))
            assert options.items() <= record.tags.items()
            assert {record.tags[side] for side in game.description.sides} <= {
                player.name for player in policy.players
            }
            if record.termination == "unterminated":
                assert len(record.plies) == 120
            else:
                assert record.termination in game.description.terminations

    def test_same_for_any_number_of_threads(
        self, game: Any, policy: Any, options: dict[str, str]
    ) -> None:
        collection = Collection(game, policy, policy.players, options, 12, 2**64 - 1)
        assert collect(collection, 33, 3) == collect(collection, 33, 1)

    def test_begins_like_a_longer_one(
        self, game: Any, policy: Any, options: dict[str, str]
    ) -> None:
        collection = Collection(game, policy, policy.players, options, 10, 9)
        assert collect(collection, 30)[:11] == collect(collection, 11)
        assert collection.records([11]) == collect(collection, 11)[10:]

    def test_seeds_differ(self, game: Any, policy: Any, options: dict[str, str]) -> None:
        first = Collection(game, policy, policy.players, options, 10, 1)
        second = replace(first, seed=2)
        assert not set(collect(first, 20)) & set(collect(second, 20))


def test_nothing_is_played_far_ahead() -> None:
    (game, *_) = GAMES
    policy = game.description.policies[0]
    played: list[int] = []

    def play(position: Any, temperatures: Any, seed: int, limit: int) -> Any:
        played.append(seed)
        return policy.play(position, temperatures, seed, limit)

    collection = Collection(game, replace(policy, play=play), policy.players, {}, 1, 1)
    some = generate(collection, 1_000_000, 2)
    next(some)
    some.close()
    assert len(played) < 1000
