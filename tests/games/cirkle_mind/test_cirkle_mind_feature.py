"""The features of CirKle Mind's positions against a naive reading of their position strings."""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from plain_reading import FACES, GAME, ONE_SHAPE, SQUARES, UNKNOWN, Seen, level, play, read, set_ups

FEATURES = GAME.description.features
DERIVED = GAME.description.derived_features
STATED = (
    "7mc/8/8/8/3m?4/2m?5/3G?4/8/8/8/Gc7 G d5,d7 -",
    "8/8/8/8/8/4gc3/8/8/8/8/Gc7 M a1,e6 G",
    "7mc/8/8/8/8/8/8/8/8/8/Gc7 G - -p",
    "mckokxks4/8/8/1ys6/Bx7/8/8/8/8/8/3Gc4 G a7 -",
)


def words(squares: Iterable[str]) -> tuple[int, int]:
    """Return a set of squares as two numbers: rows 1 to 7, and rows 8 to 11."""
    bits = sum(1 << SQUARES.index(square) for square in squares)
    return bits & (1 << 56) - 1, bits >> 56


def read_features(seen: Seen) -> dict[str, int]:
    """Return the features of a position by name, read off its string."""
    board = seen.board
    sets: dict[str, list[str]] = {
        "green": [at for at, (side, _) in board.items() if side == "G"],
        "mauve": [at for at, (side, _) in board.items() if side == "M"],
        "known": seen.known,
        "shielded": [at for at in board if seen.shielded("GM", "*", [at])],
        "empty": [at for at in SQUARES if at not in board],
    }
    for name, letters, place in (("colour", "YGBMK", 0), ("shape", "tsxoc", 1)):
        for bit in (1, 2, 4):
            sets[f"{name}{bit}"] = [
                at
                for at, (_, face) in board.items()
                if face != UNKNOWN and letters.index(face[place]) + 1 & bit
            ]
    found = {
        f"{name}_{word}": value
        for name, squares in sets.items()
        for word, value in zip(("low", "high"), words(squares), strict=True)
    }
    found |= {"side": "GM".index(seen.mover), "passed": int(seen.passed)}
    found["winner"] = "-GM".index(seen.winner)
    for side, name in zip("GM", ("green", "mauve"), strict=True):
        found[f"{name}_lost"] = seen.captured(side)
        found[f"captured_{name}"] = sum(
            seen.captured(side, face) << at for at, face in enumerate([*FACES, UNKNOWN])
        )
    return found


def told(position: Any) -> dict[str, int]:
    """Return what the index says of a position, what it derives included."""
    values = GAME.description.capability("index").describe(position)
    found = {feature.name: value for feature, value in zip(FEATURES, values, strict=True)}
    assert all(0 <= found[feature.name] < 1 << feature.bits for feature in FEATURES)
    for each in DERIVED:
        found[each.name] = eval(each.expression, {}, found)
    del found["state_code"]
    return found


@pytest.mark.parametrize("text", STATED)
@pytest.mark.parametrize("tags", [{}, {"Level": "medium"}])
def test_stated_positions(text: str, tags: dict[str, str]) -> None:
    position = GAME.parse_position(text, tags)
    assert told(position) == read_features(read(position, tags))


@pytest.mark.parametrize("hidden", [0, 6])
@pytest.mark.parametrize(
    "tags", [{}, {"Level": "medium"}, {"Level": "super", "Layout": ONE_SHAPE, "FirstPlayer": "M"}]
)
def test_positions_of_random_games(tags: dict[str, str], hidden: int) -> None:
    chance = random.Random(40 + hidden)
    for _ in range(2):
        settings = {**tags, **set_ups(chance, hidden)}
        position: Any = GAME.start_position(settings)
        seen = play(chance, settings, 60)
        for number, each in enumerate(seen):
            if number:
                (move,) = (one for one in GAME.legal_moves(position) if one.notation == each.turn)
                position = GAME.play(position, move)
            assert told(position) == read_features(each), each.text


def test_every_number_fits_its_column() -> None:
    """Sets of 88 squares are two numbers each, as a column has 63 bits."""
    assert max(feature.bits for feature in FEATURES) <= 63
    low, high = (
        sum(feature.bits for feature in FEATURES if feature.name == name)
        for name in ("green_low", "green_high")
    )
    assert low + high == len(SQUARES)


def test_levels_of_the_rules_sheet() -> None:
    """Rules, Test positions: d8 Yo, a8 Bx, b8 Ys."""
    assert (level("Yo", "d8"), level("Yc", "d8"), level("Ko", "d8"), level("Kx", "d8")) == (
        *(2, 1, 2),
        0,
    )
    assert (level("Bx", "a8"), level("Ys", "b8"), level("Yx", "d6")) == (2, 2, 0)
