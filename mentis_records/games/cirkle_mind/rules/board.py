"""The board: squares, zones, what lies beside what, and layouts of shapes; knows no piece.

A set of squares is a number of 88 bits, the bit with the index of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

GREEN, MAUVE = 0, 1
SIDES = ("Green", "Mauve")
LETTERS = "GM"
"""The letter of each side in settings and positions."""

COLUMNS = "abcdefgh"
ROWS = 11

NAMES: tuple[str, ...] = tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in COLUMNS)
"""The squares by index: a1 to h1, then a2, up to h11."""

INDEX: dict[str, int] = {name: index for index, name in enumerate(NAMES)}

COUNT = len(NAMES)
BOARD_SET = (1 << COUNT) - 1

ZONE_ROWS = 4
ZONE = ZONE_ROWS * len(COLUMNS)
"""The squares of a defence zone."""

ZONES = (range(ZONE), range(COUNT - ZONE, COUNT))
"""The squares of each side's defence zone, Green's rows 1 to 4 and Mauve's 8 to 11."""

RIGHT, LEFT, UP, DOWN = range(4)
"""The four directions, as Green sees them."""

STEPS = (1, -1, len(COLUMNS), -len(COLUMNS))
"""What a step in each direction adds to the index of a square."""

FORWARD, BACKWARD = (UP, DOWN), (DOWN, UP)
"""The direction of each side's steps forward and backward."""

_LEAVES = (
    sum(1 << index for index, name in enumerate(NAMES) if name[0] != COLUMNS[-1]),
    sum(1 << index for index, name in enumerate(NAMES) if name[0] != COLUMNS[0]),
    BOARD_SET >> len(COLUMNS),
    BOARD_SET & ~0xFF,
)
"""The squares from which a step in each direction stays on the board."""


def neighbours_of(places: int, direction: int) -> int:
    """Return the squares one step from those of a set, in a direction."""
    step = STEPS[direction]
    leaving = places & _LEAVES[direction]
    return leaving << step if step > 0 else leaving >> -step


def squares_of(places: int) -> Iterator[int]:
    """Yield the indices of a set of squares, ascending."""
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def square_set(places: Iterable[int]) -> int:
    """Return a set of squares by their indices."""
    return sum(1 << place for place in places)


NEXT: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        place + STEPS[direction] if _LEAVES[direction] >> place & 1 else -1
        for direction in range(len(STEPS))
    )
    for place in range(COUNT)
)
"""The square one step away in each direction, or -1: ``NEXT[square][direction]``."""

DIRECTION: dict[tuple[int, int], int] = {
    (here, there): direction
    for here, following in enumerate(NEXT)
    for direction, there in enumerate(following)
    if there >= 0
}
"""The direction from a square to one beside it."""

COLOURS = "YGBM"
"""The colours of squares, and of pieces that are not black."""

SHAPES = "tsxo"
"""Triangle, square, cross and circle: the shapes of squares, and of pieces but targets."""

DEFAULT_LAYOUT = "default"


def _default_zone() -> tuple[str, ...]:
    """Return Green's zone (rules, Board; ruling R2), a1 to h1, then a2, up to h4."""
    return tuple(
        COLOURS[(2 * column + row + column // 4) % 4] + SHAPES[(column + row) % 4]
        for row in range(ZONE_ROWS)
        for column in range(len(COLUMNS))
    )


@lru_cache(maxsize=64)
def layout_of(text: str) -> tuple[str, ...]:
    """Return what each square shows, such as ``Yx``, and ``""`` in the neutral rows.

    Args:
        text: ``default``, or the 64 codes of the zones (``read_layout``).
    """
    zone = _default_zone()
    shown = (*zone, *reversed(zone))
    if text != DEFAULT_LAYOUT:
        shown = tuple(text[at : at + 2] for at in range(0, 2 * len(shown), 2))
    return (*shown[:ZONE], *[""] * (COUNT - 2 * ZONE), *shown[ZONE:])


def read_layout(text: str) -> str:
    """Return a layout in its canonical form.

    Raises:
        ValueError: it is neither ``default`` nor 64 codes of a colour and a shape.
    """
    is_coded = len(text) == 4 * ZONE and all(
        letter in (SHAPES if at % 2 else COLOURS) for at, letter in enumerate(text)
    )
    if text != DEFAULT_LAYOUT and not is_coded:
        raise ValueError("Layout is 'default' or 64 codes of a colour and a shape")
    is_default = is_coded and layout_of(text) == layout_of(DEFAULT_LAYOUT)
    return DEFAULT_LAYOUT if is_default else text
