"""Read Abstract Play's game records (JSON) as the ``.mgn`` text that says the same.

One record, a list of them, or one after the other. What they claim is only written down here:
the text goes the way of every other, and its plies and results are checked. An entry that
cannot be put into words, or contradicts itself, is a piece with what is wrong. What is found in the
text of an entry is found where the entry begins.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import GameDescription
from mentis_records.core.span import Span
from mentis_records.notation import code
from mentis_records.notation.source.apgr_claim import EntryError
from mentis_records.notation.source.apgr_entry import write_entry
from mentis_records.notation.source.record_text import MAX_RECORD, Piece
from mentis_records.notation.source.source_text import SourceError
from mentis_records.notation.tables.grammar_file import TAGGED

MAX_TEXT = 1 << 28
"""Characters of a source; JSON is read as a whole."""

MAX_MALFORMED = 1_000
"""Entries that are no records after which a source is given up, if most are like that."""

_BETWEEN = re.compile(r"[\s,]*")


def translate(
    chunks: Iterable[bytes], games: Sequence[GameDescription], first: bytes = b""
) -> Iterator[Piece]:
    """Yield the records of a JSON text as pieces, placed where their entries begin.

    Args:
        chunks: the bytes of the text.
        games: the games that are known.
        first: bytes that come before the chunks.

    Raises:
        SourceError: it is no JSON, too large, or holds something else than game records.
    """
    sound = malformed = 0
    for entry, repeated, span in _entries(_whole(chain((first,), chunks))):
        findings: tuple[Finding, ...]
        try:
            if repeated:
                raise EntryError(f"it has the field {json.dumps(repeated[0])} more than once")
            text, findings = write_entry(entry, games)
            sound += 1
        except EntryError as error:
            text, findings = "", (Finding(code.ENTRY_MALFORMED, {"reason": str(error)}),)
            malformed += 1
        is_refused = any(found.code in code.ENTRY_CODES for found in findings)
        if is_refused:
            text = json.dumps(entry, ensure_ascii=True)[:MAX_RECORD] + "\n"
        is_oversize = not is_refused and len(text) > MAX_RECORD
        kept = text[:MAX_RECORD] if is_oversize else text
        yield Piece(TAGGED, span.line, kept, 1, is_oversize, findings, span)
        if malformed >= MAX_MALFORMED and malformed > sound:
            raise SourceError(f"{malformed:,} entries of this JSON are not game records")


def _whole(chunks: Iterable[bytes]) -> str:
    parts = bytearray()
    for chunk in chunks:
        parts += chunk
        if len(parts) > MAX_TEXT:
            raise SourceError(f"JSON of more than {MAX_TEXT:,} bytes", is_too_large=True)
    try:
        return parts.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SourceError(f"not UTF-8 at byte {error.start}") from None


def _entries(text: str) -> Iterator[tuple[Any, list[str], Span]]:
    """Yield the entries of a list, or the values that stand one after the other.

    Each has the names of fields that stand in one object more than once, and its place.
    """
    repeated: list[str] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            repeated.extend(name for name in found if names.count(name) > 1)
        return found

    decoder = json.JSONDecoder(object_pairs_hook=collect)
    place = _Place()
    at = len(text) - len(text.lstrip())
    is_list = text.startswith("[", at)
    at += is_list
    while True:
        found = _BETWEEN.match(text, at)
        at = found.end() if found else at
        if at == len(text) and not is_list:
            return
        if is_list and text.startswith("]", at):
            if text[at + 1 :].strip():
                raise _no_json(text, at + 1, "something follows the list")
            return
        begin = place.advance(text, at)
        repeated.clear()
        try:
            entry, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise _no_json(text, error.pos, error.msg) from None
        except (RecursionError, ValueError):
            raise _no_json(text, at, "too deep or too long") from None
        yield entry, list(repeated), Span(*begin, *place.advance(text, at))


class _Place:
    """A place in a text that moves on."""

    def __init__(self) -> None:
        self._at = self._line_start = 0
        self._line = 1

    def advance(self, text: str, at: int) -> tuple[int, int]:
        """Go on to an offset; return its line and column."""
        self._line += text.count("\n", self._at, at)
        self._line_start = max(self._line_start, text.rfind("\n", self._at, at) + 1)
        self._at = at
        return self._line, at - self._line_start + 1


def _no_json(text: str, at: int, reason: str) -> SourceError:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return SourceError(f"not JSON at {line}:{column}: {reason}")
