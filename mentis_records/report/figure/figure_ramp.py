"""The shades of heat maps, from least to most: on light ground darker, on dark ground brighter.

Both are ColorBrewer's YlGnBu, sequential in lightness, so that they are read without colours too;
the darkest shade of all, which dark ground would swallow, is brighter there.
"""

from __future__ import annotations

import math
from itertools import chain, pairwise

from mentis_records.report.board.board_shape import mix

_ON_LIGHT = ("#edf8b1", "#c7e9b4", "#7fcdbb", "#41b6c4", "#1d91c0", "#225ea8", "#253494", "#081d58")
_ON_DARK = ("#1c2c7a", *_ON_LIGHT[-2::-1])


def _finer(shades: tuple[str, ...]) -> list[str]:
    """Return shades with one more between any two."""
    between = [mix(one, other, 0.5) for one, other in pairwise(shades)]
    return [shades[0], *chain.from_iterable(zip(between, shades[1:], strict=True))]


SHADES = tuple(zip(_finer(_ON_LIGHT), _finer(_ON_DARK), strict=True))
"""The fills on light and on dark ground."""

_DARK, _LIGHT = "#14181c", "#fdfdfd"
INKS = ((_DARK, _LIGHT), ("#14181b", "#14181b"), (_LIGHT, _DARK))
"""What is written on shades, on light and on dark ground: on faint, middle and strong ones."""

_ROUNDING = 1e-9
"""What shares computed in floating point may be too large by, in shades."""

_MIDDLE, _STRONG = 6, 9
"""The first shades of the second ink and of the third."""


def step_of(share: float) -> int | None:
    """Return the number of the shade for a share from 0 to 1 of the most; none has no shade."""
    if share <= 0:
        return None
    return max(min(math.ceil(share * len(SHADES) - _ROUNDING), len(SHADES)) - 1, 0)


def look_of(step: int) -> tuple[str, str]:
    """Return the fill and the ink of a shade on light ground."""
    return SHADES[step][0], INKS[(step >= _MIDDLE) + (step >= _STRONG)][0]


def ramp_colours() -> dict[str, tuple[str, str]]:
    """Return all colours on light and on dark ground, by CSS variable."""
    fills = {f"--heat-{step}": colours for step, colours in enumerate(SHADES)}
    return fills | {f"--heat-ink-{number}": colours for number, colours in enumerate(INKS)}
