"""The features of the evaluation: counted anew from position strings, and under symmetries."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import naive
import pytest
from test_feature import random_game

from mentis_records.games.mentis.game import GAME
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.square import MIRROR, SIZE
from mentis_records.games.mentis.rules.stack import RED_BIT
from mentis_records.games.mentis.search.board import FEATURES, features_of, value_of
from mentis_records.games.mentis.search.weight import (
    COUNT_OF_TILES,
    evaluation,
    weight_row,
    weights,
)

TYPES = {"spears": "S", "trenchmen": "T", "nobles": "N", "wolf": "W"}
GAMES = 12


def played(variant: str) -> Iterator[Position]:
    chance = random.Random(variant)
    for _ in range(GAMES):
        positions, _ = random_game(chance, GAME.start_position({"Variant": variant}), 60)
        yield from (each for each in positions[1:] if GAME.outcome(each) is None)


@cache
def positions() -> tuple[Position, ...]:
    return (*played("Standard"), *played("Wolf"))


def flipped(position: Position) -> Position:
    """Return the position with the colours exchanged, the board seen from the other side."""
    cells = [0] * len(position.cells)
    for place, cell in enumerate(position.cells):
        row, column = divmod(place, SIZE)
        cells[SIZE * (SIZE - 1 - row) + column] = cell ^ RED_BIT if cell else 0
    return Position.of(tuple(cells), position.hands[::-1], 1 - position.side, 1)


def mirrored(position: Position) -> Position:
    cells = tuple(position.cells[MIRROR[place]] for place in range(len(position.cells)))
    return Position.of(cells, position.hands, position.side, 1)


def alone(kind: str, square: str, king: str) -> naive.Naive:
    """Return a board with a tile of Blue's and the Kings, that of Red on a square of any hill."""
    home = "d1" if king[1] == "7" else "d7"
    squares = {square: [("b", kind)], king: [("r", "K")], home: [("b", "K")]}
    empty = dict.fromkeys("STNW", 0)
    return naive.Naive(squares, "b", {"b": empty, "r": empty}, 1)


@cache
def ways(kind: str, square: str) -> frozenset[str]:
    """Return the squares that a lone tile can move to."""
    # No tile goes where the other King stands, nor anywhere else on a hill.
    moves = map(naive.read_action, naive.legal_moves(alone(kind, square, "d7")))
    return frozenset(
        move.path[-1] for move in moves if isinstance(move, naive.Move) and move.path[0] == square
    )


@cache
def moves_needed(kind: str, square: str, king: str) -> int:
    """Return after how many moves a tile could capture a King, were nothing else there."""
    reached, moves = {square}, 0
    while not any(naive.is_legal(alone(kind, at, king), naive.Capture(at, king)) for at in reached):
        reached |= {there for at in reached for there in ways(kind, at)}
        moves += 1
        if moves > 9:
            break
    return moves


def could_capture(position: naive.Naive, side: str, square: str, target: str) -> bool:
    return naive.is_legal(replace(position, side=side), naive.Capture(square, target))


def could_take_king(position: naive.Naive, side: str, square: str, target: str) -> bool:
    """Return True if a tile could capture an enemy King that stood on a square of its hill."""
    king = [(naive.ENEMY[side], "K")]
    moved = {**position.squares, target: king}
    return could_capture(replace(position, squares=moved), side, square, target)


def steps(one: str, other: str) -> int:
    (x1, y1), (x2, y2) = naive.XY[one], naive.XY[other]
    return abs(x1 - x2) + abs(y1 - y2)


