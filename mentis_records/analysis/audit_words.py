"""Audits in words and as JSON objects; knows no file and no terminal."""

from __future__ import annotations

from typing import Any

from mentis_records.analysis.audit import Audit, MissedWin, winner_of
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import WINNERS
from mentis_records.core.record import Record
from mentis_records.core.text import counted
from mentis_records.games.search.forced_win import ForcedWin


def verdict_words(game: AnyGame, done: Audit, plies: int) -> str:
    """Return what is known of a claim: ``proven: Red wins in 2 plies, whatever Blue plays``.

    Args:
        game: that of the record.
        done: its audit.
        plies: the longest win that was looked for.
    """
    found = done.found
    if found.win is not None:
        return f"{done.verdict}: {win_words(game, done.final, found.win)}"
    words = f"{done.verdict}: neither side can force a win within {counted(found.within, *_PLIES)}"
    return words if found.within == plies else f"{words}, and the nodes do not tell more"


def win_words(game: AnyGame, position: Any, win: ForcedWin) -> str:
    """Return how a position is won, in a sentence without its full stop."""
    sides = game.description.sides
    winner = winner_of(position, win)
    loser = sides[1 - winner]
    length = counted(abs(win.mate), *_PLIES)
    if win.best is None:
        moves = counted(win.replies, "move")
        return f"{sides[winner]} wins in {length}, whatever {loser} plays ({moves})"
    if win.mate == 1:
        return f"{sides[winner]} wins at once with {win.best.notation}"
    replies = counted(win.replies, "reply", "replies")
    how = f"whatever {loser} answers ({replies})"
    return f"{sides[winner]} wins in {length} with {win.best.notation}, {how}"


def ply_words(game: AnyGame, record: Record, first: int, missed: MissedWin) -> str:
    """Return the ply with which a win was missed: ``19. g7xf7``.

    Args:
        game: that of the record.
        record: the record.
        first: the side that moved first.
        missed: the win.
    """
    opener = game.description.opener_of(first, record.tags)
    dots = "." if missed.played.side == opener else "..."
    return f"{missed.played.move_number}{dots} {missed.played.move.notation}"


def missed_words(game: AnyGame, record: Record, first: int, missed: MissedWin) -> str:
    """Return which win was missed by which ply; see ``ply_words``."""
    win = win_words(game, missed.position, missed.win)
    return f"missed by {ply_words(game, record, first, missed)}: {win}"


def headline(game: AnyGame, record: Record, first: int, done: Audit) -> str:
    """Return what an audit has found in a sentence, or nothing if it has found nothing.

    A game that was drawn is said to have been won, if a side could force a win in it.
    """
    name = record.tags.get("Event") or "A game"
    winner = WINNERS[record.result]
    claim = "drawn" if winner is None else f"won by {game.description.sides[winner]}"
    how = f"{claim}, {record.termination}" if record.termination else claim
    if winner is None and done.missed:
        missed = done.missed[0]
        side = game.description.sides[missed.played.side]
        win = win_words(game, missed.position, missed.win)
        played = ply_words(game, record, first, missed)
        return f"{name} ({how}) was won by {side}: {win}, instead of {played}"
    if done.found.win is None:
        return ""
    win = win_words(game, done.final, done.found.win)
    return f"{name} ({how}), {done.verdict}: {win}"


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
        "verdict": done.verdict.value,
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


_PLIES = ("ply", "plies")
