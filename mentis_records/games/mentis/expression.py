"""Expressions over the features of Mentis that answer queries; knows no query.

What is said of squares is a set of them, as in ``feature``. That one tile could capture another
is computed from such sets in the way of the kernel: at the range of its type, in a straight line,
not immune, and with no enemy tile between that is immune to it (``tile``, ``rule``).
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.vocabulary import Condition, Corner
from mentis_records.games.mentis.derived import (
    DERIVED,
    HEIGHT2,
    HEIGHT3,
    HILLS,
    held,
    level_of,
    square_set,
    standing,
    top_of,
)
from mentis_records.games.mentis.feature import SIDES, STACKED
from mentis_records.games.mentis.reach import ATTACKED, WAYS
from mentis_records.games.mentis.square import COUNT, distance_between
from mentis_records.games.mentis.stack import MAX_HEIGHT
from mentis_records.games.mentis.tile import (
    ATTACK_RANGE,
    CODE,
    HAND_TYPES,
    IMMUNE_TO,
    KING,
    SET_SIZE,
    TYPES,
    WOLF,
)

BOARD = square_set(range(COUNT))
NOWHERE = "0"
_FEW_PAIRS = 6
"""So many pairs of squares are tested one by one; more of them all at once."""

SIDE_TO_MOVE = next(one.expression for one in DERIVED if one.name == "side")
VARIANT, WOLF_VARIANT, STANDARD = "Variant", "Wolf", "Standard"

Pattern = Sequence[str | None]


def owned(side: int | None) -> str:
    """Return the squares of a side, or all that are not empty."""
    return f"({' | '.join(SIDES)})" if side is None else SIDES[side]


def tops(side: int | None, letter: str | None) -> str:
    """Return the squares with such a tile on top."""
    if letter is None:
        return owned(side)
    topped = _topped(CODE[letter])
    is_kept = side is None and CODE[letter] in STACKED
    return topped if is_kept else f"({owned(side)} & {topped})"


def tops_of(side: int | None, letter: str | None, kept: str) -> str:
    """Return those squares of a feature that have such a tile on top; none of it is empty."""
    if side is not None:
        return f"({tops(side, letter)} & {kept})"
    return kept if letter is None else f"({_topped(CODE[letter])} & {kept})"


def _topped(tile: int) -> str:
    if tile == KING:
        return str(HILLS)
    if tile == WOLF:
        return f"~({' | '.join(map(top_of, STACKED))} | {HILLS})"
    return top_of(tile)


def holders(side: int | None, letter: str | None) -> str:
    """Return the squares with such a tile anywhere in their stack."""
    if letter is None or CODE[letter] not in STACKED:
        return tops(side, letter)
    tile = CODE[letter]
    levels = " | ".join((top_of(tile), level_of("second", tile), level_of("third", tile)))
    return f"({levels})" if side is None else f"({owned(side)} & ({levels}))"


def heights(side: int | None, wanted: Sequence[int]) -> str:
    """Return the squares whose stacks have one of some heights."""
    wanted = sorted({height for height in wanted if 1 <= height <= MAX_HEIGHT})
    stood = {
        (1,): f"~{HEIGHT2}",
        (2,): f"({HEIGHT2} & ~{HEIGHT3})",
        (3,): HEIGHT3,
        (1, 2): f"~{HEIGHT3}",
        (1, 3): f"(~{HEIGHT2} | {HEIGHT3})",
        (2, 3): HEIGHT2,
    }
    if not wanted:
        return NOWHERE
    if len(wanted) == MAX_HEIGHT:
        return owned(side)
    found = stood[tuple(wanted)]
    return found if side is None and 1 not in wanted else f"({owned(side)} & {found})"


def stacks(side: int | None, patterns: Sequence[Pattern]) -> str:
    """Return the squares with a whole stack like one of some, each from bottom to top."""
    found = [part for pattern in patterns if (part := _stack(side, pattern))]
    return f"({' | '.join(found)})" if found else NOWHERE


def _stack(side: int | None, pattern: Pattern) -> str:
    """Return the squares with a stack like this, or nothing if there is none such."""
    height = len(pattern)
    tiles = [None if letter is None else CODE[letter] for letter in reversed(pattern)]
    if not 1 <= height <= MAX_HEIGHT:
        return ""
    if height > 1 and not {*tiles} <= {None, *STACKED}:
        return ""
    parts = [heights(side, (height,))]
    if height == MAX_HEIGHT and tiles[-1] is not None:
        parts = [] if side is None else [SIDES[side]]
    if tiles[0] is not None:
        parts.append(_topped(tiles[0]))
    for level, tile in zip(("second", "third"), tiles[1:], strict=False):
        if tile is not None:
            parts.append(level_of(level, tile))
    return f"({' & '.join(parts)})"


def attacks(attacker: Corner, target: Corner) -> str:
    """Return SQL that such a tile could capture such a one; where none is attacked it ends soon."""
    attacked = _within(tops_of(target.side, target.letter, "attacked"), target.area)
    is_enemy = attacker.side is None or target.side not in (None, attacker.side)
    if attacker.letter is None and attacker.area == BOARD and is_enemy:
        return f"({attacked} <> 0)"
    found = [
        part
        for side in ((0, 1) if attacker.side is None else (attacker.side,))
        if target.side in (None, 1 - side)
        for tile in (TYPES if attacker.letter is None else (CODE[attacker.letter],))
        if (part := _attacks(side, tile, attacker.area, target))
    ]
    if not found:
        return "false"
    exact = " or ".join(found)
    if target.area.bit_count() == 1:
        return f"({_within('attacked', target.area)} <> 0 and ({exact}))"
    # The database keeps the order of a case.
    return f"(case when {attacked} <> 0 then ({exact}) else false end)"


def _attacks(side: int, tile: int, area: int, target: Corner) -> str:
    """Return SQL that a tile of one type could capture, or nothing if it never can."""
    enemy = 1 - side
    immune = [other for other in TYPES if IMMUNE_TO[other] == tile]
    if target.letter is not None and CODE[target.letter] in immune:
        return ""
    attackers = f"({owned(side)} & {_topped(tile)})"
    targets = tops(enemy, target.letter)
    if target.letter is None and immune:
        targets = f"({targets} & ~({' | '.join(map(_topped, immune))}))"
    blockers = " | ".join(f"({owned(enemy)} & {_topped(other)})" for other in immune)
    pairs = _pairs(tile, area, target.area)
    if len(pairs) <= _FEW_PAIRS:
        parts = [_pair(attackers, targets, blockers, *pair) for pair in pairs]
        return f"({' or '.join(parts)})" if parts else ""
    attackers, targets = _within(attackers, area), _within(targets, target.area)
    reach = int(ATTACK_RANGE[tile])
    steps = sorted({abs(target - place) // reach for place, target in pairs})
    sets = [_reached(attackers, targets, blockers, step, reach, tile) for step in steps]
    return f"(({attackers} <> 0 and {targets} <> 0) and ({' | '.join(sets)}) <> 0)"


def _pairs(tile: int, area: int, target_area: int) -> list[tuple[int, int]]:
    """Return the squares of an attacker and its target, at its range, in two areas."""
    return [
        (place, target)
        for place in range(COUNT)
        if area >> place & 1
        for target in ATTACKED[WAYS * (COUNT * tile + place) : WAYS * (COUNT * tile + place + 1)]
        if target >= 0 and target_area >> target & 1
    ]


def _pair(attackers: str, targets: str, blockers: str, place: int, target: int) -> str:
    """Return SQL that the tile on one square could capture that on another."""
    test = f"({attackers} & {1 << place}) <> 0 and ({targets} & {1 << target}) <> 0"
    between = _between(place, target)
    if blockers and between:
        test += f" and (({blockers}) & {square_set(between)}) = 0"
    return f"({test})"


def _between(place: int, target: int) -> list[int]:
    """Return the squares between two of a line."""
    distance = distance_between(place, target)
    step = (target - place) // distance
    return list(range(place + step, target, step)) if distance > 1 else []


def _reached(attackers: str, targets: str, blockers: str, step: int, reach: int, tile: int) -> str:
    """Return the lower squares of attackers and targets in one direction, nothing between."""
    distance = step * reach
    upward = f"({attackers} & ({targets} >> {distance}))"
    downward = f"({targets} & ({attackers} >> {distance}))"
    between = [f"(({blockers}) >> {step * at})" for at in range(1, reach)] if blockers else []
    free = f" & ~({' | '.join(between)})" if between else ""
    lower = [place for place, target in _pairs(tile, BOARD, BOARD) if target - place == distance]
    return f"(({upward} | {downward}){free} & {square_set(lower)})"


def _within(squares: str, area: int) -> str:
    return squares if area == BOARD else f"({squares} & {area})"


def held_tiles(side: int, letter: str | None) -> str:
    """Return how many such tiles a hand holds."""
    tiles = HAND_TYPES if letter is None else (CODE[letter],)
    return f"({' + '.join(held(SIDES[side], tile) for tile in tiles)})"


def lost_tiles(side: int, letter: str | None) -> tuple[Condition, ...]:
    """Return how many such tiles are gone: set minus hand minus board, in each variant."""
    tiles = TYPES if letter is None else (CODE[letter],)
    found = []
    for value in (STANDARD, WOLF_VARIANT):
        sizes = sum(SET_SIZE[tile] for tile in tiles if tile != WOLF or value == WOLF_VARIANT)
        left = [held(SIDES[side], tile) for tile in tiles if tile in HAND_TYPES]
        if letter is None:
            left.append(standing_tiles(side))
        elif tiles[0] in STACKED:
            left.append(standing(SIDES[side], tiles[0]))
        else:
            left.append(f"bit_count({tops(side, letter)})")
        expression = f"({sizes} - ({' + '.join(left)}))"
        if WOLF not in tiles:
            return (Condition(expression),)
        found.append(Condition(expression, VARIANT, value))
    return tuple(found)


def standing_tiles(side: int) -> str:
    """Return how many tiles a side has on the board."""
    own = SIDES[side]
    return f"(bit_count({own}) + bit_count({own} & {HEIGHT2}) + bit_count({own} & {HEIGHT3}))"
