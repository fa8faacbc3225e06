"""Play a turn that the board can follow; legality is somebody else's question."""

from __future__ import annotations

from mentis_records.games.antipode.rules import key
from mentis_records.games.antipode.rules.duty import cited, missed
from mentis_records.games.antipode.rules.key import position_key
from mentis_records.games.antipode.rules.move import (
    ANTIPODE,
    CAPTURE,
    FLIP,
    JUMP,
    PASS,
    PENALTY,
    PLACE,
    STEP,
    Move,
)
from mentis_records.games.antipode.rules.position import (
    BLOCKED,
    FLOOR,
    INFRACTION,
    PASSED,
    PLAY,
    TOURNAMENT,
    Position,
)
from mentis_records.games.antipode.rules.square import OVER, beyond_reach

_LASTING = PLAY | TOURNAMENT | FLOOR


def play_unchecked(position: Position, move: Move) -> Position:
    """Return the position after a turn that the board can follow, its citation before it."""
    if move.cited >= 0:
        position = cited(position, move.cited)
        if move.kind == PENALTY:
            return position
    side, kind, path = position.side, move.kind, move.path
    enemy = 1 - side
    own, other = position.stones[side], position.stones[enemy]
    token, face = position.token, position.face
    hand, taken = position.hands[side], position.captures[side]
    sums = position.sums
    last: tuple[int, ...] = ()
    flags = position.flags & _LASTING
    if kind == PLACE:
        own |= 1 << path[0]
        sums ^= key.PIECE[side][path[0]] ^ key.HAND[side][hand] ^ key.HAND[side][hand - 1]
        hand -= 1
        if not flags & PLAY and not beyond_reach(own | other | 1 << token):
            flags |= PLAY
    elif kind == STEP:
        last = path
        own ^= 1 << path[0] | 1 << path[1]
        sums ^= key.PIECE[side][path[0]] ^ key.PIECE[side][path[1]]
    elif kind == ANTIPODE:
        last = path
        token = path[1]
        shown = key.PIECE[key.TOKEN + face]
        sums ^= shown[path[0]] ^ shown[token]
    elif kind == JUMP:
        own = own & ~(1 << path[0]) | 1 << path[-1]
        sums ^= key.PIECE[side][path[0]] ^ key.PIECE[side][path[-1]]
        for at, sign in enumerate(move.signs):
            if sign == CAPTURE:
                over = OVER[path[at], path[at + 1]]
                other &= ~(1 << over)
                taken += 1
                sums ^= key.PIECE[enemy][over]
            elif sign == FLIP:
                face ^= 1
        if face != position.face:
            sums ^= key.PIECE[key.TOKEN][token] ^ key.PIECE[key.TOKEN + 1][token]
        if taken != position.captures[side]:
            captured = key.CAPTURED[side]
            sums ^= captured[position.captures[side]] ^ captured[taken]
    elif kind == PASS:
        flags |= BLOCKED if position.flags & PASSED else PASSED
    if flags & TOURNAMENT and missed(position, move):
        flags |= INFRACTION
    before = position.lasts[side]
    if before != last:
        sums ^= key.last_part(side, before) ^ key.last_part(side, last)
    if flags != position.flags:
        sums ^= key.FLAG[position.flags] ^ key.FLAG[flags]
    sums ^= key.SILVER_TO_MOVE
    hands, captures, lasts = position.hands, position.captures, position.lasts
    if side:
        stones = other, own
        hands, captures, lasts = (hands[0], hand), (captures[0], taken), (lasts[0], last)
    else:
        stones = own, other
        hands, captures, lasts = (hand, hands[1]), (taken, captures[1]), (last, lasts[1])
    opener = position.opener
    number = position.move_number + (side != opener)
    known = (stones, token, face, hands, captures, lasts, flags, enemy, opener, number)
    return tuple.__new__(Position, (*known, sums, position_key(sums)))
