"""Why a turn is illegal: the reasons, and how a fault packs one with its place.

A fault is an integer, 0 for a legal turn: the reason in bits 0 to 7, the square (or tile) that
it concerns in bits 8 to 15, and above that, for a movement, the index in its path of the square
to blame.
"""

from __future__ import annotations

LEGAL = 0
NOTHING_THERE = 1
WRONG_COLOUR = 2
SAME_SQUARE = 3
NOT_ADJACENT = 4
NOT_ORTHOGONAL = 5
WRONG_DISTANCE = 6
NOT_STRAIGHT = 7
ENTERS_HILL = 8
KING_LEAVES_HILL = 9
ENEMY_THERE = 10
STACK_TOO_HIGH = 11
STACK_WITH_WOLF = 12
DROP_LEAVES_NOTHING = 13
RETURNED_UNCHANGED = 15
NOT_DEPLOYMENT_SQUARE = 16
DEPLOYMENT_ON_ENEMY = 17
DEPLOYMENT_BANNED = 18
DEPLOYMENT_TOO_HIGH = 19
DEPLOYMENT_ON_WOLF = 20
WOLF_NOT_ALONE = 21
WOLF_ON_STACK = 22
HAND_LACKS = 23
TARGET_EMPTY = 24
TARGET_OWN = 25
NOT_IN_LINE = 26
OUT_OF_RANGE = 27
TARGET_IMMUNE = 28
CAPTURE_BLOCKED = 29


def split_fault(fault: int) -> tuple[int, int, int]:
    """Return the reason, the square (or tile) and the path's index of a fault."""
    return fault & 255, fault >> 8 & 255, fault >> 16


NOTHING, MORE = -1, -2
"""What hinders a capture (``rules.attack.find_hindrance``), where it is not one square."""
