"""Who plays whom."""

from collections import Counter
from itertools import combinations

import pytest

from mentis_records.core.policy import Player
from mentis_records.games.selfplay import seatings


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
