"""What a player sees in a position of Mentis, and in a move, for queries that are answered slowly.

Nothing here reads a feature: stacks and hands are the position's own, and captures are asked of
the rules square by square.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import field
from functools import cache, cached_property

from mentis_records.core.vocabulary import UNSEEN, Piece, Scene, Turn
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.rules.fault import CAPTURE_BLOCKED, LEGAL, split_fault
from mentis_records.games.mentis.rules.move import Capture, Deployment, Move
from mentis_records.games.mentis.rules.position import Position
from mentis_records.games.mentis.rules.rule import capture_fault
from mentis_records.games.mentis.rules.square import COUNT, distance_between
from mentis_records.games.mentis.rules.stack import TILES_MASK, letters, pack, side_of, tiles_of
from mentis_records.games.mentis.rules.state import SIDE
from mentis_records.games.mentis.rules.tile import (
    ATTACK_RANGE,
    HAND_TYPES,
    HIDDEN,
    LETTERS,
    hand_count,
    hidden_count,
)

HAND = "hand"
"""The pool of tiles that are not yet deployed."""

_LONGEST = max(ATTACK_RANGE)


@dataclass(frozen=True)
class MentisScene(Scene):
    """A position of Mentis, with what could be captured in it."""

    position: Position = field(kw_only=True)

    @property
    def captures(self) -> frozenset[tuple[int, int]]:
        """The pairs of squares of which one could capture on the other, whoever is to move."""
        return self._attack[0]

    @property
    def blockers(self) -> frozenset[int]:
        """The squares whose top tile blocks captures."""
        return self._attack[1]

    @cached_property
    def _attack(self) -> tuple[frozenset[tuple[int, int]], frozenset[int]]:
        return _captures(self.position)


@dataclass(frozen=True)
class MentisTurn(Turn):
    """A move of Mentis: which tiles it deployed, bottom to top, and whether it left some behind."""

    deployed: str = ""
    leaves: bool = False


def see(position: Position) -> MentisScene:
    """Return a position as a player sees it."""
    return MentisScene(
        stacks=tuple(map(_stack, position.cells)),
        pools={HAND: tuple(map(_held, position.hands))},
        identity=(position.cells, position.hands, position.side),
        position=position,
    )


@cache
def _held(hand: int) -> dict[str, int]:
    found = {LETTERS[kind]: hand_count(hand, kind) for kind in HAND_TYPES}
    hidden = hidden_count(hand)
    return {**found, UNSEEN: hidden} if hidden else found


@cache
def _stack(cell: int) -> tuple[Piece, ...]:
    return tuple(Piece(side_of(cell), letter) for letter in letters(cell & TILES_MASK))


def _captures(position: Position) -> tuple[frozenset[tuple[int, int]], frozenset[int]]:
    """Return what either side could capture, and the squares whose top tile blocks captures.

    What a hidden tile would do, were it on top, nobody says.
    """
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
        if reason != CAPTURE_BLOCKED:
            continue
        lifted = _lift(state, between)
        if lifted[between] & 7 != HIDDEN and not capture_fault(lifted, place, target):
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


def describe(_: Position, move: Move) -> MentisTurn:
    """Return a move in the words of queries, which says all of it by itself."""
    if isinstance(move, Deployment):
        deployed = letters(move.tiles)
        return MentisTurn((deployed[-1],), (), (move.place,), deployed=deployed)
    if isinstance(move, Capture):
        acting, captured = LETTERS[move.attacker], LETTERS[move.captured]
        return MentisTurn((acting,), (move.place,), (move.target,), (captured,))
    first, last = move.path[0], move.path[-1]
    return MentisTurn((LETTERS[move.leader],), (first,), (last,), leaves=any(move.drops))
