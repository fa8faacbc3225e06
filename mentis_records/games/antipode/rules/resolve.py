"""From a written turn to a move with its verdict; the rules are in ``rule`` and ``duty``."""

from __future__ import annotations

from mentis_records.core.diagnostic import Finding
from mentis_records.core.ply_syntax import PlySyntax
from mentis_records.core.verdict import Verdict
from mentis_records.games.antipode import code
from mentis_records.games.antipode.rules.duty import cited, missed
from mentis_records.games.antipode.rules.ending import is_over
from mentis_records.games.antipode.rules.move import PENALTY, Move
from mentis_records.games.antipode.rules.move_generator import legal_moves
from mentis_records.games.antipode.rules.position import INFRACTION, SIDES, TOURNAMENT, Position
from mentis_records.games.antipode.rules.rule import find_fault
from mentis_records.games.antipode.rules.square import NAMES
from mentis_records.games.antipode.rules.writing import read_turn


def resolve(position: Position, ply: PlySyntax) -> Verdict[Move]:
    """Return the move that a turn means and what is wrong with it.

    The move is None where the turn is illegal.
    """
    move, written = read_turn(ply.tokens[0].text)
    findings = written.findings
    if move.cited >= 0:
        fault = _citation_fault(position, move)
        if fault is not None:
            return Verdict(None, (*findings, fault))
        position = cited(position, move.cited)
    if move.kind != PENALTY:
        fault = find_fault(position, move)
        if fault is not None:
            return Verdict(None, (*findings, fault))
        if position.flags & TOURNAMENT:
            better = missed(position, move)
            if better:
                details = {"found": move.notation, "expected": ", ".join(better)}
                return Verdict(move, (*findings, Finding(code.MANDATORY_MISSED, details)))
    return written


def _citation_fault(position: Position, move: Move) -> Finding | None:
    """Return what is wrong with a penalty, or with what stands behind it (rules R16)."""
    space = NAMES[move.cited]
    enemy = 1 - position.side
    if not position.flags & INFRACTION:
        return Finding(code.NO_INFRACTION)
    if not position.stones[enemy] >> move.cited & 1:
        return Finding(code.NO_STONE_TO_CITE, {"space": space, "owner": SIDES[enemy]})
    after = cited(position, move.cited)
    if is_over(after) and move.kind != PENALTY:
        return Finding(code.PENALTY_ENDED, {"space": space})
    if not is_over(after) and move.kind == PENALTY:
        turn = legal_moves(after)[0].notation
        return Finding(code.TURN_MISSING, {"space": space, "turn": turn})
    return None
