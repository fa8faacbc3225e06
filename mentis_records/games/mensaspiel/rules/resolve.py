"""From a written ply to a turn with its verdict; the rules are in ``rule``."""

from __future__ import annotations

import re

from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import Malformation
from mentis_records.core.ply_syntax import PlySyntax
from mentis_records.core.verdict import Verdict
from mentis_records.games.mensaspiel import code
from mentis_records.games.mensaspiel.rules.board import INDEX, TRANSMITTER
from mentis_records.games.mensaspiel.rules.explanation import explain
from mentis_records.games.mensaspiel.rules.follow import followed
from mentis_records.games.mensaspiel.rules.move import BY_NOTATION, Move
from mentis_records.games.mensaspiel.rules.position import Position
from mentis_records.games.mensaspiel.rules.rule import fault_of

TERMINAL_WORDS = (
    ("START", "a start (Sb3)"),
    ("MOVE", "a move (a3-g3)"),
    ("CAPTURE", "a capture (b3xg5)"),
    ("TRANSPORT", "a transport (b3-d4:2)"),
    ("LASTMAN", "the return of the last man (c5-d4=2)"),
    ("PASS", "a pass (--)"),
)
"""The notation's terminals in a reader's words."""

_DASHES = "-\u00ad\u2010-\u2015\u2212"
_SQUARE = "[A-Ga-g][1-5]"
_SIGN = rf"[{_DASHES}xX\u00d7]"

MALFORMATIONS = (
    Malformation(rf"E?[ \t]*S[ \t]+{_SQUARE}\+?|E[ \t]+S{_SQUARE}\+?", code.GAPS_INSIDE, True),
    Malformation(
        rf"{_SQUARE}(?:[ \t]+{_SIGN}[ \t]*|{_SIGN}[ \t]+){_SQUARE}(?!\w)",
        code.GAPS_INSIDE,
        spans_blanks=True,
    ),
    Malformation(rf"{_SQUARE}[{_DASHES}]([Dd]4(?:[:=]\d*)?)", code.NO_COUNT),
    Malformation(rf"{_SQUARE}[{_DASHES}][Dd]4(?:[:=]\d)?\+", code.RETURN_WITH_MARK),
    Malformation(
        rf"{_SQUARE}[{_DASHES}](?P<square>{_SQUARE})[:=]\d+\+?", code.COUNT_OFF_TRANSMITTER
    ),
    Malformation(rf"{_SQUARE}[xX\u00d7]{_SQUARE}\+", code.CAPTURE_WITH_MARK),
    Malformation(rf"[Ee](?:{_SQUARE})?\+?", code.EXCHANGE_ALONE),
    Malformation(rf"{_SQUARE}{_SQUARE}\+?", code.SQUARES_JOINED),
    Malformation(rf"{_SQUARE}{_SIGN}?\+?", code.SQUARE_ALONE),
    Malformation(
        rf"[ES]*(?:{_SQUARE}{_SIGN})?(?P<square>(?!{_SQUARE}(?!\d))[A-Za-z]\d{{1,2}}).*",
        code.OFF_BOARD,
    ),
)
"""Known miswritings, the first that matches counts."""

_VERDICTS = {text: Verdict(move) for text, move in BY_NOTATION.items()}
"""What a legal turn in canonical notation gets."""

_DASHES_READ = ("\u00ad", *map(chr, range(0x2010, 0x2016)), "\u2212")
_PLAIN = str.maketrans({**dict.fromkeys(_DASHES_READ, "-"), "\u00d7": "x"})


def resolve(position: Position, ply: PlySyntax) -> Verdict[Move]:
    """Return the turn that a ply means and what is wrong with it.

    The turn is None where the board cannot follow: nothing to move, no starter, a square taken.
    """
    text = ply.tokens[0].text
    verdict = _VERDICTS.get(text)
    if verdict is None:
        return _resolve_odd(position, text)
    move = BY_NOTATION[text]
    fault = fault_of(position, move)
    if fault is None:
        return verdict
    meant = followed(position, move)
    return Verdict(meant, (explain(position, move, fault, meant),))


def _resolve_odd(position: Position, text: str) -> Verdict[Move]:
    """Resolve what is not canonical, or names squares that no turn can have."""
    plain = text.translate(_PLAIN)
    if plain == "-":
        plain = "--"
    cased = _recased(plain)
    findings: list[Finding] = []
    if plain != text:
        findings.append(Finding(code.SIGN_TYPOGRAPHIC, {"found": text, "expected": cased}))
    if cased != plain:
        findings.append(Finding(code.LETTER_CASE, {"found": text, "expected": cased}))
    move = BY_NOTATION.get(cased)
    if move is None:
        return Verdict(None, (*findings, _square_finding(cased)))
    fault = fault_of(position, move)
    if fault is None:
        return Verdict(move, tuple(findings))
    meant = followed(position, move)
    return Verdict(meant, (*findings, explain(position, move, fault, meant)))


def _recased(text: str) -> str:
    """Return a turn with its columns and the x in lower case, S and E before a square in upper."""
    marks = re.match(r"(?:[Ee]?[Ss](?=[A-Ga-g]))?", text)
    size = marks.end() if marks else 0
    return text[:size].upper() + text[size:].lower()


def _square_finding(text: str) -> Finding:
    """Return what is wrong with the squares of a text that is no turn of any position."""
    squares = re.findall(r"[a-g][1-5]", text)
    for name in squares:
        if INDEX.get(name, TRANSMITTER) == TRANSMITTER:
            return Finding(code.NO_RING_SQUARE, {"square": name})
    return Finding(code.OWN_SQUARE, {"square": squares[0]})
