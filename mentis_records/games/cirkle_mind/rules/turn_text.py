"""A turn as it is written: squares, faces and mark, before any board is asked."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from mentis_records.core.diagnostic import Finding
from mentis_records.games.cirkle_mind import code
from mentis_records.games.cirkle_mind.rules.board import INDEX
from mentis_records.games.cirkle_mind.rules.move import HIDDEN, NOWHERE
from mentis_records.games.cirkle_mind.rules.piece import NUMBER

_TURN = re.compile(
    r"(?P<origin>[a-h]\d+)-(?P<target>[a-h]\d+)"
    r"(?:x(?P<victim>[a-h]\d+)(?::(?P<own>..)(?P<other>..))?(?P<mark>[+=<]))?",
    re.ASCII,
)
_DASHES_READ = ("\u00ad", *map(chr, range(0x2010, 0x2016)), "\u2212")
_PLAIN = str.maketrans({**dict.fromkeys(_DASHES_READ, "-"), "\u00d7": "x"})


class Written(NamedTuple):
    """A turn as written: indices of squares or ``NOWHERE``, numbers of faces, and the mark.

    A pass has no square at all. The squares need not be beside each other.
    """

    text: str
    origin: int = NOWHERE
    target: int = NOWHERE
    victim: int = NOWHERE
    faces: tuple[int, int] = HIDDEN
    mark: str = ""


@lru_cache(maxsize=1 << 16)
def read_turn(text: str) -> tuple[Written, tuple[Finding, ...]]:
    """Return what a turn of the grammar says, and what is not canonical in how it is written."""
    plain = text.translate(_PLAIN)
    if plain == "-":
        plain = "--"
    cased = _recased(plain)
    findings: list[Finding] = []
    if plain != text:
        findings.append(Finding(code.SIGN_TYPOGRAPHIC, {"found": text, "expected": cased}))
    if cased != plain:
        findings.append(Finding(code.LETTER_CASE, {"found": text, "expected": cased}))
    turn = _TURN.fullmatch(cased)
    if turn is None:
        return Written(cased), tuple(findings)
    return (
        Written(
            cased,
            INDEX[turn["origin"]],
            INDEX[turn["target"]],
            INDEX[turn["victim"]] if turn["victim"] else NOWHERE,
            (NUMBER[turn["own"]], NUMBER[turn["other"]]) if turn["own"] else HIDDEN,
            turn["mark"] or "",
        ),
        tuple(findings),
    )


def _recased(text: str) -> str:
    """Return a turn with squares and shapes in lower case, and the colours of faces in upper."""
    squares, colon, shown = text.lower().partition(":")
    if not colon:
        return squares
    return f"{squares}:{shown[0].upper()}{shown[1]}{shown[2].upper()}{shown[3:]}"
