"""Streams of random numbers that are the same on every machine: SplitMix64 (``mix``)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython

if not cython.compiled:
    from mentis_records.fast.mix import GOLDEN, MASK, scramble


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
