"""The shape of games against counts by hand, and survival against the product by hand."""

from collections.abc import Iterator
from math import exp, log, log10, sqrt
from pathlib import Path

import numpy
import pytest
from statsmodels.duration.survfunc import SurvfuncRight

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.statistics.shape import game_shape
from mentis_records.statistics.survival import survival_of
from mentis_records.store.count.length import (
    fetch_landmarks,
    fetch_lengths,
    fetch_periods,
    fetch_sources,
    fetch_terminations,
)
from mentis_records.store.count.replay_counts import take_census
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.selection import Selection

pytestmark = pytest.mark.one_build

GAME = GAMES[0]
RECORDS = """
[Event "A"]
[Date "2023.12.31"]
[Result "1-0"]
[Termination "resignation"]

1. TSNd2 TSNd6 1-0

[Event "B"]
[Date "2024.01.??"]
[Result "*"]

1. TSNd2 *

[Event "C"]
[Date "2024.??.??"]
[Result "1/2-1/2"]
[Termination "repetition"]
[Position "3k3/7/7/7/7/7/3K3 b -/- 1"]

1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7 4. c1-d1 c7-d7 1/2-1/2
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    folder = tmp_path_factory.mktemp("shape")
    (folder / "shape.mgn").write_text(RECORDS, encoding="utf-8")
    with create_database(folder / "shape.duckdb") as database:
        assert load(database, Reader(GAMES), str(folder / "shape.mgn")).stored == 3
        yield database


def test_moments(opened: Database) -> None:
    shape = game_shape(take_census(opened, GAME))
    assert shape is not None
    assert (shape.games, shape.plies) == (3, 11)
    assert [moment.positions for moment in shape.moments] == [3, 3, 2, 1, 1, 1, 1, 1, 1]
    first, second = shape.moments[:2]
    # From the start 197 moves (perft), from the bare Kings 2, on their hills' ends 1.
    assert first.choice is not None
    assert (first.choice.n, first.choice.median) == (3, 197)
    assert first.choice.mean == pytest.approx((197 + 197 + 2) / 3)
    assert first.choice.complexity == pytest.approx((2 * log10(197) + log10(2)) / 3)
    assert second.choice is not None
    assert (second.choice.n, second.choice.mean) == (2, (197 + 2) / 2)
    assert shape.moments[-1].choice is None
    assert [moment.kinds for moment in shape.moments[:3]] == [(0, 0, 0), (1, 2, 0), (1, 1, 0)]
    assert not any(moment.is_open for moment in shape.moments)


def test_whole(opened: Database) -> None:
    shape = game_shape(take_census(opened, GAME))
    assert shape is not None
    assert shape.choice is not None
    kings = [2, 2, 1, 1] * 2
    assert shape.choice.n == 11
    assert shape.choice.mean == pytest.approx((3 * 197 + sum(kings)) / 11)
    logs = 3 * log10(197) + sum(map(log10, kings))
    assert shape.choice.complexity == pytest.approx(logs / 11)
    assert shape.tree_complexity == pytest.approx(logs / 3)
    assert shape.recurrence == (("once", 2), ("twice", 0), ("three times or more", 1))
    phases = {(each.phase, each.side): each.kinds for each in shape.phases}
    # Two plies are in the first and the middle third, one in the first; of eight 3, 3 and 2.
    assert phases["first third", "Blue"] == (2, 2, 0)
    assert phases["first third", "Red"] == (1, 0, 0)
    assert phases["middle third", "Red"] == (2, 1, 0)
    assert phases["last third", "Blue"] == (1, 0, 0)


def test_nothing(empty: Database) -> None:
    shape = game_shape(take_census(empty, GAME))
    assert shape is not None
    assert (shape.games, shape.moments, shape.choice, shape.tree_complexity) == (0, (), None, 0)


def test_counts_of_games(opened: Database) -> None:
    slug = GAME.description.slug
    assert fetch_lengths(opened, slug) == {1: (0, 1), 2: (1, 0), 8: (1, 0)}
    assert fetch_terminations(opened, slug) == {
        ("unterminated", "*"): 1,
        ("repetition", "1/2-1/2"): 1,
        ("resignation", "1-0"): 1,
    }
    assert fetch_periods(opened, slug) == {"2023": 1, "2024": 2}
    assert fetch_periods(opened, slug, has_months=True) == {"": 1, "2023.12": 1, "2024.01": 1}
    ((number, name, games),) = fetch_sources(opened, slug)
    assert (number, Path(name).name, games) == (1, "shape.mgn", 3)
    assert fetch_landmarks(opened, slug) == {"shortest": 1, "median": 1, "longest": 3}
    none = Selection("false")
    assert fetch_landmarks(opened, slug, none) == {}
    assert fetch_lengths(opened, slug, none) == {}


def test_survival() -> None:
    """Six games: S is 5/6 after 3, unchanged at 4 (left), times 3/4 and 2/4 at 5 and 6."""
    lengths = {3: (1, 0), 4: (0, 1), 5: (1, 0), 6: (1, 1), 9: (1, 0)}
    curve = survival_of(lengths)
    rows = [(point.plies, point.at_risk, point.ended, point.censored) for point in curve.points]
    assert rows == [(3, 6, 1, 0), (4, 5, 0, 1), (5, 4, 1, 0), (6, 3, 1, 1), (9, 1, 1, 0)]
    shares = [5 / 6, 5 / 6, 5 / 6 * 3 / 4, 5 / 6 * 3 / 4 * 2 / 3, 0]
    assert [point.share for point in curve.points] == pytest.approx(shares)
    assert (curve.ended, curve.censored, curve.median) == (4, 2, 6 if shares[3] <= 0.5 else 9)
    # Greenwood's sum, and the bounds S ** exp(+-1.96 * sqrt(sum) / log S).
    greenwood = 1 / (6 * 5) + 1 / (4 * 3)
    share = shares[2]
    reach = 1.959963984540054 * sqrt(greenwood) / abs(log(share))
    point = curve.points[2]
    assert point.low == pytest.approx(share ** exp(reach))
    assert point.high == pytest.approx(share ** exp(-reach))
    assert (curve.points[-1].low, curve.points[-1].high) == (None, None)


def test_survival_agrees_with_statsmodels() -> None:
    generator = numpy.random.default_rng(4)
    plies = generator.geometric(0.05, 400) + 3
    ended = generator.random(400) < 0.7
    lengths = {
        length: (int((ended & (plies == length)).sum()), int((~ended & (plies == length)).sum()))
        for length in plies.tolist()
    }
    expected = SurvfuncRight(plies, ended)
    at = {int(time): place for place, time in enumerate(expected.surv_times)}
    points = [point for point in survival_of(lengths).points if point.ended]
    assert [point.plies for point in points] == list(at)
    for point in points:
        share, error = (
            each[at[point.plies]] for each in (expected.surv_prob, expected.surv_prob_se)
        )
        assert point.share == pytest.approx(share)
        assert point.at_risk == expected.n_risk[at[point.plies]]
        if point.low is not None:
            reach = 1.959963984540054 * error / (share * abs(log(share)))
            assert point.low == pytest.approx(share ** exp(reach))
            assert point.high == pytest.approx(share ** exp(-reach))


def test_survival_without_ends() -> None:
    curve = survival_of({5: (0, 3), 7: (0, 1)})
    assert [(point.share, point.low, point.high) for point in curve.points] == [(1, 1, 1)] * 2
    assert curve.median is None
    assert survival_of({}).points == ()
    assert survival_of({4: (2, 0)}).median == 4
