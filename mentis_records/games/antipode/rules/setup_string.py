"""Position strings: parse, check and format what somebody states; playing is elsewhere."""

from __future__ import annotations

import re

from mentis_records.core.game import PositionError
from mentis_records.games.antipode.rules.key import MOST
from mentis_records.games.antipode.rules.position import (
    BLOCKED,
    FLOOR,
    INFRACTION,
    PASSED,
    PLAY,
    SIDES,
    TOURNAMENT,
    Position,
)
from mentis_records.games.antipode.rules.square import (
    COUNT,
    INDEX,
    NAMES,
    SIZE,
    beyond_reach,
    line_between,
)

_ROW = re.compile(r"(?:[GSgs]|[1-7](?![1-7]))+")
_COUNTS = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")
_LASTS = re.compile(r"([a-g][1-7][a-g][1-7]|-),([a-g][1-7][a-g][1-7]|-)")
_FLAGS = re.compile(r"([sp])([bt])(!?)(-?)")


def format_setup(position: Position) -> str:
    """Return the canonical position string, ``BOARD TURN HANDS CAPTURES LASTS FLAGS FLOOR``."""
    flags = position.flags
    lasts = [NAMES[last[0]] + NAMES[last[1]] if last else "-" for last in position.lasts]
    words = (
        "/".join(_format_row(position, row) for row in reversed(range(SIZE))),
        "GS"[position.side],
        "{}/{}".format(*position.hands),
        "{}/{}".format(*position.captures),
        ",".join(lasts),
        ("p" if flags & PLAY else "s")
        + ("t" if flags & TOURNAMENT else "b")
        + ("!" if flags & INFRACTION else "")
        + ("-" if flags & (PASSED | BLOCKED) else ""),
        "7" if flags & FLOOR else "0",
    )
    return " ".join(words)


def _format_row(position: Position, row: int) -> str:
    text, empty = "", 0
    for place in range(SIZE * row, SIZE * row + SIZE):
        if place == position.token:
            piece = "gs"[position.face]
        elif position.stones[0] >> place & 1:
            piece = "G"
        elif position.stones[1] >> place & 1:
            piece = "S"
        else:
            empty += 1
            continue
        text += (str(empty) if empty else "") + piece
        empty = 0
    return text + (str(empty) if empty else "")


def parse_setup(text: str) -> Position:
    """Return the position that a string states, as if Gold had moved first.

    Set-up is over where no square is free for it (Phase 1).

    Raises:
        PositionError: it is malformed or cannot be; with every reason (Position string).
    """
    fields = text.split(" ")
    if len(fields) != 7:
        raise _malformed(f"{len(fields)} fields instead of 7")
    board, turn, hands_text, captures_text, lasts_text, flags_text, floor = fields
    cells = _read_board(board)
    counts = [_COUNTS.fullmatch(each) for each in (hands_text, captures_text)]
    lasts_found, flags_found = _LASTS.fullmatch(lasts_text), _FLAGS.fullmatch(flags_text)
    if turn not in ("G", "S"):
        raise _malformed(f"the side to move is {turn!r} instead of G or S")
    if counts[0] is None or counts[1] is None:
        raise _malformed("hands and captures are two numbers each, with / between them")
    if lasts_found is None or flags_found is None:
        raise _malformed("last moves such as a4a7,- and flags such as pt! come before the floor")
    if floor not in ("0", "7"):
        raise _malformed(f"the floor is {floor!r} instead of 0 or 7")
    lasts = [_read_last(each) for each in lasts_found.groups()]
    hands = int(counts[0][1]), int(counts[0][2])
    captures = int(counts[1][1]), int(counts[1][2])
    stones = tuple(sum(1 << at for at in range(COUNT) if cells[at] == side) for side in "GS")
    tokens = [at for at in range(COUNT) if cells[at] in ("g", "s")]
    phase, rules, infraction, passed = flags_found.groups()
    reasons = []
    if len(tokens) != 1:
        reasons.append(f"{len(tokens)} Antipodes")
    for side, name in enumerate(SIDES):
        total = stones[side].bit_count() + hands[side] + captures[1 - side]
        if total > MOST:
            reasons.append(f"{total} stones of {name}, at most {MOST}")
    if rules == "t" and floor == "0":
        reasons.append("the floor of a tournament round is 7")
    if infraction and rules == "b":
        reasons.append("no infraction under the basic rules")
    if reasons:
        raise PositionError(reasons)
    token = tokens[0]
    is_setup = phase == "s" and beyond_reach(stones[0] | stones[1] | 1 << token)
    flags = (
        (0 if is_setup else PLAY)
        | (TOURNAMENT if rules == "t" else 0)
        | (INFRACTION if infraction else 0)
        | (PASSED if passed else 0)
        | (FLOOR if floor == "7" else 0)
    )
    return Position.of(
        (stones[0], stones[1]),
        token,
        "gs".index(cells[token]),
        hands,
        captures,
        (lasts[0], lasts[1]),
        flags,
        "GS".index(turn),
        0,
    )


def _malformed(reason: str) -> PositionError:
    return PositionError([f"not a position of Antipode: {reason}"])


def _read_board(text: str) -> str:
    """Return a character for each square, a dot for an empty one."""
    rows = text.split("/")
    if len(rows) != SIZE:
        raise _malformed(f"{len(rows)} rows instead of {SIZE}")
    cells = ""
    for number, row in zip(range(1, SIZE + 1), reversed(rows), strict=True):
        squares = re.sub("[1-7]", lambda digit: "." * int(digit[0]), row)
        if not _ROW.fullmatch(row) or len(squares) != SIZE:
            raise _malformed(f"row {number} is not 7 squares: {row!r}")
        cells += squares
    return cells


def _read_last(text: str) -> tuple[int, ...]:
    """Return the squares of a last move, none if there was no such move."""
    if text == "-":
        return ()
    start, end = INDEX[text[:2]], INDEX[text[2:]]
    if not line_between(start, end):
        raise _malformed(f"the last move {text} is not in a line")
    return start, end
