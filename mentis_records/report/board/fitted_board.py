"""A board picture as text in the form that its room allows: with borders, or small without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from mentis_records.core.picture import BoardPicture
from mentis_records.report.board.board_small import render_small
from mentis_records.report.board.board_text import render_text


def render_fitted(
    picture: BoardPicture,
    width: int,
    height: int | None = None,
    *,
    colour: bool = False,
    highlights: Sequence[str] = (),
    near: int = 0,
    fold: Callable[[str], str] = str,
) -> str:
    """Return the picture with borders where these fit, or else small.

    The room is ``width`` columns and ``height`` lines, of which there may be any number. A small
    board says how much the one with borders needs, if that shows what the small one leaves out;
    its lines are folded by ``fold``. Nothing is promised of a room too little for the small one.
    """
    is_banded = any(square.ground.has_band for square in picture.squares)
    room = _WIDTH if is_banded else min(width, _WIDTH)

    def is_fitting(text: str) -> bool:
        columns, lines = _size(text)
        return columns <= width and (height is None or lines <= height)

    whole = render_text(picture, highlights=highlights, width=room, near=near)
    if is_fitting(whole):
        if not colour:
            return whole
        return render_text(picture, colour=True, highlights=highlights, width=room, near=near)
    small = partial(render_small, picture, near, highlights=highlights, fold=fold)
    if not is_banded:
        return small()
    if is_fitting(text := small(has_grounds=True)):
        return text
    columns, lines = _size(whole)
    need = f"{columns} columns" + (f", {lines} lines" if height is not None else "")
    return f"{small()}\n{fold(f'What is printed on the squares needs {need}.')}"


_WIDTH = 79
"""Columns beyond which a board is not drawn wider."""


def _size(text: str) -> tuple[int, int]:
    """Return how many columns and lines a text has."""
    lines = text.split("\n")
    return max(map(len, lines)), len(lines)
