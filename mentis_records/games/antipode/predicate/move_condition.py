"""SQL conditions on turns that answer queries; knows no query.

A jump may be too long for a packed code: what it does is read off its notation, which the table of
moves has once for each move that was played.
"""

from __future__ import annotations

from mentis_records.core.vocabulary import Area
from mentis_records.games.antipode.rules.move import CAPTURE, FLIP, JUMP
from mentis_records.games.antipode.rules.square import NAMES
from mentis_records.games.antipode.scene import ANTIPODE_PIECE, STONE

LEGS = "((length(regexp_replace(notation, '^P..:', '')) - 2) // 3)"
"""The number of legs of a jump: three characters each, behind the square where it begins."""

_WAS_PLAYED = "(move_code >= 0)"


def _any(condition: str) -> str:
    """Return that the turn is one whose row of the table of moves passes a condition."""
    found = f"select move_code from moves where game = 'antipode' and {condition}"  # noqa: S608
    return f"move_code in ({found})"


def _like(pattern: str) -> str:
    """Return that the notation has a part like a regular expression."""
    return _any(f"regexp_matches(notation, '{pattern}')")


def jumps(legs: str = "") -> str:
    """Return that the turn is a jump, whose number of legs passes a comparison if there is one."""
    return _any(f"kind = '{JUMP}'" + (f" and {LEGS} {legs}" if legs else ""))


def flips() -> str:
    """Return that the turn jumps the Antipode."""
    return _like(FLIP)


def cites() -> str:
    """Return that the turn cites a missed move."""
    return _like("^P")


def by(piece: str | None) -> str:
    """Return that such a piece was placed, moved or jumped, or that there was a turn."""
    if piece is None:
        return _WAS_PLAYED
    return _like({STONE: "(^|:)[a-g]", ANTIPODE_PIECE: "(^|:)A"}[piece])


def captures(piece: str | None) -> str:
    """Return that such a piece was captured or cited; the Antipode never is."""
    return "false" if piece == ANTIPODE_PIECE else _like(f"^P|{CAPTURE}")


def begins(area: Area) -> str:
    """Return that a stone or the Antipode left a square of an area."""
    return _like(f"^(P..:)?A?({_one_of(area)})[-x~]")


def ends(area: Area) -> str:
    """Return that a stone or the Antipode ended on a square of an area."""
    return _like(f"(^|[-x~:])({_one_of(area)})$")


def _one_of(area: Area) -> str:
    return "|".join(NAMES[place] for place in sorted(area))
