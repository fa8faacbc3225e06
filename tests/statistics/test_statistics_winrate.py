"""Win rates of groups, the shape of games and survival, by hand and against statsmodels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp, log, log10, sqrt
from pathlib import Path

import numpy
import pytest
from case_kit import cases_of
from league_kit import record
from statsmodels.duration.survfunc import SurvfuncRight

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.statistics.result import Results
from mentis_records.statistics.shape import game_shape
from mentis_records.statistics.survival import survival_of
from mentis_records.statistics.winrate import (
    Clustering,
    WinRate,
    WinRates,
    clustered_rate,
    win_rates,
)
from mentis_records.store.count.length import (
    fetch_landmarks,
    fetch_lengths,
    fetch_sources,
    fetch_terminations,
)
from mentis_records.store.count.replay_counts import take_census
from mentis_records.store.count.result import ClusterCount, fetch_events, fetch_pairings
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.player import merge_players
from mentis_records.store.selection import Selection

CASES = cases_of(__file__)

pytestmark = pytest.mark.one_build


def results_of(rates: WinRates, slug: str) -> dict[str, Results]:
    return {rate.label: rate.results for rate in rates.grouping(slug).rates}


def test_overall(opened: Database) -> None:
    rates = win_rates(opened, GAMES[0])
    assert rates.sides == ("Blue", "Red")
    assert rates.overall == WinRate("all games", Results(4, 1, 2, 1))
    assert rates.overall.is_small
    assert rates.overall.score.n == 7


def test_by_variant(opened: Database) -> None:
    assert results_of(win_rates(opened, GAMES[0]), "variant") == {
        "Standard": Results(4, 1, 1, 1),
        "Wolf": Results(0, 0, 1, 0),
    }


def test_by_opening_mirror_images_and_variants_together(opened: Database) -> None:
    rates = win_rates(opened, GAMES[0])
    assert results_of(rates, "opening") == {
        "TSNc2": Results(2, 0, 2, 0),
        "Nc2": Results(0, 1, 0, 0),
        "Se2": Results(0, 0, 0, 1),
        "TSNd2": Results(1, 0, 0, 0),
    }
    first = rates.grouping("opening").rates[0]
    assert (first.label, first.also) == ("TSNc2", ("TSNe2",))
    assert {rate.label: rate.also for rate in rates.grouping("opening").rates}["TSNd2"] == ()


def test_by_length(opened: Database) -> None:
    assert results_of(win_rates(opened, GAMES[0]), "length") == {
        "0 to 20 plies": Results(4, 1, 2, 1)
    }


@pytest.mark.parametrize("slug", ["variant", "period", "length"])
def test_groups_add_up(opened: Database, slug: str) -> None:
    rates = win_rates(opened, GAMES[0])
    assert sum((rate.results for rate in rates.grouping(slug).rates), Results()) == (
        rates.overall.results
    )


def test_an_empty_collection_has_no_rates(empty: Database) -> None:
    rates = win_rates(empty, GAMES[0])
    assert rates.overall.results == Results()
    assert rates.overall.score.first.value is None
    assert all(grouping.rates == () for grouping in rates.groupings)


def test_no_such_grouping(empty: Database) -> None:
    with pytest.raises(KeyError):
        win_rates(empty, GAMES[0]).grouping("weather")


def collect(folder: Path, games: list[tuple[str, str, str, str]]) -> Database:
    text = "".join(
        record("1. TSNd2", Event=number, Date=date, Blue=blue, Red=red, Result=result)
        for number, (date, blue, red, result) in enumerate(games)
    )
    (folder / "games.mgn").write_text(text)
    database = create_database(folder / "games.duckdb")
    assert load(database, Reader(GAMES), str(folder / "games.mgn")).stored == len(games)
    return database


def test_by_period(tmp_path: Path) -> None:
    dates = ["1999.01.02", "2010.??.??", "2010.05.01", "2011.01.01", "????.??.??", "?"]
    dates += ["2011.02.30", "2011.??.05"]
    games = [(date, "A", "B", "1-0") for date in dates]
    with collect(tmp_path, games) as database:
        assert results_of(win_rates(database, GAMES[0]), "period") == {
            "1999": Results(1),
            "2010": Results(2),
            "2011": Results(1),
        }


def test_many_years_are_put_together(tmp_path: Path) -> None:
    games = [(f"{year}.01.01", "A", "B", "1-0") for year in (1889, *range(2001, 2013))]
    with collect(tmp_path, games) as database:
        assert results_of(win_rates(database, GAMES[0]), "period") == {
            "1888 to 1889": Results(1),
            **{f"{year} to {year + 1}": Results(2) for year in range(2002, 2012, 2)},
            "2000 to 2001": Results(1),
            "2012 to 2013": Results(1),
        }


def test_pairings(tmp_path: Path) -> None:
    """Ann and Bob meet four times, once under another name; one game's players are unknown."""
    games = [
        ("2020.01.01", "Ann", "Bob", "1-0"),
        ("2020.01.01", "Bob", "Ann", "1-0"),
        ("2020.01.01", "Ann", "Robert", "1/2-1/2"),
        ("2020.01.01", "Ann", "Bob", "*"),
        ("2020.01.01", "Ann", "Cid", "0-1"),
        ("2020.01.01", "Dot", "Eve", "0-1"),
        ("2020.01.01", "?", "Bob", "0-1"),
        ("2020.01.01", "?", "Bob", "0-1"),
        ("2020.01.01", "Cid", "Dot", "*"),
    ]
    with collect(tmp_path, games) as database:
        merge_players(database, "Bob", ["Robert"])
        assert fetch_pairings(database, "mentis") == [
            ClusterCount(0, 0, 0, True, 1),
            ClusterCount(0, 0, 1, False, 2),
            ClusterCount(0, 0, 1, True, 2),
            ClusterCount(2, 1, 0, True, 1),
        ]
        rate = clustered_rate(database, GAMES[0])
        assert rate.pairings == Clustering("pairing", 3, 5, 2, None)
        assert rate.events == Clustering("event", 7, 7, 0, None)
        assert rate.widest is None
        database.connection.execute(
            "update games set event = case when game_id < 5 then 'Cup' when game_id = 5 then '?' "
            "else event end"
        )
        assert fetch_events(database, "mentis") == [
            ClusterCount(0, 0, 0, True, 1),
            ClusterCount(0, 0, 1, False, 1),
            ClusterCount(0, 0, 1, True, 3),
            ClusterCount(2, 1, 0, True, 1),
        ]


