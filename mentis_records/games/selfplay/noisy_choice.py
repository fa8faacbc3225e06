"""The choice of a player who strays: the move that ranks best after noise."""

from __future__ import annotations

from collections.abc import Iterable

from mentis_records.fast.mix import Stream, scramble
from mentis_records.fast.noise import NOISE, NOISE_BITS, NOISE_SHIFT


def choose_noisily(ranked: Iterable[tuple[int, int]], heat: int, stream: Stream) -> int:
    """Return the code of the move that ranks best after noise, ties broken at random.

    The order of the moves does not matter.

    Args:
        ranked: the codes of moves, each with how good it is, at least one.
        heat: the scale of the noise in the same unit, at least 0.
        stream: where chance comes from; one number is drawn.
    """
    base = stream.draw()

    def after_noise(code: int, score: int) -> tuple[int, int, int]:
        word = scramble(base ^ code)
        noise = heat * NOISE[word >> 64 - NOISE_BITS] >> NOISE_SHIFT
        return score + noise, word, code

    return max(after_noise(code, score) for code, score in ranked)[2]
