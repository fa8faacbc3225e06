"""Position strings: parse, check and format what somebody states; playing is elsewhere."""

from __future__ import annotations

import re

from mentis_records.core.game import PositionError
from mentis_records.games.mentis import square, stack, tile
from mentis_records.games.mentis.position import BLUE, RED, Position

MAX_LENGTH = 400
"""Longer texts are refused unread; the longest sound string has fewer than 100 characters."""

MAX_MOVE_NUMBER = 99_999

_SIDE_NAMES = ("Blue", "Red")
_HAND = re.compile(r"(?:S(?P<S>[1-9]))?(?:T(?P<T>[1-9]))?(?:N(?P<N>[1-9]))?(?:W(?P<W>[1-9]))?")


def format_setup(position: Position) -> str:
    """Return the canonical position string, ``BOARD SIDE HANDS MOVE``."""
    rows = []
    for row in reversed(range(square.SIZE)):
        text, empty = "", 0
        for cell in position.cells[row * square.SIZE : (row + 1) * square.SIZE]:
            if not cell:
                empty += 1
                continue
            text += str(empty) if empty else ""
            empty = 0
            letters = stack.letters(cell)
            letters = letters if len(letters) == 1 else f"({letters})"
            text += letters.lower() if stack.side_of(cell) == RED else letters
        rows.append(text + (str(empty) if empty else ""))
    blue, red = (_format_hand(hand) for hand in position.hands)
    side = "r" if position.side == RED else "b"
    return f"{'/'.join(rows)} {side} {blue}/{red.lower()} {position.move_number}"


def _format_hand(hand: int) -> str:
    counts = ((kind, tile.hand_count(hand, kind)) for kind in tile.HAND_TYPES)
    return "".join(f"{tile.LETTERS[kind]}{count}" for kind, count in counts if count) or "-"


def parse_setup(text: str) -> Position:
    """Return the position that a string states.

    Raises:
        PositionError: it is malformed or cannot be; with every reason (notation, Position
            string).
    """
    if len(text) > MAX_LENGTH:
        raise PositionError([f"{len(text)} characters are more than any position needs"])
    fields = text.split(" ")
    if len(fields) != 4:
        raise PositionError(
            [f"{len(fields)} fields instead of 4: BOARD SIDE HANDS MOVE, one space between them"]
        )
    reasons: list[str] = []
    board, side_text, hands_text, number_text = fields
    cells = _parse_board(board, reasons)
    if side_text not in ("b", "r"):
        reasons.append(f"the side to move is {side_text!r} instead of b or r")
    side = RED if side_text == "r" else BLUE
    hands = _parse_hands(hands_text, reasons)
    number = _parse_number(number_text, reasons)
    if cells is not None:
        _check_board(cells, side if side_text in ("b", "r") else None, reasons)
        if hands is not None:
            _check_counts(cells, hands, reasons)
    if reasons or cells is None or hands is None:
        raise PositionError(reasons)
    return Position.of(tuple(cells), hands, side, number)


def _parse_board(text: str, reasons: list[str]) -> list[int] | None:
    """Return the 49 cells, or None (with reasons) where the text is malformed."""
    rows = text.split("/")
    known = len(reasons)
    if len(rows) != square.SIZE:
        reasons.append(f"{len(rows)} rows instead of {square.SIZE}")
        return None
    cells = [0] * square.COUNT
    for index, row_text in enumerate(rows):
        row = square.SIZE - 1 - index
        found = _parse_row(row_text, row + 1, reasons)
        if found is not None:
            cells[row * square.SIZE : (row + 1) * square.SIZE] = found
    return cells if len(reasons) == known else None


_ROW_ITEM = re.compile(r"(?P<empty>\d+)|(?P<lone>[A-Za-z])|\((?P<stack>[A-Za-z]*)\)|(?P<other>.)")


def _parse_row(text: str, row: int, reasons: list[str]) -> list[int] | None:
    known = len(reasons)
    cells: list[int] = []
    for item in _ROW_ITEM.finditer(text):
        if digits := item["empty"]:
            if len(digits) > 1 or digits not in "1234567":
                reasons.append(f"row {row}: {digits!r} is not one count of empty squares, 1 to 7")
                return None
            cells.extend([0] * int(digits))
        elif item["other"]:
            reasons.append(f"row {row}: {item['other']!r} is no tile, digit or stack")
            return None
        else:
            cells.append(_parse_stack(item["lone"] or item["stack"], row, reasons))
    if len(reasons) == known and len(cells) != square.SIZE:
        reasons.append(f"row {row}: {len(cells)} squares instead of {square.SIZE}")
    return cells if len(reasons) == known else None


