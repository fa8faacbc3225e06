"""Encodings of texts that are not UTF-8: their names, signs by which to tell them, decoding."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

UTF_8 = "utf-8"
WINDOWS = "windows-1252"
KNOWN = (UTF_8, WINDOWS, "latin-1", "utf-16", "mac-roman", "cp850")
"""Encodings that are named to people; any other that Python knows is read as well."""

_NO_TEXTS = frozenset(("idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"))
"""What Python counts among the encodings of texts, and no text is saved in."""

_LONE = re.compile("[\udc80-\udcff]")
_WORD = re.compile(r"[\w\udc80-\udcff'.-]*[\udc80-\udcff][\w\udc80-\udcff'.-]*")
_SIGNS = "\u2018\u2019\u201c\u201d\u201e\u2013\u2014\u2026"
"""Signs of print that words may touch."""

_LONGEST_WORD = 30
_LOOKED_AT = 1_000
_LEAST = 8
_MOST_OTHERS = 0.2
"""The share of the other bytes that may be zero where every second one is, and inversely."""


class EncodingError(ValueError):
    """Bytes that are no text in an encoding."""


def find_encoding(name: str) -> str:
    """Return an encoding as Python names it, nothing for UTF-8.

    Raises:
        LookupError: there is none of this name.
    """
    found = codecs.lookup(name)
    if found.name in _NO_TEXTS or not getattr(found, "_is_text_encoding", True):
        raise LookupError(name)
    return "" if found.name in ("utf-8", "utf-8-sig") else found.name


def find_utf_16(beginning: bytes) -> str:
    """Return the encoding of a text that begins so if it has two bytes a character, else nothing.

    One is told by its byte order mark, or by zeros where letters have them.
    """
    if beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    sample = beginning[:_LOOKED_AT]
    half = len(sample) // 2
    if len(sample) < _LEAST:
        return ""
    first, second = sample[::2].count(0), sample[1::2].count(0)
    few, many = _MOST_OTHERS * half, (1 - _MOST_OTHERS) * half
    if first < few and second > many:
        return "utf-16-le"
    return "utf-16-be" if second < few and first > many else ""


def decoded_chunks(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Yield the bytes of a text as UTF-8.

    Raises:
        EncodingError: after what stands before them, for bytes that are no text in the encoding.
    """
    decode = codecs.getincrementaldecoder(encoding)("strict").decode
    try:
        for chunk in chunks:
            yield decode(chunk).encode("utf-8", "surrogatepass")
        yield decode(b"", True).encode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        yield error.object[: error.start].decode(encoding, "ignore").encode("utf-8")
        byte = error.object[error.start]
        raise EncodingError(f"byte 0x{byte:02x} is no character of {encoding}") from None


def decoded(text: str, encoding: str) -> str:
    """Return a text of which bytes were no UTF-8 in another encoding, if it is all in that."""
    if not encoding or _LONE.search(text) is None:
        return text
    try:
        return text.encode("utf-8", "surrogateescape").decode(encoding)
    except UnicodeError:
        return text


def advice(text: str, at: int) -> str:
    """Return what to do about a byte of a text that is no UTF-8, at an offset.

    The word that it is in is shown as Windows-1252 has it, where that makes letters or signs of
    print; an encoding is proposed, and never assumed.
    """
    if any(ord(char) > 0x7F and not _LONE.match(char) for char in text[:_MOST_LOOKED_AT]):
        return "the rest of the record is UTF-8: type this letter again"
    found = next((word for word in _WORD.finditer(text) if word.start() <= at < word.end()), None)
    word = "" if found is None else found[0]
    if not 0 < len(word) <= _LONGEST_WORD:
        word = text[at]
    try:
        shown = word.encode("utf-8", "surrogateescape").decode("cp1252")
    except UnicodeError:
        shown = ""
    if shown and all(char.isprintable() for char in shown) and _is_likely(word, shown):
        return f"if it should be {shown}, the text is {WINDOWS}: add --encoding {WINDOWS}"
    names = ", ".join(KNOWN[1:])
    return f"add --encoding NAME, the encoding in which it was saved ({names})"


_MOST_LOOKED_AT = 100_000
"""Characters in which it is looked for such as are UTF-8."""


def _is_likely(word: str, shown: str) -> bool:
    """Tell whether signs in the middle of a word are letters or apostrophes."""
    inner = [new for old, new in zip(word, shown, strict=True) if _LONE.match(old)]
    return len(word) == 1 or all(char.isalpha() or char in _SIGNS for char in inner)
