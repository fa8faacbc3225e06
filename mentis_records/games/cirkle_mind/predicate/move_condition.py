"""SQL conditions on turns that answer queries; knows no query.

A code of a move (``rules.move``) says where a piece went and what an attack showed and brought
about. What stood there before, the row of the position before tells.
"""

from __future__ import annotations

from mentis_records.core.vocabulary import Area, is_named
from mentis_records.games.cirkle_mind.predicate.square_sql import Squares, tops
from mentis_records.games.cirkle_mind.rules.board import STEPS
from mentis_records.games.cirkle_mind.rules.duel import LOST, MARKS, WON
from mentis_records.games.cirkle_mind.rules.move import ATTACK, KINDS, STEP
from mentis_records.games.cirkle_mind.scene import TYPES, UNKNOWN_PIECE

FEATURE_TABLE = "cirkle_mind_features"

_WAS_PLAYED = "(move_code >= 0)"
_KIND = "(move_code & 3)"
_ORIGIN = "((move_code >> 2) & 127)"
_MARK = "((move_code >> 13) & 3)"
_OWN, _OTHER = "((move_code >> 15) & 31)", "((move_code >> 20) & 31)"
"""The numbers of the faces that an attack shows."""


def _step(bit: int) -> str:
    """Return what a step in the direction at a bit of the code adds to the index of a square."""
    cases = " ".join(f"when {at} then {step}" for at, step in enumerate(STEPS[:-1]))
    return f"(case (move_code >> {bit}) & 3 {cases} else {STEPS[-1]} end)"


_TARGET = f"({_ORIGIN} + {_step(9)})"
_VICTIM = f"({_TARGET} + {_step(11)})"
_MOVED = f"({_KIND} in ({KINDS.index(STEP)}, {KINDS.index(ATTACK)}))"


def attacks() -> str:
    """Return that the turn is an attack."""
    return f"({_KIND} = {KINDS.index(ATTACK)})"


def ended(mark: str) -> str:
    """Return that the turn is an attack with an outcome."""
    return f"({attacks()} and {_MARK} = {MARKS.index(mark)})"


def by(piece: str | None) -> str:
    """Return that such a piece moved, or that there was a turn."""
    if piece is None:
        return _WAS_PLAYED
    return _before(piece, f"{_MOVED} and {_is(piece, _OWN, _ORIGIN)}")


def captures(piece: str | None) -> str:
    """Return that such a piece was captured, as defender or as attacker."""
    if piece is None:
        return f"({ended(WON)} or {ended(LOST)})"
    taken = f"{ended(WON)} and {_is(piece, _OTHER, _VICTIM)}"
    lost = f"{ended(LOST)} and {_is(piece, _OWN, _ORIGIN)}"
    return _before(piece, f"({taken}) or ({lost})")


def begins(area: Area) -> str:
    """Return that a piece left a square of an area."""
    return f"({_MOVED} and {_ORIGIN} in ({_listed(area)}))"


def ends(area: Area) -> str:
    """Return that a piece ended on a square of an area."""
    end = f"case when {ended(WON)} then {_VICTIM} else {_TARGET} end"
    return f"({_MOVED} and {end} in ({_listed(area)}))"


def _listed(area: Area) -> str:
    return ", ".join(map(str, sorted(area)))


_BEFORE = Squares(("before.low", "before.high"))


def _is(piece: str, shown: str, place: str) -> str:
    """Return that a face that is shown is a piece's, or that such a piece stood on a square.

    Args:
        piece: its type.
        shown: the number of the face as an expression, 0 where none is shown.
        place: the index of the square as an expression.
    """
    numbers = (str(at) for at, each in enumerate(TYPES) if is_named(each, piece))
    faces = "false" if piece == UNKNOWN_PIECE else f"{shown} in ({', '.join(numbers)})"
    return f"(case when {shown} > 0 then {faces} else {_BEFORE.has(place)} end)"


def _before(piece: str, condition: str) -> str:
    """Return that a condition on the turn and the squares with such pieces before it is true."""
    low, high = tops(None, piece).words
    turns = f"select game_id, ply, move_code from {FEATURE_TABLE}"  # noqa: S608
    before = f"select game_id, ply + 1 as ply, {low} as low, {high} as high from {FEATURE_TABLE}"  # noqa: S608
    found = f"select game_id, ply from ({turns}) join ({before}) as before using (game_id, ply)"  # noqa: S608
    return f"(game_id, ply) in ({found} where {condition})"
