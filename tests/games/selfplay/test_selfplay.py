"""Collections of every policy of every game: sound records, the same whatever the threads."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from mentis_records.core.diagnostic import Severity
from mentis_records.core.game import AnyGame, PositionError
from mentis_records.core.policy import Player
from mentis_records.fast.mix import Stream, derive_seed
from mentis_records.fast.noise import NOISE, NOISE_BITS, NOISE_QUANTILES
from mentis_records.games import GAMES
from mentis_records.games.search.analyser import Analyser
from mentis_records.games.search.analysis import Limits
from mentis_records.games.selfplay import Collection, generate, search_policy, seatings
from mentis_records.games.selfplay.noisy_choice import choose_noisily
from mentis_records.games.selfplay.search_policy import SearchChooser
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader


def has_start(game: Any, options: dict[str, str]) -> bool:
    """Return True if a game may be played so: settings may need others."""
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


# Play by search: the same games again, openings by chance, and no repetition that it regrets


NODES = 40
MENTIS = GAMES[0]


def texts(seed: int, jobs: int, games: int = 9) -> list[str]:
    policy = search_policy(MENTIS, NODES)
    collection = Collection(MENTIS, policy, policy.players, {}, 7, seed)
    return [text for some in generate(collection, games, jobs) for text in some]


def test_same_seed_same_games_whatever_the_threads() -> None:
    once = texts(1, 1)
    assert texts(1, 3) == once
    assert texts(2, 1, 1) != once[:1]
    assert len(set(once)) == len(once)
    assert '[Blue "search 40 nodes"]' in once[0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_every_game_can_be_played(game: AnyGame) -> None:
    policy = search_policy(game, 20)
    (text,) = Collection(game, policy, policy.players, {}, 10, 3).records([1])
    (reading,) = Reader((game,)).read_text("", text)
    assert reading.is_valid
    assert reading.plies == 10 or reading.result != "*"


def test_after_the_opening_it_plays_the_best() -> None:
    policy = search_policy(MENTIS, NODES, 3)
    position = MENTIS.start_position({})
    played = policy.play(position, (0.0, 0.0), 5, 6)
    other = policy.play(position, (0.0, 0.0), 6, 6)
    assert list(played.codes[:3]) != list(other.codes[:3])
    analyser = Analyser(MENTIS)
    for number, code in enumerate(played.codes):
        if number >= 3:
            assert analyser.analyse(position, Limits(nodes=NODES)).best.code == code
        position = MENTIS.play(position, MENTIS.decode_move(code))


def test_without_an_opening_all_games_are_one() -> None:
    policy = search_policy(MENTIS, NODES, 0)
    start = MENTIS.start_position({})
    first, second = (policy.play(start, (0.0, 0.0), seed, 8) for seed in (1, 2))
    assert list(first.codes) == list(second.codes)


def test_it_knows_what_has_come_up() -> None:
    """A side that is ahead leaves the position that would come up a third time."""
    position = MENTIS.parse_position("3k3/7/1s5/7/3N1N1/7/3K3 b -/- 1", {})
    analyser = Analyser(MENTIS)
    chooser = SearchChooser(analyser, 300, 0)
    best = MENTIS.decode_move(chooser(position, MENTIS.legal_moves(position), Stream(1)))
    after = MENTIS.play(position, best)
    warned = SearchChooser(analyser, 300, 0)
    for _ in range(2):
        warned.see(after)
    other = MENTIS.decode_move(warned(position, MENTIS.legal_moves(position), Stream(1)))
    assert MENTIS.play(position, other).key != after.key


# Noise of self-play, and the choice that it sways


def test_noise_is_the_same_on_every_machine() -> None:
    """No entry of the table is so near a half that a last bit could turn it."""
    assert len(NOISE) == len(NOISE_QUANTILES) == 1 << NOISE_BITS
    assert all(abs(value % 1 - 0.5) > 1e-9 for value in NOISE_QUANTILES)
    assert min(NOISE_QUANTILES) > 0
    for before, after in itertools.pairwise(NOISE_QUANTILES):
        assert after > before


def test_without_heat_the_best_is_chosen_and_ties_are_even() -> None:
    ranked = [(5, 10), (6, 40), (7, 40), (8, -3)]
    chosen = Counter(choose_noisily(ranked, 0, Stream(derive_seed(1, draw))) for draw in range(200))
    assert set(chosen) == {6, 7}
    assert 70 <= chosen[6] <= 130


def test_the_order_of_what_is_ranked_does_not_matter() -> None:
    ranked = [(number, number % 5 * 10) for number in range(20)]
    for seed in range(20):
        chosen = {
            choose_noisily(order, 50, Stream(seed)) for order in (ranked, list(reversed(ranked)))
        }
        assert len(chosen) == 1


def test_heat_chooses_by_softmax() -> None:
    """One that is a heat behind the other is chosen once for e times of the other."""
    chosen = Counter(
        choose_noisily([(3, 0), (4, 100)], 100, Stream(derive_seed(2, draw)))
        for draw in range(4000)
    )
    assert 0.24 <= chosen[3] / 4000 <= 0.30  # 1 / (1 + e) = 0.269


# Who plays whom


def _pairs(count: int) -> list[tuple[str, str]]:
    players = [Player(str(number)) for number in range(count)]
    return [(first.name, second.name) for first, second in seatings(players)]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8])
def test_everybody_meets_everybody_on_both_sides(count: int) -> None:
    met = Counter(_pairs(count))
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1)
    assert all(first != second for first, second in met)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8])
def test_it_is_balanced_wherever_it_stops(count: int) -> None:
    pairs = _pairs(count) * 2
    names = [str(number) for number in range(count)]
    for games in range(1, len(pairs) + 1):
        so_far = pairs[:games]
        first, second = Counter(a for a, _ in so_far), Counter(b for _, b in so_far)
        assert all(abs(first[name] - second[name]) <= 1 for name in names)
        met = Counter(frozenset(pair) for pair in so_far)
        counts = [met[frozenset(pair)] for pair in combinations(names, 2)]
        assert max(counts) - min(counts) <= 1
        if count <= 5:
            played = [first[name] + second[name] for name in names]
            assert max(played) - min(played) <= 1
            assert abs(sum(int(a) - int(b) for a, b in so_far)) <= 4


@pytest.mark.parametrize("count", [2, 3, 5])
def test_sides_alternate_within_each_pairing(count: int) -> None:
    last: dict[frozenset[str], tuple[str, str]] = {}
    for pair in _pairs(count) * 3:
        before = last.get(frozenset(pair))
        assert before is None or before == pair[::-1]
        last[frozenset(pair)] = pair


def test_one_player_plays_both_sides() -> None:
    player = Player("alone")
    assert seatings([player]) == [(player, player)]
