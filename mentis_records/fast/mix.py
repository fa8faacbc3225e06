"""SplitMix64: a hash of integers and streams of random numbers, the same on every machine.

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


class Stream:
    """A stream that its seed (0 to 2**64 - 1) determines."""

    def __init__(self, seed: int) -> None:
        """Begin at the seed."""
        self.state = seed

    def draw(self) -> int:
        """Return the next number, uniform over 0 to 2**64 - 1."""
        self.state = (self.state + GOLDEN) & MASK
        return scramble(self.state)

    def below(self, bound: int) -> int:
        """Return the next number cut to 0 to ``bound`` - 1; the bound is at most 2**32."""
        return (self.draw() >> 32) * bound >> 32


def derive_seed(seed: int, number: int) -> int:
    """Return the seed of one of the many streams that belong to a seed."""
    stream = Stream(seed)
    stream.state = stream.draw() ^ number
    return stream.draw()
