"""Characters that look like others or stand for them: blanks, full-width digits, other letters."""

from __future__ import annotations

import re
import unicodedata

from mentis_records.notation.layout.other_layout import APART, Layout, replace_words
from mentis_records.notation.syntax.movetext_sign import MovetextSigns

_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_NOTHING = "\u200b-\u200d\u2060\ufeff"
_LETTERS = dict(
    zip(
        "\u0430\u0435\u0441\u0445\u0440\u043e\u0455\u0410\u0412\u0415\u041a\u041c\u041d\u041e"
        "\u0420\u0421\u0422\u0425\u0405\u0391\u0392\u0395\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7",
        "aecxposABEKMHOPCTXSABEKMNOPTX",
        strict=True,
    )
)
"""Cyrillic and Greek letters that look like Latin ones."""

_SIGNS = {
    **dict.fromkeys(("\u2192", "\u279c", "\u2794", "\u279d", "\u21d2", "\u27f6", "->", "=>"), "-"),
    **dict.fromkeys(("\u2715", "\u2716", "\u2717", "\u2a2f", "\u2573"), "x"),
    "\u266f": "#",
    "\u2026": "...",
}
_BLANK = re.compile(rf"(?P<apart>\{{[^}}]*\}})|[{_BLANKS}]+")
_OTHER = re.compile(
    rf"(?P<apart>{APART}|;[^\n]*)|-{{0,2}}[->]>|=>|(?<![0-9#])\u00ad|[{_NOTHING}]|[\uff01-\uff5e]"
    rf"|[{''.join([*_LETTERS, *(sign for sign in _SIGNS if len(sign) == 1)])}]",
    re.MULTILINE,
)


def find_blanks(text: str, _: MovetextSigns) -> Layout | None:
    """Find blanks that are none to a reader, such as non-breaking spaces."""
    written, found = replace_words(text, _BLANK, lambda match: " " * len(match[0]))
    if not found:
        return None
    what = f"{_name(found[0][0][0])} stands for a blank"
    return Layout(what, found[0].span(), written, "type a blank in place of each")


def find_look_alikes(text: str, _: MovetextSigns) -> Layout | None:
    """Find characters in movetext that stand for others."""
    written, found = replace_words(text, _OTHER, lambda match: _meant(match[0]))
    if not found:
        return None
    first = found[0][0]
    meant = _meant(first)
    shown = first if len(first) > 1 or not meant else f"{first}, {_name(first)},"
    what = f"{shown} stands for {meant}" if meant else f"{_name(first)} stands in the movetext"
    advice = f"type {meant} in place of it" if meant else "delete it"
    return Layout(what, found[0].span(), written, advice)


def _meant(text: str) -> str:
    """Return what is meant by characters."""
    if text in _LETTERS:
        return _LETTERS[text]
    if text.endswith(">"):
        return "-"
    if text in _SIGNS:
        return _SIGNS[text]
    plain = unicodedata.normalize("NFKC", text)
    return plain if plain.isascii() else ""


def _name(char: str) -> str:
    """Return the name of a character, with its number."""
    return f"U+{ord(char):04X} ({unicodedata.name(char, 'nameless').lower()})"
