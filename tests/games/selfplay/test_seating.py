"""Who plays whom."""

from __future__ import annotations

from collections import Counter

import pytest

from mentis_records.core.policy import Player
from mentis_records.games.selfplay import seatings


@pytest.mark.parametrize("count", [2, 3, 5])
def test_everybody_meets_everybody_on_both_sides(count: int) -> None:
    players = [Player(str(number)) for number in range(count)]
    met = Counter((blue.name, red.name) for blue, red in seatings(players, 2))
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1)
    assert all(blue != red for blue, red in met)


def test_one_player_plays_both_sides() -> None:
    player = Player("alone")
    assert seatings([player], 2) == [(player, player)]
