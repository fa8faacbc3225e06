"""Sets of 64-bit numbers are what Python's own are, however they grow."""

import random
from array import array

import pytest

from mentis_records.fast.key_set import KeySet

LOWEST, HIGHEST = 2 - 2**63, 2**63 - 1


@pytest.mark.parametrize("highest", [40, 3_000, HIGHEST])
@pytest.mark.parametrize("size", [1, 7, 5_000])
def test_numbers_are_known_after_they_were_added(highest: int, size: int) -> None:
    chance = random.Random(highest)
    known: set[int] = set()
    keys = KeySet()
    for _ in range(4):
        values = array("q", [chance.randint(max(-highest, LOWEST), highest) for _ in range(size)])
        assert list(keys.has(values)) == [value in known for value in values]
        expected = []
        for value in values:
            expected.append(value in known)
            known.add(value)
        assert list(keys.add(values)) == expected
        assert len(keys) == len(known)
        assert all(keys.has(values))


@pytest.mark.parametrize("highest", [40, 30_000, HIGHEST])
@pytest.mark.parametrize("shift", [0, 3])
@pytest.mark.parametrize("size", [0, 1, 5_000])
def test_new_ones_are_told_without_negative_ones(highest: int, shift: int, size: int) -> None:
    chance = random.Random(highest)
    known: set[int] = set()
    keys = KeySet()
    for _ in range(4):
        values = array("q", [chance.randint(max(-highest, LOWEST), highest) for _ in range(size)])
        expected = []
        for value in values:
            number = value >> shift
            if number >= 0 and number not in known:
                expected.append(number)
                known.add(number)
        assert keys.add_shifted(values, shift).tolist() == expected
        assert len(keys) == len(known)


def test_the_lowest_and_the_highest_fit() -> None:
    keys = KeySet()
    ends = array("q", [LOWEST, HIGHEST, 0, -1])
    assert list(keys.add(ends)) == [0, 0, 0, 0]
    assert list(keys.has(ends)) == [1, 1, 1, 1]
