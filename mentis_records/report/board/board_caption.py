"""The caption of a board picture: the players above the board, the move and the result below it.

Knows no record: its words are given. All measures are shares of the width of the sheet, so that a
caption looks the same on boards of every size.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from mentis_records.core.text import one_line
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.board.board_layout import PANEL_EDGE
from mentis_records.report.board.board_shape import (
    Area,
    Drawing,
    Label,
    Shape,
    disc,
    mix,
    rounded_box,
    shrunk,
)

CARD = "#fdfbf6"
INK, FADED = "#2a2118", "#6f6351"

_TYPE, _SMALL_TYPE = 0.042, 0.031
_MARGIN = 0.04
_ROW, _SMALL_ROW = 0.062, 0.05
_AROUND = 0.02
"""What is left free above and below the rows."""

_DISC = 0.019
_GAP = 0.03
"""What is left free between two texts of a row."""

_NARROW, _WIDE = frozenset("iIjlftr.,:;!/'|()[] -"), frozenset("mMwW@%")
_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Caption:
    """What a caption says.

    ``players`` have one name a side, ``colours`` are those of the sides, and ``scores`` what each
    has of the result, or nothing. ``move`` is what was played last, ``place`` how far the game is,
    ``result`` and ``event`` stand below both.
    """

    players: tuple[str, ...]
    colours: tuple[str, ...]
    scores: tuple[str, ...]
    move: str
    place: str
    result: str
    event: str


def add_caption(board: Drawing, caption: Caption) -> Drawing:
    """Return a drawing of a board with a caption around it, as wide as the drawing is."""
    width = board.width
    head = width * (2 * _AROUND + _ROW * len(caption.players))
    foot = width * (2 * _AROUND + _ROW + _SMALL_ROW)
    height = head + board.height + foot
    card = rounded_box(0.03, 0.03, width - 0.06, height - 0.06, 0.18)
    return Drawing(
        width,
        height,
        (
            Area(card, CARD, PANEL_EDGE, 0.03),
            *_players(caption, width),
            *shrunk(board.shapes, (0.0, head), 1),
            *_rows(caption, width, head + board.height),
        ),
    )


def _players(caption: Caption, width: float) -> Iterator[Shape]:
    """Yield a row for each player: the colour, the name, and the score at the right."""
    left = _MARGIN + 2 * _DISC + 0.02
    parts = zip(caption.players, caption.colours, caption.scores, strict=True)
    for row, (player, colour, score) in enumerate(parts):
        y = width * (_AROUND + _ROW * (row + 0.55))
        centre = (width * (_MARGIN + _DISC), y)
        yield Area(disc(centre, width * _DISC, 40), colour, mix(colour, INK, 0.6), 0.03)
        room = 1 - _MARGIN - left
        if score:
            yield _right(score, y, width, INK, _TYPE, is_bold=True)
            room -= _measured(score, _TYPE) + _GAP
        yield _left(_cut(player, room, _TYPE), left, y, width, INK, _TYPE, is_bold=True)


def _rows(caption: Caption, width: float, top: float) -> Iterator[Shape]:
    """Yield what stands below the board: the move with its place, the result with the event."""
    y = top + width * (_AROUND + 0.5 * _ROW)
    yield from _pair(caption.move, caption.place, y, width, _TYPE, INK)
    y += width * 0.5 * (_ROW + _SMALL_ROW)
    yield from _pair(caption.result, caption.event, y, width, _SMALL_TYPE, FADED)


def _pair(
    first: str, second: str, y: float, width: float, size: float, colour: str
) -> Iterator[Shape]:
    """Yield a text at the left and a smaller one at the right, which gives way to the first."""
    is_bold = size == _TYPE
    room = 1 - 2 * _MARGIN
    first = _cut(first, room, size)
    yield _left(first, _MARGIN, y, width, colour, size, is_bold=is_bold)
    room -= _measured(first, size) + _GAP
    second = _cut(second, room, _SMALL_TYPE)
    if second and second != _ELLIPSIS:
        yield _right(second, y, width, FADED, _SMALL_TYPE)


def _left(
    text: str, x: float, y: float, width: float, colour: str, size: float, *, is_bold: bool
) -> Label:
    return Label(width * x, y, text, width * size, colour, "start", is_bold)


def _right(
    text: str, y: float, width: float, colour: str, size: float, *, is_bold: bool = False
) -> Label:
    return Label(width * (1 - _MARGIN), y, text, width * size, colour, "end", is_bold)


def _cut(text: str, room: float, size: float) -> str:
    """Return a text on one line, cut to a room, an ellipsis showing the cut."""
    text = one_line(text)
    if _measured(text, size) <= room:
        return text
    room -= _measured(_ELLIPSIS, size)
    kept = len(text)
    while kept and _measured(text[:kept], size) > room:
        kept -= 1
    return text[:kept].rstrip() + _ELLIPSIS


def _measured(text: str, size: float) -> float:
    """Return about how wide a bold text is, rather too wide: its font may not be known."""
    return size * sum(map(_advance, text))


def _advance(char: str) -> float:
    """Return about how wide a character is, in sizes of the type."""
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF":
        return 1.05
    if char in _NARROW:
        return 0.5
    if char in _WIDE:
        return 1.12
    return 0.7 if char.isascii() and (char.islower() or char.isdigit()) else 0.88
