"""What the sides are called in chess, of which most records are; knows no game's own names."""

from __future__ import annotations

from collections.abc import Sequence

CHESS = ("White", "Black")
"""The sides of chess."""


def meant_side(word: str, sides: Sequence[str]) -> str:
    """Return the side that a word of chess, in any case, means: White moves first.

    Args:
        word: what somebody has written.
        sides: the names of the sides, the one that moves first before the other.

    Returns:
        The name of a side, or nothing if it is no such word.
    """
    return dict(zip(map(str.lower, CHESS), sides, strict=False)).get(word.lower(), "")
