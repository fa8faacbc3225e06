"""Duels: what becomes of an attack, by both faces and their shields; knows no board."""

from __future__ import annotations

from functools import lru_cache

from mentis_records.games.cirkle_mind.rules.piece import BLACK, FACES, PIECES, TARGET

WON, FAILED, LOST = "+", "=", "<"
MARKS = (WON, FAILED, LOST)
"""The attacker takes the defender's square, both stay, the defender takes the attacker's."""

SUPER = 2
"""The level of a piece whose shape and colour are those of its square."""


def _easy(attacker: str, defender: str) -> str:
    """Return the outcome without shields (rules, Duel, Easy; ruling R9)."""
    if defender[1] == TARGET or attacker[0] == BLACK:
        return WON
    if defender[0] == BLACK:
        return WON if attacker[1] == defender[1] else LOST
    return WON if attacker[0] == defender[0] or attacker[1] == defender[1] else FAILED


def _shielded(attacker: str, defender: str, own: int, other: int) -> str:
    """Return the outcome between shields (rules, Duel, Medium; rulings R12 to R15).

    Args:
        attacker: its face.
        defender: its face.
        own: the level of the attacker.
        other: that of the defender.
    """
    base = _easy(attacker, defender)
    if base == LOST:
        return LOST
    if base == FAILED:
        return WON if own == other == SUPER else FAILED
    if attacker[0] == BLACK and defender[0] != BLACK:
        holds = other < SUPER or own == SUPER
    else:
        holds = own >= other
    if holds:
        return WON
    return LOST if _easy(defender, attacker) == WON else FAILED


def _levels_of(face: str) -> tuple[int, ...]:
    """Return the levels that a piece may have."""
    if face[0] == BLACK:
        return 0, SUPER
    return (0, 1) if face[1] == TARGET else (0, 1, SUPER)


def level_of(face: str, square: str) -> int:
    """Return the level of a piece on a square, by what that shows: 0 none, 1 protected, 2 super."""
    if not square:
        return 0
    if face[0] == BLACK:
        return SUPER if face[1] == square[1] else 0
    return (face[0] == square[0]) + (face[1] == square[1])


@lru_cache(maxsize=1 << 13)
def outcome_of(attacker: int, defender: int, own: int = 0, other: int = 0) -> str:
    """Return the mark of an attack by the numbers of both faces and their levels.

    Without shields all levels are 0: the outcome is then that of Easy.
    """
    return _shielded(FACES[attacker - 1], FACES[defender - 1], own, other)


def _possible() -> tuple[frozenset[str], ...]:
    return tuple(
        frozenset(
            _shielded(attacker, defender, own, other)
            for own in _levels_of(attacker)
            for other in _levels_of(defender)
        )
        for attacker in FACES
        for defender in FACES
    )


_POSSIBLE = _possible()


def is_possible(attacker: int, defender: int, mark: str) -> bool:
    """Tell whether an attack between two faces can end like that on some squares."""
    return mark in _POSSIBLE[(attacker - 1) * PIECES + defender - 1]