def _parse_stack(letters: str, row: int, reasons: list[str]) -> int:
    upper = letters.upper()
    if not letters:
        reasons.append(f"row {row}: an empty stack ()")
    elif unknown := sorted(set(upper) - set(tile.CODE)):
        reasons.append(f"row {row}: {', '.join(unknown)} in {letters!r}: tiles are S, T, N, K, W")
    elif letters not in (upper, letters.lower()):
        reasons.append(f"row {row}: tiles of both sides in one stack, {letters!r}")
    elif len(letters) > stack.MAX_HEIGHT:
        reasons.append(f"row {row}: {len(letters)} tiles in one stack, {letters!r}; 3 at most")
    elif len(letters) > 1 and "W" in upper:
        reasons.append(f"row {row}: a Wolf in a stack, {letters!r}")
    elif len(letters) > 1 and "K" in upper:
        reasons.append(f"row {row}: a King in a stack, {letters!r}")
    else:
        codes = tuple(tile.CODE[letter] for letter in upper)
        return stack.pack(codes, BLUE if letters == upper else RED)
    return 0


def _parse_hands(text: str, reasons: list[str]) -> tuple[int, int] | None:
    halves = text.split("/")
    if len(halves) != 2:
        reasons.append(f"hands {text!r}: Blue's and Red's hand with one / between them")
        return None
    hands: list[int] = []
    for side, half in enumerate(halves):
        upper = half.upper()
        found = _HAND.fullmatch(upper) if half == (upper, half.lower())[side] else None
        if half == "-":
            hands.append(0)
        elif not half or not found:
            letters = "S T N W" if side == BLUE else "s t n w"
            reasons.append(
                f"{_SIDE_NAMES[side]}'s hand {half!r}: letters {letters} in this order, each with "
                "its count, or - for an empty hand"
            )
        else:
            counts = (
                (tile.CODE[name], int(count or 0)) for name, count in found.groupdict().items()
            )
            # A count beyond the set is kept for _check_counts; three bits hold it up to 7.
            hands.append(sum(min(count, 7) << tile.HAND_SHIFT[kind] for kind, count in counts))
    return (hands[0], hands[1]) if len(hands) == 2 else None


def _parse_number(text: str, reasons: list[str]) -> int:
    if re.fullmatch(r"[1-9][0-9]{0,4}", text):
        return int(text)
    reasons.append(f"the move number is {text!r} instead of 1 to {MAX_MOVE_NUMBER}")
    return 1


def _check_board(cells: list[int], side: int | None, reasons: list[str]) -> None:
    """Check Kings and hills."""
    for place, cell in enumerate(cells):
        owner = stack.side_of(cell)
        hill = square.ON_HILL[place]
        if hill and cell and cell & 7 != tile.KING:
            reasons.append(f"{square.NAMES[place]}: {tile.NAMES[cell & 7]} on a hill")
        elif cell and cell & 7 == tile.KING and hill != owner + 1:
            reasons.append(f"{square.NAMES[place]}: {_SIDE_NAMES[owner]}'s King off its own hill")
    for owner, name in enumerate(_SIDE_NAMES):
        kings = sum(1 for cell in cells if cell & 7 == tile.KING and stack.side_of(cell) == owner)
        if kings > 1:
            reasons.append(f"{name} has {kings} Kings")
        elif not kings and owner != side:
            reasons.append(f"{name} has no King")


def _check_counts(cells: list[int], hands: tuple[int, int], reasons: list[str]) -> None:
    """Check that no side has more tiles of a type than its set holds (rules R1)."""
    for owner, name in enumerate(_SIDE_NAMES):
        mine = [cell for cell in cells if cell and stack.side_of(cell) == owner]
        for kind in tile.HAND_TYPES:
            count = sum(stack.tiles_of(cell).count(kind) for cell in mine)
            count += tile.hand_count(hands[owner], kind)
            if count > tile.SET_SIZE[kind]:
                reasons.append(
                    f"{name} has {count} {tile.NAMES[kind]}; the set holds {tile.SET_SIZE[kind]}"
                )
