"""Read Ludii's trials as the ``.mgn`` text that says the same.

One trial, or several one after the other. What they claim is written down, and the text goes the
way of every other. A trial that cannot be put into words is a piece with what is wrong, at its
place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from mentis_records.core.game import GameDescription
from mentis_records.notation.source.ludii_record import write_trial
from mentis_records.notation.source.ludii_trial import GAME
from mentis_records.notation.source.record_text import MAX_RECORD, Piece, decode
from mentis_records.notation.tables.grammar_file import TAGGED

_NEXT = f"\n{GAME}".encode()
_KEPT = 4 * MAX_RECORD
"""Bytes of a trial that are kept: those of as many characters as a record may have, at most."""


def translate(
    chunks: Iterable[bytes], games: Sequence[GameDescription], first: bytes = b""
) -> Iterator[Piece]:
    """Yield the trials of a text as pieces.

    Args:
        chunks: the bytes of the text.
        games: the games that are known.
        first: bytes that come before the chunks.
    """
    for line, whole in _cut(chain((first,), chunks)):
        text = decode(whole)
        if text.strip():
            yield translate_one(text, line, games)


def translate_one(text: str, line: int, games: Sequence[GameDescription]) -> Piece:
    """Return one trial as a piece.

    Args:
        text: the trial.
        line: the number of its first line in the source.
        games: the games that are known.
    """
    if len(text) > MAX_RECORD:
        return Piece(TAGGED, line, text[:MAX_RECORD], is_oversize=True)
    words, origin = write_trial(text, games)
    return Piece(TAGGED, line, words, origin=origin)


def _cut(chunks: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield each trial's bytes, as far as they are kept, and the number of its first line."""
    line = lines = 1
    text, tail = bytearray(), b""
    for chunk in chunks:
        rest = tail + chunk
        begin = 0
        while (at := rest.find(_NEXT, begin)) >= 0:
            text += rest[begin : at + 1][: max(_KEPT - len(text), 0)]
            lines += rest.count(b"\n", begin, at + 1)
            yield line, bytes(text)
            line, begin = lines, at + 1
            text.clear()
        cut = max(len(rest) - len(_NEXT) + 1, begin)
        text += rest[begin:cut][: max(_KEPT - len(text), 0)]
        lines += rest.count(b"\n", begin, cut)
        tail = rest[cut:]
    text += tail[: max(_KEPT - len(text), 0)]
    yield line, bytes(text)
