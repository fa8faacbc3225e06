"""Play a turn that the board can follow; legality is somebody else's question."""

from __future__ import annotations

from mentis_records.games.cirkle_mind.rules.duel import LOST, WON
from mentis_records.games.cirkle_mind.rules.key import PARTS, position_key
from mentis_records.games.cirkle_mind.rules.move import ATTACK, PASS, Move
from mentis_records.games.cirkle_mind.rules.piece import (
    FACE_BITS,
    SHOWN_BIT,
    UNKNOWN,
    VICTORY_TARGETS,
    side_of,
)
from mentis_records.games.cirkle_mind.rules.position import NOBODY, Position, is_targetless


def play_unchecked(position: Position, move: Move) -> Position:
    """Return the position after a turn that the board can follow."""
    if move.kind == ATTACK:
        return _attacked(position, move)
    side, cells, total = position.side, position.cells, position.cell_sum
    owned, passes = position.owned, position.passes + 1
    if move.kind != PASS:
        here, there, passes = move.origin, move.target, 0
        piece = cells[here]
        moved = bytearray(cells)
        moved[here], moved[there] = 0, piece
        cells = bytes(moved)
        total ^= PARTS[piece][here] ^ PARTS[piece][there]
        owned = _pair(side, owned[side] ^ (1 << here | 1 << there), owned[1 - side])
    return Position(
        cells,
        owned,
        1 - side,
        passes,
        NOBODY,
        position.terms,
        position.used,
        NOBODY,
        _number(position),
        total,
        position_key(total, 1 - side, passes, NOBODY),
    )


def _pair(side: int, own: int, other: int) -> tuple[int, int]:
    """Return a pair of numbers, Green's first, from those of a side and of the other."""
    return (other, own) if side else (own, other)


def _number(position: Position) -> int:
    return position.move_number + (position.side != position.terms.first_player)


def _shown(piece: int, face: int) -> int:
    """Return a piece after an attack: known, with the face that is written if one is."""
    return piece & ~FACE_BITS | SHOWN_BIT | (face or piece & FACE_BITS)


def _attacked(position: Position, move: Move) -> Position:
    """Return the position after a step with an attack (rules, Turn)."""
    side, here, there, at = position.side, move.origin, move.target, move.victim
    before = position.cells
    attacker, defender = _shown(before[here], move.faces[0]), _shown(before[at], move.faces[1])
    cells = bytearray(before)
    cells[here] = 0
    own = position.owned[side] & ~(1 << here)
    enemy = position.owned[1 - side]
    removed = 0
    if move.mark == WON:
        cells[at], removed = attacker, defender
        own, enemy = own | 1 << at, enemy & ~(1 << at)
    elif move.mark == LOST:
        cells[there], cells[at], removed = defender, 0, attacker
        enemy = enemy & ~(1 << at) | 1 << there
    else:
        cells[there], cells[at] = attacker, defender
        own |= 1 << there
    total = position.cell_sum
    for place in (here, there, at):
        total ^= PARTS[before[place]][place] ^ PARTS[cells[place]][place]
    used = _pair(
        side,
        position.used[side] | 1 << (attacker & FACE_BITS),
        position.used[1 - side] | 1 << (defender & FACE_BITS),
    )
    after = bytes(cells)
    winner = _winner(after, side, removed)
    return Position(
        after,
        _pair(side, own, enemy),
        1 - side,
        0,
        winner,
        position.terms,
        used,
        _claimed(removed, used) if winner == NOBODY else NOBODY,
        _number(position),
        total,
        position_key(total, 1 - side, 0, winner),
    )


def _winner(cells: bytes, side: int, removed: int) -> int:
    """Return who has won after an attack of a side that removed a piece or none (0)."""
    for loser in (1 - side, side):
        is_captured = removed and side_of(removed) == loser
        if is_captured and removed & FACE_BITS == VICTORY_TARGETS[loser]:
            return 1 - loser
        if is_targetless(cells, loser):
            return 1 - loser
    return NOBODY


def _claimed(removed: int, used: tuple[int, int]) -> int:
    """Return the side that may have won by removing a piece of unknown face, or ``NOBODY``."""
    loser = side_of(removed)
    if removed and removed & FACE_BITS == UNKNOWN and not used[loser] >> VICTORY_TARGETS[loser] & 1:
        return 1 - loser
    return NOBODY
