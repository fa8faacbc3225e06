"""How wide texts are in figures, and texts cut to the room that there is."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from mentis_records.core.text import one_line
from mentis_records.report.figure.figure_style import FONT, SIZE

if TYPE_CHECKING:
    from collections.abc import Mapping

_EM = 100.0
_ELLIPSIS = "…"


def text_width(text: str, size: float = SIZE, *, is_bold: bool = False) -> float:
    """Return about how many pixels wide a text of one line is; signs of other fonts count full."""
    return sum(_advance(sign, is_bold) for sign in text) * size


def fitted(text: str, width: float, size: float = SIZE, *, is_bold: bool = False) -> str:
    """Return a text printable and cut to a width in pixels, an ellipsis showing the cut.

    At least one character of it stays.
    """
    text = one_line(text)
    if text_width(text, size, is_bold=is_bold) <= width:
        return text
    room = width - text_width(_ELLIPSIS, size, is_bold=is_bold)
    kept = 0
    for sign in text:
        room -= _advance(sign, is_bold) * size
        if room < 0:
            break
        kept += 1
    return text[: max(kept, 1)].rstrip() + _ELLIPSIS


def unknown_part(text: str) -> str:
    """Return a text from the first to the last word with signs that the font lacks, or nothing."""
    _, known = _font(is_bold=False)
    words = one_line(text).split()
    lacking = [at for at, word in enumerate(words) if any(ord(sign) not in known for sign in word)]
    return " ".join(words[lacking[0] : lacking[-1] + 1]) if lacking else ""


@cache
def _advance(sign: str, is_bold: bool) -> float:
    """Return how wide a character is, in sizes of the font."""
    font, known = _font(is_bold)
    if ord(sign) not in known:
        return 1.0
    return float(font.load_char(ord(sign)).linearHoriAdvance) / 65_536 / _EM


@cache
def _font(is_bold: bool) -> tuple[Any, Mapping[int, Any]]:
    from matplotlib.font_manager import FontProperties, findfont
    from matplotlib.ft2font import FT2Font

    weight = "bold" if is_bold else "normal"
    font = FT2Font(findfont(FontProperties(family=FONT, weight=weight)))
    font.set_size(_EM, 72)
    return font, font.get_charmap()
