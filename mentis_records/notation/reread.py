"""Read records that were cut out of their source before, one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mentis_records.notation.explain.examine import Examination
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import make_search
from mentis_records.notation.reader_options import Manner
from mentis_records.notation.source.encoding import decoded
from mentis_records.notation.source.ludii import translate_one
from mentis_records.notation.source.ludii_source import is_ludii
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import MAX_RECORD, TEXT, Block, Piece
from mentis_records.notation.syntax.movetext_sign import signs_of
from mentis_records.notation.tables.grammar_file import LISTING, TAGGED
from mentis_records.notation.tables.grammar_tables import terminal_pattern
from mentis_records.notation.write import WriteError, format_record

_BEGINNING = 1_000
"""Characters that tell what a text is."""


def read_again(
    manner: Manner, name: str, text: str, index: int, line: int, before: Sequence[str] = ()
) -> Reading:
    """Return the reading of one record.

    Args:
        manner: how to read.
        name: what the source is called.
        text: the record as it stands there.
        index: the number of the record in the source.
        line: the number of its first line.
        before: the records in front of it, as far as a listing may continue them.
    """
    text = decoded(text, manner.encoding)
    before = [decoded(each, manner.encoding) for each in before]
    if is_trial(name, text):
        games = [game.description for game in manner.games]
        piece = translate_one(text, line, games)
        return Examination(manner, piece, None, make_search(manner)).reading(name, index, "")
    examination, preamble = _examine(manner, text, line, before)
    reading = examination.reading(name, index, preamble)
    reading.preamble_line = line
    return reading


def is_trial(name: str, text: str) -> bool:
    """Tell whether a text that was cut out of a source of this name is a trial of Ludii."""
    return is_ludii(name, text[:_BEGINNING].encode("utf-8", "surrogateescape"))


def is_continuing(manner: Manner, text: str) -> bool:
    """Tell whether a record is a listing that continues the record in front of it."""
    return _start_of(text) == LISTING and not _examine(manner, text, 1, ())[0].is_alone


def write_out(manner: Manner, text: str, before: Sequence[str]) -> str | None:
    """Return a listing that continues another as a record with the plies in front of its own.

    The options of the other are its tags; it has no result at its end. It is None if the records
    in front of it do not reach its first ply, or are too much for one record.

    Args:
        manner: how to read.
        text: the listing as it stands in its source.
        before: the records in front of it.
    """
    examination, _ = _examine(manner, text, 1, before)
    base = examination.base()
    if base is None:
        return None
    try:
        written = format_record(base, examination.game.description, is_literal=True).rstrip()
    except WriteError:
        return None
    header = terminal_pattern(examination.game.description.grammar, "HEADER")
    own = re.sub(rf"\A\s*(?:{header})[ \t]*\n", "", text)
    return f"{written.removesuffix(base.result).rstrip()}\n{own}"


def _examine(
    manner: Manner, text: str, line: int, before: Sequence[str]
) -> tuple[Examination, str]:
    """Return the examination of a record behind others, and the text that stands before it."""
    previous: Examination | None = None
    for each in before:
        previous = Examination(manner, _split(manner, each, 1)[-1], previous)
    *around, piece = _split(manner, text, line)
    examination = Examination(manner, piece, previous, make_search(manner))
    for before_it in around:
        examination.note_text(before_it)
    return examination, "".join([before_it.text for before_it in around])


def _split(manner: Manner, text: str, line: int) -> Sequence[Piece]:
    """Return a record, behind the text that stands before it, if some does."""
    whole = [Piece(_start_of(text), line, text)]
    if text.startswith("[") or len(text) > MAX_RECORD:
        return whole
    try:
        encoded = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return whole
    found = cut([encoded], signs_of(*[game.description for game in manner.games]))
    pieces: list[Piece] = []
    for each in found:
        pieces.extend(each.pieces() if isinstance(each, Block) else (each,))
    if len(pieces) != len(("text", "record")) or pieces[0].start != TEXT:
        return whole
    return [replace(each, line=each.line + line - 1) for each in pieces]


def _start_of(text: str) -> str:
    return TAGGED if text.startswith("[") else LISTING
