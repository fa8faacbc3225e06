"""What a player sees in a position of CirKle Mind, and in a turn, for queries answered by replay.

Nothing here reads a feature: pieces, captures and shields are the position's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from mentis_records.core.vocabulary import Piece, Scene, Turn
from mentis_records.games.cirkle_mind.rules.captured import captured_of
from mentis_records.games.cirkle_mind.rules.duel import LOST, WON
from mentis_records.games.cirkle_mind.rules.move import ATTACK, PASS, Move
from mentis_records.games.cirkle_mind.rules.piece import FACE_BITS, FACES, SHOWN_BIT, side_of
from mentis_records.games.cirkle_mind.rules.position import Position
from mentis_records.games.cirkle_mind.rules.shield import shielded_squares

UNKNOWN_PIECE = "unknown"
"""The type of a piece whose face nobody has written down."""

TYPES = (UNKNOWN_PIECE, *FACES)
"""The types of piece, by the number of the face."""

CAPTURED = "captured"
"""The pool of a side's captured pieces."""


@dataclass(frozen=True)
class CirkleScene(Scene):
    """A position of CirKle Mind: sets of the squares of known and of protected pieces."""

    known: int = field(kw_only=True)
    shielded: int = field(kw_only=True)


@dataclass(frozen=True)
class CirkleTurn(Turn):
    """A turn of CirKle Mind, with the mark of its attack, if it has one."""

    mark: str = ""


@cache
def _stack(piece: int) -> tuple[Piece, ...]:
    return (Piece(side_of(piece), TYPES[piece & FACE_BITS]),) if piece else ()


def see(position: Position) -> CirkleScene:
    """Return a position as a player sees it."""
    cells = position.cells
    return CirkleScene(
        stacks=tuple(map(_stack, cells)),
        pools={
            CAPTURED: tuple(
                {
                    **dict.fromkeys((TYPES[face] for face in found.numbers if face), 1),
                    UNKNOWN_PIECE: found.others,
                }
                for found in captured_of(position)
            )
        },
        identity=(cells, position.side, position.passes > 0, position.winner),
        known=sum(1 << place for place, piece in enumerate(cells) if piece & SHOWN_BIT),
        shielded=shielded_squares(position),
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
