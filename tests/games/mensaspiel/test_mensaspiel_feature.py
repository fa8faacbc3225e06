"""The features of MensaSpiel's positions against a naive reading of their position strings."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from mentis_records.games import find_game

GAME = find_game("mensaspiel")
FEATURES = GAME.description.features
DERIVED = GAME.description.derived_features
SQUARES = [column + row for column in "abcefg" for row in "345" if column + row not in ("b4", "f4")]
WHITE_PIPS = (4, 2, 3, 1, 2, 3, 3, 2, 2, 1, 2, 2, 0, 1, 1, 3)
STATED = (
    "- W3.6.0/B3.6.0 W 0",
    "a3:BBBBBBBBBWWWWWWWWW W0.0.0/B0.0.0 B 3",
    "e5:WBWBWBWBWBWBWBWBWB W0.0.0/B0.0.0 W 3",
    "b3:WBB,g5:BWWWBBW W0.2.1/B1.0.2 B 3",
    "c4:W W0.0.8/B0.1.8 W 1@c4",
)


def read_features(text: str) -> dict[str, int]:
    """Return the features of a position by name, read off its string."""
    board, pools, mover, _ = text.split()
    stacks = dict(part.split(":") for part in board.split(",") if ":" in part)
    counts = [[*map(int, each[1:].split("."))] for each in pools.split("/")]

    def squares(letter: str, *depths: int) -> int:
        return sum(
            1 << SQUARES.index(square)
            for square, stack in stacks.items()
            if letter in [stack[-1 - depth] for depth in depths if depth < len(stack)]
        )

    found = {"side": "WB".index(mover), "empty": 0xFFFF & ~(squares("W", 0) | squares("B", 0))}
    found["high"] = squares("W", *range(1, 18)) | squares("B", *range(1, 18))
    for side, letter in (("white", "W"), ("black", "B")):
        found[side] = squares(letter, 0)
        found[f"covered_{side}"] = squares(letter, *range(1, 18))
        for first in range(1, 18, 3):
            found[f"{side}_below{first}"] = sum(
                squares(letter, first + place) << 16 * place for place in range(3)
            )
        for pool, count in zip(
            ("base", "reserve", "prison"), counts["WB".index(letter)], strict=True
        ):
            found[f"{side}_{pool}"] = count
        found[f"{side}_steps"] = sum(
            WHITE_PIPS[at] if letter == "W" else 4 - WHITE_PIPS[at]
            for at, square in enumerate(SQUARES)
            if stacks.get(square, "?")[-1] == letter
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


def positions() -> Iterator[Any]:
    """Yield positions of random games."""
    chance = random.Random(2)
    for _ in range(12):
        position: Any = GAME.start_position({})
        while moves := GAME.legal_moves(position):
            position = GAME.play(position, chance.choice(moves))
            yield position


@pytest.mark.parametrize("text", STATED)
def test_stated_positions(text: str) -> None:
    assert told(GAME.parse_position(text, {})) == read_features(text)


def test_positions_of_random_games() -> None:
    seen = [*positions()]
    assert len(seen) > 500
    for position in seen:
        text = GAME.format_position(position)
        assert told(position) == read_features(text), text
