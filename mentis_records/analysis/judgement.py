"""Judgements of moves: what was known before a move against what is known after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mentis_records.analysis.mark import Remark, Remarked
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import WINNERS, Outcome
from mentis_records.core.record import Record
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.search.analysis import Analysis, Line

_DRAWN = 0.5


@dataclass(frozen=True, slots=True)
class Value:
    """What a side may expect of a position, and whether it wins or loses by force.

    ``score`` is in points of a game; ``mate`` counts the plies until the game is won on the board,
    positive for a win of the side, negative for a loss, or is None if neither is proven. ``depth``
    is that of the search. Where the game is over it is 0, and so is ``mate`` unless it is drawn.
    """

    score: float
    mate: int | None
    depth: int

    @property
    def is_won(self) -> bool:
        """Tell whether the side has won or wins by force."""
        return self.mate is not None and self.score > _DRAWN

    @property
    def is_lost(self) -> bool:
        """Tell whether the side has lost or loses by force."""
        return self.mate is not None and self.score < _DRAWN

    @property
    def of_other(self) -> Value:
        """Return the same as the other side sees it."""
        return Value(1.0 - self.score, None if self.mate is None else -self.mate, self.depth)


def line_value(line: Line, depth: int) -> Value:
    """Return the value of a line for the side to move; what is proven is worth all or nothing."""
    score = line.score if line.mate is None else float(line.mate > 0)
    return Value(score, line.mate, depth)


def value_of(game: AnyGame, analysis: Analysis, side: int, ended: Outcome | None = None) -> Value:
    """Return the value of a position for a side.

    Args:
        game: whose position it is.
        analysis: what a search found there.
        side: the index of the side.
        ended: how the game ended there, if that is known of it and the board shows it.
    """
    outcome = ended or (None if analysis.lines else game.outcome(analysis.position))
    if outcome is not None or not analysis.lines:
        winner = None if outcome is None else WINNERS.get(outcome.result)
        return Value(_DRAWN, None, 0) if winner is None else Value(float(winner == side), 0, 0)
    value = line_value(analysis.lines[0], analysis.depth)
    return value if analysis.position.side == side else value.of_other


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move was worth to the side that made it.

    ``best`` is the value of the position before it and ``played`` of the one after it. ``loss`` is
    how many points of a game less than the best the move may expect, from 0 to 1.
    """

    best: Value
    played: Value
    loss: float = 0.0
    remarks: tuple[Remarked, ...] = ()


def judge(before: Analysis, move: Any, after: Value, rival: Value | None = None) -> Judgement:
    """Return the judgement of a move; of an only move, if two lines or more were searched.

    Args:
        before: what a search found in the position where it was made, in which there are moves.
        move: the move.
        after: the value of the position after it, for the side that made it.
        rival: the value of the position after the best move, for that side. With it both moves are
            compared by searches of equal depth; without it what the search before found counts.
    """
    best = line_value(before.lines[0], before.depth)
    played = _played(before, move, after)
    if move.code == before.best.code:
        return Judgement(best, played, 0.0, _only(before, played))
    if rival is not None and best.mate is None:
        best = _before(rival)
    loss = max(0.0, round(best.score - played.score, 9))
    return Judgement(best, played, loss, tuple(_faults(best, played)))


def _before(value: Value) -> Value:
    """Return the value of the position before a move by that of the one after it."""
    if value.mate is None:
        return value
    return replace(value, mate=value.mate + 1 if value.is_won else value.mate - 1)


def _played(before: Analysis, move: Any, after: Value) -> Value:
    """Return the value after a move: what either search proves of it goes before what is not."""
    if after.mate is not None or not after.depth:
        return after
    for line in before.lines:
        if line.mate is not None and abs(line.mate) > 1 and line.moves[0].code == move.code:
            left = line.mate - 1 if line.mate > 0 else line.mate + 1
            return replace(line_value(line, after.depth), mate=left)
    return after


def _only(before: Analysis, played: Value) -> tuple[Remarked, ...]:
    """Return the remark on the best move, if all others are worse by a win or by a loss."""
    if len(before.lines) > 1:
        best, second = (line_value(line, before.depth) for line in before.lines[:2])
        if best.is_won and not second.is_won:
            return (Remarked(Remark.ONLY_WIN),)
        if second.is_lost and not best.is_lost and not played.is_lost:
            return (Remarked(Remark.ONLY_DEFENCE),)
    return ()


def _faults(best: Value, played: Value) -> list[Remarked]:
    """Return the remarks on a move that was not the best."""
    found: list[Remarked] = []
    if best.is_won and best.mate is not None:
        if not played.is_won or played.mate is None:
            found.append(Remarked(Remark.MISSED, (best.mate,)))
        elif played.mate + 1 > best.mate:
            found.append(Remarked(Remark.DELAYED, (played.mate + 1, best.mate)))
    if played.is_lost and not best.is_lost and played.mate is not None:
        found.append(Remarked(Remark.ALLOWED, (-played.mate,)))
    return found


def rival_of(game: AnyGame, move: Any, before: Analysis) -> Any:
    """Return the position after the best move, if a search of it tells more of another move.

    None if the best was played, or its worth is proven.
    """
    if not before.lines or before.mate is not None or before.best.code == move.code:
        return None
    return game.play(before.position, before.best)


def judge_ply(
    game: AnyGame,
    record: Record,
    index: int,
    before: Analysis,
    after: Analysis,
    rival: Analysis | None = None,
) -> Judgement | None:
    """Return the judgement of a ply of a record, or None where the game was over before it.

    Args:
        game: that of the record.
        record: the record.
        index: which ply of the mainline, from 0.
        before: what a search found in the position before it.
        after: what it found in the position after it.
        rival: what it found in the position after the best move (``rival_of``), if it was asked.
    """
    if not before.lines:
        return None
    ply = record.plies[index]
    worth = None if rival is None else value_of(game, rival, ply.side)
    return judge(before, ply.move, ply_value(game, record, index, after), worth)


def ply_value(game: AnyGame, record: Record, index: int, after: Analysis) -> Value:
    """Return the value of the position after a ply for the side that made it.

    Where the board ended the game there, as repetition does, it is the result's.
    """
    ended = record.ended(index + 1)
    if ended is not None and ended.termination not in game.description.terminations:
        ended = None
    return value_of(game, after, record.plies[index].side, ended)
