"""The turns as values, all that can be written, and their packed codes; knows no position.

A code is a non-negative integer below 2**16: bits 0-2 the place of its kind in ``KINDS``, 3-6 the
first square, 7-10 the second one or the number of prisoners, 11 whether a starter is generated.
"""

from __future__ import annotations

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mensaspiel.rules import board

START, EXCHANGE, MOVE, CAPTURE = "start", "exchange", "move", "capture"
TRANSPORT, LAST_MAN, PASS = "transport", "lastman", "pass"

KINDS = (START, EXCHANGE, MOVE, CAPTURE, TRANSPORT, LAST_MAN, PASS)
"""The kinds of turn; an exchange is a start with the exchange of a prisoner before it."""

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Move:
    """A turn.

    ``origin`` and ``target`` are indices of ``board.NAMES``: of a start only the target, of a
    capture the square of the captured stack, of a transport and a last man the Transmitter, else
    ``NOWHERE``. ``prisoners`` are those that a transport makes.
    """

    kind: str
    origin: int
    target: int
    generates: bool
    prisoners: int
    notation: str
    code: int


def _move(
    kind: str,
    notation: str,
    origin: int = NOWHERE,
    target: int = NOWHERE,
    generates: bool = False,
    prisoners: int = 0,
) -> Move:
    first = origin if origin >= 0 else max(target, 0)
    second = prisoners or (target if origin >= 0 and target < board.COUNT else 0)
    code = KINDS.index(kind) | first << 3 | second << 7 | generates << 11
    full = notation + "+" * generates
    return Move(kind, origin, target, generates, prisoners, full, code)


def _moves() -> list[Move]:
    found = [_move(PASS, "--")]
    names = board.NAMES
    for here in range(board.COUNT):
        found += [
            _move(kind, mark + names[here], target=here, generates=generates)
            for kind, mark in ((START, "S"), (EXCHANGE, "ES"))
            for generates in (False, True)
        ]
        for there in range(board.COUNT):
            if there != here:
                walk, capture = f"{names[here]}-{names[there]}", f"{names[here]}x{names[there]}"
                found += [_move(MOVE, walk, here, there, generates) for generates in (False, True)]
                found.append(_move(CAPTURE, capture, here, there))
        to_transmitter = f"{names[here]}-{names[board.TRANSMITTER]}"
        found += [
            _move(TRANSPORT, f"{to_transmitter}:{count}", here, board.TRANSMITTER, prisoners=count)
            for count in range(1, board.PIECES + 1)
        ]
        found.append(_move(LAST_MAN, f"{to_transmitter}=2", here, board.TRANSMITTER))
    return found


BY_NOTATION: dict[str, Move] = {move.notation: move for move in _moves()}
"""Every turn by its canonical notation."""

BY_CODE: dict[int, Move] = {move.code: move for move in BY_NOTATION.values()}
"""Every turn by its packed code."""

PASSED = BY_NOTATION["--"]


def _by_square(kind: str) -> tuple[tuple[Move, ...], ...]:
    """Return the turns of a kind of start by their square, then whether they generate."""
    at = board.NAMES[: board.COUNT]
    mark = "S" if kind == START else "ES"
    return tuple((BY_NOTATION[mark + name], BY_NOTATION[f"{mark}{name}+"]) for name in at)


STARTS = _by_square(START)
EXCHANGES = _by_square(EXCHANGE)
"""Starts without and with an exchange: ``STARTS[square][generates]``."""


def walk(here: int, there: int, generates: bool) -> Move:
    """Return the move from one square of the rings to another."""
    return BY_NOTATION[f"{board.NAMES[here]}-{board.NAMES[there]}{'+' * generates}"]


def capture(here: int, there: int) -> Move:
    """Return the capture with the stack on one square of that on another."""
    return BY_NOTATION[f"{board.NAMES[here]}x{board.NAMES[there]}"]


def transport(here: int, prisoners: int) -> Move:
    """Return the transport of a stack that makes so many prisoners."""
    return BY_NOTATION[f"{board.NAMES[here]}-d4:{prisoners}"]


def last_man(here: int) -> Move:
    """Return the return of the last man from a square."""
    return BY_NOTATION[f"{board.NAMES[here]}-d4=2"]
