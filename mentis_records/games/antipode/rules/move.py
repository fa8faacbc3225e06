"""The kinds of turn as values, their notation and their packed codes; knows no position.

A code is a non-negative integer below 2**60:

- bits 0-2: the kind, its index in ``KINDS``; bits 3-8: the cited square plus 1, or 0
- place: 9-14 square; step and antipode: 9-14 start, 15-20 end
- jump: 9-14 start, then four bits a leg: two the direction, two the sign plus 1; eleven legs fit

Longer jumps have the number of their notation (``core.named_move``).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from mentis_records.core import named_move
from mentis_records.games.antipode.rules.square import (
    BESIDE,
    COUNT,
    DIRECTIONS,
    INDEX,
    NAMES,
    OVER,
    RAYS,
    line_between,
)

PASS, PLACE, STEP, ANTIPODE, JUMP, PENALTY = "pass", "place", "step", "antipode", "jump", "penalty"
KINDS = (PASS, PLACE, STEP, ANTIPODE, JUMP, PENALTY)

CAPTURE, OWN, FLIP = "x", "-", "~"
SIGNS = CAPTURE + OWN + FLIP
"""The signs of legs: over an opposing stone, an own one, the Antipode."""

NO_TURN = "--"
MOST_PACKED = 11
"""Jumps of more legs than these have no packed code."""

_FORM = re.compile(
    r"(?:P(?P<cited>[a-g][1-7]):)?"
    r"(?:(?P<none>--)|(?P<token>A)?(?P<path>[a-g][1-7](?:[-x~][a-g][1-7])*))"
    r"|P(?P<penalty>[a-g][1-7])"
)


class Move(NamedTuple):
    """A turn: its kind, the squares on its path, the signs of a jump's legs, and what is cited.

    ``cited`` is the square of the stone that is taken as a penalty before the turn, or -1; a
    penalty that ends the round is a turn by itself (rules R16).
    """

    kind: str
    path: tuple[int, ...] = ()
    signs: str = ""
    cited: int = -1

    @property
    def code(self) -> int:
        """Return the packed code, or the number of the notation."""
        return _code_of(self)

    @property
    def notation(self) -> str:
        """Return the canonical notation, such as ``Pg6:a2xc2-c4``."""
        names = [NAMES[place] for place in self.path]
        if self.kind == JUMP:
            text = names[0] + "".join(
                sign + name for sign, name in zip(self.signs, names[1:], strict=True)
            )
        elif self.kind == PENALTY:
            return "P" + NAMES[self.cited]
        elif self.kind == PASS:
            text = NO_TURN
        else:
            text = ("A" if self.kind == ANTIPODE else "") + "-".join(names)
        return text if self.cited < 0 else f"P{NAMES[self.cited]}:{text}"

    def imaged(self, images: tuple[int, ...]) -> Move:
        """Return the move after the squares have become others."""
        cited = self.cited if self.cited < 0 else images[self.cited]
        return Move(self.kind, tuple(images[place] for place in self.path), self.signs, cited)


def parse_move(text: str) -> Move:
    """Return the move that a canonical notation means; a path need not be one of steps or legs.

    Raises:
        ValueError: the text has not the form of a move (Notation).
    """
    found = _FORM.fullmatch(text)
    if found is None:
        raise ValueError(f"{text} is no turn")
    if found["penalty"]:
        return Move(PENALTY, cited=INDEX[found["penalty"]])
    cited = INDEX[found["cited"]] if found["cited"] else -1
    if found["none"]:
        return Move(PASS, cited=cited)
    path = tuple(INDEX[name] for name in re.findall("[a-g][1-7]", found["path"]))
    signs = found["path"][2::3]
    if found["token"]:
        if signs != OWN:
            raise ValueError(f"{text} is no move of the Antipode")
        return Move(ANTIPODE, path, "", cited)
    if not signs:
        return Move(PLACE, path, "", cited)
    if signs == OWN and path[1] in BESIDE[path[0]]:
        return Move(STEP, path, "", cited)
    return Move(JUMP, path, signs, cited)


def is_shaped(move: Move) -> bool:
    """Tell whether the squares of a path are as far apart as the kind of move wants (Notation)."""
    if move.kind == JUMP:
        return all(leg in OVER for leg in zip(move.path[:-1], move.path[1:], strict=True))
    if move.kind == ANTIPODE:
        return bool(line_between(*move.path))
    return move.kind != STEP or move.path[1] in BESIDE[move.path[0]]


@lru_cache(1 << 14)
def _code_of(move: Move) -> int:
    code = KINDS.index(move.kind) | move.cited + 1 << 3
    if move.kind != JUMP:
        for index, place in enumerate(move.path):
            code |= place << 9 + 6 * index
        return code
    if len(move.signs) > MOST_PACKED:
        return named_move.code_of(move.notation)
    code |= move.path[0] << 9
    for index, sign in enumerate(move.signs):
        leg = _direction(move.path[index], move.path[index + 1])
        code |= (leg | SIGNS.index(sign) + 1 << 2) << 15 + 4 * index
    return code


@lru_cache(1 << 14)
def unpack(code: int) -> Move:
    """Return the move with this code.

    Raises:
        ValueError: no move has this code.
    """
    if code >= named_move.FIRST_NAMED:
        move: Move | None = parse_move(named_move.notation_of(code))
    else:
        move = _unpack(code)
    if move is None or not is_shaped(move) or move.code != code:
        raise ValueError(f"no move has the code {code}")
    return move


def _unpack(code: int) -> Move | None:
    number, cited = code & 7, (code >> 3 & 63) - 1
    if code < 0 or number >= len(KINDS) or cited >= COUNT:
        return None
    kind = KINDS[number]
    if kind == PENALTY and cited < 0:
        return None
    start, end = code >> 9 & 63, code >> 15 & 63
    path = {PLACE: (start,), STEP: (start, end), ANTIPODE: (start, end)}.get(kind, ())
    signs = ""
    if kind == JUMP:
        path, signs = _legs(start, code >> 15)
    if any(place >= COUNT for place in path) or (kind == JUMP and not signs):
        return None
    return Move(kind, path, signs, cited)


def _legs(start: int, rest: int) -> tuple[tuple[int, ...], str]:
    """Return the path and the signs of a packed jump; none where a leg leaves the board."""
    path, signs = [start], ""
    while rest:
        sign = (rest >> 2 & 3) - 1
        ray = RAYS[path[-1]][rest & 3] if path[-1] < COUNT else ()
        if sign < 0 or len(ray) < 2:
            return (), ""
        path.append(ray[1])
        signs += SIGNS[sign]
        rest >>= 4
    return tuple(path), signs


def _direction(start: int, end: int) -> int:
    return next(way for way in DIRECTIONS if RAYS[start][way][1:2] == (end,))
