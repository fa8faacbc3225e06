"""From a written ply to a move with its verdict; the rules are in ``rule``."""

from __future__ import annotations

import re

from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import Malformation
from mentis_records.core.ply_syntax import PlySyntax, Token
from mentis_records.core.verdict import Verdict
from mentis_records.games.mentis import code
from mentis_records.games.mentis.rules import fault, rule, square, stack
from mentis_records.games.mentis.rules.explanation import explain
from mentis_records.games.mentis.rules.follow import can_follow
from mentis_records.games.mentis.rules.move import Capture, Deployment, Move, Movement
from mentis_records.games.mentis.rules.position import Position

TERMINAL_WORDS = (
    ("SQUARE", "a square (d2-d3)"),
    ("DASH", "-"),
    ("DEPLOYMENT", "a deployment (NSTb1)"),
    ("CAPTURE", "a capture (d4xc4)"),
)
"""The notation's terminals in a reader's words."""

_GAP = r"[ \t]*"
_STEP = rf"[a-g][1-7]{_GAP}#?{_GAP}#?"
_PATH = rf"{_STEP}(?:{_GAP}[-\u00ad\u2010-\u2015\u2212]{_GAP}{_STEP})*"

MALFORMATIONS = (
    Malformation(r"[STNW]{1,3}[ \t]+[a-g][1-7](?![\w#-])", code.BLANKS_INSIDE, spans_blanks=True),
    Malformation(
        r"[a-g][1-7](?:[ \t]+x[ \t]*|x[ \t]+)[a-g][1-7](?!\w)",
        code.BLANKS_INSIDE,
        spans_blanks=True,
    ),
    Malformation(r"pass|-{2,3}|\u2014", code.NO_PASS),
    Malformation(r"[a-g][1-7](?P<sign>[X:*])[a-g][1-7]", code.CAPTURE_SIGN),
    Malformation(r"[STNWK](?:[a-g][1-7])[-x#].*", code.TILE_BEFORE_MOVE),
    Malformation(r"[a-g][1-7][-#a-g1-7]*?(-{2,})[a-g][1-7].*", code.DASH_TWICE),
    Malformation(rf"{_PATH}{_GAP}[-\u00ad\u2010-\u2015\u2212]\s*", code.PATH_BREAKS_OFF),
    Malformation(rf"{_STEP}", code.LONE_SQUARE),
    Malformation(rf".*?[a-g][1-7]{_GAP}(#(?:{_GAP}#){{2,}}).*", code.TOO_MANY_MARKS),
    Malformation(r"[STNWK]{4,}[a-g][1-7]", code.TOO_MANY_TILES),
    Malformation(r"[STNW]*(?P<letter>[A-Z])[A-Z]*[a-g][1-7]", code.NO_SUCH_TILE),
    Malformation(rf"(?:{_PATH}|[a-g][1-7])[x\u00d7].*", code.CAPTURE_MARKED),
    Malformation(rf"{_PATH}[a-g][1-7].*", code.STEP_MISSING_DASH),
    Malformation(
        r"[-#xSTNWa-g1-7]*?(?P<square>(?![a-g][1-7](?![0-9]))[A-Za-z][0-9]{1,2}).*",
        code.NO_SUCH_SQUARE,
    ),
)
"""Known miswritings, the first that matches counts."""


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
        finding = explain(position, move, found)
        reason, _, step = fault.split_fault(found)
        token_index: int | None = places[step]
        if reason == fault.DROP_LEAVES_NOTHING:
            token_index = places[step] + 1
        elif reason == fault.WRONG_DISTANCE:
            token_index = None
        findings.append(Finding(finding.code, finding.details, token_index))
        return Verdict(move if can_follow(position, move) else None, tuple(findings))
    if marks[-1]:
        details = {"square": square.NAMES[path[-1]]}
        findings.append(Finding(code.LAST_SQUARE_MARKED, details, len(ply.tokens) - 1))
    return Verdict(move, tuple(findings))


def _resolve_deployment(position: Position, ply: PlySyntax) -> Verdict[Move]:
    token = ply.tokens[0]
    letters, name = token.text[:-2], token.text[-2:]
    findings: list[Finding] = []
    if not letters.isupper():
        details = {"found": token.text, "expected": letters.upper() + name}
        findings.append(Finding(code.TILE_LOWER_CASE, details))
    move = Deployment(stack.tiles_from_letters(letters.upper()), square.INDEX[name])
    found = rule.deployment_fault(position.state(), move.tiles, move.place)
    if not found:
        return Verdict(move, tuple(findings))
    findings.append(explain(position, move, found))
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
    findings.append(explain(position, move, found))
    return Verdict(move if can_follow(position, move) else None, tuple(findings))


def _plain_sign(token: Token, expected: str, index: int | None) -> Finding:
    details = {"found": re.sub(r"\s+", "", token.text), "expected": expected}
    return Finding(code.SIGN_TYPOGRAPHIC, details, index)
