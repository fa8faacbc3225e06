"""Audits of claimed results and missed wins: ``mentis audit`` as a function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from mentis_records.analysis.claim_audit import NODES, PLIES, audit
from mentis_records.analysis.claim_words import audit_value
from mentis_records.collection.game_record import GameRecord
from mentis_records.core.game import AnyGame
from mentis_records.games import find_game
from mentis_records.games.search.forced_win import WinSeeker
from mentis_records.notation.seen_record import replayed

__all__ = ["NODES", "PLIES", "AuditRow", "MissedWinRow", "audit_games"]


@dataclass(frozen=True, slots=True)
class MissedWinRow:
    """A forced win in the position before a ply, from 1, that the ply ``played`` did not keep.

    ``mate`` is in plies, ``replies`` how many moves the loser has after ``best``.
    """

    ply: int
    side: str
    played: str
    best: str
    mate: int
    replies: int
    position: str


@dataclass(frozen=True, slots=True)
class AuditRow:
    """What is known of a game: of the result that it claims, and of missed wins.

    ``game`` is its number, or None if it comes from a file. ``verdict`` is ``proven``,
    ``refuted`` or ``unknown``, or None where the game claims nothing. ``mate`` counts the plies
    until the last position is won, positive if by the side to move, or is None; ``best`` is the
    move that wins it; within ``plies`` there is no other win. ``missed`` are wins that a side
    missed on the way.
    """

    game: int | None
    result: str
    termination: str | None
    verdict: str | None
    mate: int | None
    best: str | None
    replies: int | None
    plies: int
    position: str
    missed: tuple[MissedWinRow, ...]


def audit_games(games: Iterable[GameRecord], plies: int, nodes: int) -> Iterator[AuditRow]:
    """Yield what is known of each game."""
    seekers: dict[str, WinSeeker] = {}
    for each in games:
        game = find_game(each.record.game)
        positions = replayed(game, each.record)
        slug = game.description.slug
        if slug not in seekers:
            seekers[slug] = WinSeeker(game, plies, nodes)
        yield _row(game, each, positions, seekers[slug])


def _row(game: AnyGame, each: GameRecord, positions: list[Any], seeker: WinSeeker) -> AuditRow:
    done = audit(game, each.record, positions, seeker)
    told = audit_value(game, "", each.number or 0, each.record, done)
    for name in ("source", "record"):
        del told[name]
    missed = told.pop("missed")
    for one in missed:
        del one["move_number"]
    return AuditRow(game=each.number, missed=tuple(MissedWinRow(**one) for one in missed), **told)
