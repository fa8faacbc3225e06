"""Where compiled kernels take the address of an array; as plain Python, the array itself."""

from __future__ import annotations

from typing import Any


def address8(view: Any) -> Any:
    """Return where an array of unsigned bytes begins."""
    return view


def address16(view: Any) -> Any:
    """Return where an array of unsigned 16-bit integers begins."""
    return view


def address32(view: Any) -> Any:
    """Return where an array of 32-bit integers begins."""
    return view


def address64(view: Any) -> Any:
    """Return where an array of 64-bit integers begins."""
    return view


def offset32(address: Any, count: int) -> Any:
    """Return where an array of 32-bit integers goes on after some of them."""
    return memoryview(address)[count:]


def offset64(address: Any, count: int) -> Any:
    """Return where an array of 64-bit integers goes on after some of them."""
    return memoryview(address)[count:]


def find_byte(text: bytes, byte: int, begin: int, end: int) -> int:
    """Return where a byte first stands from ``begin`` on, or ``end`` if nowhere before it."""
    found = text.find(byte, begin, end)
    return found if found >= 0 else end


def is_same(
    text: bytes, begin: int, end: int, other: bytes, other_begin: int, other_end: int
) -> bool:
    """Tell whether a stretch of bytes equals one of others."""
    return text[begin:end] == other[other_begin:other_end]


def address_flags(view: Any) -> Any:
    """Return where an array of bytes begins that may be written."""
    return view


def text_of(text: bytes, begin: int, end: int) -> str:
    """Return a stretch of UTF-8 as text; what is none becomes lone surrogates."""
    return text[begin:end].decode("utf-8", "surrogateescape")


def text_at(text: Any, begin: int, end: int) -> str:
    """Do as ``text_of`` does, where a text begins."""
    return bytes(text[begin:end]).decode("utf-8", "surrogateescape")


def address_words(view: Any) -> Any:
    """Return where an array of unsigned 64-bit integers begins."""
    return view


def word_size(text: bytes, at: int) -> int:
    """Return how many bytes stand before a blank or control character, 16 for more."""
    size = 0
    while size < 16 and text[at + size] > 32:
        size += 1
    return size


def word_begin(text: bytes, at: int, size: int) -> int:
    """Return the first eight of so many bytes as a number, the first of them lowest."""
    return int.from_bytes(text[at : at + min(size, 8)], "little")


def word_end(text: bytes, at: int, size: int) -> int:
    """Return the bytes behind the first eight of so many, at most sixteen, as a number."""
    return int.from_bytes(text[at + 8 : at + size], "little")
