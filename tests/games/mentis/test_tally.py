"""The tallies of the kernel against a naive count from position strings and notations."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from itertools import product
from typing import Any

import naive
import pytest
from test_feature import WOLF, capture_pairs, kernel_of, lift, random_game, stated_position

from mentis_records.core.tally import PHASES, offsets, total_size
from mentis_records.games import GAMES
from mentis_records.notation.bulk import make_kernel

GAME = GAMES[0]
TALLIES = GAME.description.tallies
NAMES = {"S": "Spears", "T": "Trenchmen", "N": "Nobles", "K": "King", "W": "Wolf"}
COLOURS = {"b": "Blue", "r": "Red"}
LONG = 230
"""More plies than have a class of their own."""

Cells = Counter[tuple[str, ...]]


def count_games(games: list[list[Any]], moves: list[list[str]]) -> Cells:
    """Count games by their positions and notations; cells by slug and labels."""
    cells: Cells = Counter()
    for positions, notations in zip(games, moves, strict=True):
        boards = [naive.parse(GAME.format_position(position)) for position in positions]
        count_game(cells, boards, notations)
    return cells


def count_game(cells: Cells, boards: list[naive.Naive], notations: list[str]) -> None:
    plies = len(notations)
    captured: Cells = Counter()
    came: Counter[str] = Counter()
    for ply, board in enumerate(boards):
        label = str(ply) if ply < 200 else "200 and more"
        came[naive.format_position(board).rsplit(" ", 1)[0]] += 1
        cells["positions", label] += 1
        for side, tile, held, standing in holdings(board):
            cells["hands", side, tile, label] += held
            cells["boards", side, tile, label] += standing
        for square, stack in board.squares.items():
            for colour, letter in stack:
                cells["occupancy", COLOURS[colour], NAMES[letter], square] += 1
        for attacker, target in capture_pairs(board):
            cells["attacks", *top(board, attacker), target] += 1
        if ply < plies:
            phase = PHASES[[3 * ply < plies, 3 * ply < 2 * plies, True].index(True)]
            cells["choices", label, str(len(naive.legal_moves(board)))] += 1
            count_blocks(cells, board, phase)
            after = str(ply + 1) if ply + 1 < 200 else "200 and more"
            count_turn(cells, captured, board, notations[ply], phase, after)
    for (side, tile, held, standing), (_, _, held_last, standing_last) in zip(
        holdings(boards[0]), holdings(boards[-1]), strict=True
    ):
        cells["accounts", side, tile, "in hand at the start"] += held
        cells["accounts", side, tile, "on board at the start"] += standing
        cells["accounts", side, tile, "in hand"] += held_last
        cells["accounts", side, tile, "on board"] += standing_last
        cells["accounts", side, tile, "captured"] += captured[side, tile]
        assert held + standing == held_last + standing_last + captured[side, tile]
    cells["balance", "even"] += 1
    most = max(came.values())
    cells["recurrence", ["once", "twice", "three times or more"][min(most, 3) - 1]] += 1


def holdings(board: naive.Naive) -> list[tuple[str, str, int, int]]:
    """Return side, type, tiles in hand and tiles on board."""
    tiles = [tile for stack in board.squares.values() for tile in stack]
    return [
        (
            COLOURS[colour],
            NAMES[letter],
            board.hands[colour].get(letter, 0),
            tiles.count((colour, letter)),
        )
        for colour, letter in product("br", "STNKW")
    ]


def top(board: naive.Naive, square: str) -> tuple[str, str]:
    colour, letter = board.squares[square][-1]
    return COLOURS[colour], NAMES[letter]


def count_blocks(cells: Cells, board: naive.Naive, phase: str) -> None:
    """Count for each top tile the captures of the side to move that it alone prevents."""
    own = {pair for pair in capture_pairs(board) if board.squares[pair[0]][-1][0] == board.side}
    for square, stack in board.squares.items():
        if stack[-1][0] == board.side:
            continue
        freed = {
            (attacker, target)
            for attacker, target in capture_pairs(lift(board, square))
            if board.squares[attacker][-1][0] == board.side and target != square
        } - own
        cells["blocks", *top(board, square), phase, "captures"] += len(freed)
        cells["blocks", *top(board, square), phase, "turns"] += bool(freed)


def count_turn(
    cells: Cells, captured: Cells, board: naive.Naive, notation: str, phase: str, after: str
) -> None:
    side = COLOURS[board.side]
    action = naive.read_action(notation)
    kind = {naive.Move: "move", naive.Deploy: "deploy", naive.Capture: "capture"}[type(action)]
    cells["turns", side, kind, phase] += 1
    cells["turn_plies", kind, after] += 1
    if isinstance(action, naive.Deploy):
        for letter in action.letters:
            cells["deployments", side, NAMES[letter], phase, action.square] += 1
            cells["deployment_plies", side, NAMES[letter], after] += 1
    elif isinstance(action, naive.Capture):
        _, by = top(board, action.attacker)
        enemy, taken = top(board, action.target)
        cells["captures", side, by, taken, phase] += 1
        captured[enemy, taken] += 1
    elif action is not None:
        # Every tile has a name of its own, and walks.
        squares = {
            square: [(square, level) for level in range(len(stack))]
            for square, stack in board.squares.items()
        }
        names = {
            (square, level): NAMES[letter]
            for square, stack in board.squares.items()
            for level, (_, letter) in enumerate(stack)
        }
        steps: Counter[tuple[str, int]] = Counter()
        moving: list[tuple[str, int]] = []
        for square, mark in zip(action.path[:-1], action.marks[:-1], strict=True):
            together = squares.get(square, []) + moving
            squares[square], moving = together[:mark], together[mark:]
            steps.update(moving)
        leader = moving[-1]
        for tile, count in steps.items():
            walk = "led" if tile == leader else "carried"
            cells["walks", side, names[tile], phase, walk] += 1
            cells["walks", side, names[tile], phase, "squares"] += count


def kernel_cells(flat: array[int]) -> Cells:
    """Return what a kernel counted, cells by slug and labels."""
    assert len(flat) == total_size(TALLIES)
    found: Cells = Counter()
    for tally in TALLIES:
        at = offsets(TALLIES)[tally.slug]
        part = flat[at : at + tally.size]
        labels = product(*(axis.labels for axis in tally.axes))
        for cell, count in zip(labels, part, strict=True):
            if count:
                found[(tally.slug, *cell)] = count
    return found


def play_all(starts: list[Any], lengths: list[int], seed: int) -> tuple[Any, ...]:
    source = random.Random(seed)
    games = [
        random_game(source, start, plies) for start, plies in zip(starts, lengths, strict=True)
    ]
    notations = [[GAME.decode_move(turn >> 3).notation for turn in turns[1:]] for _, turns in games]
    return [positions for positions, _ in games], notations, [turns for _, turns in games]


def tally_with_kernel(starts: list[Any], turns: list[list[int]]) -> Cells:
    kernel = kernel_of(*starts)
    rows = array("q", [turn for each in turns for turn in each])
    slots = array("i", [slot for slot, each in enumerate(turns) for _ in each])
    assert kernel.tally(rows, slots, 0) == len(rows)
    return kernel_cells(kernel.tallies())


@pytest.mark.parametrize("options", [{}, WOLF], ids=["standard", "wolf"])
def test_random_games(options: dict[str, str]) -> None:
    source = random.Random(13)
    stated = [GAME.parse_position(stated_position(source), {}) for _ in range(12)]
    starts = [GAME.start_position(options)] * 6 + stated
    lengths = [0, 1, 2, 3, 40, 90, *[30] * 12]
    positions, notations, turns = play_all(starts, lengths, 12)
    expected = +count_games(positions, notations)
    assert tally_with_kernel(starts, turns) == expected
    slugs = {cell[0] for cell in expected}
    assert slugs == {tally.slug for tally in TALLIES}
    assert {"carried", "led", "squares"} <= {cell[-1] for cell in expected}


def test_plies_beyond_the_classes() -> None:
    start = GAME.parse_position("3k3/7/7/7/7/7/3K3 b -/- 1", {})
    moves = ["d1-c1", "d7-c7", "c1-d1", "c7-d7"]
    position, positions, notations, turns = start, [start], [], [-1]
    for ply in range(LONG):
        move = next(each for each in GAME.legal_moves(position) if each.notation == moves[ply % 4])
        turns.append(move.code << 3 | position.side)
        position = GAME.play(position, move)
        positions.append(position)
        notations.append(move.notation)
    cells = tally_with_kernel([start], [turns])
    assert cells == +count_games([positions], [notations])
    assert cells["positions", "200 and more"] == LONG - 199
    assert cells["turn_plies", "move", "200 and more"] == LONG - 199
    assert cells["recurrence", "three times or more"] == 1


@pytest.mark.parametrize(
    ("position", "notation", "expected"),
    [
        # A stack that drops, returns with fewer tiles, and picks up again.
        (
            "3k3/7/7/7/2(STN)4/7/3K3 b -/- 1",
            "c3#-c4#-c3-c4",
            {
                ("Nobles", "led"): 1,
                ("Nobles", "squares"): 3,
                ("Trenchmen", "carried"): 1,
                ("Trenchmen", "squares"): 1,
                ("Spears", "carried"): 1,
                ("Spears", "squares"): 1,
            },
        ),
        # Passing own tiles picks them up; the mark leaves the lowest.
        (
            "3k3/7/7/2S4/2T4/2N4/3K3 b -/- 1",
            "c2-c3-c4#-c5",
            {
                ("Nobles", "led"): 1,
                ("Nobles", "squares"): 3,
                ("Trenchmen", "carried"): 1,
                ("Trenchmen", "squares"): 2,
            },
        ),
    ],
)
def test_walks_by_hand(position: str, notation: str, expected: dict[Any, int]) -> None:
    start = GAME.parse_position(position, {})
    move = next(each for each in GAME.legal_moves(start) if each.notation == notation)
    cells = tally_with_kernel([start], [[-1, move.code << 3]])
    found = {
        (tile, walk): count
        for (slug, *labels), count in cells.items()
        if slug == "walks"
        for _, tile, _, walk in [labels]
    }
    assert found == expected


def test_illegal_turns_stop_it() -> None:
    start = GAME.start_position({})
    _, _, (turns,) = play_all([start], [5], 3)
    kernel = kernel_of(start)
    slots = array("i", [0] * 6)
    assert kernel.tally(array("q", [*turns[:3], turns[1], *turns[4:]]), slots, 0) == 3
    assert kernel.tally(array("q", [-1, turns[1] ^ 1]), slots[:2], 0) == 1


def test_nothing_is_counted_before_it_begins() -> None:
    assert not any(make_kernel(GAME, ()).tallies())


def test_a_capture_is_on_the_account() -> None:
    start = GAME.parse_position("3k3/7/7/3n3/3N3/7/3K3 b -/- 1", {})
    move = next(each for each in GAME.legal_moves(start) if each.kind == "capture")
    cells = tally_with_kernel([start], [[-1, move.code << 3]])
    found = {cell[1:]: count for cell, count in cells.items() if cell[0] == "accounts"}
    assert found == {
        ("Blue", "King", "on board at the start"): 1,
        ("Blue", "King", "on board"): 1,
        ("Blue", "Nobles", "on board at the start"): 1,
        ("Blue", "Nobles", "on board"): 1,
        ("Red", "King", "on board at the start"): 1,
        ("Red", "King", "on board"): 1,
        ("Red", "Nobles", "on board at the start"): 1,
        ("Red", "Nobles", "captured"): 1,
    }
    assert cells["balance", "even"] == 1


def test_tables_are_named_once_and_explained() -> None:
    for game in GAMES:
        tallies = game.description.tallies
        assert len({tally.slug for tally in tallies}) == len(tallies)
        assert all(tally.comment and tally.title for tally in tallies)
        assert all(len(set(axis.labels)) == len(axis) for tally in tallies for axis in tally.axes)