def test_intervals_allow_for_players_who_meet_often(tmp_path: Path) -> None:
    games = [
        ("2020.01.01", f"a{pair}", f"b{pair}", "1-0" if pair % 2 else "0-1")
        for pair in range(30)
        for _ in range(4)
    ]
    with collect(tmp_path, games) as database:
        rate = clustered_rate(database, GAMES[0])
        assert rate.widest == rate.pairings
        found = rate.pairings.found
        assert (rate.pairings.clusters, found.clusters) == (30, 30)
        assert rate.events == Clustering("event", 120, 120, 0, None)
        assert found.ratio == pytest.approx(2, abs=0.15)
        # In events of eight games, of two pairings with the same result, games are more alike.
        database.connection.execute(
            "update games set event = 'Cup ' || ((game_id - 1) // 16 * 2 + (game_id - 1) // 4 % 2)"
        )
        rate = clustered_rate(database, GAMES[0])
        assert rate.widest == rate.pairings
        assert rate.events == Clustering("event", 16, 120, 0, None)
        # Of the games of thirty events some are known; the others count each for itself.
        database.connection.execute(
            "update games set event = case when game_id % 4 = 0 then '?' "
            "else 'Cup ' || game_id // 4 end"
        )
        rate = clustered_rate(database, GAMES[0])
    assert (rate.events.clusters, rate.events.games, rate.events.alone) == (30, 90, 30)
    assert rate.events.found.clusters == 60
    assert rate.events.found.score.first.n == 120


# The shape of games against counts by hand, and survival against the product by hand


GAME = GAMES[0]
RECORDS = CASES["records"]


@pytest.fixture(scope="module")
def three(
    tmp_path_factory: pytest.TempPathFactory, place_loaded: Callable[..., Path]
) -> Iterator[Database]:
    folder = tmp_path_factory.mktemp("shape")
    (folder / "shape.mgn").write_text(RECORDS, encoding="utf-8")
    with open_database(
        place_loaded(folder / "a.duckdb", folder / "shape.mgn", is_indexed=False)
    ) as database:
        yield database


def test_moments(three: Database) -> None:
    shape = game_shape(take_census(three, GAME))
    assert (shape.games, shape.plies) == (3, 11)
    assert [moment.positions for moment in shape.moments] == [3, 3, 2, 1, 1, 1, 1, 1, 1]
    first, second = shape.moments[:2]
    # From the start 197 moves (perft), from the bare Kings 2, on their hills' ends 1.
    assert (first.choice.n, first.choice.median) == (3, 197)
    assert first.choice.mean == pytest.approx((197 + 197 + 2) / 3)
    assert first.choice.complexity == pytest.approx((2 * log10(197) + log10(2)) / 3)
    assert (second.choice.n, second.choice.mean) == (2, (197 + 2) / 2)
    assert shape.moments[-1].choice is None
    assert [moment.kinds for moment in shape.moments[:3]] == [(0, 0, 0), (1, 2, 0), (1, 1, 0)]
    assert not any(moment.is_open for moment in shape.moments)


def test_whole(three: Database) -> None:
    shape = game_shape(take_census(three, GAME))
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
    assert (shape.games, shape.moments, shape.choice, shape.tree_complexity) == (0, (), None, 0)


def test_counts_of_games(three: Database) -> None:
    slug = GAME.description.slug
    assert fetch_lengths(three, slug) == {1: (0, 1), 2: (1, 0), 8: (1, 0)}
    assert fetch_terminations(three, slug) == {
        ("unterminated", "*"): 1,
        ("repetition", "1/2-1/2"): 1,
        ("resignation", "1-0"): 1,
    }
    ((number, name, games),) = fetch_sources(three, slug)
    assert (number, Path(name).name, games) == (1, "shape.mgn", 3)
    assert fetch_landmarks(three, slug) == {"shortest": 1, "median": 1, "longest": 3}
    none = Selection("false")
    assert fetch_landmarks(three, slug, none) == {}
    assert fetch_lengths(three, slug, none) == {}


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
