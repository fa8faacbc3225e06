"""The features of Antipode's positions against a naive reading of their position strings."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from ring import AFTER, POSITION

from mentis_records.games import find_game

GAME = find_game("antipode")
FEATURES = GAME.description.features
DERIVED = GAME.description.derived_features
SQUARES = [column + row for row in "1234567" for column in "abcdefg"]
PRIME = {square for square in SQUARES if re.fullmatch("[b-f][2-6]", square) and square != "d4"}
STATED = (
    "7/7/7/3s3/7/7/7 G 13/13 0/0 -,- sb 0",
    "s6/7/7/7/7/GS5/7 S 9/15 0/6 -,- pt! 7",
    "g6/7/7/7/7/7/3G3 G 12/13 0/0 a4a7,- pb 0",
    "6g/7/7/2SGS2/2G1G2/2SGS2/G5S S 14/1 0/6 -,g2g1 pb- 7",
    POSITION,
    AFTER,
)


def read_features(text: str) -> dict[str, int]:
    """Return the features of a position by name, read off its string."""
    rows, mover, hands, captures, _, flags, _ = text.split()
    cells = "".join(
        re.sub("[1-7]", lambda digit: "." * int(digit[0]), row) for row in reversed(rows.split("/"))
    )

    def squares(signs: str, area: Any = SQUARES) -> int:
        return sum(
            1 << at for at, sign in enumerate(cells) if sign in signs and SQUARES[at] in area
        )

    in_hand, taken = ([*map(int, pair.split("/"))] for pair in (hands, captures))
    return {
        "gold": squares("G"),
        "silver": squares("S"),
        "antipode": squares("gs"),
        "side": "GS".index(mover),
        "face": int("s" in cells),
        "infraction": int("!" in flags),
        "gold_hand": in_hand[0],
        "silver_hand": in_hand[1],
        "captured_gold": taken[1],
        "captured_silver": taken[0],
        "gold_primes": squares("G", PRIME),
        "silver_primes": squares("S", PRIME),
        "empty": squares("."),
    }


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
    """Yield positions of random games, basic ones and rounds of matches."""
    chance = random.Random(3)
    for number in range(8):
        position: Any = GAME.start_position({"Match": "2"} if number % 2 else {})
        for _ in range(80):
            if not (moves := GAME.legal_moves(position)):
                break
            position = GAME.play(position, chance.choice(moves))
            yield position


@pytest.mark.parametrize("text", STATED)
def test_stated_positions(text: str) -> None:
    assert told(GAME.parse_position(text, {})) == read_features(text)


def test_positions_of_random_games() -> None:
    seen = [*positions()]
    assert len(seen) > 400
    for position in seen:
        text = GAME.format_position(position)
        assert told(position) == read_features(text), text
