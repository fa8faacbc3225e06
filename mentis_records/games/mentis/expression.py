"""Expressions over the features of Mentis that answer queries; knows no query.

What is said of squares is a set of them, as in ``feature``. That one tile could capture another
is computed from such sets in the way of the kernel: at the range of its type, in a straight line,
not immune, and with no enemy tile between that is immune to it (``tile``, ``rule``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mentis_records.core.vocabulary import Condition, Corner
from mentis_records.games.mentis.attack_set import capture_bit
from mentis_records.games.mentis.derived import (
    DERIVED,
    HEIGHT2,
    HEIGHT3,
    held,
    level_of,
    standing,
    top_of,
)
from mentis_records.games.mentis.feature import SIDES, STACKED
from mentis_records.games.mentis.reach import ATTACKED, WAYS
from mentis_records.games.mentis.square import (
    BOARD_SET,
    COUNT,
    HILL,
    HILL_SET,
    distance_between,
    square_set,
)
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

NOWHERE = "0"

SIDE_TO_MOVE = next(one.expression for one in DERIVED if one.name == "side")
VARIANT, WOLF_VARIANT, STANDARD = "Variant", "Wolf", "Standard"

Pattern = Sequence[str | None]
_Pairs = list[tuple[int, int]]
"""Squares of an attacker and of its target."""


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
        return str(HILL_SET)
    if tile == WOLF:
        return f"~({' | '.join(map(top_of, STACKED))} | {HILL_SET})"
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
    if _is_open_below(patterns):
        return _stack(side, min(patterns, key=len), is_open_below=True) or NOWHERE
    found = [part for pattern in patterns if (part := _stack(side, pattern))]
    return f"({' | '.join(found)})" if found else NOWHERE


def _is_open_below(patterns: Sequence[Pattern]) -> bool:
    """Tell whether patterns are one with any number of tiles beneath it, as ``*N`` is."""
    first, *others = sorted(map(tuple, patterns), key=len)
    wanted = [(*[None] * more, *first) for more in range(1, MAX_HEIGHT - len(first) + 1)]
    return len(first) > 0 and others == wanted


def _stack(side: int | None, pattern: Pattern, is_open_below: bool = False) -> str:
    """Return the squares with a stack like this, or nothing if there is none such.

    One that is open below may have more tiles beneath.
    """
    height = len(pattern)
    tiles = [None if letter is None else CODE[letter] for letter in reversed(pattern)]
    if not 1 <= height <= MAX_HEIGHT:
        return ""
    if height > 1 and not {*tiles} <= {None, *STACKED}:
        return ""
    parts = [heights(side, range(height, MAX_HEIGHT + 1) if is_open_below else (height,))]
    if (is_open_below or height == MAX_HEIGHT) and tiles[-1] in STACKED:
        parts = [] if side is None else [SIDES[side]]
    if tiles[0] is not None:
        parts.append(_topped(tiles[0]))
    for level, tile in zip(("second", "third"), tiles[1:], strict=False):
        if tile is not None:
            parts.append(level_of(level, tile))
    return f"({' & '.join(parts)})"


def attacks(attacker: Corner, target: Corner) -> str:
    """Return SQL that such a tile could capture such a one; cheap tests stand first."""
    if attacker.area == target.area == BOARD_SET:
        return _captures(attacker, target)
    is_enemy = attacker.side is None or target.side not in (None, attacker.side)
    if attacker.letter is None and attacker.area == BOARD_SET and is_enemy:
        return f"({_within(tops_of(target.side, target.letter, 'attacked'), target.area)} <> 0)"
    attacks = [
        attack
        for side in ((0, 1) if attacker.side is None else (attacker.side,))
        if target.side in (None, 1 - side)
        for tile in (TYPES if attacker.letter is None else (CODE[attacker.letter],))
        if (attack := _Attack.between(side, tile, attacker.area, target)).pairs
    ]
    if not attacks:
        return "false"
    pairs = [pair for attack in attacks for pair in attack.pairs]
    places, ends = (square_set({*squares}) for squares in zip(*pairs, strict=True))
    kept = "attacked" if ends.bit_count() == 1 else tops_of(target.side, target.letter, "attacked")
    tests = [f"{_there(kept, target.letter, ends)} <> 0"]
    alone = attacks[0].alone() if len(attacks) == 1 else ""
    if alone:
        tests.append(alone)
    else:
        acting = tops(attacker.side, attacker.letter)
        tests.append(f"{_there(acting, attacker.letter, places)} <> 0")
        sets = [found for attack in attacks for found in attack.sets()]
        tests.append(f"({' | '.join(sets)}) <> 0")
    return f"({' and '.join(tests)})"


def _captures(attacker: Corner, target: Corner) -> str:
    """Return SQL that such a tile could capture such a one wherever both stand."""
    found = sum(
        capture_bit(side, tile, other)
        for side in ((0, 1) if attacker.side is None else (attacker.side,))
        if target.side in (None, 1 - side)
        for tile in (TYPES if attacker.letter is None else (CODE[attacker.letter],))
        for other in (TYPES if target.letter is None else (CODE[target.letter],))
    )
    return f"((captures & {found}) <> 0)" if found else "false"


@dataclass(frozen=True, slots=True)
class _Attack:
    """The captures of one type of tile of one side, from a square to another of some pairs.

    ``blockers`` is the set of squares whose tiles would be in the way, or nothing.
    """

    attackers: str
    targets: str
    blockers: str
    reach: int
    pairs: _Pairs

    @classmethod
    def between(cls, side: int, tile: int, area: int, target: Corner) -> _Attack:
        """Return the captures from an area of such tiles of the other side."""
        enemy = 1 - side
        immune = [other for other in TYPES if IMMUNE_TO[other] == tile]
        attackers = owned(side) if tile == KING else f"({owned(side)} & {_topped(tile)})"
        if target.letter is None and immune:
            targets = f"({owned(enemy)} & ~({' | '.join(map(_topped, immune))}))"
        elif target.letter is None or CODE[target.letter] == KING:
            targets = owned(enemy)
        else:
            targets = tops(enemy, target.letter)
        reach = int(ATTACK_RANGE[tile])
        blockers = [f"({owned(enemy)} & {_topped(other)})" for other in immune if reach > 1]
        return cls(
            attackers, targets, " | ".join(blockers), reach, _pairs(side, tile, area, target)
        )

    def alone(self) -> str:
        """Return SQL that tests one way between squares; nothing if there are several.

        Where nothing can be between, those from one square, or to it, are one way.
        """
        one, other, pairs = self.attackers, self.targets, self.pairs
        if len({end for _, end in pairs}) == 1:
            one, other, pairs = other, one, [(end, place) for place, end in pairs]
        if len({start for start, _ in pairs}) > 1:
            return ""
        start = pairs[0][0]
        tests = [
            f"({one} & {1 << start}) <> 0",
            f"({other} & {square_set(end for _, end in pairs)}) <> 0",
        ]
        if self.blockers:
            if len(pairs) > 1:
                return ""
            tests.append(f"(({self.blockers}) & {square_set(_between(*pairs[0]))}) = 0")
        return f"({' and '.join(tests)})"

    def sets(self) -> list[str]:
        """Return for each direction the lower squares of attackers and targets, none between."""
        steps = sorted({abs(end - place) // self.reach for place, end in self.pairs})
        return [self._reached(step) for step in steps]

    def _reached(self, step: int) -> str:
        distance = step * self.reach
        up = square_set(place for place, end in self.pairs if end - place == distance)
        down = square_set(end for place, end in self.pairs if place - end == distance)
        parts = []
        if up:
            parts.append(f"({self.attackers} & ({self.targets} >> {distance}) & {up})")
        if down:
            parts.append(f"({self.targets} & ({self.attackers} >> {distance}) & {down})")
        found = parts[0] if len(parts) == 1 else f"({' | '.join(parts)})"
        if not self.blockers:
            return found
        between = [f"(({self.blockers}) >> {step * at})" for at in range(1, self.reach)]
        return f"({found} & ~({' | '.join(between)}))"


def _pairs(side: int, tile: int, area: int, target: Corner) -> _Pairs:
    """Return the squares of an attacker and its target at its range, where both may stand.

    None but a side's own King stands on its hill; a type does not capture one immune to it.
    """
    hills = [square_set(hill) for hill in HILL]
    starts = area & (hills[side] if tile == KING else ~HILL_SET)
    ends = target.area & ~hills[side]
    if target.letter is not None:
        if IMMUNE_TO[CODE[target.letter]] == tile:
            return []
        ends &= hills[1 - side] if CODE[target.letter] == KING else ~HILL_SET
    return [
        (place, end)
        for place in range(COUNT)
        if starts >> place & 1
        for end in ATTACKED[WAYS * (COUNT * tile + place) : WAYS * (COUNT * tile + place + 1)]
        if end >= 0 and ends >> end & 1
    ]


def _between(place: int, target: int) -> list[int]:
    """Return the squares between two of a line."""
    distance = distance_between(place, target)
    step = (target - place) // distance
    return list(range(place + step, target, step)) if distance > 1 else []


def _there(squares: str, letter: str | None, area: int) -> str:
    """Return those squares of an area that have such a tile; a type of stacks leaves out hills."""
    is_anywhere = letter is not None and CODE[letter] in STACKED and area | HILL_SET == BOARD_SET
    return squares if is_anywhere else _within(squares, area)


def _within(squares: str, area: int) -> str:
    return squares if area == BOARD_SET else f"({squares} & {area})"


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
