"""Position strings: parse, check and format what somebody states; playing is elsewhere."""

from __future__ import annotations

import re

from mentis_records.core.game import PositionError
from mentis_records.games.mensaspiel.rules.board import (
    COUNT,
    INDEX,
    NAMES,
    PIECES,
    SIDES,
    TRANSMITTER,
)
from mentis_records.games.mensaspiel.rules.move_generator import start_set
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position, position_of

MAX_LENGTH = 400
"""Longer texts are refused unread; the longest sound string has fewer than 150 characters."""

_SHAPE = re.compile(
    r"(?P<stacks>-|[a-z][0-9]:[WB]+(?:,[a-z][0-9]:[WB]+)*) "
    r"W(?P<white>-?[0-9]{1,2}(?:\.-?[0-9]{1,2}){2})/B(?P<black>-?[0-9]{1,2}(?:\.-?[0-9]{1,2}){2}) "
    r"(?P<side>[WB]) "
    r"(?P<starts>[0-3])(?P<counter>c?)(?P<due>x?)(?P<passed>p?)(?:@(?P<first>[a-z][0-9]))?",
    re.ASCII,
)
_POOLS = ("the base", "the reserve", "the prison")


def format_position(position: Position) -> str:
    """Return the canonical position string, ``STACKS WHITE/BLACK TURN OPENING``."""
    stacks = ",".join(
        [f"{NAMES[place]}:{stack}" for place, stack in enumerate(position.stacks) if stack]
    )
    pools = "/".join(
        f"{letter}{position.base[side]}.{position.reserve[side]}.{position.prison[side]}"
        for side, letter in enumerate(LETTERS)
    )
    opening = (
        f"{position.starts}{'c' * position.has_counter}{'x' * position.must_start}"
        f"{'p' * (position.passes > 0)}"
    )
    if position.first_square >= 0:
        opening += f"@{NAMES[position.first_square]}"
    return f"{stacks or '-'} {pools} {LETTERS[position.side]} {opening}"


def parse_position(text: str, first_player: int, goal: int) -> Position:
    """Return the position that a string states.

    Args:
        text: the string.
        first_player: the side before whose turns the number stands.
        goal: how many prisoners win.

    Raises:
        PositionError: it is malformed or cannot be; with every reason (rules, Position string).
    """
    shape = _SHAPE.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if shape is None:
        raise PositionError(
            [
                "this is not a position of MensaSpiel, such as "
                "b3:W,e4:B W2.6.0/B2.6.0 W 2c@b3: stacks, base.reserve.prison of both sides, "
                "the side to move, and the opening"
            ]
        )
    reasons: list[str] = []
    stacks = _read_stacks(shape["stacks"], reasons)
    white, black = _read_pools(shape["white"], 0, reasons), _read_pools(shape["black"], 1, reasons)
    base, reserve, prison = zip(white, black, strict=True)
    first_square = _read_first(shape["first"], reasons)
    side, starts = LETTERS.index(shape["side"]), int(shape["starts"])
    opening = (starts, bool(shape["counter"]), bool(shape["due"]), len(shape["passed"]))
    position = position_of(
        stacks, (base, reserve, prison), side, (*opening, first_square), (first_player, goal)
    )
    if not reasons:
        reasons += _piece_reasons(position)
        reasons += _opening_reasons(position)
    if reasons:
        raise PositionError(reasons)
    return position


def _read_stacks(text: str, reasons: list[str]) -> tuple[str, ...]:
    """Return the stacks by square; why they are unsound goes to the reasons."""
    stacks = [""] * COUNT
    for item in () if text == "-" else text.split(","):
        name, pieces = item.split(":")
        place = INDEX.get(name, TRANSMITTER)
        if place == TRANSMITTER:
            reasons.append(f"{name} is not a coloured square, and {pieces} stands there")
        elif stacks[place]:
            reasons.append(f"{name} is named twice")
        else:
            stacks[place] = pieces
            owner = pieces[-1]
            if len(pieces) > 1 and pieces == owner * len(pieces):
                side = SIDES[LETTERS.index(owner)]
                reasons.append(f"{name}: {pieces} is a stack of {side} without an enemy in it")
    return tuple(stacks)


def _read_pools(text: str, side: int, reasons: list[str]) -> tuple[int, int, int]:
    """Return base, reserve and prison of a side."""
    base, reserve, prison = map(int, text.split("."))
    for where, count in zip(_POOLS, (base, reserve, prison), strict=True):
        if count < 0:
            reasons.append(f"{count} pieces in {where} of {SIDES[side]}")
    return base, reserve, prison


def _read_first(name: str | None, reasons: list[str]) -> int:
    """Return the square of the first start, or -1 if none is named."""
    if name is None:
        return -1
    place = INDEX.get(name, TRANSMITTER)
    if place == TRANSMITTER:
        reasons.append(f"the first start on {name}, which is not a coloured square")
    return place


def _piece_reasons(position: Position) -> list[str]:
    """Return which side has more pieces than its set holds."""
    reasons = []
    for side, letter in enumerate(LETTERS):
        count = sum(stack.count(letter) for stack in position.stacks)
        count += position.base[side] + position.reserve[side] + position.prison[1 - side]
        if count > PIECES:
            reasons.append(f"{count} pieces of {SIDES[side]}; the set has {PIECES}")
    return reasons


def _opening_reasons(position: Position) -> list[str]:
    """Return why the opening does not go with the stacks and the base."""
    reasons = []
    side, starts, first = position.side, position.starts, position.first_square
    if (starts == 0) != (not position.occupied):
        reasons.append("the opening digit is 0 exactly while the rings are empty")
    if (first >= 0) != (starts in (1, 2)):
        reasons.append("the first start's square, @, stands with opening digit 1 or 2 only")
        return reasons
    holds_first = first >= 0 and position.owned[side] >> first & 1
    if position.has_counter and not (starts == 2 and holds_first):
        reasons.append(
            "the counter-attack right, c, belongs to the first piece's owner, after the second "
            "start"
        )
    if position.must_start and not (position.base[side] == 1 and start_set(position)):
        reasons.append(
            f"a start is due, x, but {SIDES[side]} has no single starter in the base that can start"
        )
    return reasons
