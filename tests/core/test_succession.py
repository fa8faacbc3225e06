"""What follows, lasts or stands in a game, against plain searches through each game's marks."""

import random
from array import array

import pytest

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