def counted(text: str) -> dict[str, int]:
    """Return the features of a position, counted from its string by the naive rules."""
    position = naive.parse(text)
    mover = position.side
    squares = position.squares
    tops = {square: tiles[-1] for square, tiles in squares.items()}
    sides = (mover, naive.ENEMY[mover])
    kings = {tile[0]: square for square, tile in tops.items() if tile[1] == "K"}
    captures = {
        side: {
            (square, target)
            for square, (colour, _) in tops.items()
            for target, (victim, _) in tops.items()
            if colour == side != victim and could_capture(position, side, square, target)
        }
        for side in sides
    }
    found = dict.fromkeys(FEATURES, 0)
    found["to_move"] = 1
    for side in sides:
        other = naive.ENEMY[side]
        sign = 1 if side == mover else -1
        own = {square: tiles for square, tiles in squares.items() if tiles[0][0] == side}
        leaders = [(square, tops[square][1]) for square in own if tops[square][1] != "K"]
        hit = {target for _, target in captures[side]}
        for name, letter in TYPES.items():
            tiles = sum(tile[1] == letter for stack in own.values() for tile in stack)
            found[f"{name}_on_board"] += sign * tiles
            found[f"{name}_in_hand"] += sign * position.hands[side][letter]
            attacks = sum(tops[square][1] == letter for square in hit)
            found[f"attacks_on_{name}" if side == mover else f"attacked_{name}"] = attacks
            if name == "wolf":
                continue
            found[f"{name}_leading"] += sign * sum(kind == letter for _, kind in leaders)
            first = "" if side == mover else "enemy_"
            found[f"{first}{name}_one_move_off"] = sum(
                kind == letter and moves_needed(kind, square, kings[other]) < 2
                for square, kind in leaders
            )
        found["stacks_of_two"] += sign * sum(len(stack) == 2 for stack in own.values())
        found["stacks_of_three"] += sign * sum(len(stack) == 3 for stack in own.values())
        found["two_moves_off"] += sign * sum(
            moves_needed(kind, square, kings[other]) == 2 for square, kind in leaders
        )
        found["steps_to_king"] += sign * sum(steps(square, kings[other]) for square, _ in leaders)
        aimed = {
            target
            for target in naive.HILL[other]
            for square in own
            if could_take_king(position, side, square, target)
        }
        name = "enemy_" if side == mover else ""
        found[f"{name}hill_aimed_at"] = len(aimed)
        ways_out = {at for at in naive.BESIDE[kings[other]] if at in naive.HILL[other]}
        found[f"{name}king_shut_in"] = ways_out <= aimed
        found["king_in_centre"] += sign * (kings[side][0] == "d")
        if any(position.hands[side].values()):
            found["deployment_squares"] += sign * sum(
                not any(tops.get(near, ("", ""))[0] == other for near in (at, *naive.BESIDE[at]))
                and (at not in own or (len(own[at]) < 3 and tops[at][1] != "W"))
                for at in naive.DEPLOYMENT[side]
            )
        found["beside_own_hill"] += sign * sum(at in naive.DEPLOYMENT[side] for at in own)
        found["beside_enemy_hill"] += sign * sum(at in naive.DEPLOYMENT[other] for at in own)
        found["free_neighbours"] += sign * sum(
            near not in squares and near not in naive.ALL_HILLS
            for square, _ in leaders
            for near in naive.BESIDE[square]
        )
    found["attackers_attacked"] = len(
        {at for at, _ in captures[sides[1]]} & {at for _, at in captures[mover]}
    )
    return found


def test_counted_anew() -> None:
    for position in positions()[::7]:
        text = GAME.format_position(position)
        found = dict(zip(FEATURES, features_of(position), strict=True))
        assert found == counted(text), text


def test_symmetries() -> None:
    for position in positions():
        found = features_of(position)
        assert features_of(flipped(position)) == found
        assert features_of(mirrored(position)) == found


def test_every_feature_varies() -> None:
    rows = [features_of(position) for position in positions()]
    constant = {
        name
        for name, column in zip(FEATURES, zip(*rows, strict=True), strict=True)
        if len(set(column)) == 1
    }
    assert constant == {"to_move"}


def test_start() -> None:
    found = dict(zip(FEATURES, features_of(GAME.start_position({})), strict=True))
    assert {name for name, count in found.items() if count} == {"to_move"}


def test_page_tells_every_feature() -> None:
    page = (Path(__file__).parents[3] / "docs" / "evaluation.md").read_text(encoding="utf-8")
    assert {name for name in FEATURES if f"`{name}`" not in page} == set()


def test_value() -> None:
    chosen = {name: 7 * index - 100 for index, name in enumerate(FEATURES)}
    for position in positions()[:50]:
        row = features_of(position)
        expected = sum(weight * count for weight, count in zip(chosen.values(), row, strict=True))
        assert value_of(position, weight_row(chosen)) == expected


def test_weights() -> None:
    assert list(weights()) == list(FEATURES)
    assert all(isinstance(weight, int) for weight in weights().values())
    assert evaluation()["game"] == "mentis"
    assert evaluation()["games"].endswith(".")
    assert sorted(set(weight_row(COUNT_OF_TILES))) == [0, 1000]
    with pytest.raises(ValueError, match="'spoons'"):
        weight_row({"spoons": 1})
    with pytest.raises(ValueError, match="2 weights"):
        value_of(positions()[0], [1, 2])
