"""SQL conditions on packed moves that answer queries; knows no query.

They read ``move_code`` as ``move`` packs it. That of no move is -1, and none holds of it: its
kind, its tiles and its squares are none that there are. Parts that must have one value each are
compared at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.games.mentis.predicate.expression import Pattern
from mentis_records.games.mentis.rules.move import CAPTURE, DEPLOYMENT, MAX_STEPS, MOVEMENT
from mentis_records.games.mentis.rules.square import BOARD_SET
from mentis_records.games.mentis.rules.stack import MAX_HEIGHT
from mentis_records.games.mentis.rules.tile import CODE, HAND_TYPES

_KIND = 3
_IS_DEPLOYED = 1
"""The part of a kind that only deployments have (and no move)."""

_TILE_BITS, _SQUARE_BITS = 3, 6
_ACTING, _FIRST, _SECOND, _STEPS, _CAPTURED = 2, 5, 11, 11, 17
"""The lowest bits of the leading, top deployed or attacking tile, of squares, steps and target."""

_DROPS = sum(3 << 19 + 8 * step for step in range(MAX_STEPS))

_Part = tuple[int, int, int]
"""The lowest bit of a part of the code, its bits as a mask from 0 on, and its value."""


def by(letter: str | None) -> str:
    """Return that such a tile leads, is the top one deployed, or attacks."""
    return "(move_code >= 0)" if letter is None else _has(_tile(_ACTING, CODE[letter]))


def captures(letter: str | None) -> str:
    """Return that such a tile is captured."""
    captured = [] if letter is None else [_tile(_CAPTURED, CODE[letter])]
    return _has((0, _KIND, CAPTURE), *captured)


def deploys(patterns: Sequence[Pattern], area: int) -> str:
    """Return that tiles like some, each from bottom to top, are deployed in an area."""
    found = [part for pattern in patterns if (part := _tiles(pattern))]
    if not found:
        return "false"
    place = "" if area == BOARD_SET else f" and {_within(_SECOND, area)}"
    return f"(({' or '.join(found)}){place})"


def _tiles(pattern: Pattern) -> str:
    """Return that just such tiles are deployed, or nothing if none can be."""
    height = len(pattern)
    tiles = [None if letter is None else CODE[letter] for letter in reversed(pattern)]
    if not 1 <= height <= MAX_HEIGHT or not {*tiles} <= {None, *HAND_TYPES}:
        return ""
    known = [
        _tile(_ACTING + _TILE_BITS * level, tile)
        for level, tile in enumerate(tiles)
        if tile is not None
    ]
    beyond = _ACTING + _TILE_BITS * height
    known.append((beyond, (1 << _TILE_BITS * (MAX_HEIGHT - height)) - 1, 0))
    test = _has((0, _KIND, DEPLOYMENT), *known)
    if tiles[-1] is not None:
        return test
    bottom = (1 << _TILE_BITS) - 1 << beyond - _TILE_BITS
    return f"({test} and (move_code & {bottom}) <> 0)"


def begins(area: int) -> str:
    """Return that the first square, or the attacker's, is in an area."""
    if area.bit_count() == 1:
        return _has((0, _IS_DEPLOYED, 0), _square(_FIRST, area))
    return f"({_has((0, _IS_DEPLOYED, 0))} and {_within(_FIRST, area)})"


def ends(area: int) -> str:
    """Return that the last square, the target or the deployment square is in an area."""
    parts = [f"((move_code & {_KIND}) <> {MOVEMENT} and {_within(_SECOND, area)})"]
    for steps in range(1, MAX_STEPS + 1):
        last = _FIRST + 8 * steps
        known: list[_Part] = [(0, _KIND, MOVEMENT), (_STEPS, 3, steps)]
        if area.bit_count() == 1:
            parts.append(_has(*known, _square(last, area)))
        else:
            parts.append(f"({_has(*known)} and {_within(last, area)})")
    return f"({' or '.join(parts)})"


def drops() -> str:
    """Return that a movement leaves tiles behind."""
    return f"({_has((0, _KIND, MOVEMENT))} and (move_code & {_DROPS}) <> 0)"


def _tile(bit: int, tile: int) -> _Part:
    return (bit, (1 << _TILE_BITS) - 1, tile)


def _square(bit: int, area: int) -> _Part:
    return (bit, (1 << _SQUARE_BITS) - 1, area.bit_length() - 1)


def _has(*parts: _Part) -> str:
    """Return that parts of the code have their values."""
    mask = sum(bits << bit for bit, bits, _ in parts)
    value = sum(number << bit for bit, _, number in parts)
    return f"(move_code & {mask}) = {value}"


def _within(bit: int, area: int) -> str:
    """Return that the square from some bit on is in an area."""
    if area.bit_count() == 1:
        return _has(_square(bit, area))
    return f"(({area}::bigint >> ((move_code >> {bit}) & 63)) & 1) = 1"
