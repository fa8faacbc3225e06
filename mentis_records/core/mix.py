"""A hash of integers that is the same on every machine, for keys that databases keep."""

from __future__ import annotations

_GAMMA = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB
_MASK64 = 0xFFFFFFFFFFFFFFFF
KEY_MASK = 0x7FFFFFFFFFFFFFFF


def mix(value: int) -> int:
    """Return SplitMix64's output for a state of 64 bits, cut to 63 (Steele, Lea, Flood 2014)."""
    value = (value + 1) * _GAMMA & _MASK64
    value = (value ^ value >> 30) * _FIRST & _MASK64
    value = (value ^ value >> 27) * _SECOND & _MASK64
    return (value ^ value >> 31) & KEY_MASK
