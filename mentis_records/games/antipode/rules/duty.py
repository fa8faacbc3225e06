"""Mandatory moves: which turns miss one, and the penalty for that (rules R16 to R18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from mentis_records.games.antipode.rules import key
from mentis_records.games.antipode.rules.ending import is_over
from mentis_records.games.antipode.rules.jump import JumpBoard
from mentis_records.games.antipode.rules.move import CAPTURE, JUMP, PENALTY, PLACE, STEP, Move
from mentis_records.games.antipode.rules.move_generator import legal_moves, placements, steps
from mentis_records.games.antipode.rules.position import (
    FEWEST,
    INFRACTION,
    PLAY,
    TO_WIN,
    TOURNAMENT,
    Position,
)
from mentis_records.games.antipode.rules.square import LEGS, OVER, PRIME, squares_of


def cited(position: Position, place: int) -> Position:
    """Return the position after a stone of the offender has been taken as a penalty."""
    side = position.side
    enemy = 1 - side
    stones, captures = [*position.stones], [*position.captures]
    stones[enemy] &= ~(1 << place)
    captures[side] = min(captures[side] + 1, key.MOST)
    flags = position.flags & ~INFRACTION
    sums = (
        position.sums
        ^ key.PIECE[enemy][place]
        ^ key.CAPTURED[side][position.captures[side]]
        ^ key.CAPTURED[side][captures[side]]
        ^ key.FLAG[position.flags]
        ^ key.FLAG[flags]
    )
    return position._replace(
        stones=(stones[0], stones[1]),
        captures=(captures[0], captures[1]),
        flags=flags,
        sums=sums,
        key=key.position_key(sums),
    )


def choices(position: Position) -> Iterator[tuple[Move]]:
    """Yield all turns, each a choice of its own: those without a citation, then those with one.

    A side that may cite may remove any stone of the offender before its turn, and does not have to
    (rules R16).
    """
    turns = legal_moves(position)
    for move in turns:
        yield (move,)
    if turns and position.flags & INFRACTION:
        for place in squares_of(position.stones[1 - position.side]):
            after = cited(position, place)
            if is_over(after):
                yield (Move(PENALTY, cited=place),)
            for move in legal_moves(after):
                yield (move._replace(cited=place),)


def missed(position: Position, move: Move) -> tuple[str, ...]:
    """Return the moves that would have ended the round and that a legal turn has not made.

    Args:
        position: that before the turn, after the citation if there is one.
        move: the turn, whose citation is passed over.

    Returns:
        The notations, sorted; none where the turn ends the round, nor under basic rules.
    """
    if not (position.flags & TOURNAMENT and _is_close(position, move)):
        return ()
    return _missed(position, move)


def _is_close(position: Position, move: Move) -> bool:
    """Tell whether one more move may end the round, before a turn or after its captures."""
    side = position.side
    stones, more = position.stones, 1 + move.signs.count(CAPTURE)
    left = stones[1 - side].bit_count() + position.hands[1 - side]
    return (
        position.captures[side] + more >= TO_WIN
        or (stones[side] & PRIME).bit_count() + 1 >= TO_WIN
        or left - more < FEWEST
    )


@lru_cache(1 << 8)
def _missed(position: Position, move: Move) -> tuple[str, ...]:
    ending, found = _follow(position, move)
    if ending:
        return ()
    found.update(each.notation for each in _endings(position))
    return tuple(sorted(found))


def _follow(position: Position, move: Move) -> tuple[bool, set[str]]:
    """Return whether a turn ends the round, and what its jump has missed (rules R18)."""
    own = position.stones[position.side]
    if move.kind == PLACE:
        return _are_primes(own | 1 << move.path[0]), set()
    if move.kind == STEP:
        return _are_primes(own & ~(1 << move.path[0]) | 1 << move.path[1]), set()
    if move.kind != JUMP:
        return False, set()
    board = JumpBoard(position, move.path[0])
    found: set[str] = set()
    for at, landing in enumerate(move.path[1:], 1):
        board.jump(OVER[move.path[at - 1], landing], landing)
        if board.has_ended():
            return True, found
        begun = Move(JUMP, move.path[: at + 1], move.signs[:at])
        for over, beyond in LEGS[landing]:
            if board.would_end(over, beyond):
                found.add(f"{begun.notation}{CAPTURE}{_name(beyond)}")
    return _are_primes(board.own | 1 << board.place), found


def _name(place: int) -> str:
    return Move(PLACE, (place,)).notation


def _are_primes(stones: int) -> bool:
    return (stones & PRIME).bit_count() >= TO_WIN


def _endings(position: Position) -> Iterator[Move]:
    """Yield the single moves that would end the round for who makes them (rules R17)."""
    own, other = position.stones[position.side], position.stones[1 - position.side]
    jumped = other
    if position.primes(position.side) + 1 >= TO_WIN:
        jumped = position.occupied
        for move in placements(position):
            if _are_primes(own | 1 << move.path[0]):
                yield move
        for move in steps(position) if position.flags & PLAY else ():
            if _are_primes(own & ~(1 << move.path[0]) | 1 << move.path[1]):
                yield move
    if not position.flags & PLAY:
        return
    for start in squares_of(own):
        legs = [leg for leg in LEGS[start] if jumped >> leg[0] & 1]
        if legs:
            yield from _ending_jumps(JumpBoard(position, start), legs)


def _ending_jumps(board: JumpBoard, legs: Sequence[tuple[int, int]]) -> Iterator[Move]:
    """Yield the jumps of one leg over occupied squares that would end the round."""
    start = board.place
    for over, landing in legs:
        sign = board.sign(over)
        if not board.is_free(landing) or board.is_barred(start, over):
            continue
        is_end = board.would_end(over, landing)
        if is_end or (sign != CAPTURE and _are_primes(board.own | 1 << landing)):
            yield Move(JUMP, (start, landing), sign)
