"""Position strings: parse, check and format what somebody states; playing is elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mentis_records.core.game import PositionError
from mentis_records.games.cirkle_mind.rules.board import (
    COLUMNS,
    COUNT,
    INDEX,
    LETTERS,
    NAMES,
    ROWS,
    SIDES,
)
from mentis_records.games.cirkle_mind.rules.piece import (
    FACE_BITS,
    FACES,
    NUMBER,
    PIECES,
    SHOWN_BIT,
    UNKNOWN,
    VICTORY_TARGETS,
    piece_of,
    side_of,
)
from mentis_records.games.cirkle_mind.rules.position import (
    NOBODY,
    Position,
    is_targetless,
    position_of,
)
from mentis_records.games.cirkle_mind.rules.setup import TAGS, placed_faces
from mentis_records.games.cirkle_mind.rules.terms import Terms

MAX_LENGTH = 600
"""Longer texts are refused unread; the longest sound string has fewer than 350 characters."""

_SHAPE = re.compile(
    r"(?P<board>[^ /]+(?:/[^ /]+){10}) (?P<side>[GM]) "
    r"(?P<known>-|[a-z][0-9]{1,2}(?:,[a-z][0-9]{1,2})*) (?P<winner>[GM]|-)(?P<passed>p?)",
    re.ASCII,
)
_CELL = re.compile(r"[1-8](?![1-8])|[A-Za-z][a-z?]")


def _written(side: int, face: int) -> str:
    """Return the two letters of a piece: the first is a capital if it is Green's."""
    name = FACES[face - 1] if face else LETTERS[side] + "?"
    return name[0].lower() + name[1] if side else name


_PIECES = {
    _written(side, face): piece_of(side, face)
    for side in range(len(SIDES))
    for face in (UNKNOWN, *NUMBER.values())
}
_LETTERS = {piece: letters for letters, piece in _PIECES.items()}


def format_position(position: Position) -> str:
    """Return the canonical position string, ``ROWS TURN KNOWN WINNER``."""
    cells = position.cells
    rows = []
    for first in range(COUNT - len(COLUMNS), -1, -len(COLUMNS)):
        row, empty = "", 0
        for piece in cells[first : first + len(COLUMNS)]:
            if piece:
                row += f"{empty or ''}{_LETTERS[piece & ~SHOWN_BIT]}"
                empty = 0
            else:
                empty += 1
        rows.append(f"{row}{empty or ''}")
    known = sorted(NAMES[place] for place, piece in enumerate(cells) if piece & SHOWN_BIT)
    winner = "-" if position.winner == NOBODY else LETTERS[position.winner]
    passed = "p" if position.passes else ""
    side = LETTERS[position.side]
    return f"{'/'.join(rows)} {side} {','.join(known) or '-'} {winner}{passed}"


def parse_position(text: str, terms: Terms) -> Position:
    """Return the position that a string states.

    Raises:
        PositionError: it is malformed, or such a position cannot be; with every reason.
    """
    shape = _SHAPE.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if shape is None:
        raise PositionError(
            [
                "this is not a position of CirKle Mind, such as "
                "8/8/8/8/3m?4/8/3Yx4/8/8/8/Gc7 G d5 -: rows 11 to 1, the side to move, the known "
                "squares, and the winner"
            ]
        )
    reasons: list[str] = []
    cells = _read_rows(shape["board"].split("/"), reasons)
    if not reasons:
        _show(cells, shape["known"], reasons)
        reasons += _piece_reasons(cells)
    winner = NOBODY if shape["winner"] == "-" else LETTERS.index(shape["winner"])
    if not reasons:
        reasons += _winner_reasons(bytes(cells), winner)
    if shape["passed"] and winner != NOBODY:
        reasons.append("a pass after the end of the game")
    if reasons:
        raise PositionError(reasons)
    side = LETTERS.index(shape["side"])
    return position_of(bytes(cells), side, len(shape["passed"]), winner, terms)


def _read_rows(rows: list[str], reasons: list[str]) -> bytearray:
    """Return what stands on each square; why rows are unsound goes to the reasons."""
    cells = bytearray(COUNT)
    for number, row in zip(range(ROWS, 0, -1), rows, strict=True):
        words = _CELL.findall(row)
        pieces: list[int] = []
        for word in words:
            pieces += [0] * int(word) if word.isdigit() else [_PIECES.get(word, 0)]
        is_sound = all(word.isdigit() or word in _PIECES for word in words)
        if "".join(words) != row or not is_sound:
            reasons.append(f"row {number} holds something else than pieces and digits: {row}")
        elif len(pieces) != len(COLUMNS):
            reasons.append(f"row {number} has {len(pieces)} squares, not {len(COLUMNS)}")
        else:
            first = (number - 1) * len(COLUMNS)
            cells[first : first + len(COLUMNS)] = bytes(pieces)
    return cells


def _show(cells: bytearray, known: str, reasons: list[str]) -> None:
    """Mark the pieces on the known squares as shown."""
    for name in () if known == "-" else known.split(","):
        place = INDEX.get(name, -1)
        if place < 0:
            reasons.append(f"known square {name} is not on the board")
        elif not cells[place]:
            reasons.append(f"known square {name} is empty")
        elif cells[place] & SHOWN_BIT:
            reasons.append(f"known square {name} is named twice")
        else:
            cells[place] |= SHOWN_BIT


def _piece_reasons(cells: bytearray) -> list[str]:
    """Return which side has a face twice, or more pieces than its set holds."""
    reasons = []
    for side, name in enumerate(SIDES):
        faces = [piece & FACE_BITS for piece in cells if piece and side_of(piece) == side]
        reasons += [
            f"{faces.count(face)} pieces {FACES[face - 1]} of {name}, the set has one"
            for face in sorted({*faces} - {UNKNOWN})
            if faces.count(face) > 1
        ]
        if len(faces) > PIECES:
            reasons.append(f"{len(faces)} pieces of {name}, the set has {PIECES}")
    return reasons


def _winner_reasons(cells: bytes, winner: int) -> list[str]:
    """Return why a side can or cannot have won."""
    reasons = []
    for side, name in enumerate(SIDES):
        target = VICTORY_TARGETS[side]
        has_target = any(piece_of(side, target, shown) in cells for shown in (False, True))
        if winner == 1 - side and has_target:
            reasons.append(f"{name}'s target stands, and the other side has won")
        if is_targetless(cells, side) and winner != 1 - side:
            reasons.append(f"{name}'s target is missing, and the other side has not won")
    return reasons


def check_setups(position: Position, setups: Sequence[str]) -> None:
    """Check that a stated position is the start that set-ups beside it give.

    Args:
        position: the stated one.
        setups: those of Green and Mauve, empty where there is none: then anything may stand there.

    Raises:
        PositionError: it is another.
    """
    if not any(setups):
        return
    reasons = []
    for side, text in enumerate(setups):
        placed = {
            place: piece & FACE_BITS
            for place, piece in enumerate(position.cells)
            if piece and side_of(piece) == side
        }
        if text and placed != placed_faces(text, side):
            reasons.append(f"{TAGS[side]} places {SIDES[side]}'s pieces otherwise")
    first = position.terms.first_player
    if position.side != first:
        reasons.append(f"with set-ups {SIDES[first]}, the first player, is to move")
    if position.winner != NOBODY or position.passes or any(p & SHOWN_BIT for p in position.cells):
        reasons.append("with set-ups nothing is known yet, and nobody has passed or won")
    if reasons:
        raise PositionError(reasons)
