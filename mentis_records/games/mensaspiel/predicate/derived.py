"""What follows from the features of MensaSpiel and is not kept."""

from __future__ import annotations

from mentis_records.core.feature import DerivedFeature
from mentis_records.games.mensaspiel.index.feature import (
    COUNT_BITS,
    OWNERS,
    SIDE_BIT,
    STEPS_BIT,
    STEPS_BITS,
    below,
)
from mentis_records.games.mensaspiel.rules.board import RINGS_SET, SIDES
from mentis_records.games.mensaspiel.scene import BASE, PRISON, RESERVE

_POOLS = {BASE: "starters in the base", RESERVE: "pieces in reserve", PRISON: "prisoners"}


def held(pool: str, side: int) -> str:
    """Return the expression for how many pieces a side's pool holds."""
    bit = COUNT_BITS * (len(SIDES) * [*_POOLS].index(pool) + side)
    return _part(bit, COUNT_BITS)


def steps(side: int) -> str:
    """Return the expression for a side's step length."""
    return _part(STEPS_BIT + STEPS_BITS * side, STEPS_BITS)


def side_to_move() -> str:
    """Return the expression for the index of the side to move."""
    return _part(SIDE_BIT, 1)


def _part(bit: int, bits: int) -> str:
    return f"((state_code >> {bit}) & {(1 << bits) - 1})"


def at_depth(side: int, depth: int) -> str:
    """Return the expression for the squares with a side's piece so far below the top."""
    if not depth:
        return OWNERS[side]
    feature, bit = below(side, depth)
    return f"(({feature} >> {bit}) & {RINGS_SET})"


def either(sets: list[str]) -> str:
    """Return the expression for the squares of some sets, in halves: no chain gets too long."""
    if len(sets) < 2:
        return sets[0] if sets else "0"
    middle = len(sets) // 2
    return f"({either(sets[:middle])} | {either(sets[middle:])})"


def higher_than(height: int) -> str:
    """Return the expression for the squares with more pieces than some."""
    return either([at_depth(side, height) for side in range(len(SIDES))])


DERIVED: tuple[DerivedFeature, ...] = (
    DerivedFeature("side", side_to_move(), "the side to move: 0 White, 1 Black"),
    *(
        DerivedFeature(f"{OWNERS[side]}_{pool}", held(pool, side), f"{name}'s {what}")
        for side, name in enumerate(SIDES)
        for pool, what in _POOLS.items()
    ),
    *(
        DerivedFeature(f"{OWNERS[side]}_steps", steps(side), f"{name}'s step length")
        for side, name in enumerate(SIDES)
    ),
    DerivedFeature("high", higher_than(1), "squares with two pieces or more"),
    DerivedFeature("empty", f"({RINGS_SET} - {higher_than(0)})", "empty squares of the rings"),
)
