"""Fonts for texts in pictures: the one that is always there, and others for what it lacks."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

FONT = "DejaVu Sans"

_OTHERS = (
    *("Noto Sans CJK JP", "Noto Sans JP", "Noto Sans CJK SC", "Noto Sans SC", "Noto Sans CJK KR"),
    *("Noto Sans KR", "Source Han Sans", "Hiragino Sans", "Hiragino Kaku Gothic ProN"),
    *("Yu Gothic", "Meiryo", "MS Gothic", "IPAexGothic", "IPAGothic", "TakaoGothic", "VL Gothic"),
    *("PingFang SC", "Microsoft YaHei", "SimHei", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei"),
    *("Apple SD Gothic Neo", "Malgun Gothic", "NanumGothic", "Droid Sans Fallback"),
    *("Arial Unicode MS", "Noto Sans", "Noto Sans Thai", "Noto Sans Devanagari", "Unifont"),
)
"""Families that have letters of other scripts, if they are installed."""


def families_for(texts: Iterable[str]) -> tuple[str, ...]:
    """Return families of fonts for texts, the first choice first."""
    if not _lacking(FONT, "".join(texts)):
        return (FONT,)
    return (FONT, *_installed())


def missing_letters(texts: Sequence[str]) -> str:
    """Return the letters of texts that no font here has, in order, each once."""
    left = "".join(dict.fromkeys("".join(texts)))
    for family in families_for(texts):
        left = _lacking(family, left)
    return left


@contextmanager
def quiet_fonts() -> Iterator[None]:
    """Let matplotlib say nothing in the block of letters and weights that fonts do not have."""
    logger = logging.getLogger("matplotlib.font_manager")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Glyph .* missing from font")
            yield
    finally:
        logger.setLevel(level)


def _lacking(family: str, text: str) -> str:
    """Return the letters of a text that a font does not have."""
    if text.isascii():
        return ""
    known = _letters(family)
    return "".join(char for char in text if ord(char) not in known)


@cache
def _letters(family: str) -> frozenset[int]:
    from matplotlib.font_manager import findfont
    from matplotlib.ft2font import FT2Font

    return frozenset(FT2Font(findfont(family)).get_charmap())


@cache
def _installed() -> tuple[str, ...]:
    from matplotlib.font_manager import fontManager

    here = {entry.name for entry in fontManager.ttflist}
    return tuple(family for family in _OTHERS if family in here)
