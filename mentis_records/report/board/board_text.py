"""Render a board picture as text: a diagram for the terminal, a description for the ear.

Stacks read from bottom to top, the first side's signs as they are and the second's in lower case,
unless the game says otherwise. Where there is no square or point there is nothing. Where grounds
have bands, each row has a second line that says what its squares are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from mentis_records.core.picture import BoardPicture, Piece, SquarePicture
from mentis_records.core.text import printable
from mentis_records.report.board.board_shape import is_light, rgb
from mentis_records.report.board.board_sign import (
    counted,
    ground_text,
    owner_of,
    pool_name,
    pool_words,
    sign_of,
    stack_words,
)
from mentis_records.report.board.text_grid import ASCII, UNICODE, PointGrid, Signs, SquareGrid

_RESET = "\x1b[0m"
_WIDTH = 79
_MARGIN = "   "
_LEVELS = (0, 95, 135, 175, 215, 255)
"""How bright red, green and blue are in the colours of a terminal."""


def render_text(
    picture: BoardPicture,
    *,
    colour: bool = False,
    ascii_only: bool = False,
    highlights: Sequence[str] = (),
    width: int = _WIDTH,
    near: int = 0,
) -> str:
    """Return the picture as lines of text, without a line end after the last.

    A seven-column board is 46 columns wide, if its stacks have three signs at most; of higher
    ones that would be too wide only the top is drawn, and the whole told below. ``colour`` puts
    the pieces in their side's colour with ANSI sequences; ``ascii_only`` keeps to 7-bit signs.
    ``highlights`` are names of squares to point out, ``width`` is what there is room for, though
    some boards need more, and ``near`` the side whose pools are below the board.
    """
    return "\n".join(_Diagram(picture, colour, ascii_only, width, near).lines(highlights))


def describe(picture: BoardPicture) -> str:
    """Return the picture in sentences: whose turn or how it ended, stacks, pools, the last ply."""
    sentences = [f"{picture.standing}."]
    notes = zip(picture.sides, picture.notes, strict=False)
    sentences += [f"{side}: {note}." for side, note in notes if note]
    ordered = sorted(picture.squares, key=lambda square: (square.row, square.column))
    standing = [square for square in ordered if square.pieces and not square.is_pool]
    for owner in picture.owners:
        stacks = [
            f"{square.name} {stack_words(picture.sides, square.pieces)}"
            for square in standing
            if square.pieces[-1].side == owner
        ]
        if owner is not None or stacks:
            name = owner_of(picture.sides, owner)
            sentences.append(f"{name} on the board: {'; '.join(stacks) or 'nothing'}.")
        for pool in picture.pools_of(owner):
            held = pool_words(picture.sides, owner, pool.pieces)
            if owner is None:
                name = f"In {pool.name}"
            elif pool.is_taken:
                name = f"{pool.name[:1].upper()}{pool.name[1:]} by {picture.sides[owner]}"
            else:
                name = f"{picture.sides[owner]} in {pool.name}"
            sentences.append(f"{name}: {held}.")
    for square in ordered:
        if square.is_pool:
            held = pool_words(picture.sides, square.ground.side, square.pieces)
            name = pool_name(picture.sides, square)
            sentences.append(f"{name[:1].upper()}{name[1:]}, {square.name}: {held}.")
    if picture.last_path or picture.last_taken:
        sentences.append(f"Last ply: {', '.join(_last_words(picture))}.")
    return " ".join(sentences)


def _last_words(picture: BoardPicture) -> Iterator[str]:
    """Yield what the last ply did: its way, then what became of the pieces that it met."""
    if picture.last_path:
        yield " to ".join(picture.last_path)
    if picture.last_targets:
        yield f"captured on {', '.join(picture.last_targets)}"
    if picture.last_attacked:
        end = "and was lost" if picture.has_lost else "in vain"
        yield f"attacked {', '.join(picture.last_attacked)} {end}"
    if removed := _removed(picture):
        yield f"taken away from {', '.join(removed)}"
    if picture.last_turned:
        yield f"turned over on {', '.join(picture.last_turned)}"


def _removed(picture: BoardPicture) -> list[str]:
    """Return from where the last ply took pieces away, but for an attacker that was lost."""
    lost = picture.last_path[-1] if picture.has_lost else ""
    return [name for name in picture.last_removed if name != lost]


class _Diagram:
    """The lines of one picture."""

    def __init__(
        self, picture: BoardPicture, colour: bool, ascii_only: bool, width: int, near: int
    ) -> None:
        self._picture = picture
        self._room = width
        self._near = near
        self._colour = colour
        self._signs: Signs = ASCII if ascii_only else UNICODE
        self._stacks = {
            square.name: [sign_of(piece, self._signs.backs) for piece in square.pieces]
            for square in picture.squares
            if not square.is_pool
        }
        signs = [sign for stack in self._stacks.values() for sign in stack]
        room = (width - 4) // len(picture.columns) - 3
        grounds = {square.name: ground_text(square.ground) for square in picture.squares}
        is_banded = not picture.lines and any(each.ground.has_band for each in picture.squares)
        self._grounds = grounds if is_banded else {}
        beside = -1 if is_banded else 2
        printed = [len(ground) + beside for ground in grounds.values() if ground]
        printed += [len(self._held(square.pieces)) for square in picture.squares if square.is_pool]
        least = max([min(max([3, *printed]), room), *map(len, signs)])
        longest = max((len("".join(stack)) for stack in self._stacks.values()), default=0)
        self._width = min(max(longest, least), max(room, least))

    def lines(self, highlights: Sequence[str]) -> Iterator[str]:
        """Yield the far pools, the board, the near pools, and what is to be said of the signs."""
        picture = self._picture
        for side in reversed(range(len(picture.sides))):
            if side != self._near:
                yield from self._pools(side)
        kind = PointGrid if picture.lines else SquareGrid
        grid = kind(picture, self._signs, self._width + 2)
        yield from grid.lines(
            {
                (square.column, square.row): self._cell(square, grid, square.name in highlights)
                for square in picture.squares
            },
            {
                (square.column, square.row): self._ground(square)
                for square in picture.squares
                if self._grounds
            },
        )
        yield from self._pools(self._near)
        yield from self._pools(None)
        yield from self._legend()

    def _cell(
        self, square: SquarePicture, grid: SquareGrid | PointGrid, is_highlighted: bool
    ) -> str:
        """Return the characters of a square: its stack or ground, and a mark at either side."""
        signs = self._signs
        if square.is_pool:
            text = shown = self._held(square.pieces)
        else:
            stack = self._stacks[square.name]
            text = self._cut(stack) + "".join(stack[-self._shown(stack) :])
            shown = self._painted_stack(square, text) if text else ""
        if not text and self._grounds:
            text = shown = ""
        elif not text:
            text = shown = self._ground_sign(square) or grid.empty(square)
        marks = ""
        if is_highlighted:
            marks = signs.highlight
        elif square.name in self._picture.last_taken:
            marks = 2 * signs.target
        elif square.name in self._picture.lit:
            marks = "[]"
        cell = grid.cell(square, text, marks)
        return cell if text == shown else cell.replace(text, shown, 1)

    def _ground_sign(self, square: SquarePicture) -> str:
        """Return what is printed on a square, in brackets where there is room for them."""
        sign = ground_text(square.ground)
        return f"({sign})" if sign and len(sign) + 2 <= self._width else sign

    def _ground(self, square: SquarePicture) -> str:
        """Return the second line of a square: what is printed on it, in its colour."""
        inner = self._width + 2
        text = f"{self._grounds[square.name][:inner]:^{inner}}"
        if self._colour and square.ground.has_band and square.ground.colour:
            return _painted(text, square.ground.colour)
        return text

    def _shown(self, stack: Sequence[str]) -> int:
        """Return how many signs of a stack are drawn, the top one always."""
        if len("".join(stack)) <= self._width:
            return len(stack)
        rooms = (len("".join(stack[-number:])) < self._width for number in range(2, len(stack)))
        return 1 + sum(rooms)

    def _cut(self, stack: Sequence[str]) -> str:
        """Return the sign that a stack goes on below those that are drawn, or nothing."""
        shown = self._shown(stack)
        has_room = len("".join(stack[-shown:])) < self._width
        return self._signs.cut if shown < len(stack) and has_room else ""

    def _painted_stack(self, square: SquarePicture, text: str) -> str:
        """Return what is drawn of a stack, with colours in those of the owners."""
        if not self._colour or not square.pieces:
            return text
        stack = self._stacks[square.name]
        shown = self._shown(stack)
        top = zip(square.pieces[-shown:], stack[-shown:], strict=True)
        return self._cut(stack) + "".join(
            self._painted("".join(sign for _, sign in group), owner)
            for owner, group in groupby(top, key=lambda pair: _shown_side(pair[0]))
        )

    def _pools(self, side: int | None) -> Iterator[str]:
        """Yield the line of a side with its pools, or of the common ones; long ones are folded."""
        picture = self._picture
        parts = [
            f"{printable(pool.name)}: {self._held(pool.pieces)}" for pool in picture.pools_of(side)
        ]
        name = ""
        if side is not None:
            name = printable(picture.sides[side])
            parts[:0] = filter(None, map(printable, (picture.called(side), picture.note(side))))
        lines = wrap(
            ", ".join(parts),
            self._room,
            initial_indent=_MARGIN,
            subsequent_indent=2 * _MARGIN,
            break_long_words=False,
            break_on_hyphens=False,
        )
        if self._colour and side is not None and lines:
            lines[0] = lines[0].replace(name, self._painted(name, side), 1)
        yield from lines

    def _held(self, pieces: Sequence[Piece]) -> str:
        """Return each kind of piece of a pool with its number."""
        return counted(sign_of(piece, self._signs.backs) for piece in pieces) or "-"

    def _legend(self) -> Iterator[str]:
        """Yield what pips mean, the last ply, the stacks that are cut, and what lies face down."""
        picture, signs = self._picture, self._signs
        if picture.ending:
            yield f"{_MARGIN}{printable(picture.ending)}"
        if picture.key:
            yield f"{_MARGIN}{printable(picture.key)}"
        if any(square.ground.pips for square in picture.squares if self._grounds):
            yield f"{_MARGIN}pips of {':'.join(map(printable, picture.sides))}"
        if picture.last_path or picture.last_taken:
            path = f" {signs.arrow} ".join(map(printable, picture.last_path))
            parts = [f"[{path}]" if path else ""]
            for what, names in (
                (signs.target, picture.last_targets),
                ("lost to:" if picture.has_lost else "attacked in vain:", picture.last_attacked),
                ("taken away:", _removed(picture)),
                ("turned over:", picture.last_turned),
            ):
                parts += [f"{what} {', '.join(map(printable, names))}"] if names else []
            yield from wrap(
                f"last ply: {' '.join(filter(None, parts))}",
                self._room,
                initial_indent=_MARGIN,
                subsequent_indent=2 * _MARGIN,
                break_long_words=False,
            )
        for name, stack in self._stacks.items():
            if self._shown(stack) < len(stack):
                yield f"{_MARGIN}{printable(name)}, bottom to top: {' '.join(stack)}"
        pieces = [piece for square in picture.squares for piece in square.pieces]
        pieces += [piece for pool in picture.pools for piece in pool.pieces]
        backs = {sign_of(each, signs.backs): each.side for each in pieces if each.is_face_down}
        if backs:
            words = (
                f"{sign} {printable(owner_of(picture.sides, side))}"
                for sign, side in sorted(backs.items(), key=lambda back: signs.backs.index(back[0]))
            )
            yield f"{_MARGIN}face down: {', '.join(words)}"

    def _painted(self, text: str, side: int | None) -> str:
        """Return the text in bold on the side's colour, to be read on any terminal."""
        if side is None:
            return f"\x1b[1;30;48;5;252m{text}{_RESET}"
        return _painted(text, self._picture.colours[side])


def _shown_side(piece: Piece) -> int | None:
    """Return the side in whose colour a piece is drawn."""
    return piece.side if piece.face is None else piece.face


def _painted(text: str, colour: str) -> str:
    """Return the text in bold on a colour, or one of a terminal's 216 that is like it."""
    red, green, blue = levels = [round(part / 255 * 5) for part in rgb(colour)]
    shown = "".join(f"{_LEVELS[level]:02x}" for level in levels)
    ink = 30 if is_light(f"#{shown}") else 97
    return f"\x1b[1;{ink};48;5;{16 + 36 * red + 6 * green + blue}m{text}{_RESET}"
