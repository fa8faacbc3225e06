import pytest

from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.statistics.result import Results

pytestmark = pytest.mark.one_build


def test_results_by_text() -> None:
    results = Results.of({"1-0": 4, "0-1": 3, "1/2-1/2": 2, "*": 1})
    assert results == Results(4, 2, 3, 1)
    assert (results.games, results.decided) == (10, 9)
    assert results.score.n == 9
    assert Results.of({}) == Results()


def test_results_add_up() -> None:
    assert Results(1, 2, 3, 4) + Results(10, 20, 30, 40) == Results(11, 22, 33, 44)


@pytest.mark.parametrize(
    ("results", "is_small"),
    [
        (Results(MIN_SAMPLE - 1, 0, 0, 100), True),
        (Results(MIN_SAMPLE, 0, 0, 0), False),
        (Results(10, 10, 10, 0), False),
    ],
)
def test_games_without_result_make_no_sample_larger(results: Results, is_small: bool) -> None:
    assert results.is_small is is_small
