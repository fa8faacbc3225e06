"""Read a record that is written without fault, fast.

Whatever is not accepted outright is left to ``parse``, which runs the same tables and explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from mentis_records.notation.build import Entries, build_record
from mentis_records.notation.grammar import STARTS
from mentis_records.notation.scan import Scanner
from mentis_records.notation.syntax import RecordSyntax
from mentis_records.notation.tables import load_tables

_BEGINS_CHARACTER = bytes(byte & 0xC0 != 0x80 for byte in range(256))


def execute(text: str, start: str, grammar: str, max_depth: int) -> RecordSyntax | None:
    """Return the syntax of a record, or None where anything about it is not as it should be.

    Variations nested deeper than ``max_depth`` count as such.
    """
    tables = load_tables(grammar)
    data, offsets = encode(text)
    entries = Entries(tables, text, offsets, 2 * len(data) + 2)
    count = Scanner(tables).scan_bytes(
        data, 0, len(data), STARTS.index(start), max_depth, entries.numbers
    )
    return build_record(entries, count) if count >= 0 else None


def encode(text: str) -> tuple[bytes, Sequence[int]]:
    """Return a text's bytes in UTF-8, and for each offset of a byte that of its character.

    Lone surrogates, which stand for bytes that were no UTF-8, are encoded like other characters;
    no terminal tells them from those.
    """
    data = text.encode("utf-8", "surrogatepass")
    if len(data) == len(text):
        return data, range(len(data) + 1)
    return data, list(accumulate(data.translate(_BEGINS_CHARACTER), initial=0))
