"""What answers queries about squares, hands and numbers: SQL over the features; knows no query.

A census of the board is in the state (``feature_row``): what is asked of the whole board is
mostly answered by it. The rest is asked of squares (``square_condition``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.index.board_row import HIGH, LOW, OWNERS, SIDES, STACKED
from mentis_records.games.mentis.index.feature import capture_bits
from mentis_records.games.mentis.index.feature_row import height_bit, tally_bit, top_bit
from mentis_records.games.mentis.predicate.derived import held, standing, standing_in_all
from mentis_records.games.mentis.predicate.square_condition import (
    SquareTest,
    other_planes,
    planes_of,
)
from mentis_records.games.mentis.predicate.tested_set import SquareSet
from mentis_records.games.mentis.rules.square import BOARD_SET, HILL_SET
from mentis_records.games.mentis.rules.stack import MAX_HEIGHT
from mentis_records.games.mentis.rules.tile import (
    CODE,
    HAND_TYPES,
    IMMUNE_TO,
    KING,
    SET_SIZE,
    TYPES,
    WOLF,
)

VARIANT, WOLF_VARIANT, STANDARD = "Variant", "Wolf", "Standard"


@dataclass(frozen=True, slots=True)
class Condition:
    """An expression that holds for the records with a value of a setting; all without one."""

    expression: str
    setting: str = ""
    value: str = ""


Pattern = Sequence[str | None]
"""A whole stack from bottom to top, letter by letter; None is any one tile."""

_LEVEL_PLANES = tuple(zip(LOW, HIGH, strict=True))

EMPTY = SquareSet((SquareTest(lacks=OWNERS),), seen=("empty",))
"""The squares without tiles."""


def owned(side: int | None) -> SquareTest:
    """Return that a square has tiles of a side, or of either."""
    return SquareTest(some=(OWNERS,)) if side is None else SquareTest(has=(OWNERS[side],))


def topped(side: int | None, tile: int) -> SquareTest:
    """Return that a square has such a tile on top."""
    where = HILL_SET if tile == KING else BOARD_SET & ~HILL_SET
    test = SquareTest() if side is None and tile in STACKED else owned(side)
    return replace(test, top=tile, where=where)


def top_test(side: int | None, letter: str | None) -> SquareTest:
    """Return that a square has such a tile, or any, on top."""
    return owned(side) if letter is None else topped(side, CODE[letter])


def tops(side: int | None, letter: str | None) -> SquareSet:
    """Return the squares with such a tile on top."""
    test = top_test(side, letter)
    if letter is None:
        return SquareSet((test,), seen=_seen(side, ""))
    bits = [top_bit(one, CODE[letter]) for one in _sides(side)]
    name = f"_{letter.lower()}" if CODE[letter] in STACKED else "_others"
    return SquareSet((test,), _state_has(bits), _seen(side, name))


def tops_of(side: int | None, letter: str | None, mark: str, anywhere: str = "") -> SquareSet:
    """Return those squares of a feature that have such a tile on top; none of it is empty."""
    test = SquareTest() if side is None and letter is None else top_test(side, letter)
    return SquareSet((replace(test, mark=mark),), anywhere)


def attacked(side: int | None, letter: str | None) -> SquareSet:
    """Return the squares of such top tiles that an enemy tile could capture."""
    targets = TYPES if letter is None else (CODE[letter],)
    bits = capture_bits([1 - one for one in _sides(side)], TYPES, targets)
    return tops_of(side, letter, "attacked", f"((captures & {bits}) <> 0)")


def blocking(side: int | None, letter: str | None) -> SquareSet:
    """Return the squares of such top tiles that block a capture: only what is immune does."""
    if letter is not None and not IMMUNE_TO[CODE[letter]]:
        return SquareSet(())
    return tops_of(side, letter, "blocking")


def holders(side: int | None, letter: str | None) -> SquareSet:
    """Return the squares with such a tile anywhere in their stack."""
    if letter is None or CODE[letter] not in STACKED:
        return tops(side, letter)
    tile = CODE[letter]
    test = SquareTest(holds=tile, where=BOARD_SET & ~HILL_SET)
    if side is not None:
        test = replace(test, has=(OWNERS[side],))
    bits = [tally_bit(one, tile) + bit for one in _sides(side) for bit in (0, 1)]
    return SquareSet((test,), _state_has(bits), _seen(side, f"_any_{letter.lower()}"))


def heights(side: int | None, wanted: Sequence[int]) -> SquareSet:
    """Return the squares whose stacks have one of some heights."""
    wanted = sorted({height for height in wanted if 1 <= height <= MAX_HEIGHT})
    if not wanted:
        return SquareSet(())
    least, most = wanted[0], wanted[-1]
    tests = [_between(side, least, most)]
    if len(wanted) <= most - least:
        tests = [_between(side, height, height) for height in wanted]
    bits = [height_bit(one, height) for one in _sides(side) for height in wanted]
    seen = [name for height in wanted for name in _seen(side, f"_height{height}")]
    return SquareSet(tests, _state_has(bits), seen)


def _between(side: int | None, least: int, most: int) -> SquareTest:
    """Return that a square has a stack of some height."""
    test = SquareTest() if side is None and least > 1 else owned(side)
    if least > 1:
        test = replace(test, some=(_LEVEL_PLANES[least - 1],))
    return test if most == MAX_HEIGHT else replace(test, lacks=_LEVEL_PLANES[most])


def stacks(side: int | None, patterns: Sequence[Pattern]) -> SquareSet:
    """Return the squares with a whole stack like one of some, each from bottom to top."""
    if all(letter is None for pattern in patterns for letter in pattern):
        return heights(side, [len(pattern) for pattern in patterns])
    anywhere = next((letter for pattern in patterns for letter in pattern if letter), None)
    if {*map(tuple, patterns)} == {*_patterns_with(anywhere)}:
        return holders(side, anywhere)
    if not _is_open_below(patterns):
        return SquareSet([test for one in patterns for test in _stack(side, one)])
    shortest = min(patterns, key=len)
    if len(shortest) == 1:
        return tops(side, shortest[0])
    return SquareSet(_stack(side, shortest, is_open_below=True))


def _patterns_with(letter: str | None) -> Iterator[tuple[str | None, ...]]:
    """Yield the patterns of all stacks with a tile somewhere."""
    for height in range(1, MAX_HEIGHT + 1):
        for level in range(height):
            yield (*[None] * level, letter, *[None] * (height - level - 1))


def _is_open_below(patterns: Sequence[Pattern]) -> bool:
    """Tell whether patterns are one with any number of tiles beneath it, as ``*N`` is."""
    first, *others = sorted(map(tuple, patterns), key=len)
    wanted = [(*[None] * more, *first) for more in range(1, MAX_HEIGHT - len(first) + 1)]
    return len(first) > 0 and others == wanted


def _stack(side: int | None, pattern: Pattern, is_open_below: bool = False) -> list[SquareTest]:
    """Return that a square has a stack like this, or nothing if there is none such.

    One that is open below may have more tiles beneath.
    """
    height = len(pattern)
    tiles = [None if letter is None else CODE[letter] for letter in reversed(pattern)]
    if not 1 <= height <= MAX_HEIGHT:
        return []
    if height > 1 and not {*tiles} <= {None, *STACKED}:
        return []
    top = tiles[0]
    if top in STACKED:
        test = topped(side, top)
    elif height > 1:
        test = SquareTest() if side is None else owned(side)
    else:
        return [owned(side) if top is None else topped(side, top)]
    for level in range(1, MAX_HEIGHT):
        tile = tiles[level] if level < height else None
        if tile is not None:
            has, lacks = planes_of(tile, level), other_planes(tile, level)
            test = replace(test, has=(*test.has, *has), lacks=(*test.lacks, *lacks))
        elif level < height:
            test = replace(test, some=(*test.some, _LEVEL_PLANES[level]))
        elif level == height and not is_open_below:
            test = replace(test, lacks=(*test.lacks, *_LEVEL_PLANES[level]))
    return [test]


def _sides(side: int | None) -> Sequence[int]:
    return range(len(SIDES)) if side is None else (side,)


def _seen(side: int | None, name: str) -> list[str]:
    """Return the sightings of a side's tiles, or of both sides', by how their names end."""
    return [f"{SIDES[one]}{name}" for one in _sides(side)]


def _state_has(bits: Sequence[int]) -> str:
    """Return SQL that the state has one of some bits."""
    return f"((state_code & {sum(1 << bit for bit in bits)}) <> 0)"


def held_tiles(side: int, letter: str | None) -> str:
    """Return how many such tiles a hand holds."""
    tiles = HAND_TYPES if letter is None else (CODE[letter],)
    return f"({' + '.join(held(side, tile) for tile in tiles)})"


def lost_tiles(side: int, letter: str | None) -> tuple[Condition, ...]:
    """Return how many such tiles are gone: set minus hand minus board, in each variant."""
    tiles = TYPES if letter is None else (CODE[letter],)
    left = [held(side, tile) for tile in tiles if tile in HAND_TYPES]
    left += [standing_in_all(side)] if letter is None else [standing(side, tiles[0])]
    found = []
    for value in (STANDARD, WOLF_VARIANT):
        sizes = sum(SET_SIZE[tile] for tile in tiles if tile != WOLF or value == WOLF_VARIANT)
        expression = f"({sizes} - ({' + '.join(left)}))"
        if WOLF not in tiles:
            return (Condition(expression),)
        found.append(Condition(expression, VARIANT, value))
    return tuple(found)
