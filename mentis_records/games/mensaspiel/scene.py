"""What a player sees in a position of MensaSpiel, and in a turn, for queries answered by replay.

Nothing here reads a feature: stacks and pools are the position's own.
"""

from __future__ import annotations

from functools import cache

from mentis_records.core.vocabulary import Piece, Scene, Turn
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mensaspiel.rules.board import COUNT, NAMES, PIPS, SIDES
from mentis_records.games.mensaspiel.rules.move import CAPTURE, PASS, Move
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position

BASE, RESERVE, PRISON = "base", "reserve", "prison"
"""The pools of a side: its starters, its pieces in reserve, the enemy pieces that it holds."""

_NONE_BESIDE: tuple[tuple[Piece, ...], ...] = ((),) * (len(NAMES) - COUNT)
"""What stands on the Transmitter."""


@dataclass(frozen=True)
class MensaTurn(Turn):
    """A turn of MensaSpiel: its kind, and whether it made a starter of a piece in reserve."""

    kind: str = ""
    generates: bool = False


def see(position: Position) -> Scene:
    """Return a position as a player sees it."""
    own, enemy = LETTERS, LETTERS[::-1]
    pools = (
        (BASE, own, position.base),
        (RESERVE, own, position.reserve),
        (PRISON, enemy, position.prison),
    )
    return Scene(
        stacks=(*map(_stack, position.stacks), *_NONE_BESIDE),
        pools={
            name: tuple({letter: count} for letter, count in zip(letters, counts, strict=True))
            for name, letters, counts in pools
        },
        identity=(
            *(position.stacks, position.base, position.reserve, position.prison, position.side),
            *(position.starts, position.has_counter, position.must_start),
            *(position.passes > 0, position.first_square),
        ),
    )


@cache
def _stack(letters: str) -> tuple[Piece, ...]:
    return tuple(Piece(LETTERS.index(letter), letter) for letter in letters)


def steps(scene: Scene, side: int) -> int:
    """Return a side's step length: its pips on the squares whose top piece is its own (R4)."""
    return sum(
        pips
        for pips, stack in zip(PIPS[side], scene.stacks, strict=False)
        if stack and stack[-1].side == side
    )


def describe(before: Position, move: Move) -> MensaTurn:
    """Return a turn in the words of queries; what a capture takes are pieces of the enemy."""
    side = before.side
    return MensaTurn(
        pieces=() if move.kind == PASS else (LETTERS[side],),
        origins=() if move.origin < 0 else (move.origin,),
        targets=() if move.target < 0 else (move.target,),
        captured=(LETTERS[len(SIDES) - 1 - side],) if move.kind == CAPTURE else (),
        kind=move.kind,
        generates=move.generates,
    )
