import pytest

from mentis_records.statistics.result import Results
from mentis_records.statistics.winrate import WinRate, WinRates, win_rates
from mentis_records.store.database import Database


def results_of(rates: WinRates, slug: str) -> dict[str, Results]:
    return {rate.label: rate.results for rate in rates.grouping(slug).rates}


def test_overall(opened: Database) -> None:
    rates = win_rates(opened)
    assert rates.sides == ("Blue", "Red")
    assert rates.overall == WinRate("all games", Results(4, 1, 2, 1))
    assert rates.overall.is_small
    assert rates.overall.score.n == 7


def test_by_variant(opened: Database) -> None:
    assert results_of(win_rates(opened), "variant") == {
        "Standard": Results(4, 1, 1, 1),
        "Wolf": Results(0, 0, 1, 0),
    }


def test_by_opening_mirror_images_and_variants_together(opened: Database) -> None:
    rates = win_rates(opened)
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
    assert results_of(win_rates(opened), "length") == {"0 to 20 plies": Results(4, 1, 2, 1)}


@pytest.mark.parametrize("slug", ["variant", "length"])
def test_groups_add_up(opened: Database, slug: str) -> None:
    rates = win_rates(opened)
    assert sum((rate.results for rate in rates.grouping(slug).rates), Results()) == (
        rates.overall.results
    )


def test_an_empty_collection_has_no_rates(empty: Database) -> None:
    rates = win_rates(empty)
    assert rates.overall.results == Results()
    assert rates.overall.score.first.value is None
    assert all(grouping.rates == () for grouping in rates.groupings)


def test_no_such_grouping(empty: Database) -> None:
    with pytest.raises(KeyError):
        win_rates(empty).grouping("weather")
