"""Render a board picture as text: a diagram for the terminal, a description for the ear.

Stacks read from bottom to top, the first side's letters upper case and the second's lower case,
as in position strings. Knows no game: any board whose stacks have at most three tiles fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mentis_records.core.picture import BoardPicture, SquarePicture, TileFace
from mentis_records.report.board.board_shape import rgb

_RESET = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class _Signs:
    """The characters of a diagram."""

    hill: str
    ground: str
    target: str
    arrow: str
    highlight: str
    lines: tuple[str, str, str]
    """The corners, tees and crossings of the top line, a line between rows, the bottom line."""
    across: str
    down: str


_UNICODE = _Signs("░", "·", "×", "→", "»«", ("┌┬┐", "├┼┤", "└┴┘"), "─", "│")
_ASCII = _Signs(":", ".", "*", "->", "><", ("+++", "+++", "+++"), "-", "|")


def render_text(
    picture: BoardPicture,
    *,
    colour: bool = False,
    ascii_only: bool = False,
    highlights: Sequence[str] = (),
) -> str:
    """Return the picture as lines of text, without a line end after the last.

    A seven-column board is 46 columns wide. ``colour`` puts the tiles in their side's colour with
    ANSI sequences; ``ascii_only`` keeps to 7-bit signs. ``highlights`` are names of squares to
    point out.
    """
    signs = _ASCII if ascii_only else _UNICODE
    columns = len(picture.columns)
    by_row: dict[int, list[SquarePicture]] = {}
    for square in picture.squares:
        by_row.setdefault(square.row, []).append(square)
    top, between, bottom = (
        "   " + line[0] + line[1].join([signs.across * 5] * columns) + line[2]
        for line in signs.lines
    )
    lines = [_hand_line(picture, side, colour) for side in range(len(picture.sides) - 1, 0, -1)]
    lines.append(top)
    for row in sorted(by_row, reverse=True):
        if lines[-1] != top:
            lines.append(between)
        cells = [
            _cell(picture, square, signs, colour, square.name in highlights)
            for square in by_row[row]
        ]
        lines.append(f"{picture.rows[row]:>2} " + signs.down.join(["", *cells, ""]))
    lines.append(bottom)
    lines.append("    " + " ".join(f"{name:^5}" for name in picture.columns).rstrip())
    lines.append(_hand_line(picture, 0, colour))
    lines.extend(_legend(picture, signs))
    return "\n".join(lines)


def describe(picture: BoardPicture) -> str:
    """Return the picture in sentences: whose turn, all stacks, the hands, the last ply."""
    sentences = [f"{picture.sides[picture.side_to_move]} to move."]
    for side, name in enumerate(picture.sides):
        stacks = [
            _describe_stack(square)
            for square in sorted(picture.squares, key=lambda square: (square.row, square.column))
            if square.tiles and square.tiles[-1].side == side
        ]
        sentences.append(f"{name} on the board: {'; '.join(stacks) or 'nothing'}.")
        held = ", ".join(f"{count} {kind}" for kind, count in _counted(picture.hands[side]))
        sentences.append(f"{name} in hand: {held or 'nothing'}.")
    if picture.last_path:
        sentences.append(f"Last ply: {_last_words(picture)}.")
    return " ".join(sentences)


def _describe_stack(square: SquarePicture) -> str:
    names = [face.name for face in square.tiles]
    if len(names) == 1:
        return f"{square.name} {names[0]}"
    return f"{square.name} stack of {len(names)}, bottom to top {', '.join(names)}"


def _last_words(picture: BoardPicture) -> str:
    path = " to ".join(picture.last_path)
    return f"{path} captured on {picture.last_target}" if picture.last_target else path


def _counted(hand: Sequence[TileFace]) -> list[tuple[str, int]]:
    return list(Counter(face.name for face in hand).items())


def _letter(face: TileFace) -> str:
    return face.letter.lower() if face.side == 1 else face.letter


def _cell(
    picture: BoardPicture, square: SquarePicture, signs: _Signs, colour: bool, is_marked: bool
) -> str:
    """Return the five characters of a square."""
    fill = " "
    if square.ground == "hill":
        fill = signs.hill
    letters = "".join(_letter(face) for face in square.tiles)
    padded = letters.center(3, fill) if letters else fill * 3
    if not letters and square.ground not in ("plain", "hill"):
        padded = signs.ground.center(3)
    if colour and letters:
        padded = padded.replace(letters, _painted(letters, picture, square.tiles[-1].side))
    if is_marked:
        return f"{signs.highlight[0]}{padded}{signs.highlight[1]}"
    if square.name == picture.last_target:
        return f"{signs.target}{padded}{signs.target}"
    if square.name in picture.last_path:
        return f"[{padded}]"
    return f"{fill}{padded}{fill}"


def _hand_line(picture: BoardPicture, side: int, colour: bool) -> str:
    counts = Counter(_letter(face) for face in picture.hands[side])
    held = " ".join(f"{letter}{count}" for letter, count in counts.items())
    turn = " to move" if side == picture.side_to_move else ""
    name = picture.sides[side]
    return f"   {_painted(name, picture, side) if colour else name}{turn}, hand: {held or '-'}"


def _legend(picture: BoardPicture, signs: _Signs) -> Iterator[str]:
    if picture.last_path:
        path = f" {signs.arrow} ".join(picture.last_path)
        target = f" {signs.target} {picture.last_target}" if picture.last_target else ""
        yield f"   last ply: [{path}]{target}"


def _painted(text: str, picture: BoardPicture, side: int) -> str:
    """Return the text in bold white on the side's colour, to be read on any terminal."""
    red, green, blue = (round(part / 255 * 5) for part in rgb(picture.colours[side]))
    return f"\x1b[1;97;48;5;{16 + 36 * red + 6 * green + blue}m{text}{_RESET}"
