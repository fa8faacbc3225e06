"""Read a line of plies from a position, as people type it; knows no tags and no history.

A line is what movetext is: plies with or without move numbers, suffixes and comments.
Repetition is no matter of a line: nothing is known of what came before the position.
"""

from __future__ import annotations

from typing import Any

from mentis_records.core.diagnostic import Severity
from mentis_records.core.game import AnyGame
from mentis_records.notation.syntax.record_syntax import InvalidPly
from mentis_records.notation.syntax.recovery import parse_record
from mentis_records.notation.syntax.unread_word import MAX_QUOTE

MAX_LINE = 100_000
"""Characters of a line."""

_HEAD, _END = '[Event "?"]\n\n', "\n*\n"
"""What makes a line a whole record, as the grammar wants it."""


class LineError(ValueError):
    """A line that cannot be played; the message names the ply and says what was expected."""


def read_line(game: AnyGame, position: Any, text: str) -> list[Any]:
    """Return the moves that a text states from a position, in order; of a blank text none.

    Miswritings that records are forgiven, such as lower-case tiles, are forgiven here.

    Raises:
        LineError: the text is no line of plies, holds variations, or a ply of it is illegal.
    """
    if len(text) > MAX_LINE:
        raise LineError(f"{len(text):,} characters; expected at most {MAX_LINE:,}")
    record = _HEAD + " ".join(text.split()) + _END
    end = len(record) - len(_END)
    syntax, faults = parse_record(record, "tagged", game.description)
    serious = [fault for fault in faults if fault.finding.code.severity is Severity.ERROR]
    first_fault = min((fault.start for fault in serious), default=end)
    moves: list[Any] = []
    for ply, turn in enumerate(syntax.line.turns, 1):
        if isinstance(turn.ply, InvalidPly) or turn.ply.start >= first_fault:
            break
        if turn.variations:
            raise LineError(f"ply {ply}: a variation; expected one line of plies")
        quoted = record[turn.ply.start : turn.ply.end]
        if game.outcome(position) is not None:
            raise LineError(f"ply {ply}, {quoted}: the game is over; expected no further ply")
        verdict = game.resolve(position, turn.ply)
        if verdict.move is None or not verdict.is_legal:
            raise LineError(f"ply {ply}, {quoted}: {_reasons(verdict.findings)}")
        moves.append(verdict.move)
        position = game.play(position, verdict.move)
    if len(syntax.tags) > 1 or (syntax.result and syntax.result.start < end):
        raise LineError(f"after ply {len(moves)}: tags or a result; expected plies only")
    if serious:
        blamed = min(serious, key=lambda fault: fault.start)
        quoted = record[blamed.start : blamed.end][:MAX_QUOTE]
        place = f"ply {len(moves) + 1}" + (f", {quoted}" if quoted else "")
        raise LineError(f"{place}: {_reasons([blamed.finding])}")
    return moves


def _reasons(findings: Any) -> str:
    words = []
    for finding in findings:
        if finding.code.severity is Severity.ERROR:
            expected = f"; expected {finding.expected}" if finding.expected else ""
            words.append(f"{finding.message}{expected}")
    return "; ".join(words) or "the game gives neither a move nor a finding"
