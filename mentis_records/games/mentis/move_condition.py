"""SQL conditions on packed moves that answer queries; knows no query.

They read ``move_code`` as ``move`` packs it. That of no move is negative, and none holds of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.games.mentis.expression import BOARD, Pattern
from mentis_records.games.mentis.move import CAPTURE, DEPLOYMENT, MAX_STEPS, MOVEMENT
from mentis_records.games.mentis.stack import MAX_HEIGHT
from mentis_records.games.mentis.tile import CODE, HAND_TYPES

_KIND = "(move_code & 3)"
_IS_MOVE = "move_code >= 0"
_FIRST = "((move_code >> 5) & 63)"
_SECOND = "((move_code >> 11) & 63)"
_DROPS = sum(3 << 19 + 8 * step for step in range(MAX_STEPS))


def by(letter: str | None) -> str:
    """Return that such a tile leads, is the top one deployed, or attacks."""
    if letter is None:
        return f"({_IS_MOVE})"
    return f"({_IS_MOVE} and ((move_code >> 2) & 7) = {CODE[letter]})"


def captures(letter: str | None) -> str:
    """Return that such a tile is captured."""
    captured = "" if letter is None else f" and ((move_code >> 17) & 7) = {CODE[letter]}"
    return f"({_IS_MOVE} and {_KIND} = {CAPTURE}{captured})"


def deploys(patterns: Sequence[Pattern], area: int) -> str:
    """Return that tiles like some, each from bottom to top, are deployed in an area."""
    found = [part for pattern in patterns if (part := _tiles(pattern))]
    if not found:
        return "false"
    place = "" if area == BOARD else f" and {_within(_SECOND, area)}"
    return f"({_IS_MOVE} and {_KIND} = {DEPLOYMENT} and ({' or '.join(found)}){place})"


def _tiles(pattern: Pattern) -> str:
    """Return that the deployed tiles are like this, or nothing if none can be."""
    height = len(pattern)
    tiles = [None if letter is None else CODE[letter] for letter in reversed(pattern)]
    if not 1 <= height <= MAX_HEIGHT or not {*tiles} <= {None, *HAND_TYPES}:
        return ""
    least = 1 << 3 * (height - 1)
    parts = [f"((move_code >> 2) & 511) between {least} and {(least << 3) - 1}"]
    parts += [
        f"((move_code >> {2 + 3 * level}) & 7) = {tile}"
        for level, tile in enumerate(tiles)
        if tile is not None
    ]
    return f"({' and '.join(parts)})"


def begins(area: int) -> str:
    """Return that the first square, or the attacker's, is in an area."""
    return f"({_IS_MOVE} and {_KIND} <> {DEPLOYMENT} and {_within(_FIRST, area)})"


def ends(area: int) -> str:
    """Return that the last square, the target or the deployment square is in an area."""
    parts = [f"({_KIND} <> {MOVEMENT} and {_within(_SECOND, area)})"]
    for steps in range(1, MAX_STEPS + 1):
        last = f"((move_code >> {5 + 8 * steps}) & 63)"
        is_last = f"((move_code >> 11) & 3) = {steps}"
        parts.append(f"({_KIND} = {MOVEMENT} and {is_last} and {_within(last, area)})")
    return f"({_IS_MOVE} and ({' or '.join(parts)}))"


def drops() -> str:
    """Return that a movement leaves tiles behind."""
    return f"({_IS_MOVE} and {_KIND} = {MOVEMENT} and (move_code & {_DROPS}) <> 0)"


def _within(square: str, area: int) -> str:
    return f"(({area}::bigint >> {square}) & 1) = 1"
