"""Noise by which players of self-play stray from the best move that they see.

Quantiles of the Gumbel distribution, moved so that none is below 0, in 1024ths. To add such noise
times a temperature and take the best is to choose with softmax probabilities (Gumbel 1954). They
are whole numbers, so that every machine plays alike.
"""

from __future__ import annotations

import math
from array import array

NOISE_BITS = 12
NOISE_SHIFT = 10
_FLOOR = 2.5
_QUANTILES = 1 << NOISE_BITS
NOISE_QUANTILES = [
    (_FLOOR - math.log(-math.log((index + 0.5) / _QUANTILES))) * (1 << NOISE_SHIFT)
    for index in range(_QUANTILES)
]
NOISE = array("i", map(round, NOISE_QUANTILES))
"""One for each number of ``NOISE_BITS`` bits, rising."""
