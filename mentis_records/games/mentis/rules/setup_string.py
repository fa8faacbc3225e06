"""Position strings: parse, check and format what somebody states; playing is elsewhere."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from mentis_records.core.game import PositionError
from mentis_records.games.mentis.rules import square, stack, tile
from mentis_records.games.mentis.rules.position import BLUE, RED, Position

MAX_LENGTH = 400
"""Longer texts are refused unread; the longest sound string has fewer than 100 characters."""

MAX_MOVE_NUMBER = 99_999

_SIDE_NAMES = ("Blue", "Red")
_HAND = re.compile(r"(?:S(?P<S>[1-9]))?(?:T(?P<T>[1-9]))?(?:N(?P<N>[1-9]))?(?:W(?P<W>[1-9]))?")


def format_setup(position: Position) -> str:
    """Return the canonical position string, ``BOARD SIDE HANDS MOVE``; a hidden tile is ``?``."""
    blue, red = position.hands
    side = "r" if position.side == RED else "b"
    hands = f"{_format_hand(blue)}/{_format_hand(red).lower()}"
    return f"{_format_board(position.cells)} {side} {hands} {position.move_number}"


@lru_cache(maxsize=1 << 10)
def _format_board(cells: tuple[int, ...]) -> str:
    size = square.SIZE
    return "/".join(
        _format_row(cells[at : at + size]) for at in range(len(cells) - size, -1, -size)
    )


@lru_cache(maxsize=1 << 12)
def _format_row(cells: tuple[int, ...]) -> str:
    text, empty = "", 0
    for cell in cells:
        if not cell:
            empty += 1
            continue
        text += str(empty) if empty else ""
        empty = 0
        text += _format_cell(cell)
    return text + (str(empty) if empty else "")


@cache
def _format_cell(cell: int) -> str:
    letters = stack.letters(cell)
    letters = letters if len(letters) == 1 else f"({letters})"
    return letters.lower() if stack.side_of(cell) == RED else letters


@cache
def _format_hand(hand: int) -> str:
    counts = [(kind, tile.hand_count(hand, kind)) for kind in tile.HAND_TYPES]
    counts.append((tile.HIDDEN, tile.hidden_count(hand)))
    return "".join(f"{tile.SIGNS[kind]}{count}" for kind, count in counts if count) or "-"


def parse_setup(text: str, has_wolf: bool = True) -> Position:
    """Return the position that a string states; ``has_wolf`` allows Wolves in it.

    Raises:
        PositionError: it is malformed or cannot be; with every reason (notation, Position
            string).
    """
    if len(text) > MAX_LENGTH:
        raise PositionError([f"{len(text)} characters are more than any position needs"])
    fields = text.split(" ")
    if len(fields) != 4:
        raise PositionError(
            [
                f"{len(fields)} field{'' if len(fields) == 1 else 's'} instead of 4: "
                "BOARD SIDE HANDS MOVE, one space between them"
            ]
        )
    stated = _Stated(fields[1])
    stated.read_board(fields[0])
    stated.read_hands(fields[2])
    stated.read_number(fields[3])
    stated.check_board()
    stated.check_counts(has_wolf)
    if stated.reasons:
        raise PositionError(stated.reasons)
    hands = [
        sum(count << tile.HAND_SHIFT[kind] for kind, count in hand.items()) for hand in stated.hands
    ]
    return Position.of(tuple(stated.cells), (hands[0], hands[1]), stated.side, stated.number)


_ROW_ITEM = re.compile(
    r"(?P<empty>[0-9]+)|(?P<lone>[A-Za-z])|\((?P<stack>[A-Za-z]*)\)|(?P<other>.)", re.DOTALL
)


class _Stated:
    """What a string states, sound or not, and the reasons why it cannot be a position."""

    def __init__(self, side: str) -> None:
        self.reasons: list[str] = []
        self.cells = [0] * square.COUNT
        self.hands: list[dict[int, int]] = [{}, {}]
        self.side = RED if side == "r" else BLUE
        self.number = 1
        self._is_side_known = side in ("b", "r")
        self._is_board_known = True
        self._is_placed = True
        if not self._is_side_known:
            self.reasons.append(f"the side to move is {side!r} instead of b or r")

    def read_board(self, text: str) -> None:
        """Fill the cells row by row; an unsound row stays empty."""
        rows = text.split("/")
        if len(rows) != square.SIZE:
            self.reasons.append(f"{len(rows)} rows instead of {square.SIZE}")
            self._is_placed = False
        for row, row_text in zip(reversed(range(square.SIZE)), rows, strict=False):
            cells, reasons = _read_row(row_text, row + 1)
            if reasons:
                self.reasons.extend(reasons)
                self._is_board_known = False
            else:
                self.cells[row * square.SIZE : (row + 1) * square.SIZE] = cells

    def read_hands(self, text: str) -> None:
        """Fill the hands; an unsound one stays empty."""
        halves = text.split("/")
        if len(halves) != 2:
            self.reasons.append(f"hands {text!r}: Blue's and Red's hand with one / between them")
            return
        for side, half in enumerate(halves):
            if half == "-":
                continue
            is_own_case = half.isascii() and half == (half.upper(), half.lower())[side]
            found = _HAND.fullmatch(half.upper()) if is_own_case and half else None
            if found is None:
                letters = "S T N W" if side == BLUE else "s t n w"
                self.reasons.append(
                    f"{_SIDE_NAMES[side]}'s hand {half!r}: letters {letters} in this order, each "
                    "with its count, or - for an empty hand"
                )
                continue
            for letter, count in found.groupdict().items():
                self.hands[side][tile.CODE[letter]] = int(count or 0)

    def read_number(self, text: str) -> None:
        """Read the move number."""
        if re.fullmatch(r"[1-9][0-9]{0,4}", text):
            self.number = int(text)
        else:
            self.reasons.append(f"the move number is {text!r} instead of 1 to {MAX_MOVE_NUMBER}")

    def check_board(self) -> None:
        """Check Kings and hills, where it is clear which row is which."""
        if not self._is_placed:
            return
        for place, cell in enumerate(self.cells):
            if not cell:
                continue
            owner = stack.side_of(cell)
            hill = square.ON_HILL[place]
            name = square.NAMES[place]
            if hill and cell & 7 != tile.KING:
                self.reasons.append(f"{name}: {tile.NAMES[cell & 7]} on a hill")
            elif cell & 7 == tile.KING and hill != owner + 1:
                self.reasons.append(f"{name}: {_SIDE_NAMES[owner]}'s King off its own hill")
        tops = [(cell & 7, stack.side_of(cell)) for cell in self.cells if cell]
        for owner, name in enumerate(_SIDE_NAMES):
            kings = tops.count((tile.KING, owner))
            may_lack = not self._is_board_known or not self._is_side_known or owner == self.side
            if kings > 1:
                self.reasons.append(f"{name} has {kings} Kings")
            elif not kings and not may_lack:
                self.reasons.append(f"{name} has no King")

    def check_counts(self, has_wolf: bool) -> None:
        """Check that no side has more tiles of a type than its set holds (rules R1)."""
        for owner, name in enumerate(_SIDE_NAMES):
            mine = [cell for cell in self.cells if cell and stack.side_of(cell) == owner]
            tiles = [kind for cell in mine for kind in stack.tiles_of(cell)]
            for kind in tile.HAND_TYPES:
                count = tiles.count(kind)
                count += self.hands[owner].get(kind, 0)
                if count > tile.SET_SIZE[kind]:
                    most = tile.SET_SIZE[kind]
                    self.reasons.append(
                        f"{name} has {count} {tile.SEVERAL[kind]}; the set holds {most}"
                    )
                if kind == tile.WOLF and count and not has_wolf:
                    self.reasons.append(f"{name} has a Wolf, though the record is tagged Standard")


@lru_cache(maxsize=1 << 12)
def _read_row(text: str, row: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the cells of a row, and why it is unsound if it is."""
    reasons: list[str] = []
    cells: list[int] = []
    for item in _ROW_ITEM.finditer(text):
        if digits := item["empty"]:
            if len(digits) > 1 or digits not in "1234567":
                reasons.append(f"row {row}: {digits!r} is not one count of empty squares, 1 to 7")
            else:
                cells.extend([0] * int(digits))
        elif item["other"]:
            reasons.append(f"row {row}: {item['other']!r} is not a tile, a digit or a stack")
        else:
            cells.append(_read_stack(item["lone"] or item["stack"], row, reasons))
    if not reasons and len(cells) != square.SIZE:
        reasons.append(f"row {row}: {len(cells)} squares instead of {square.SIZE}")
    return tuple(cells), tuple(reasons)


def _read_stack(letters: str, row: int, reasons: list[str]) -> int:
    """Return the cell of a stack; why it is unsound goes to the reasons."""
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
