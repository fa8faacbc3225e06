"""Untrusted text made fit for terminals, drawings, names, filters and encoders."""

from __future__ import annotations

import re
import unicodedata
import zlib
from functools import cache, lru_cache

_LONGEST_SLUG = 40
_SPACE = "\N{NO-BREAK SPACE}"
_SIGNS = {
    **{chr(number): chr(0x2400 + number) for number in range(0x20)},
    "\t": " ",
    "\n": "\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}",
    "\r": "\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}",
    "\x7f": "\N{SYMBOL FOR DELETE}",
    "\xa0": " ",
}
"""What is shown in place of controls, and of blanks that are none to a terminal."""

_CONTROL = re.compile(r"[\x00-\x1f]")
_LONE = re.compile("[\ud800-\udfff]+")
_NOT_PLAIN = re.compile("[^ -~]")
_NOT_PLAIN_LINES = re.compile("[^ -~\n\t]")
_UNSEEN = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def find_undecoded(text: str) -> re.Match[str] | None:
    """Return the first piece that stands for bytes that were no UTF-8, or None."""
    return None if text.isascii() else _LONE.search(text)


def encodable(text: str) -> str:
    r"""Return a text that can be encoded: bytes that were no UTF-8 become ``\xNN``."""
    if find_undecoded(text) is None:
        return text
    return text.translate(_escaped_lone())


def printable(text: str) -> str:
    """Return a text safe for a terminal: controls shown as signs, other unseen ones escaped."""
    if text.isprintable():
        return text
    return _NOT_PLAIN.sub(_shown, text)


def printable_lines(text: str) -> str:
    """Return a text of many lines safe for a terminal; line feeds and tabs stay."""
    if text.isprintable():
        return text
    return _NOT_PLAIN_LINES.sub(_shown, text)


def printable_json(text: str) -> str:
    """Return JSON that means the same, without controls and direction marks as they are."""
    if text.isascii() and "\x7f" not in text:
        return text
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def json_text(value: object, indent: int | None = None) -> str:
    """Return a value as JSON, with the characters as they are that can be seen."""
    import json

    return printable_json(json.dumps(value, ensure_ascii=False, indent=indent))


def one_line(text: str) -> str:
    """Return a text on one line, without the characters that XML forbids.

    Of a text that would show nothing, characters without width are escaped as for a terminal.
    """
    line = "".join(char if char.isprintable() else " " for char in text).strip()
    return line or printable(text.strip())


def bound_line(text: str) -> str:
    """Return a text on one line as ``one_line`` does, with its no-break spaces."""
    return _SPACE.join(map(one_line, text.split(_SPACE)))


def folded(text: str) -> str:
    """Return a text as it is compared: in NFC, blanks around it gone and others single spaces."""
    words = " ".join(text.split())
    return words if words.isascii() else unicodedata.normalize("NFC", words)


def quoted(text: str) -> str | None:
    """Return a text as filters write it, in quotes and ``folded``; None if no filter can have it.

    That is so of texts with controls that are no blanks; ``grammar/where.lark`` reads the others.
    """
    words = folded(text)
    if _CONTROL.search(words) or find_undecoded(words):
        return None
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def counted(number: int, one: str, many: str = "", space: str = " ") -> str:
    """Return a number with its noun: ``1 game``, ``1,024 games``."""
    return f"{number:,}{space}{one if number == 1 else many or one + 's'}"


def percent(value: float) -> str:
    """Return a share from 0 to 1 in whole percent; only nothing is 0 and only all is 100."""
    whole = round(100 * value)
    if whole == 0 and value > 0:
        return f"<1{_SPACE}%"
    if whole == 100 and value < 1:
        return f">99{_SPACE}%"
    return f"{whole}{_SPACE}%"


def _shown(found: re.Match[str]) -> str:
    return _known_shown(found[0])


@lru_cache(1_024)
def _known_shown(char: str) -> str:
    if char.isprintable():
        return char
    number = ord(char)
    is_lone = 0xD800 <= number <= 0xDFFF
    return _SIGNS.get(char) or (_escape(number) if is_lone else f"<U+{number:04X}>")


def _escape(number: int) -> str:
    """Return what stands for a lone surrogate: the byte that it was, if it was one."""
    return f"\\x{number & 255:02x}" if 0xDC80 <= number <= 0xDCFF else f"\\u{number:04x}"


@cache
def _escaped_lone() -> dict[int, str]:
    """Return what stands for lone surrogates, by their numbers."""
    return {number: _escape(number) for number in range(0xD800, 0xE000)}


def slug_of(text: str) -> str:
    """Return a text as a name for files and links: lower case, words joined by dashes.

    Texts that are more than words of ASCII letters keep apart by a checksum at the end.
    """
    words = re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")
    if not text or all(part.isascii() and part.isalpha() for part in text.split()):
        return words
    return f"{words[:_LONGEST_SLUG]}-{zlib.crc32(text.encode()):08x}".lstrip("-")
