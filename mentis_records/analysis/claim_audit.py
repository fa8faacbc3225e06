"""Audits of games: was a claimed result won by force, and which forced wins were missed?

Resignations, agreements, adjudications, time forfeits and other claims are held against the last
position: a forced win of the winner there proves the result, one of another side refutes it. What
else has come of the position is not known. A win that is only longer than is looked for counts as
none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_UNKNOWN, WINNERS, Termination
from mentis_records.core.record import Ply, Record
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.search.forced_win import Finding, ForcedWin, WinSeeker

PLIES = 5
"""The longest win that is looked for, unless it is said."""

NODES = 1_000_000
"""How many nodes are looked at for a position, unless it is said."""


class Verdict(StrEnum):
    """What has come of a claimed result."""

    PROVEN = "proven"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class MissedWin:
    """A forced win in the position before a ply, from 1, that the ply played did not keep."""

    ply: int
    played: Ply
    position: Any
    win: ForcedWin


@dataclass(frozen=True, slots=True)
class Audit:
    """What is known of a game: the verdict on its claim, and the wins missed.

    ``verdict`` is None for a game that claims nothing: it ended on the board, or not at all.
    ``found`` is what was found in the last position, ``final``, if there is a claim.
    """

    verdict: Verdict | None
    final: Any
    found: Finding
    missed: tuple[MissedWin, ...]


def is_claim(game: AnyGame, record: Record, final: Any) -> bool:
    """Tell whether a game has a result that its last position does not show, nor repetition."""
    if record.result == RESULT_UNKNOWN or game.outcome(final) is not None:
        return False
    return not (game.description.repetitions and record.termination == Termination.REPETITION)


def audit(
    game: AnyGame,
    record: Record,
    positions: list[Any],
    seeker: WinSeeker,
    advance: Callable[[], object] = lambda: None,
) -> Audit:
    """Return what is known of a game.

    Args:
        game: that of the record.
        record: the game.
        positions: those of its mainline, the start first.
        seeker: looks for wins in its game.
        advance: is called after each position.
    """
    missed = tuple(_missed_wins(record, positions, seeker, advance))
    if not is_claim(game, record, positions[-1]):
        return Audit(None, positions[-1], Finding(None, 0), missed)
    found = seeker.seek(positions[-1])
    advance()
    return Audit(_judge(record, positions[-1], found.win), positions[-1], found, missed)


def winner_of(position: Any, win: ForcedWin) -> int:
    """Return the index of the side that wins a position by force."""
    side: int = position.side
    return side if win.mate > 0 else 1 - side


def _judge(record: Record, final: Any, win: ForcedWin | None) -> Verdict:
    if win is None:
        return Verdict.UNKNOWN
    is_winner = winner_of(final, win) == WINNERS[record.result]
    return Verdict.PROVEN if is_winner else Verdict.REFUTED


def _missed_wins(
    record: Record, positions: list[Any], seeker: WinSeeker, advance: Callable[[], object]
) -> Iterator[MissedWin]:
    for index, ply in enumerate(record.plies):
        before, after = positions[index : index + 2]
        win = seeker.seek(before, is_either=False).win
        if win is not None and not seeker.is_kept(after, before.side):
            yield MissedWin(index + 1, ply, before, win)
        advance()
