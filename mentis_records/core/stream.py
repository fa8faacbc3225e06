"""Streams of random numbers that are the same on every machine: SplitMix64.

Source: Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
"""

from __future__ import annotations

GOLDEN = 0x9E37_79B9_7F4A_7C15
FIRST_FACTOR = 0xBF58_476D_1CE4_E5B9
SECOND_FACTOR = 0x94D0_49BB_1331_11EB
MASK = 0xFFFF_FFFF_FFFF_FFFF


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


def scramble(word: int) -> int:
    """Return a number that looks unlike this one: a bijection on 0 to 2**64 - 1."""
    word = ((word ^ word >> 30) * FIRST_FACTOR) & MASK
    word = ((word ^ word >> 27) * SECOND_FACTOR) & MASK
    return word ^ word >> 31


def derive_seed(seed: int, number: int) -> int:
    """Return the seed of one of the many streams that belong to a seed."""
    stream = Stream(seed)
    stream.state = stream.draw() ^ number
    return stream.draw()
