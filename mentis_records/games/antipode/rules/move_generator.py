"""The legal turns of a position, citations left out (rules R16); a jump may have many paths."""

from __future__ import annotations

from collections.abc import Iterator

from mentis_records.games.antipode.rules.ending import is_over
from mentis_records.games.antipode.rules.jump import JumpBoard
from mentis_records.games.antipode.rules.move import ANTIPODE, JUMP, PASS, PLACE, STEP, Move
from mentis_records.games.antipode.rules.position import PLAY, Position
from mentis_records.games.antipode.rules.square import BESIDE, LEGS, RAYS, beyond_reach, squares_of


def legal_moves(position: Position) -> list[Move]:
    """Return the legal turns but citations, sorted by notation; none when the round is over."""
    if is_over(position):
        return []
    moves = [*turns(position)] or [Move(PASS)]
    return sorted(moves, key=lambda move: move.notation)


def turns(position: Position) -> Iterator[Move]:
    """Yield the turns of a round that is not over, in no order; none for who must pass."""
    yield from placements(position)
    if position.flags & PLAY:
        yield from steps(position)
        yield from _antipode_moves(position)
        yield from _jumps(position)


def placements(position: Position) -> Iterator[Move]:
    """Yield the placements of a stone from the hand (Phase 1; Phase 2, 1)."""
    if position.hands[position.side]:
        for place in squares_of(beyond_reach(position.occupied)):
            yield Move(PLACE, (place,))


def steps(position: Position) -> Iterator[Move]:
    """Yield the moves of a stone by one space (Phase 2, 2; rules R7)."""
    occupied = position.occupied
    last = position.lasts[position.side]
    for start in squares_of(position.stones[position.side]):
        for end in BESIDE[start]:
            if not occupied >> end & 1 and (end, start) != last:
                yield Move(STEP, (start, end))


def _antipode_moves(position: Position) -> Iterator[Move]:
    """Yield the moves of the Antipode by who controls it (Phase 2, 2; rules R4, R5, R7)."""
    if position.face != position.side:
        return
    occupied = position.occupied
    start, last = position.token, position.lasts[position.side]
    for ray in RAYS[start]:
        for end in ray:
            if occupied >> end & 1:
                break
            if (end, start) != last:
                yield Move(ANTIPODE, (start, end))


def _jumps(position: Position) -> Iterator[Move]:
    """Yield the jumps of all stones, each leg of which may be the last (rules R14)."""
    for start in squares_of(position.stones[position.side]):
        yield from _jumps_from(JumpBoard(position, start), (start,), "")


def _jumps_from(board: JumpBoard, path: tuple[int, ...], signs: str) -> Iterator[Move]:
    """Yield the jumps that go on from where a stone is; the board is left as it was."""
    for over, landing in LEGS[path[-1]]:
        sign = board.sign(over)
        if not sign or not board.is_free(landing) or board.is_barred(path[-1], over):
            continue
        board.jump(over, landing)
        if not board.is_repeated():
            there, said = (*path, landing), signs + sign
            yield Move(JUMP, there, said)
            if not board.has_ended():
                board.enter()
                yield from _jumps_from(board, there, said)
                board.leave()
        board.undo(over, path[-1], sign)
