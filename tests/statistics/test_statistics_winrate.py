from pathlib import Path

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.statistics.result import Results
from mentis_records.statistics.winrate import (
    Clustering,
    WinRate,
    WinRates,
    clustered_rate,
    win_rates,
)
from mentis_records.store.count.result import ClusterCount, fetch_events, fetch_pairings
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.player import merge_players

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


RECORD = """\
[Event "{number}"]
[Site "?"]
[Date "{date}"]
[Round "?"]
[Blue "{blue}"]
[Red "{red}"]
[Result "{result}"]

1. TSNd2 {result}

"""


def collect(folder: Path, games: list[tuple[str, str, str, str]]) -> Database:
    text = "".join(
        RECORD.format(number=number, date=date, blue=blue, red=red, result=result)
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
        assert found is not None
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
    assert rate.events.found is not None
    assert rate.events.found.clusters == 60
    assert rate.events.found.score.first.n == 120
