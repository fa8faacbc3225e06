"""What a player sees in a position of Mentis, and in a move, for queries that are answered slowly.

Nothing here reads a feature: stacks and hands are the position's own, and captures are asked of
the rules square by square.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from mentis_records.core.vocabulary import Scene, Stack, Turn
from mentis_records.games.mentis.rules.fault import CAPTURE_BLOCKED, LEGAL, split_fault
from mentis_records.games.mentis.rules.move import Capture, Deployment, Move
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.rule import capture_fault
from mentis_records.games.mentis.rules.square import COUNT, distance_between
from mentis_records.games.mentis.rules.stack import letters, pack, side_of, tiles_of
from mentis_records.games.mentis.rules.state import SIDE
from mentis_records.games.mentis.rules.tile import ATTACK_RANGE, HAND_TYPES, LETTERS, hand_count

_LONGEST = max(ATTACK_RANGE)


def see(position: Position) -> Scene:
    """Return a position as a player sees it."""
    captures, blockers = _captures(position)
    return Scene(
        stacks=tuple(
            Stack(side_of(cell), letters(cell & 511)) if cell else None for cell in position.cells
        ),
        hands=tuple(
            {LETTERS[kind]: hand_count(hand, kind) for kind in HAND_TYPES}
            for hand in position.hands
        ),
        side=position.side,
        captures=captures,
        blockers=blockers,
        identity=(position.cells, position.hands, position.side),
    )


def _captures(position: Position) -> tuple[frozenset[tuple[int, int]], frozenset[int]]:
    """Return what either side could capture, and the squares whose top tile blocks captures."""
    state = position.state()
    captures: set[tuple[int, int]] = set()
    blockers: set[int] = set()
    for place, target in _near(position):
        state[SIDE] = side_of(position.cells[place])
        fault = capture_fault(state, place, target)
        if fault == LEGAL:
            captures.add((place, target))
            continue
        reason, between, _ = split_fault(fault)
        if reason == CAPTURE_BLOCKED and not capture_fault(_lift(state, between), place, target):
            blockers.add(between)
    return frozenset(captures), frozenset(blockers)


def _near(position: Position) -> Iterator[tuple[int, int]]:
    """Yield the pairs of squares with tiles of both sides, as far apart as a capture goes."""
    stood = [place for place in range(COUNT) if position.cells[place]]
    for place in stood:
        for target in stood:
            is_enemy = side_of(position.cells[place]) != side_of(position.cells[target])
            if is_enemy and distance_between(place, target) <= _LONGEST:
                yield place, target


def _lift(state: array[int], place: int) -> array[int]:
    """Return the state without the top tile of a square."""
    lifted = state[:]
    cell = state[place]
    lifted[place] = pack(tiles_of(cell)[:-1], side_of(cell))
    return lifted


def describe(move: Move) -> Turn:
    """Return a move in the words of queries."""
    if isinstance(move, Deployment):
        deployed = letters(move.tiles)
        return Turn(move.kind, deployed[-1], None, move.place, deployed, "", False, move.notation)
    if isinstance(move, Capture):
        return Turn(
            move.kind,
            LETTERS[move.attacker],
            move.place,
            move.target,
            "",
            LETTERS[move.captured],
            False,
            move.notation,
        )
    return Turn(
        move.kind,
        LETTERS[move.leader],
        move.path[0],
        move.path[-1],
        "",
        "",
        any(move.drops),
        move.notation,
    )
