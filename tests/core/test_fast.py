"""Compiled helpers against plain ones: sequences, sets of keys, random streams, data classes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
from array import array
from collections.abc import Callable
from dataclasses import field
from typing import Any

import pytest

from mentis_records.fast.key_set import KeySet
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.fast.mix import Stream, derive_seed
from mentis_records.fast.sequence import (
    EVER,
    find_places,
    keep_followers,
    keep_lasting,
    mark_games,
    put_marks,
)

SIZES = ([], [1], [3], [0, 2, 0], [1, 1, 1, 7, 2], [40, 1, 60, 13])


def marked(chance: random.Random, size: int, share: float) -> bytearray:
    return bytearray(chance.random() < share for _ in range(size))


def cut(marks: bytearray, sizes: list[int]) -> list[list[int]]:
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    return [list(marks[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("share", [0.05, 0.5, 1.0])
def test_marks(sizes: list[int], share: float) -> None:
    chance = random.Random(len(sizes) + share)
    lengths, size = array("q", sizes), sum(sizes)
    for _ in range(20):
        first, second = marked(chance, size, share), marked(chance, size, 0.6)
        before, games = cut(first, sizes), cut(second, sizes)
        for within in (1, 2, 5, EVER):
            found = bytearray(second)
            keep_followers(first, found, lengths, within)
            assert cut(found, sizes) == [
                [
                    int(mark and any(ones[max(0, ply - within) : ply]))
                    for ply, mark in enumerate(game)
                ]
                for ones, game in zip(before, games, strict=True)
            ]
        for count in (1, 2, 4):
            found = bytearray(second)
            keep_lasting(found, lengths, count)
            assert cut(found, sizes) == [
                [
                    int(ply + 1 >= count and all(game[ply + 1 - count : ply + 1]))
                    for ply in range(len(game))
                ]
                for game in games
            ]
        mark_games(first, lengths)
        assert cut(first, sizes) == [[int(any(game))] * len(game) for game in before]


@pytest.mark.parametrize("sizes", [[], [2], [4], [2, 2], [5, -2]])
def test_sizes_of_others(sizes: list[int]) -> None:
    """They are refused before a mark is looked at."""
    lengths = array("q", sizes)
    for change in (
        lambda: keep_followers(bytearray(3), bytearray(3), lengths, 1),
        lambda: keep_lasting(bytearray(3), lengths, 1),
        lambda: mark_games(bytearray(3), lengths),
    ):
        with pytest.raises(ValueError, match="positions"):
            change()
    with pytest.raises(ValueError, match="4 marks for 3 positions"):
        keep_followers(bytearray(3), bytearray(4), array("q", [3]), 1)


BEGINS, ENDS = array("q", [4, 0, 0]), array("q", [6, 0, 4])
"""Game 7 has two positions behind the four of game 9; there is no game 8."""


@pytest.mark.parametrize(
    ("game_id", "ply"), [(7, 2), (7, -1), (9, 4), (8, 0), (6, 0), (10, 0), (-(2**31), 2**31 - 1)]
)
def test_places_of_positions_that_are_not_there(game_id: int, ply: int) -> None:
    places = array("i", [5])
    assert not find_places(places, BEGINS, ENDS, 7, array("i", [game_id]), array("i", [ply]))
    assert places[0] == 5


def test_find_places() -> None:
    places = array("i", [-1] * 4)
    game_ids, plies = array("i", [9, 7, 9, 9]), array("i", [3, 1, 0, 3])
    assert find_places(places, BEGINS, ENDS, 7, game_ids, plies)
    assert places.tolist() == [3, 5, 0, 3]
    assert find_places(array("i"), BEGINS, ENDS, 7, array("i"), array("i"))


@pytest.mark.parametrize("bit", range(8))
def test_put_marks(bit: int) -> None:
    marks = bytearray([1, 1, 0, 0, 1])
    numbers = bytearray([1 << bit, 255 - (1 << bit), 255, 0])
    assert put_marks(marks, array("i", [3, 1, 2, 0]), numbers, bit)
    assert marks == bytes([0, 0, 1, 1, 1])


@pytest.mark.parametrize("place", [-1, 3, 2**31 - 1])
def test_marks_of_places_that_are_not_there(place: int) -> None:
    marks = bytearray(3)
    assert not put_marks(marks, array("i", [2, place]), bytearray([0, 1]), 0)
    assert not any(marks)


def test_marks_of_columns_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="lengths"):
        put_marks(bytearray(6), array("i", [1]), bytearray(2), 0)
    for sizes in ((1, 2, 1), (2, 1, 1), (1, 1, 2)):
        columns = [array("i", [7] * size) for size in sizes]
        with pytest.raises(ValueError, match="lengths"):
            find_places(columns[0], BEGINS, ENDS, 7, *columns[1:])
    with pytest.raises(ValueError, match="lengths"):
        find_places(array("i", [7]), BEGINS, ENDS[:2], 7, array("i", [7]), array("i", [0]))


# Sets of 64-bit numbers are what Python's own are, however they grow


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


# Random streams against SplitMix64's published outputs


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


# Data classes that compile their methods late do what those of ``dataclasses`` do


def declare(decorate: Callable[..., Any], **options: bool) -> Any:
    @decorate(**options)
    class Pair:
        """A pair."""

        one: int
        other: str = "x"
        many: list[int] = field(default_factory=list, compare=False)
        made: int = field(default=3, init=False, repr=False)
        last: bool = field(default=False, kw_only=True)

    return Pair


OPTIONS: list[dict[str, bool]] = [
    {},
    {"slots": True},
    {"frozen": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "eq": False},
    {"frozen": True, "slots": True, "repr": False},
    {"kw_only": True, "frozen": True},
]


def tried(make: Any, *values: Any, **named: Any) -> Any:
    """Return what is made, as a mapping, or the type of what is raised."""
    try:
        return dataclasses.asdict(make(*values, **named))
    except TypeError:
        return TypeError


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_values(options: dict[str, bool]) -> None:
    late, usual = declare(dataclass, **options), declare(dataclasses.dataclass, **options)
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((1,), {}),
        ((1, "y"), {"last": True}),
        ((), {"one": 2, "many": [4]}),
        ((), {}),
        ((1, "y", [], True), {}),
        ((1,), {"made": 4}),
    ]
    for values, named in calls:
        assert tried(late, *values, **named) == tried(usual, *values, **named)
    first, second, other = (late(one=number, many=[number]) for number in (1, 1, 2))
    assert (first == second) == options.get("eq", True)
    assert first != other
    assert first != (1, "x", [1], 3, False)
    assert first.many is not late(one=1).many
    again = usual(one=1, many=[1])
    assert type(first).__match_args__ == usual.__match_args__
    if options.get("repr", True):
        assert repr(first).split("(", 1)[1] == repr(again).split("(", 1)[1]
    if options.get("frozen"):
        assert (hash(first) == hash(second)) == options.get("eq", True)
        with pytest.raises(dataclasses.FrozenInstanceError):
            first.one = 2
        with pytest.raises(dataclasses.FrozenInstanceError):
            del first.one
    else:
        first.one = 5
        assert first.one == 5
        assert late.__hash__ is None
    assert dataclasses.replace(other, one=7).one == 7
    assert copy.deepcopy(other).many == [2]


@dataclass(frozen=True, slots=True)
class Kept:
    """One that a module has, as pickling wants it; it computes what it is to have."""

    one: int
    twice: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.one)

    def __repr__(self) -> str:
        return f"<{self.one}>"


@dataclass(frozen=True, slots=True)
class Longer(Kept):
    """One with a field more."""

    more: str = "m"


def test_own_methods_and_subclasses() -> None:
    assert (Kept(4).twice, repr(Kept(4))) == (8, "<4>")
    assert pickle.loads(pickle.dumps(Kept(4))) == Kept(4)
    longer = Longer(1, more="z")
    assert (longer.one, longer.twice, longer.more) == (1, 2, "z")
    assert longer != Kept(1)
    assert longer == Longer(1, 9, "z")
