"""Read one ply by itself; asks no board."""

from __future__ import annotations

from mentis_records.core.game import GameDescription
from mentis_records.core.ply_syntax import PlySyntax
from mentis_records.notation.syntax.record_syntax import InvalidPly
from mentis_records.notation.tables.grammar_file import TAGGED

_HEAD, _END = '[Event "?"]\n\n', "\n*\n"
"""What makes a ply a whole record, as the grammar wants it."""


def read_ply(text: str, game: GameDescription) -> PlySyntax | None:
    """Return what is written, or None if it is not one ply and nothing else."""
    from mentis_records.notation.syntax.recovery import parse_record

    syntax, faults = parse_record(_HEAD + text + _END, TAGGED, game)
    turns = syntax.line.turns
    if faults or len(turns) != 1:
        return None
    ply = turns[0].ply
    if isinstance(ply, InvalidPly) or ply.end - ply.start != len(text):
        return None
    return ply
