"""A position: the stacks, the pieces beside the track, whose turn it is, and the opening."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from mentis_records.games.mensaspiel.rules import board, key

LETTERS = "WB"
"""The letter of each side's pieces."""


class Position(NamedTuple):
    """What a player sees and remembers before a turn.

    ``stacks`` has the pieces on each square of the rings, in the order of ``board.NAMES``, as
    letters from bottom to top, ``""`` where there are none. ``base``, ``reserve`` and ``prison``
    count each side's starters, its pieces in reserve and the enemy pieces that it holds.

    ``starts`` is the opening digit: 0 while the rings are empty, else the starts since they were, 3
    from the third or another turn on. With 1 and 2, ``first_square`` is where the first of them
    went, else -1. ``has_counter``: the side may start anywhere (ruling R11). ``must_start``: it has
    exchanged a prisoner, and the start is due. ``passes`` are the turns just passed, 2 of them end
    the game (R17).

    ``first_player`` and ``goal``, how many prisoners win, hold beside a position. ``owned`` (the
    squares whose top piece is a side's, as sets), ``lengths`` (each side's step length) and
    ``stack_sum`` (``rules.key``) follow from the stacks. ``key`` is that of the contract
    (``core.game.Position``): settings and move number are not in it.
    """

    stacks: tuple[str, ...]
    base: tuple[int, int]
    reserve: tuple[int, int]
    prison: tuple[int, int]
    side: int
    starts: int
    has_counter: bool
    must_start: bool
    passes: int
    first_square: int
    first_player: int
    goal: int
    move_number: int
    owned: tuple[int, int]
    lengths: tuple[int, int]
    stack_sum: int
    key: int

    @property
    def canonical_key(self) -> int:
        """Return the key: no transform of the board keeps its pips."""
        return self.key

    @property
    def occupied(self) -> int:
        """Return the squares with pieces, as a set."""
        return self.owned[0] | self.owned[1]


def position_of(
    stacks: tuple[str, ...],
    pools: tuple[tuple[int, int], tuple[int, int], tuple[int, int]],
    side: int,
    opening: tuple[int, bool, bool, int, int],
    settings: tuple[int, int],
) -> Position:
    """Return a position before move 1, with what follows from its stacks.

    Args:
        stacks: the pieces on each square of the rings.
        pools: base, reserve and prison.
        side: who is to move.
        opening: starts, counter-attack, must start, passes, first square.
        settings: the first player, and how many prisoners win.
    """
    owned = tuple(
        board.square_set(at for at, stack in enumerate(stacks) if stack.endswith(letter))
        for letter in LETTERS
    )
    lengths = tuple(
        sum(pips[at] for at in board.squares_of(places))
        for places, pips in zip(owned, board.PIPS, strict=True)
    )
    rest, total = (*pools, side, *opening), key.stack_sum(stacks)
    return Position(
        stacks,
        *rest,
        *settings,
        1,
        (owned[0], owned[1]),
        (lengths[0], lengths[1]),
        total,
        key.position_key(total, rest),
    )


@cache
def start(first_player: int, goal: int) -> Position:
    """Return the position before the first turn: three starters and six in reserve a side."""
    pools = ((3, 3), (6, 6), (0, 0))
    opening = (0, False, False, 0, -1)
    return position_of(("",) * board.COUNT, pools, first_player, opening, (first_player, goal))
