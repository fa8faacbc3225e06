"""Keys of positions: 63-bit Zobrist sums over squares, hands and the side to move (rules R5)."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.games.mentis import square

_MASK64 = 0xFFFFFFFFFFFFFFFF
KEY_MASK = 0x7FFFFFFFFFFFFFFF
_HAND = 1 << 20
RED_TO_MOVE = 0x1D3F_8A6B_52C7_90E5


def _mix(value: int) -> int:
    """Return SplitMix64's output for a state (Steele, Lea, Flood 2014), cut to 63 bits."""
    value = (value + 1) * 0x9E3779B97F4A7C15 & _MASK64
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _MASK64
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _MASK64
    return (value ^ value >> 31) & KEY_MASK


_cell_keys: dict[int, int] = {}


def cell_key(place: int, cell: int) -> int:
    """Return the part of the key that a stack on a square contributes; 0 for an empty one."""
    if not cell:
        return 0
    at = place << 10 | cell
    found = _cell_keys.get(at)
    if found is None:
        found = _cell_keys[at] = _mix(at)
    return found


def hand_key(side: int, hand: int) -> int:
    """Return the part of the key that a side's hand contributes."""
    at = _HAND | side << 12 | hand
    found = _cell_keys.get(at)
    if found is None:
        found = _cell_keys[at] = _mix(at)
    return found


def fresh_keys(cells: Sequence[int], hands: Sequence[int], side: int) -> tuple[int, int]:
    """Return the key of a position and that of its mirror image, computed from nothing."""
    rest = hand_key(0, hands[0]) ^ hand_key(1, hands[1]) ^ (RED_TO_MOVE if side else 0)
    key, mirror_key = rest, rest
    for place, cell in enumerate(cells):
        if cell:
            key ^= cell_key(place, cell)
            mirror_key ^= cell_key(square.MIRROR[place], cell)
    return key, mirror_key
