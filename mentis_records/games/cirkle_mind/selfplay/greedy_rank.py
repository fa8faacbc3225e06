"""How a turn ranks for greedy play: what duels bring, two plies ahead, by what the side can see.

A side sees the squares, its own faces and the known ones; which faces are hidden still it knows,
as every piece that was removed had been shown. A duel with a hidden piece counts as the mean over
the hidden faces. A turn is worth what its attack gains, plus half of what the side's best attack
after that would gain, less a quarter of what the enemy's best reply would, plus something for each
step nearer to the enemy: a side that fears replies more waits for the other to come. Ranks are
whole numbers, a piece being worth 100, so that every machine ranks alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from mentis_records.games.cirkle_mind.rules.board import (
    BACKWARD,
    BOARD_SET,
    COUNT,
    NEXT,
    STEPS,
    neighbours_of,
    squares_of,
)
from mentis_records.games.cirkle_mind.rules.duel import LOST, WON, outcome_of
from mentis_records.games.cirkle_mind.rules.move import NOWHERE, Move
from mentis_records.games.cirkle_mind.rules.piece import (
    BLACK,
    FACE_BITS,
    FACES,
    SHOWN_BIT,
    TARGET,
    VICTORY_TARGETS,
    side_of,
)
from mentis_records.games.cirkle_mind.rules.position import Position

PIECE = 100
"""What a coloured piece is worth."""

_BLACK, _TARGET, _VICTORY = 180, 50, 1_500
"""What other pieces are worth; of a victory target, that is while it is hidden."""

CERTAIN = 1_000_000
"""What it is worth to capture a victory target for certain."""

_EXPOSED = 60
"""How often the worth of a hidden victory target counts for one that is known to the enemy."""

_NEARER, _HOME = 40, 40
"""What a step nearer to the enemy is worth, and one that the own victory target does not make."""

_OPPOSITE = (1, 0, 3, 2)
"""The direction against each."""

_Faces = tuple[int, ...]
"""The numbers of the faces that a piece may have."""


def _values(side: int) -> tuple[int, ...]:
    """Return what the faces of a side are worth, by their numbers."""
    found = [0]
    for number, face in enumerate(FACES, 1):
        worth = _BLACK if face[0] == BLACK else _TARGET if face[1] == TARGET else PIECE
        found.append(_VICTORY if number == VICTORY_TARGETS[side] else worth)
    return tuple(found)


_VALUES = tuple(_values(side) for side in range(2))


class Sight(NamedTuple):
    """What a side can tell of a position.

    ``hidden`` are the faces that a piece may have whose face the side does not see, of each side;
    ``distances`` has for each square the steps to the nearest enemy piece worth an attack.
    """

    position: Position
    side: int
    hidden: tuple[_Faces, _Faces]
    distances: bytes

    def faces_of(self, piece: int) -> _Faces:
        """Return the faces that a piece may have."""
        owner, face = side_of(piece), piece & FACE_BITS
        is_seen = owner == self.side or piece & SHOWN_BIT
        return (face,) if face and is_seen else self.hidden[owner]


def sight_of(position: Position) -> Sight:
    """Return what the side to move can tell of a position."""
    cells, side = position.cells, position.side
    hidden = hidden_faces(cells, 0), hidden_faces(cells, 1)
    prey = 0
    for place in squares_of(position.owned[1 - side]):
        piece = cells[place]
        if not piece & SHOWN_BIT or piece & FACE_BITS == VICTORY_TARGETS[1 - side]:
            prey |= 1 << place
    return Sight(position, side, hidden, _distances(prey or position.owned[1 - side]))


def hidden_faces(cells: bytes, side: int) -> _Faces:
    """Return the faces that a side's pieces may have which have not been shown.

    Where nobody has written down one of them, these are all faces that no shown piece has.
    """
    own = [piece for piece in cells if piece and side_of(piece) == side]
    found = sorted(piece & FACE_BITS for piece in own if not piece & SHOWN_BIT)
    blank = any(not piece & FACE_BITS for piece in own)
    if not blank:
        return tuple(found)
    shown = {piece & FACE_BITS for piece in own if piece & SHOWN_BIT}
    return tuple(face for face in range(1, len(FACES) + 1) if face not in shown)


@lru_cache(maxsize=1 << 10)
def _distances(prey: int) -> bytes:
    """Return for each square how many steps it is from the nearest of a set."""
    found = bytearray(COUNT)
    reached, steps = prey, 0
    while reached != BOARD_SET:
        steps += 1
        further = reached
        for direction in range(len(STEPS)):
            further |= neighbours_of(reached, direction)
        for place in squares_of(further & ~reached):
            found[place] = steps
        if further == reached:
            break
        reached = further
    return bytes(found)


@lru_cache(maxsize=1 << 16)
def gain_of(
    attackers: _Faces, defenders: _Faces, own_levels: bytes, other_levels: bytes, side: int
) -> int:
    """Return the mean of what an attack brings a side.

    Args:
        attackers: the faces that its piece may have.
        defenders: those that the enemy's may have.
        own_levels: the level of each face on the attacker's landing square.
        other_levels: that of each on the defender's.
        side: who attacks.
    """
    own_values, other_values = _VALUES[side], _VALUES[1 - side]
    total = number = 0
    for own in attackers:
        for other in defenders:
            number += 1
            mark = outcome_of(own, other, own_levels[own], other_levels[other])
            if mark == WON:
                total += other_values[other]
            elif mark == LOST:
                total -= own_values[own]
    return total // max(number, 1)


def rank(sight: Sight, turn: Move) -> int:
    """Return how good a turn is for the side to move, whatever the hidden faces are."""
    position, side = sight.position, sight.side
    here, there, at = turn.origin, turn.target, turn.victim
    if here == NOWHERE:
        return 0
    cells = bytearray(position.cells)
    cells[there], cells[here] = cells[here], 0
    own = position.owned[side] ^ (1 << here | 1 << there)
    enemy = position.owned[1 - side]
    found = _NEARER * (sight.distances[here] - sight.distances[there])
    found -= _HOME * (cells[there] & FACE_BITS == VICTORY_TARGETS[side])
    if at != NOWHERE:
        attackers, defenders = sight.faces_of(cells[there]), sight.faces_of(cells[at])
        levels = position.terms.levels
        found += gain_of(attackers, defenders, levels[there], levels[at], side)
        cells[there] |= SHOWN_BIT
        if len(attackers) == len(defenders) == 1:
            face, other = attackers[0], defenders[0]
            mark = outcome_of(face, other, levels[there][face], levels[at][other])
            if mark == WON:
                if other == VICTORY_TARGETS[1 - side]:
                    return CERTAIN
                cells[at], cells[there] = cells[there], 0
                own, enemy = own ^ (1 << there | 1 << at), enemy & ~(1 << at)
            elif mark == LOST:
                if face == VICTORY_TARGETS[side]:
                    return -CERTAIN
                cells[there], cells[at] = cells[at], 0
                own, enemy = own & ~(1 << there), enemy ^ (1 << at | 1 << there)
    reply = best_attack(sight, cells, (enemy, own), 1 - side)
    return found + (best_attack(sight, cells, (own, enemy), side) >> 1) - (reply >> 2)


def best_attack(sight: Sight, cells: Sequence[int], owned: tuple[int, int], side: int) -> int:
    """Return the most that a side is likely to gain with one attack, at least 0.

    Args:
        sight: of the side that ranks, which need not be the one that attacks.
        cells: what stands on each square.
        owned: the squares of the attacking side's pieces, and of the other's.
        side: who attacks.
    """
    own, enemy = owned
    backward, levels = BACKWARD[side], sight.position.terms.levels
    near = 0
    for aim in range(len(STEPS)):
        if aim != backward:
            near |= neighbours_of(enemy, _OPPOSITE[aim])
    near &= BOARD_SET & ~(own | enemy)
    best = 0
    for direction, step in enumerate(STEPS):
        if direction == backward:
            continue
        for landing in squares_of(neighbours_of(own, direction) & near):
            attackers = sight.faces_of(cells[landing - step])
            for aim, at in enumerate(NEXT[landing]):
                if aim == backward or at < 0 or not enemy >> at & 1:
                    continue
                victim = cells[at]
                gain = gain_of(attackers, sight.faces_of(victim), levels[landing], levels[at], side)
                if gain > best and victim & SHOWN_BIT and _is_victory(victim):
                    gain *= _EXPOSED
                best = max(best, gain)
    return best


def _is_victory(piece: int) -> bool:
    return piece & FACE_BITS == VICTORY_TARGETS[side_of(piece)]
