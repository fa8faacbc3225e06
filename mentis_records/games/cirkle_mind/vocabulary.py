"""What queries may say of CirKle Mind's squares and pieces, with examples of the common tests."""

from __future__ import annotations

import re

from mentis_records.core.vocabulary import Area, PieceType, Pool, Vocabulary
from mentis_records.games.cirkle_mind import scene
from mentis_records.games.cirkle_mind.rules import board
from mentis_records.games.cirkle_mind.rules.board import DIRECTION
from mentis_records.games.cirkle_mind.rules.duel import is_possible
from mentis_records.games.cirkle_mind.rules.move import HIDDEN, NOWHERE
from mentis_records.games.cirkle_mind.rules.piece import FACES, PIECES, words_of
from mentis_records.games.cirkle_mind.rules.setup import FACE_DOWN
from mentis_records.games.cirkle_mind.rules.turn_text import Written, read_turn

_SQUARE = "(?:[a-h](?:1[01]|[1-9]))"
_FACE = f"(?:{'|'.join(FACES)})"
_TURN = re.compile(rf"--|{_SQUARE}-{_SQUARE}(?:x{_SQUARE}(?::{_FACE}{_FACE})?[+=<])?")


def read_move(notation: str) -> str:
    """Return the canonical form of a written turn.

    Raises:
        ValueError: it is none in the notation.
    """
    text = notation.strip()
    if not _TURN.fullmatch(text) or not _is_shaped(read_turn(text)[0]):
        raise ValueError("a turn is written as d4-d5, d5-d6xd7:YxBx+, d5-d6xd7= or --")
    return text


def _is_shaped(written: Written) -> bool:
    """Tell whether a turn leads from square to square, and its faces can meet like that."""
    here, there, at = written.origin, written.target, written.victim
    if here == NOWHERE:
        return True
    if (here, there) not in DIRECTION:
        return False
    if at == NOWHERE:
        return True
    is_aimed = (there, at) in DIRECTION and at != here
    return is_aimed and (written.faces == HIDDEN or is_possible(*written.faces, written.mark))


def _lines(names: tuple[str, ...], first: int, step: int, size: int) -> dict[str, Area]:
    """Return lines of squares by name: their first squares are so far apart, as are theirs."""
    return {
        name: frozenset(range(first * at, first * at + step * size, step))
        for at, name in enumerate(names)
    }


_WIDTH = len(board.COLUMNS)
_ZONES = tuple(frozenset(zone) for zone in board.ZONES)

VOCABULARY = Vocabulary(
    squares=board.NAMES,
    columns=_lines(tuple(board.COLUMNS), 1, _WIDTH, board.ROWS),
    rows=_lines(tuple(str(row) for row in range(1, board.ROWS + 1)), _WIDTH, 1, _WIDTH),
    areas={
        "defence": _ZONES,
        "attack": _ZONES[::-1],
        "neutral": (frozenset(range(board.COUNT)) - _ZONES[0] - _ZONES[1],),
    },
    own_areas=frozenset(("defence", "attack")),
    pieces=(
        *(PieceType(face, words_of(face), is_alone=True) for face in FACES),
        PieceType(scene.UNKNOWN_PIECE, FACE_DOWN, is_alone=True),
    ),
    has_signs=True,
    unseen=scene.UNKNOWN_PIECE,
    pools=(
        Pool(
            scene.CAPTURED,
            most={**dict.fromkeys(FACES, 1), scene.UNKNOWN_PIECE: PIECES},
            size=PIECES,
        ),
    ),
    scene=scene.see,
    turn=scene.describe,
    read_move=read_move,
    forms={
        "piece_on": ("green Yx on d4", "any K? on attack", "mauve ?? on e8"),
        "piece_in": ("green ?c in defence",),
        "stack": ("green stack Yx on d4", "any stack ? on neutral"),
        "height": ("green height = 1 on d4",),
        "empty": ("empty d5", "empty neutral"),
        "own_pool": ("captured mauve >= 10", "captured green Kx = 1", "mauve captured ?c >= 2"),
        "count": ("count(green any on attack) >= 3", "count(any K? on neutral) = 0"),
        "named_on": ("some x: green K? on board and x on row 7 and mauve ?c on row 8",),
        "move_captures": ("move captures Mc", "move captures K?", "move captures"),
        "move_by": ("move by Yx", "move by ?c"),
        "move_from": ("move from d4", "move from defence green"),
        "move_to": ("move to d5", "move to neutral"),
        "move_is": ('move "d4-d5"', 'move "d5-d6xd7:YxBx+"'),
        "game": ("game(captured green >= 10)",),
        "square": ("d4",),
        "rectangle": ("a5:h7",),
        "row": ("row 11",),
        "column": ("column d",),
        "named": ("attack green",),
    },
)
