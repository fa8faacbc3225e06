"""Texts that are the source of something else: HTML, a mail in quoted-printable, signs of style."""

from __future__ import annotations

import html
import quopri
import re

from mentis_records.notation.layout.other_layout import APART, Layout, replace_words
from mentis_records.notation.syntax.movetext_sign import MovetextSigns

_ELEMENT = re.compile(r"</?[A-Za-z][\w:-]{0,30}(?:[ \t][^<>\n]{0,200})?/?>|<[?!][^<>\n]{0,200}>")
_PAGE = re.compile(
    r"</?(?:html|head|body|p|br|div|span|table|tr|td|th|pre|b|i|u|em|strong|h[1-6]|li|ul|ol|font|a"
    r"|tt|code)\b|&",
    re.IGNORECASE,
)
_CELL = re.compile(r"</?t[dh]\b", re.IGNORECASE)
_INLINE = re.compile(r"</?(?:b|i|u|em|strong|span|font|a|tt|code)\b", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,8}|#[0-9]{1,6}|#[xX][0-9a-fA-F]{1,5});")
_LEAST = 2
"""Elements and entities that a page has at least."""

_ENCODED = re.compile(r"=[0-9A-F]{2}")
_MAIL = re.compile(r"=(?:[89A-F][0-9A-F]|20|3D|2E)|=[ \t]*\n")
"""What is no sign of a game: letters with accents, blanks and line ends of quoted-printable."""

_QUOTE = r"[`\"'\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb]{1,3}"
_STYLED = re.compile(
    rf"(?P<apart>{APART}|;[^\n]*)|(?<!\S)(?P<sign>[*_]{{1,3}})(?P<word>[^\s*_]+)(?P=sign)(?!\S)"
    rf"|(?<!\S)(?P<open>{_QUOTE})?(?P<quoted>[^\s`\"']+?)(?P<close>{_QUOTE})?(?!\S)",
    re.MULTILINE,
)


def find_html(text: str, _: MovetextSigns) -> Layout | None:
    """Find elements and entities of HTML."""
    marks = [*_ELEMENT.finditer(text), *_ENTITY.finditer(text)]
    if len(marks) < _LEAST:
        return None
    first = min(marks, key=re.Match.start)
    shown = html.unescape(_ELEMENT.sub(_shown, text)).replace("\u00a0", " ")
    lines = ["\t".join(map(str.strip, line.split("\t"))).strip() for line in shown.split("\n")]
    advice = "copy what a browser shows of it, not its source"
    if not any(_PAGE.match(mark[0]) for mark in marks):
        advice = "copy the moves out of it"
        return Layout("the text is XML", first.span(), "\n".join(lines).strip("\n") + "\n", advice)
    what = "the text is HTML, the source of a page"
    return Layout(what, first.span(), "\n".join(lines).strip("\n") + "\n", advice)


def _shown(match: re.Match[str]) -> str:
    """Return what a browser shows of an element."""
    if _CELL.match(match[0]):
        return "\t"
    return "" if _INLINE.match(match[0]) else "\n"


def find_quoted_printable(text: str, _: MovetextSigns) -> Layout | None:
    """Find the signs of quoted-printable, in which mails travel."""
    first = _ENCODED.search(text)
    if first is None:
        return None
    advice = "copy what the mail program shows, not its source"
    what = "the text is the source of a mail (quoted-printable)"
    return Layout(what, first.span(), _decode(text), advice)


def decode_mail(text: str) -> str:
    """Return a text as a mail program shows it, if it is quoted-printable, else as it is."""
    return _decode(text) if _MAIL.search(text) else text


def _decode(text: str) -> str:
    """Return what quoted-printable stands for, in UTF-8 or else as Windows wrote it."""
    data = quopri.decodestring(text.encode("utf-8", "surrogateescape"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def find_style(text: str, _: MovetextSigns) -> Layout | None:
    """Find quotation marks, or signs for bold letters, around words of movetext."""
    written, found = replace_words(text, _STYLED, lambda match: match["word"] or match["quoted"])
    if not found:
        return None
    first = found[0]
    sign = first["sign"] or first["open"] or first["close"]
    advice = "take them away from all words" if len(sign) > 1 else "take it away from all words"
    return Layout(f"{sign} stands about words of the movetext", first.span(), written, advice)
