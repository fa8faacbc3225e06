"""What a player sees in a position of Antipode, and in a turn, for queries answered by replay.

Nothing here reads a feature: stones, hands and captures are the position's own.
"""

from __future__ import annotations

from dataclasses import field

from mentis_records.core.vocabulary import Piece, Scene, Turn
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.antipode.rules.move import (
    ANTIPODE,
    CAPTURE,
    FLIP,
    JUMP,
    PASS,
    PENALTY,
    PLACE,
    Move,
)
from mentis_records.games.antipode.rules.position import INFRACTION, SIDES, Position
from mentis_records.games.antipode.rules.square import COUNT, squares_of

STONE, ANTIPODE_PIECE = "stone", "antipode"
"""The types of piece; the Antipode is that side's whose face is up."""

HAND = "hand"
"""The pool of stones that are not yet placed."""

_STONES = tuple((Piece(side, STONE),) for side in range(len(SIDES)))
_ANTIPODES = tuple((Piece(side, ANTIPODE_PIECE),) for side in range(len(SIDES)))


@dataclass(frozen=True)
class AntipodeScene(Scene):
    """A position of Antipode: what each side has captured, and whether a turn was missed."""

    captures: tuple[int, int] = field(kw_only=True)
    is_infraction: bool = field(kw_only=True)


@dataclass(frozen=True)
class AntipodeTurn(Turn):
    """A turn of Antipode: the legs of a jump, whether one flips the Antipode, whether it cites."""

    legs: int = 0
    flips: bool = False
    cites: bool = False


def see(position: Position) -> AntipodeScene:
    """Return a position as a player sees it."""
    stacks: list[tuple[Piece, ...]] = [()] * COUNT
    for side, stones in enumerate(position.stones):
        for place in squares_of(stones):
            stacks[place] = _STONES[side]
    stacks[position.token] = _ANTIPODES[position.face]
    return AntipodeScene(
        stacks=tuple(stacks),
        pools={HAND: tuple({STONE: count} for count in position.hands)},
        identity=(
            *(position.stones, position.token, position.face, position.hands),
            *(position.captures, position.lasts, position.flags, position.side),
        ),
        captures=position.captures,
        is_infraction=position.flags & INFRACTION != 0,
    )


def describe(_: Position, move: Move) -> AntipodeTurn:
    """Return a turn in the words of queries; a cited stone is captured, too (rules R16)."""
    is_penalty = move.cited >= 0
    captured = is_penalty or CAPTURE in move.signs
    if move.kind in (PASS, PENALTY):
        pieces: tuple[str, ...] = ()
    else:
        pieces = (ANTIPODE_PIECE,) if move.kind == ANTIPODE else (STONE,)
    return AntipodeTurn(
        pieces=pieces,
        origins=() if move.kind == PLACE else move.path[:1],
        targets=move.path[-1:],
        captured=(STONE,) if captured else (),
        legs=len(move.signs) if move.kind == JUMP else 0,
        flips=FLIP in move.signs,
        cites=is_penalty,
    )
