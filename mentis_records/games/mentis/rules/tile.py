"""The types of tile: letters, names, ranges, immunities; knows no board."""

from __future__ import annotations

from mentis_records.fast.flat_table import table

SPEARS, TRENCHMEN, NOBLES, KING, WOLF = 1, 2, 3, 4, 5
"""Tile codes; 0 is no tile."""

WOLF_VARIANT = "Wolf"
"""The value of the setting Variant with which there are Wolves."""

TYPES = (SPEARS, TRENCHMEN, NOBLES, KING, WOLF)
TYPE_COUNT = len(TYPES)
PAIRS = 2 * TYPE_COUNT
"""So many bits say what a type could capture: one for each side and type of what it captures."""

LEAST_OF_WOLVES = 1 << TYPES.index(WOLF) * PAIRS
"""What such bits of all types are at least where a Wolf could capture something."""

HIDDEN = 6
"""In place of the code of a tile that a side cannot see (``view``)."""

LETTERS = " STNKW"
"""Letter by tile code, as in the notation."""

SIGNS = LETTERS + "?"
"""Letter by tile code, and what stands for a hidden tile, as in scenes (``vocabulary.UNSEEN``)."""

CODE: dict[str, int] = {letter: code for code, letter in enumerate(LETTERS) if code}
NAMES = ("", "Spears", "Trenchmen", "Nobles", "King", "Wolf")
SEVERAL = ("", "Spears", "Trenchmen", "Nobles", "Kings", "Wolves")
"""What more than one of a type are called, by tile code."""

STEPS = table("b", [0, 1, 2, 3, 1, 1])
"""The most steps of a movement, by the leading tile (rulebook, Movement Summary Table)."""

ATTACK_RANGE = table("b", [0, 3, 2, 1, 1, 1])
"""Squares from the attacker to its target, by tile code (rulebook, Capture Rules)."""

IMMUNE_TO = table("b", [0, NOBLES, SPEARS, TRENCHMEN, 0, 0])
"""The type that cannot capture this one, by tile code; 0 for none."""

HAND_TYPES = (SPEARS, TRENCHMEN, NOBLES, WOLF)
"""The types that a hand may hold, in the order of position strings."""

SET_SIZE = (0, 3, 3, 3, 1, 1)
"""How many tiles of each type a side's set holds, by tile code (rules R1)."""

HAND_SHIFT = (0, 0, 3, 6, 0, 9)
"""Where a hand code keeps the count of each type, three bits a type, by tile code."""

HAND_BITS = 12
"""The bits of a hand code."""

BASE_HAND = 3 | 3 << 3 | 3 << 6
"""The hand code at the start: 3 Spears, 3 Trenchmen, 3 Nobles (rules R1)."""

WOLF_HAND = BASE_HAND | 1 << 9
"""The hand code at the start with the Wolf expansion."""


def hand_count(hand: int, tile: int) -> int:
    """Return how many tiles of a type a hand code holds."""
    return hand >> HAND_SHIFT[tile] & 7


def hidden_count(hand: int) -> int:
    """Return how many tiles of a hand code are hidden."""
    return hand >> HAND_BITS + 1


def hidden_hand(hand: int) -> int:
    """Return the code of a hand with as many tiles, all of them hidden.

    Their number stands above the bit that keys have for the side.
    """
    seen = sum(hand_count(hand, kind) for kind in HAND_TYPES)
    return seen + hidden_count(hand) << HAND_BITS + 1
