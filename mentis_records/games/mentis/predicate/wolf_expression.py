"""SQL that Wolves could capture, or be captured, over the excerpt of the features; knows no query.

A side has one Wolf at most: what one could capture is captured by the only one of the enemy. The
engine, which knows how large the numbers of a column are, asks all this only of rows that are about
Wolves: most collections have none.
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.games.mentis.index.board_row import SIDES
from mentis_records.games.mentis.predicate.aim import Corner
from mentis_records.games.mentis.predicate.square_sql import both, topped_by
from mentis_records.games.mentis.rules.reach import ATTACKED_SETS
from mentis_records.games.mentis.rules.square import BOARD_SET, COUNT, HILL_SET
from mentis_records.games.mentis.rules.tile import CODE, KING, LETTERS, TYPES, WOLF

_WOLF = LETTERS[WOLF]


def wolf_tests(attacker: Corner, target: Corner, sides: Sequence[int]) -> list[str]:
    """Return SQL that a Wolf could capture such a target, or be captured if it must be one.

    Args:
        attacker: what may capture, a Wolf or not.
        target: what may be captured.
        sides: those of the attackers.

    Returns:
        None or one.
    """
    if target.letter == _WOLF:
        tiles, wolf, other, column = _tiles(attacker), target, attacker, "wolf_attackers"
        sides = [1 - side for side in sides]
    elif attacker.letter in (None, _WOLF):
        tiles, wolf, other, column = (WOLF,), attacker, target, "wolf_targets"
    else:
        return []
    if not _reaches(tiles, attacker, target):
        return []
    tests = " or ".join(_tests(wolf, f"({column} & {_area(other)})", other.letter, sides))
    return [f"({column} > 0 and ({tests}))"]


def attacked_by_wolves(attacker: Corner, target: Corner, sides: Sequence[int]) -> list[str]:
    """Return the squares that Wolves on some squares could capture on, of each side.

    None if no such tiles are Wolves; what stands there may be none of the targets.
    """
    if attacker.letter not in (None, _WOLF) or not _reaches((WOLF,), attacker, target):
        return []
    return [
        f"(case when (wolf_squares & {attacker.area} & {SIDES[side]}) <> 0"
        f" then wolf_targets & {SIDES[1 - side]} else 0 end)"
        for side in sides
    ]


def _reaches(tiles: Sequence[int], attacker: Corner, target: Corner) -> bool:
    """Tell whether some types could capture from a corner on another, on an empty board."""
    return any(
        ATTACKED_SETS[COUNT * tile + place] & target.area
        for tile in tiles
        for place in range(COUNT)
        if attacker.area >> place & 1
    )


def _tests(wolf: Corner, others: str, letter: str | None, sides: Sequence[int]) -> list[str]:
    """Return SQL of which some is true if a side's Wolf is there and some of others of the enemy.

    The others are squares; they must have such a tile on top.
    """
    found = both(others, "" if letter is None else topped_by([CODE[letter]]))
    if not BOARD_SET & ~HILL_SET & ~wolf.area:
        return [f"{found if len(sides) > 1 else both(found, SIDES[1 - sides[0]])} <> 0"]
    return [
        f"((wolf_squares & {wolf.area} & {SIDES[side]}) <> 0"
        f" and {both(found, SIDES[1 - side])} <> 0)"
        for side in sides
    ]


def _tiles(corner: Corner) -> Sequence[int]:
    return TYPES if corner.letter is None else (CODE[corner.letter],)


def _area(corner: Corner) -> int:
    """Return the squares of a corner on which such tiles may stand: none but Kings on hills."""
    if corner.letter is None:
        return corner.area
    return corner.area & (HILL_SET if corner.letter == LETTERS[KING] else ~HILL_SET)
