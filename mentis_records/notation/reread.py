"""Read records that were cut out of their source before, one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mentis_records.notation.explain.examine import Examination
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import make_search
from mentis_records.notation.reader_options import Manner
from mentis_records.notation.source.encoding import decoded
from mentis_records.notation.source.ludii import translate_one
from mentis_records.notation.source.ludii_source import is_ludii
from mentis_records.notation.source.record_text import Piece
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
    return _examine(manner, text, line, before).reading(name, index, "")


def is_trial(name: str, text: str) -> bool:
    """Tell whether a text that was cut out of a source of this name is a trial of Ludii."""
    return is_ludii(name, text[:_BEGINNING].encode("utf-8", "surrogateescape"))


def is_continuing(manner: Manner, text: str) -> bool:
    """Tell whether a record is a listing that continues the record in front of it."""
    return _start_of(text) == LISTING and not _examine(manner, text, 1, ()).is_alone


def write_out(manner: Manner, text: str, before: Sequence[str]) -> str | None:
    """Return a listing that continues another as a record with the plies in front of its own.

    The options of the other are its tags; it has no result at its end. It is None if the records
    in front of it do not reach its first ply, or are too much for one record.

    Args:
        manner: how to read.
        text: the listing as it stands in its source.
        before: the records in front of it.
    """
    examination = _examine(manner, text, 1, before)
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


def _examine(manner: Manner, text: str, line: int, before: Sequence[str]) -> Examination:
    previous: Examination | None = None
    for each in before:
        previous = Examination(manner, Piece(_start_of(each), 1, each), previous)
    return Examination(manner, Piece(_start_of(text), line, text), previous, make_search(manner))


def _start_of(text: str) -> str:
    return TAGGED if text.startswith("[") else LISTING
