"""A hash of integers that is the same on every machine: SplitMix64's.

Source: Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
"""

from __future__ import annotations

GOLDEN = 0x9E37_79B9_7F4A_7C15
MASK = 0xFFFF_FFFF_FFFF_FFFF
_FIRST = 0xBF58_476D_1CE4_E5B9
_SECOND = 0x94D0_49BB_1331_11EB
_KEY_MASK = 0x7FFF_FFFF_FFFF_FFFF


def scramble(word: int) -> int:
    """Return a number that looks unlike this one: a bijection on 0 to 2**64 - 1."""
    word = (word ^ word >> 30) * _FIRST & MASK
    word = (word ^ word >> 27) * _SECOND & MASK
    return word ^ word >> 31


def mix(value: int) -> int:
    """Return a hash of a 64-bit number, cut to 63 bits, for keys that databases keep."""
    return scramble((value + 1) * GOLDEN & MASK) & _KEY_MASK
