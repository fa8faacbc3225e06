"""Audits in words and as JSON objects; knows no file and no terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mentis_records.analysis.claim_audit import Audit, MissedWin, winner_of
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_UNKNOWN, WINNERS
from mentis_records.core.record import Record
from mentis_records.core.text import counted
from mentis_records.games.search.forced_win import ForcedWin

_PLIES = ("ply", "plies")
_UNKNOWN = "?"


def verdict_words(game: AnyGame, done: Audit, plies: int) -> str:
    """Return what is known of a claim: ``proven: Red wins in 2 plies, whatever Blue plays``.

    Args:
        game: that of the record.
        done: its audit.
        plies: the longest win that was looked for.
    """
    found = done.found
    if done.verdict is None:
        return "nothing is claimed"
    if found.win is not None:
        return f"{done.verdict}: {win_words(game, done.final, found.win)}"
    words = f"{done.verdict}: neither side can force a win within {counted(found.within, *_PLIES)}"
    return words if found.within == plies else f"{words}, and the nodes do not tell more"


def win_words(game: AnyGame, position: Any, win: ForcedWin) -> str:
    """Return how a position is won, in a sentence without its full stop."""
    sides = game.description.sides
    winner = sides[winner_of(position, win)]
    move = "" if win.best is None else f" by {win.best.notation}"
    return f"{winner} wins{move} {_how(sides, position, win)}"


def missed_words(game: AnyGame, record: Record, first: int, missed: MissedWin) -> str:
    """Return which win was missed: ``19. g7-g6-f6-e6 wins in 3 plies, ...; Blue played g7xf7``.

    Args:
        game: that of the record.
        record: the record.
        first: the side that moved first.
        missed: the win.
    """
    sides, ply = game.description.sides, missed.played
    dots = "." if ply.side == game.description.opener_of(first, record.tags) else "..."
    how = _how(sides, missed.position, missed.win)
    best = missed.win.best.notation
    played = f"{sides[ply.side]} played {ply.move.notation}"
    return f"{ply.move_number}{dots} {best} wins {how}; {played}"


def headline(game: AnyGame, record: Record, first: int, done: Audit) -> str:
    """Return the most that an audit has found in a sentence, or nothing if it has found nothing.

    Arguments are as for ``missed_words``.
    """
    name = record.tags.get("Event", _UNKNOWN)
    title = "game" if name == _UNKNOWN else f'game "{name}"'
    claim = ", ".join(filter(None, (record.result, record.termination)))
    if done.found.win is not None:
        win = win_words(game, done.final, done.found.win)
        return f"The result of the {title} ({claim}) is {done.verdict}: {win}"
    if not done.missed or record.result == RESULT_UNKNOWN:
        return ""
    missed = missed_words(game, record, first, done.missed[0])
    if WINNERS[record.result] is None:
        return f"The drawn {title} was won: {missed}"
    return f"A win was missed in the {title} ({claim}): {missed}"


def _how(sides: Sequence[str], position: Any, win: ForcedWin) -> str:
    """Return how soon a position is won, and against what."""
    loser = sides[1 - winner_of(position, win)]
    length = f"in {counted(abs(win.mate), *_PLIES)}"
    if win.best is None:
        return f"{length}, whatever {loser} plays ({counted(win.replies, 'move')})"
    if win.mate == 1:
        return "at once"
    return f"{length}, whatever {loser} answers ({counted(win.replies, 'reply', 'replies')})"


def audit_value(game: AnyGame, source: str, number: int, record: Record, done: Audit) -> Any:
    """Return an audit as a JSON object.

    Args:
        game: that of the record.
        source: where the record is.
        number: which one it is there.
        record: the record.
        done: its audit.
    """
    found = done.found
    return {
        "source": source,
        "record": number,
        "result": record.result,
        "termination": record.termination,
        "verdict": None if done.verdict is None else done.verdict.value,
        **_win_value(found.win),
        "plies": found.within,
        "position": game.format_position(done.final),
        "missed": [
            {
                "ply": missed.ply,
                "move_number": missed.played.move_number,
                "side": game.description.sides[missed.played.side],
                "played": missed.played.move.notation,
                **_win_value(missed.win),
                "position": game.format_position(missed.position),
            }
            for missed in done.missed
        ],
    }


def _win_value(win: ForcedWin | None) -> dict[str, Any]:
    best = None if win is None or win.best is None else win.best.notation
    return {
        "mate": None if win is None else win.mate,
        "best": best,
        "replies": None if win is None else win.replies,
    }
