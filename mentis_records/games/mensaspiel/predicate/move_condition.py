"""SQL conditions on packed turns that answer queries; knows no query.

They read ``move_code`` as ``move`` packs it. That of no turn is -1, and none holds of it: its kind
is none that there is.
"""

from __future__ import annotations

from collections.abc import Iterable

from mentis_records.core.vocabulary import Area
from mentis_records.games.mensaspiel.predicate import derived
from mentis_records.games.mensaspiel.rules import move
from mentis_records.games.mensaspiel.rules.board import TRANSMITTER, square_set
from mentis_records.games.mensaspiel.rules.position import LETTERS

_FIRST, _SECOND, _GENERATES = 3, 7, 11
"""The lowest bits of the squares, and the bit of a generated starter."""

_STARTS = (move.START, move.EXCHANGE)
_ACROSS = (move.MOVE, move.CAPTURE)
_AWAY = (move.TRANSPORT, move.LAST_MAN)
"""The kinds by their squares: one, two, one and the Transmitter."""


def is_any(kinds: Iterable[str]) -> str:
    """Return that a turn is of one of some kinds."""
    numbers = ", ".join(str(move.KINDS.index(kind)) for kind in kinds)
    return f"((move_code & 7) in ({numbers}))"


def by(piece: str | None) -> str:
    """Return that a side with such pieces acted, or that there was a turn."""
    if piece is None:
        return "(move_code >= 0)"
    return f"({is_any((*_STARTS, *_ACROSS, *_AWAY))} and {_is_next(1 - LETTERS.index(piece))})"


def captures(piece: str | None) -> str:
    """Return that such a piece, or any, was captured: one of the side that is to move now."""
    found = is_any((move.CAPTURE,))
    return found if piece is None else f"({found} and {_is_next(LETTERS.index(piece))})"


def begins(area: Area) -> str:
    """Return that a stack left a square of an area."""
    return f"({is_any((*_ACROSS, *_AWAY))} and {_within(_FIRST, area)})"


def ends(area: Area) -> str:
    """Return that a turn ended on a square of an area."""
    ways = [starts(area), f"({is_any(_ACROSS)} and {_within(_SECOND, area)})"]
    if TRANSMITTER in area:
        ways.append(is_any(_AWAY))
    return f"({' or '.join(ways)})"


def starts(area: Area) -> str:
    """Return that a starter came to a square of an area."""
    return f"({is_any(_STARTS)} and {_within(_FIRST, area)})"


def generates() -> str:
    """Return that a starter was made."""
    return f"(move_code >= {1 << _GENERATES})"


def _within(bit: int, area: Area) -> str:
    """Return that the square from some bit on is in an area."""
    return f"(({square_set(area)}::bigint >> ((move_code >> {bit}) & 15)) & 1) = 1"


def _is_next(side: int) -> str:
    return f"{derived.side_to_move()} = {side}"
