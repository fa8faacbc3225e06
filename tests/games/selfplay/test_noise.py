"""Noise of self-play, and the choice that it sways."""

import itertools
from collections import Counter

from mentis_records.fast.mix import Stream, derive_seed
from mentis_records.fast.noise import NOISE, NOISE_BITS, NOISE_QUANTILES
from mentis_records.games.selfplay.noisy_choice import choose_noisily


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
