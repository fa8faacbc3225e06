"""Random streams against SplitMix64's published outputs."""

import pytest

from mentis_records.fast.mix import Stream, derive_seed


@pytest.mark.parametrize(
    ("seed", "outputs"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423]),
    ],
)
def test_outputs(seed: int, outputs: list[int]) -> None:
    """The outputs of the authors' C program."""
    stream = Stream(seed)
    assert [stream.draw() for _ in outputs] == outputs


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 1000, 2**32])
def test_below(bound: int) -> None:
    stream, words = Stream(2**64 - 1), Stream(2**64 - 1)
    for _ in range(100):
        assert stream.below(bound) == (words.draw() >> 32) * bound // 2**32 < bound


def test_derived_seeds_differ() -> None:
    seeds = {derive_seed(seed, number) for seed in (0, 1, 2, 2**64 - 1) for number in range(1000)}
    assert len(seeds) == 4000
    assert all(0 <= seed < 2**64 for seed in seeds)
