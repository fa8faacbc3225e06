"""Turns as they are typed in a position, with suffixes, annotations and comments.

What records are forgiven is forgiven here, and so is the case of letters where only one legal turn
can be meant. Nothing is known of what came before the position but how often each occurred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from mentis_records.core.diagnostic import Finding, Severity
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_DRAW, Outcome, Termination
from mentis_records.core.record import Comment
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation import code
from mentis_records.notation.entry.entry_error import EntryError, refusal
from mentis_records.notation.explain.replay import read_comment
from mentis_records.notation.syntax.record_syntax import InvalidPly
from mentis_records.notation.syntax.recovery import parse_record
from mentis_records.notation.syntax.unread_word import MAX_QUOTE

MAX_TYPED = 10_000
"""Characters of a line."""

_NAMED = 8
"""Legal turns that an error names at most."""

_HEAD, _END = '[Event "?"]\n\n', "\n*\n"
"""What makes a line a whole record, as the grammar wants it."""


@dataclass(frozen=True, slots=True)
class TypedTurn:
    """A legal turn with what was typed to it; ``number`` is that of the move, if there was one."""

    move: Any
    suffix: str = ""
    nags: tuple[int, ...] = ()
    comments: tuple[Comment, ...] = ()
    number: int | None = None


def outcome_of(game: AnyGame, position: Any, counts: Counter[int]) -> Outcome | None:
    """Return the end that the board shows, or that so many occurrences of the position are."""
    limit = game.description.repetitions
    outcome = game.outcome(position)
    if outcome is None and 0 < limit <= counts[position.key]:
        return Outcome(RESULT_DRAW, Termination.REPETITION)
    return outcome


def read_typed(game: AnyGame, position: Any, keys: Iterable[int], text: str) -> list[TypedTurn]:
    """Return the turns that a text states from a position, in order; of a blank text none.

    Args:
        game: whose rules hold.
        position: the one before the first turn.
        keys: those of all positions up to this one, itself among them.
        text: what was typed.

    Raises:
        EntryError: the text is something else, or a turn of it is illegal.
    """
    if len(text) > MAX_TYPED:
        raise EntryError(f"{len(text):,} characters in a line; expected at most {MAX_TYPED:,}")
    meant = _without_case(game, position, text)
    if meant is not None:
        text = meant
    record = _HEAD + " ".join(text.split()) + _END
    end = len(record) - len(_END)
    syntax, faults = parse_record(record, "tagged", game.description)
    serious = [fault for fault in faults if fault.finding.code.severity is Severity.ERROR]
    first_fault = min((fault.start for fault in serious), default=end)
    counts = Counter(keys)
    turns: list[TypedTurn] = []
    for turn in syntax.line.turns:
        if isinstance(turn.ply, InvalidPly) or turn.ply.start >= first_fault:
            break
        quoted = record[turn.ply.start : turn.ply.end]
        if turn.variations:
            raise EntryError("a variation inside a line; expected it on a line of its own")
        outcome = outcome_of(game, position, counts)
        if outcome is not None:
            details = {"termination": outcome.termination, "expected": outcome.result}
            raise refusal(quoted, [Finding(code.PLY_AFTER_END, details)])
        verdict = game.resolve(position, turn.ply)
        if verdict.move is None or not verdict.is_legal:
            raise refusal(quoted, verdict.findings)
        turns.append(
            TypedTurn(
                verdict.move,
                turn.suffix.text if turn.suffix is not None else "",
                tuple(int(nag.text[1:4]) for nag in turn.nags),
                tuple(map(read_comment, turn.comments)),
                None if turn.number is None else int(turn.number.text.rstrip(".")[:9]),
            )
        )
        position = game.play(position, verdict.move)
        counts[position.key] += 1
    if len(syntax.tags) > 1 or (syntax.result and syntax.result.start < end):
        raise EntryError("tags or a result between turns; expected turns only")
    if serious:
        blamed = min(serious, key=lambda fault: fault.start)
        quoted = record[blamed.start : blamed.end][:MAX_QUOTE].strip() or text.strip()[:MAX_QUOTE]
        error = refusal(quoted, [blamed.finding])
        named = turns_like(game, position, quoted)
        raise EntryError(*error.lines, *([f"  turns like it: {named}"] if named else []))
    return turns


def turns_like(game: AnyGame, position: Any, text: str) -> str:
    """Return the legal turns that begin with a text in any case, the first ones by name."""
    wanted = text.lower()
    found = [
        move.notation
        for move in game.legal_moves(position)
        if wanted and move.notation.lower().startswith(wanted)
    ]
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return ", ".join(found[:_NAMED]) + more


def _without_case(game: AnyGame, position: Any, text: str) -> str | None:
    """Return the only legal turn that is a text in another case, or None."""
    wanted = text.strip().lower()
    found: Sequence[str] = [
        move.notation for move in game.legal_moves(position) if move.notation.lower() == wanted
    ]
    return found[0] if len(found) == 1 else None
