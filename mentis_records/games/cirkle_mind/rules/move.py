"""The turns as values, and their packed codes; knows no position.

A code is a non-negative integer below 2**25: bits 0-1 the place of its kind in ``KINDS``, 2-8 the
square from which a piece steps, 9-10 the direction of the step, 11-12 that of the attack, 13-14 the
place of the outcome in ``duel.MARKS``, 15-19 and 20-24 the faces of attacker and defender, 0 if
they are not shown.
"""

from __future__ import annotations

from functools import lru_cache

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.cirkle_mind.rules.board import COUNT, DIRECTION, NAMES, NEXT
from mentis_records.games.cirkle_mind.rules.duel import MARKS, is_possible
from mentis_records.games.cirkle_mind.rules.piece import FACES, PIECES, UNKNOWN

STEP, ATTACK, PASS = "step", "attack", "pass"
KINDS = (PASS, STEP, ATTACK)
"""The kinds of turn; an attack is a step with an attack behind it."""

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Move:
    """A turn.

    ``origin`` and ``target`` are the squares of the step, ``victim`` the attacked one, as indices
    of ``board.NAMES``, or ``NOWHERE``. ``mark`` is the outcome of an attack, else empty;
    ``faces`` are the numbers of the attacker's and the defender's, ``UNKNOWN`` where they are not
    shown.
    """

    kind: str
    origin: int
    target: int
    victim: int
    mark: str
    faces: tuple[int, int]
    notation: str
    code: int


HIDDEN = (UNKNOWN, UNKNOWN)

PASSED = Move(PASS, NOWHERE, NOWHERE, NOWHERE, "", HIDDEN, "--", 0)


def _steps() -> dict[tuple[int, int], Move]:
    return {
        (here, there): Move(
            *(STEP, here, there, NOWHERE, "", HIDDEN, f"{NAMES[here]}-{NAMES[there]}"),
            KINDS.index(STEP) | here << 2 | direction << 9,
        )
        for (here, there), direction in DIRECTION.items()
    }


BY_SQUARES: dict[tuple[int, int], Move] = _steps()
"""The steps without an attack by their squares."""


@lru_cache(maxsize=1 << 16)
def attack(
    origin: int, target: int, victim: int, mark: str, faces: tuple[int, int] = HIDDEN
) -> Move:
    """Return a step with an attack.

    The squares must be beside each other, and the attacked one not that where the step began.
    """
    own, other = faces
    shown = f":{FACES[own - 1]}{FACES[other - 1]}" if own else ""
    notation = f"{NAMES[origin]}-{NAMES[target]}x{NAMES[victim]}{shown}{mark}"
    code = KINDS.index(ATTACK) | origin << 2 | DIRECTION[origin, target] << 9
    code |= DIRECTION[target, victim] << 11 | MARKS.index(mark) << 13 | own << 15 | other << 20
    return Move(ATTACK, origin, target, victim, mark, faces, notation, code)


def squares_code(code: int) -> int:
    """Return the part of a code that says which squares there are: no face and no outcome."""
    return code & (1 << 13) - 1


@lru_cache(maxsize=1 << 16)
def decode(code: int) -> Move:
    """Return the turn with a packed code.

    Raises:
        ValueError: no turn has this code.
    """
    found = _unpacked(code) if code >= 0 else None
    if found is None or found.code != code:
        raise ValueError(f"no move has the code {code}")
    return found


def _unpacked(code: int) -> Move | None:
    """Return the turn that the lower bits of a code tell, or None if they tell none."""
    if not code:
        return PASSED
    kind, origin = code & 3, code >> 2 & 127
    if kind >= len(KINDS) or KINDS[kind] == PASS or origin >= COUNT:
        return None
    target = NEXT[origin][code >> 9 & 3]
    if target < 0 or KINDS[kind] == STEP:
        return BY_SQUARES.get((origin, target))
    victim, mark = NEXT[target][code >> 11 & 3], code >> 13 & 3
    own, other = code >> 15 & 31, code >> 20 & 31
    if victim < 0 or victim == origin or mark >= len(MARKS):
        return None
    if own or other:
        is_faced = 0 < own <= PIECES and 0 < other <= PIECES
        if not is_faced or not is_possible(own, other, MARKS[mark]):
            return None
    return attack(origin, target, victim, MARKS[mark], (own, other))
