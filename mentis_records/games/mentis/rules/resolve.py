"""From a written ply to a move with its verdict; the rules are in ``rule``."""

from __future__ import annotations

import re

from mentis_records.core.diagnostic import Finding
from mentis_records.core.ply_syntax import PlySyntax, Token
from mentis_records.core.verdict import Verdict
from mentis_records.games.mentis.rules import fault, rule, square, stack
from mentis_records.games.mentis.rules.follow import can_follow
from mentis_records.games.mentis.rules.move import Capture, Deployment, Move, Movement
from mentis_records.games.mentis.rules.position import Position


def resolve(position: Position, ply: PlySyntax) -> Verdict[Move]:
    """Return the move that a ply means and what is wrong with it.

    The move is None where the board cannot follow: nothing to move, no room, an empty hand.
    """
    if ply.kind == "move":
        return _resolve_movement(position, ply)
    if ply.kind == "deploy":
        return _resolve_deployment(position, ply)
    return _resolve_capture(position, ply)


def _resolve_movement(position: Position, ply: PlySyntax) -> Verdict[Move]:
    path: list[int] = []
    marks: list[int] = []
    places: list[int] = []
    findings: list[Finding] = []
    for index, token in enumerate(ply.tokens):
        if token.type == "SQUARE":
            path.append(square.INDEX[token.text])
            marks.append(0)
            places.append(index)
        elif token.type == "MARK":
            marks[-1] = token.text.count("#")
        elif token.text != "-":
            findings.append(_plain_sign(token, "-", index))
    leader = position.cells[path[0]] & 7
    move = Movement(leader, tuple(path), tuple(marks[:-1]))
    found = rule.movement_fault(position.state(), path, marks[:-1])
    if found:
        finding = _explain(position, move, found)
        reason, _, step = fault.split_fault(found)
        token_index: int | None = places[step]
        if reason == fault.DROP_LEAVES_NOTHING:
            token_index = places[step] + 1
        elif reason == fault.WRONG_DISTANCE:
            token_index = None
        findings.append(Finding(finding.code, finding.details, token_index))
        return Verdict(move if can_follow(position, move) else None, tuple(findings))
    if marks[-1]:
        from mentis_records.games.mentis import code

        details = {"square": square.NAMES[path[-1]]}
        findings.append(Finding(code.LAST_SQUARE_MARKED, details, len(ply.tokens) - 1))
    return Verdict(move, tuple(findings))


def _resolve_deployment(position: Position, ply: PlySyntax) -> Verdict[Move]:
    token = ply.tokens[0]
    letters, name = token.text[:-2], token.text[-2:]
    findings: list[Finding] = []
    if not letters.isupper():
        from mentis_records.games.mentis import code

        details = {"found": token.text, "expected": letters.upper() + name}
        findings.append(Finding(code.TILE_LOWER_CASE, details))
    move = Deployment(stack.tiles_from_letters(letters.upper()), square.INDEX[name])
    found = rule.deployment_fault(position.state(), move.tiles, move.place)
    if not found:
        return Verdict(move, tuple(findings))
    findings.append(_explain(position, move, found))
    return Verdict(move if can_follow(position, move) else None, tuple(findings))


def _resolve_capture(position: Position, ply: PlySyntax) -> Verdict[Move]:
    token = ply.tokens[0]
    place, target = square.INDEX[token.text[:2]], square.INDEX[token.text[3:]]
    findings: list[Finding] = []
    if token.text[2] != "x":
        findings.append(_plain_sign(token, f"{token.text[:2]}x{token.text[3:]}", None))
    cells = position.cells
    move = Capture(cells[place] & 7, place, target, cells[target] & 7)
    found = rule.capture_fault(position.state(), place, target)
    if not found:
        return Verdict(move, tuple(findings))
    findings.append(_explain(position, move, found))
    return Verdict(move if can_follow(position, move) else None, tuple(findings))


def _explain(position: Position, move: Move, found: int) -> Finding:
    # A record without faults needs no words for them.
    from mentis_records.games.mentis.rules.explanation import explain

    return explain(position, move, found)


def _plain_sign(token: Token, expected: str, index: int | None) -> Finding:
    from mentis_records.games.mentis import code

    details = {"found": re.sub(r"\s+", "", token.text), "expected": expected}
    return Finding(code.SIGN_TYPOGRAPHIC, details, index)
