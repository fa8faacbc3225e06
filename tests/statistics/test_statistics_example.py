"""Games that stand for others, chosen by hand from the eight of tree.mgn."""

import numpy
import pytest

from mentis_records.games import GAMES
from mentis_records.statistics.typical import typical_game
from mentis_records.statistics.winrate import typical_numbers, win_rates
from mentis_records.store.count.pairing_columns import fetch_encounters
from mentis_records.store.count.typical import (
    fetch_longest_game,
    fetch_richest_games,
    fetch_typical_by,
)
from mentis_records.store.database import Database
from mentis_records.store.selection import select_ids

GAME = GAMES[0]
SLUG = GAME.description.slug


@pytest.mark.parametrize(
    ("slug", "numbers"),
    [
        # Blue won games 1, 5, 6 and 8 of 3, 2, 2 and 6 plies: the median is 2.5, and 1 is first.
        ("result", {"1-0": 1, "0-1": 2, "1/2-1/2": 3}),
        ("variant", {"Standard": 1, "Wolf": 7}),
        ("length", {"0 to 20 plies": 1}),
        ("period", {"2024": 1}),
    ],
)
def test_games_of_the_usual_length(opened: Database, slug: str, numbers: dict[str, int]) -> None:
    assert typical_numbers(opened, GAME, slug) == numbers
    if slug != "result":
        assert set(numbers) == {
            rate.label for rate in win_rates(opened, GAMES[0]).grouping(slug).rates
        }


def test_of_a_selection(opened: Database) -> None:
    assert fetch_typical_by(opened, SLUG, "result", select_ids([4, 5, 6, 8])) == {"1-0": 5}
    assert fetch_typical_by(opened, SLUG, "result", select_ids([4])) == {}
    assert fetch_typical_by(opened, SLUG, "period", width=10) == {2020: 1}


def test_by_a_mask(opened: Database) -> None:
    found = fetch_encounters(opened, GAME)
    for numbers, typical in (([1, 5, 6, 8], 1), ([4], None), ([2, 3, 7, 8], 2), ([], None)):
        assert typical_game(found, numpy.isin(found.game_ids, numbers)) == typical


def test_extremes(opened: Database) -> None:
    assert fetch_richest_games(opened, SLUG) == {"deploy": (3, 4), "move": (8, 6)}
    assert fetch_richest_games(opened, SLUG, select_ids([])) == {}
    assert fetch_longest_game(opened, SLUG, ["1-0", "0-1"]) == 8
    assert fetch_longest_game(opened, SLUG, ["0-1"], is_shortest=True) == 7
    assert fetch_longest_game(opened, SLUG, ["1-0"], select_ids([2])) is None
