"""The three kinds of turn as values, and their packed codes; knows no position.

A code is a non-negative integer below 2**40:

- bits 0-1: the kind: 0 movement, 1 deployment, 2 capture
- movement: 2-4 leading tile, 5-10 start square, 11-12 number of steps; then eight bits a step
  from bit 13: six the square entered, two how many tiles stay on the square before it
- deployment: 2-10 tiles (three bits each, the top one lowest), 11-16 square
- capture: 2-4 attacking tile, 5-10 its square, 11-16 target square, 17-19 captured tile
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mentis.rules import square, stack, tile

MOVEMENT, DEPLOYMENT, CAPTURE = 0, 1, 2
MAX_STEPS = 3


@dataclass(frozen=True, slots=True)
class Movement:
    """Tiles walk along ``path`` (start included); ``drops`` stay behind on each square left."""

    kind: ClassVar[str] = "move"
    leader: int
    path: tuple[int, ...]
    drops: tuple[int, ...]

    @property
    def code(self) -> int:
        """Return the packed code."""
        return pack_movement(self.leader, self.path, self.drops)

    @property
    def notation(self) -> str:
        """Return the canonical notation, such as ``d2#-d3-d4#-d5``."""
        left = zip(self.path[:-1], self.drops, strict=True)
        marked = [square.NAMES[place] + "#" * drop for place, drop in left]
        return "-".join([*marked, square.NAMES[self.path[-1]]])

    def mirrored(self) -> Movement:
        """Return the mirror image."""
        return Movement(self.leader, tuple(square.MIRROR[at] for at in self.path), self.drops)


@dataclass(frozen=True, slots=True)
class Deployment:
    """Tiles (packed, the top lowest) go from the hand onto a square."""

    kind: ClassVar[str] = "deploy"
    tiles: int
    place: int

    @property
    def code(self) -> int:
        """Return the packed code."""
        return DEPLOYMENT | self.tiles << 2 | self.place << 11

    @property
    def notation(self) -> str:
        """Return the canonical notation, such as ``NSTb1``."""
        return stack.letters(self.tiles) + square.NAMES[self.place]

    def mirrored(self) -> Deployment:
        """Return the mirror image."""
        return Deployment(self.tiles, square.MIRROR[self.place])


@dataclass(frozen=True, slots=True)
class Capture:
    """The top tile on one square takes the top tile on another, without moving."""

    kind: ClassVar[str] = "capture"
    attacker: int
    place: int
    target: int
    captured: int

    @property
    def code(self) -> int:
        """Return the packed code."""
        return (
            CAPTURE | self.attacker << 2 | self.place << 5 | self.target << 11 | self.captured << 17
        )

    @property
    def notation(self) -> str:
        """Return the canonical notation, such as ``d4xc4``."""
        return f"{square.NAMES[self.place]}x{square.NAMES[self.target]}"

    def mirrored(self) -> Capture:
        """Return the mirror image."""
        return Capture(
            self.attacker, square.MIRROR[self.place], square.MIRROR[self.target], self.captured
        )


Move = Movement | Deployment | Capture
KINDS = (Movement.kind, Deployment.kind, Capture.kind)


def pack_movement(leader: int, path: tuple[int, ...], drops: tuple[int, ...]) -> int:
    """Return the code of a movement of at most three steps."""
    steps = len(drops)
    code = MOVEMENT | leader << 2 | path[0] << 5 | steps << 11
    for index in range(steps):
        code |= (path[index + 1] | drops[index] << 6) << (13 + 8 * index)
    return code


@lru_cache(maxsize=1 << 16)
def list_move(code: int) -> tuple[str, Move]:
    """Return a move with its notation first, so that lists of them sort by it.

    Raises:
        ValueError: no move has this code.
    """
    move = unpack(code)
    return move.notation, move


def unpack(code: int) -> Move:
    """Return the move with this code.

    Raises:
        ValueError: no move has this code.
    """
    move = _unpack(code)
    if move is None or move.code != code:
        raise ValueError(f"no move has the code {code}")
    return move


def _unpack(code: int) -> Move | None:
    kind = code & 3
    if kind == DEPLOYMENT:
        tiles, place = code >> 2 & 511, code >> 11 & 63
        is_sound = set(stack.tiles_of(tiles)) <= set(tile.HAND_TYPES) and tiles > 0
        return Deployment(tiles, place) if is_sound and place < square.COUNT else None
    if kind == CAPTURE:
        capture = Capture(code >> 2 & 7, code >> 5 & 63, code >> 11 & 63, code >> 17 & 7)
        is_sound = capture.attacker in tile.TYPES and capture.captured in tile.TYPES
        on_board = capture.place < square.COUNT and capture.target < square.COUNT
        return capture if is_sound and on_board else None
    steps = [code >> 13 + 8 * index & 255 for index in range(code >> 11 & 3)]
    path = (code >> 5 & 63, *(step & 63 for step in steps))
    is_sound = kind == MOVEMENT and (code >> 2 & 7) in tile.TYPES and bool(steps)
    if not is_sound or max(path) >= square.COUNT or max(step >> 6 for step in steps) > 2:
        return None
    return Movement(code >> 2 & 7, path, tuple(step >> 6 for step in steps))
