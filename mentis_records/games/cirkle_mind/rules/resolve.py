"""From a written ply to a turn with its verdict; the rules are in ``rule``."""

from __future__ import annotations

from mentis_records.core.game import Malformation
from mentis_records.core.ply_syntax import PlySyntax
from mentis_records.core.verdict import Verdict
from mentis_records.games.cirkle_mind import code
from mentis_records.games.cirkle_mind.rules.explanation import explain
from mentis_records.games.cirkle_mind.rules.follow import followed, legal_move
from mentis_records.games.cirkle_mind.rules.move import Move
from mentis_records.games.cirkle_mind.rules.position import Position
from mentis_records.games.cirkle_mind.rules.rule import fault_of
from mentis_records.games.cirkle_mind.rules.turn_text import read_turn

TERMINAL_WORDS = (
    ("STEP", "a step (d4-d5)"),
    ("ATTACK", "a step with an attack (d5-d6xd7:YxBx+)"),
    ("PASS", "a pass (--)"),
)
"""The notation's terminals in a reader's words."""

_DASH = "[-\u00ad\u2010-\u2015\u2212]"
_CROSS = "[xX\u00d7]"
_SQUARE = "[A-Ha-h](?:1[01]|[1-9])"
_STEP = f"{_SQUARE}{_DASH}{_SQUARE}"
_FACE = "(?:[YGBMygbm][tsxocTSXOC]|[Kk][tsxoTSXO])"

MALFORMATIONS = (
    Malformation(
        rf"{_SQUARE}(?:[ \t]+{_DASH}[ \t]*|{_DASH}[ \t]+){_SQUARE}(?!\w)",
        code.BLANKS_INSIDE,
        spans_blanks=True,
    ),
    Malformation(
        rf"{_STEP}(?:[ \t]+{_CROSS}[ \t]*|{_CROSS}[ \t]+){_SQUARE}(?:[:+=<]\S*)?",
        code.BLANKS_INSIDE,
        spans_blanks=True,
    ),
    Malformation(
        rf"(?:{_SQUARE}[-xX]){{0,2}}(?P<square>(?!{_SQUARE}(?!\d))[A-Za-z]\d{{1,3}}).*",
        code.OFF_BOARD,
    ),
    Malformation(rf"{_STEP}{_CROSS}{_SQUARE}(?::{_FACE}{{2}})?", code.NO_MARK),
    Malformation(rf"{_STEP}{_CROSS}{_SQUARE}:{_FACE}[+=<]?", code.ONE_FACE),
    Malformation(rf"{_STEP}{_CROSS}{_SQUARE}:(?P<faces>\w*)[+=<]?", code.NO_FACE),
    Malformation(rf"{_STEP}{_CROSS}{_SQUARE}(?P<mark>\S+)", code.NO_SUCH_MARK),
    Malformation(rf"(?:{_SQUARE})?{_CROSS}{_SQUARE}(?::\S*)?[+=<]?", code.ATTACK_ALONE),
    Malformation(rf"{_SQUARE}{_SQUARE}", code.DASH_MISSING),
    Malformation(rf"{_SQUARE}{_DASH}?", code.SQUARE_ALONE),
)
"""Known miswritings, the first that matches counts."""


def resolve(position: Position, ply: PlySyntax) -> Verdict[Move]:
    """Return the turn that a ply means and what is wrong with it.

    The turn is None where the board cannot follow: nothing to move, no step, nobody to attack.
    """
    written, remarks = read_turn(ply.tokens[0].text)
    fault = fault_of(position, written)
    if fault is None:
        return Verdict(legal_move(position, written), remarks)
    meant = followed(position, written)
    return Verdict(meant, (*remarks, explain(position, written, fault, meant)))
