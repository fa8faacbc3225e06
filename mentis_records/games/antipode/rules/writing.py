"""How turns are written: the lenient forms, the known miswritings, and terminals in words."""

from __future__ import annotations

import re
from functools import lru_cache

from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import Malformation
from mentis_records.core.verdict import Verdict
from mentis_records.games.antipode import code
from mentis_records.games.antipode.rules.move import Move, parse_move

TERMINAL_WORDS = (
    ("PLACE", "a space (b4)"),
    ("PATH", "a move or a jump (b4-b5, a2xc2-c4)"),
    ("ANTIPODE", "a move of the Antipode (Ad4-d7)"),
    ("PENALTY", "a penalty (Pg6)"),
    ("PASS", "a pass (--)"),
)
"""The notation's terminals in a reader's words."""

_DASHES = "\u00ad\u2010-\u2015\u2212"
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u02dc\u223c\uff5e", "~"),
        "\u00d7": "x",
    }
)
_SPACE = "[A-Ga-g][1-7]"
_SIGN = f"[-~xX{_DASHES}\u00d7\u02dc\u223c\uff5e]"
_CITED = f"(?:[Pp]{_SPACE}:)?"
_PATH = rf"{_CITED}[Aa]?{_SPACE}(?:{_SIGN}{_SPACE})*"
_GAP = r"[ \t]*"

MALFORMATIONS = (
    Malformation(
        rf"{_PATH}(?:{_SIGN}[ \t]+{_SPACE}(?:{_GAP}{_SIGN}{_GAP}{_SPACE})*)(?!\w)",
        code.BLANKS_BETWEEN,
        spans_blanks=True,
    ),
    Malformation(rf"{_SIGN}{_GAP}{_SPACE}(?!\w)", code.BLANKS_BETWEEN, spans_blanks=True),
    Malformation(rf"[Pp]{_SPACE}:[ \t]+{_PATH}(?!\w)", code.BLANKS_BETWEEN, spans_blanks=True),
    Malformation(r"pass|Pass|PASS|-{3,}|\.\.", code.PASS_WORD),
    Malformation(rf"[Pp]{_SPACE}:", code.TURN_EMPTY),
    Malformation(rf"[Pp]{_SPACE}[-\u2013 ]?{_PATH}", code.PENALTY_JOINED),
    Malformation(rf"{_CITED}[Aa]{_SPACE}(?:{_SIGN}{_SPACE})+", code.ANTIPODE_JUMPS),
    Malformation(rf"{_PATH}({_SIGN}{{2,}}){_SPACE}.*", code.SIGN_TWICE),
    Malformation(rf"{_PATH}{_SIGN}", code.PATH_OPEN),
    Malformation(rf"{_PATH}(?P<sign>[:*+>]){_SPACE}.*", code.CAPTURED_BY),
    Malformation(rf"{_CITED}[GSgs](?:{_SPACE})(?:{_SIGN}{_SPACE})*", code.STONE_NAMED),
    Malformation(rf"{_PATH}{_SPACE}.*", code.SPACES_JOINED),
    Malformation(
        r"[-~xXAP:a-g1-7]*?(?P<space>(?![a-g][1-7](?![0-9]))[A-Za-z][0-9]{1,2}).*",
        code.NO_SUCH_SPACE,
    ),
)
"""Known miswritings, the first that matches counts."""


@lru_cache(1 << 14)
def read_turn(text: str) -> tuple[Move, Verdict[Move]]:
    """Return the turn that a word of the grammar is, and it with the warnings about its writing."""
    findings = []
    plain = text.translate(_PLAIN)
    if set(plain) == {"-"}:
        plain = "--"
    if plain != text:
        findings.append(Finding(code.TYPOGRAPHIC, {"found": text, "expected": _cased(plain)}))
    if _cased(plain) != plain:
        findings.append(Finding(code.LETTER_CASE, {"found": text, "expected": _cased(plain)}))
    move = parse_move(_cased(plain))
    return move, Verdict(move, tuple(findings))


def _cased(text: str) -> str:
    """Return a turn with each of its letters in its own case."""
    lower = text.lower()
    return re.sub(r"^p|(?:^|(?<=:))a(?=[a-g])", lambda letter: letter[0].upper(), lower)
