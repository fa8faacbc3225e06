"""What stands between plies and is none: slashes, dashes, semicolons, times, dots."""

from __future__ import annotations

import re

from mentis_records.notation.layout.other_layout import APART, Layout, replace_words
from mentis_records.notation.syntax.movetext_sign import MovetextSigns

_APART = rf"(?P<apart>{APART}|1/2(?:-1/2)?|[01]-[01])"
_SIGN = re.compile(
    rf"{_APART}|(?<=[\w#+=!?*])"
    r"(?:[ \t]*(?P<sign>[/|\\;&])[ \t]*|[ \t]+(?P<dash>[-\u2013\u2014])[ \t]+)(?=\S)",
    re.MULTILINE,
)
_TIME = re.compile(
    rf"(?P<apart>{APART}|;[^\n]*)|\[%?(?:clk|emt)[^\]\n]*\]"
    r"|(?<!\S)(?P<open>[(\[])?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[.,][0-9]{1,3})?(?(open)[)\]])(?!\S)"
    r"|(?<!\S)\([0-9]{1,3}(?:[.,][0-9])?[ \t]?(?:s|sec|min|m|h)\)",
    re.MULTILINE,
)
_JUDGEMENT = re.compile(
    rf"(?P<apart>{APART}|;[^\n]*)|[ \t]*\((?P<sign>[!?]{{1,2}})\)", re.MULTILINE
)
_DOTS = re.compile(
    rf"(?P<apart>{APART}|;[^\n]*)|(?<!\S)(?:\.{{2,}}|\u2026|_{{2,}})(?!\S)", re.MULTILINE
)
_COMMENT = re.compile(rf"(?P<apart>{APART})|;[ \t]*(?P<word>\S*)", re.MULTILINE)


_ENDS = ";,."
"""Signs at the end of a ply behind a semicolon."""


def find_dividers(text: str, signs: MovetextSigns) -> Layout | None:
    """Find signs between plies."""
    written, found = replace_words(text, _SIGN, lambda _: " ")
    if not found:
        return None
    sign = found[0]["sign"] or found[0]["dash"]
    return Layout(f"{sign} stands between plies", found[0].span(), written, "a blank is enough")


def find_times(text: str, _: MovetextSigns) -> Layout | None:
    """Find times that a clock showed."""
    written, found = replace_words(text, _TIME, lambda match: f"{{{match[0].strip('()[]')}}}")
    if not found:
        return None
    first = found[0]
    what = f"times such as {first[0]} stand among the plies"
    return Layout(what, first.span(), written, "put them in comments: { }")


def find_judgements(text: str, _: MovetextSigns) -> Layout | None:
    """Find suffixes that stand in parentheses."""
    written, found = replace_words(text, _JUDGEMENT, lambda match: match["sign"])
    if not found:
        return None
    first = found[0]
    what = f"{first[0].strip()} stands in parentheses, as variations do"
    return Layout(what, first.span(), written, f"write {first['sign']} right behind the ply")


def find_dots(text: str, signs: MovetextSigns) -> Layout | None:
    """Find dots that stand alone: behind a number, they may stand for a ply that is missing."""
    written, found = replace_words(text, _DOTS, lambda _: "")
    if not found:
        return None
    first = found[0]
    what = f"{first[0]} is no ply"
    advice = "delete it, if nothing is missing"
    before = (text[: match.start()].split()[-1:] for match in found)
    is_settled = all(words and signs.is_ply(words[0]) for words in before)
    return Layout(what, first.span(), written, advice, is_settled)


def find_semicolons(text: str, signs: MovetextSigns) -> Layout | None:
    """Find plies behind semicolons, which begin comments."""
    written, found = replace_words(text, _COMMENT, lambda match: _uncommented(match, signs))
    if not any(match["word"] for match in found):
        return None
    first = next(match for match in found if match["word"])
    what = f"a semicolon begins a comment, so {first['word'].rstrip(_ENDS)} is no ply"
    return Layout(what, first.span(), written, "put a blank in place of each semicolon")


def _uncommented(match: re.Match[str], signs: MovetextSigns) -> str:
    """Return the ply behind a semicolon, or nothing where nothing stands behind it."""
    word = match["word"].rstrip(_ENDS)
    if not word:
        return "" if match[0].strip() == ";" else match[0]
    return f" {word}" if signs.is_movetext(word) else match[0]
