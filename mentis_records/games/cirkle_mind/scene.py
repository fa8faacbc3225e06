"""What a player sees in a position of CirKle Mind, and in a turn, for queries answered by replay.

Nothing here reads a feature: pieces, captures and shields are the position's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache, lru_cache

from mentis_records.core.vocabulary import Piece, Scene, Turn
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.cirkle_mind.rules.captured import Captured, captured_of
from mentis_records.games.cirkle_mind.rules.duel import LOST, WON
from mentis_records.games.cirkle_mind.rules.move import ATTACK, PASS, Move
from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS, FACES, side_of
from mentis_records.games.cirkle_mind.rules.position import Position

UNKNOWN_PIECE = "unknown"
"""The type of a piece whose face nobody has written down."""

TYPES = (UNKNOWN_PIECE, *FACES)
"""The types of piece, by the number of the face."""

CAPTURED = "captured"
"""The pool of a side's captured pieces."""


@dataclass(frozen=True)
class CirkleScene(Scene):
    """A position of CirKle Mind, with the level of each face on each square (``Terms.levels``)."""

    levels: tuple[bytes, ...] = field(kw_only=True)

    def is_shielded(self, place: int) -> bool:
        """Tell whether there is a piece on a square that protects it, as far as its face tells."""
        stack = self.stacks[place]
        return bool(stack) and self.levels[place][TYPES.index(stack[-1].name)] > 0


@dataclass(frozen=True)
class CirkleTurn(Turn):
    """A turn of CirKle Mind, with the mark of its attack, if it has one."""

    mark: str = ""


@cache
def _stack(piece: int) -> tuple[Piece, ...]:
    return (Piece(side_of(piece), TYPES[piece & FACE_BITS]),) if piece else ()


@lru_cache(maxsize=1 << 10)
def _pools(captured: tuple[Captured, Captured]) -> Mapping[str, tuple[Mapping[str, int], ...]]:
    """Return the pools of captured pieces; most turns leave them as they are."""
    return {
        CAPTURED: tuple(
            {
                **dict.fromkeys((TYPES[face] for face in found.numbers if face), 1),
                UNKNOWN_PIECE: found.others,
            }
            for found in captured
        )
    }


def see(position: Position) -> CirkleScene:
    """Return a position as a player sees it."""
    cells = position.cells
    return CirkleScene(
        stacks=tuple(map(_stack, cells)),
        pools=_pools(captured_of(position)),
        identity=(cells, position.side, position.passes > 0, position.winner),
        levels=position.terms.levels,
    )


def describe(before: Position, move: Move) -> CirkleTurn:
    """Return a turn in the words of queries.

    An attacker that won ends on the square it took, any other where it landed. What a lost attack
    takes is the attacker. Faces are those that the turn shows, else those that are written down.
    """
    if move.kind == PASS:
        return CirkleTurn()
    own = TYPES[move.faces[0] or before.cells[move.origin] & FACE_BITS]
    if move.kind != ATTACK:
        return CirkleTurn((own,), (move.origin,), (move.target,))
    other = TYPES[move.faces[1] or before.cells[move.victim] & FACE_BITS]
    taken = {WON: (other,), LOST: (own,)}.get(move.mark, ())
    end = move.victim if move.mark == WON else move.target
    return CirkleTurn((own,), (move.origin,), (end,), taken, move.mark)
