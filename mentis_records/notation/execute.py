"""Read a record that is written without fault, fast.

Whatever is not accepted outright is left to ``parse``, which runs the same tables and explains.
"""

from __future__ import annotations

from mentis_records.notation.build import build_record
from mentis_records.notation.entries import Entries
from mentis_records.notation.grammar import STARTS
from mentis_records.notation.scan import Scanner
from mentis_records.notation.syntax import RecordSyntax
from mentis_records.notation.tables import load_tables


def execute(text: str, start: str, grammar: str, max_depth: int) -> RecordSyntax | None:
    """Return the syntax of a record, or None where anything about it is not as it should be.

    Variations nested deeper than ``max_depth`` count as such.
    """
    tables = load_tables(grammar)
    entries = Entries(tables, text)
    data = entries.data
    count = Scanner(tables).scan_bytes(
        data, 0, len(data), STARTS.index(start), max_depth, entries.numbers
    )
    return build_record(entries, count) if count >= 0 else None
