"""Files that hold no records, told by their first bytes; reads none of them."""

from __future__ import annotations

import re
from typing import NamedTuple

_LOOKED_AT = 4_096
"""Bytes that tell what a file is."""

_TAR_HEADER = 512
"""Bytes before each file in a tar archive."""

_TAR_SIGN = slice(257, 262), b"ustar"
"""Where such a header has what; the oldest ones do not."""

_MOST_CONTROLS = 0.05
"""The share of controls that a text has at most."""

_MOST_KINDS = 8
"""How many kinds of controls a damaged text has at most."""

_CONTROLS = bytes((*range(9), 11, *range(14, 26), *range(28, 32), 127))

_TYPE_IT = "type its moves into a text file, such as game.mgn"
_COPY_IT = "copy the records out of it into a text file, such as games.mgn"
_SAVE_IT = "save it as plain text (UTF-8), or copy the records into a text file, such as games.mgn"
_WRITE_IT = "write each game as tag pairs, a blank line, its moves and its result"
_RENAME_IT = "if records are in it, let its name end in {ending}"


class Foreign(NamedTuple):
    """What a file is instead of a record file, and what to do."""

    what: str
    hint: str


OTHER_JSON = "JSON of another kind"
"""What JSON is called that has no game records."""


class _Kind(NamedTuple):
    """How files of a kind begin, and what they are."""

    beginning: re.Pattern[bytes]
    foreign: Foreign


def _kind(pattern: bytes, what: str, hint: str) -> _Kind:
    return _Kind(re.compile(pattern, re.DOTALL), Foreign(what, hint))


_WRITTEN = rb"PK\x03\x04.*"
_KINDS = (
    _kind(rb"\xff\xd8\xff", "a JPEG picture", _TYPE_IT),
    _kind(rb"\x89PNG", "a PNG picture", _TYPE_IT),
    _kind(rb"GIF8[79]a", "a GIF picture", _TYPE_IT),
    _kind(rb"BM.{4}\0\0\0\0", "a bitmap picture", _TYPE_IT),
    _kind(rb"(?:II\*\0|MM\0\*)", "a TIFF picture", _TYPE_IT),
    _kind(rb"RIFF.{4}WEBP", "a WebP picture", _TYPE_IT),
    _kind(rb".{4}ftyp(?:hei|hev|mif|avif)", "a HEIC picture", _TYPE_IT),
    _kind(rb".{4}ftyp|\x1a\x45\xdf\xa3|RIFF.{4}AVI", "a film", _TYPE_IT),
    _kind(rb"ID3|\xff\xfb|OggS|fLaC|RIFF.{4}WAVE", "a sound recording", _TYPE_IT),
    _kind(rb"\s*%PDF-", "a PDF document", _COPY_IT),
    _kind(rb"\s*%!PS", "a PostScript document", _COPY_IT),
    _kind(rb"\s*\{\\rtf", "a formatted text (RTF)", _SAVE_IT),
    _kind(rb"\xd0\xcf\x11\xe0", "a document of Word, Excel or Outlook", _SAVE_IT),
    _kind(_WRITTEN + rb"word/", "a Word document", _SAVE_IT),
    _kind(_WRITTEN + rb"xl/", "an Excel table", _COPY_IT),
    _kind(_WRITTEN + rb"ppt/", "a PowerPoint document", _COPY_IT),
    _kind(_WRITTEN + rb"opendocument", "an OpenDocument text or table", _SAVE_IT),
    _kind(_WRITTEN + rb"epub", "an electronic book", _COPY_IT),
    _kind(rb"PK(?:\x03\x04|\x05\x06)", "a ZIP archive", _RENAME_IT.format(ending=".zip")),
    _kind(rb"\x1f\x8b", "packed by gzip", _RENAME_IT.format(ending=".gz")),
    _kind(rb"\x28\xb5\x2f\xfd", "packed by Zstandard", _RENAME_IT.format(ending=".zst")),
    _kind(rb"7z\xbc\xaf|Rar!|BZh\d|\xfd7zXZ", "an archive of another kind", "unpack it first"),
    _kind(
        rb".{8}DUCK.{1,7}\0", "a database", "mentis export --db FILE writes its games as records"
    ),
    _kind(rb"SQLite format 3", "a database of another program", "export its games first"),
    _kind(
        rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*"(?!(?:header|moves)")\w+"\s*:\s*["\[{\d]|\[\s*"[^"\n]*"\s*[,\]])',
        OTHER_JSON,
        _WRITE_IT,
    ),
    _kind(rb"\x7fELF|MZ.{58}|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe", "a program", "is it this file?"),
)


def _is_tar(header: bytes) -> bool:
    """Return True if bytes are the header of a file in a tar archive, by its sign or checksum."""
    place, sign = _TAR_SIGN
    if header[place] == sign:
        return True
    if len(header) < _TAR_HEADER or not header[0]:
        return False
    digits = header[148:156].strip(b" \0")
    if not digits or digits.translate(None, b"01234567"):
        return False
    return sum(header) - sum(header[148:156]) + 8 * 32 == int(digits, 8)


def find_foreign(beginning: bytes) -> Foreign | None:
    """Return what a file with this beginning is if it is no text, else None."""
    sample = beginning[:_LOOKED_AT]
    for kind in _KINDS:
        if kind.beginning.match(sample):
            return kind.foreign
    if _is_tar(beginning[:_TAR_HEADER]):
        return Foreign("a tar archive", "unpack it first")
    pairs = None
    if not sample.startswith(b"["):  # where no table begins
        from mentis_records.notation.source.game_table import find_game_table

        pairs = find_game_table(sample)
    if pairs is not None:
        hint = f"{_WRITE_IT}, such as {pairs}" if pairs else _WRITE_IT
        return Foreign("a table of games", hint)
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    has_many = controls > _MOST_CONTROLS * len(sample)
    if has_many and len(set(sample) & set(_CONTROLS)) > _MOST_KINDS:
        return Foreign("a file that is no text", "is it this file, and is it complete?")
    return None
