"""Ludii's sites, pieces and players of MensaSpiel (rules, Ludii mapping)."""

from __future__ import annotations

from mentis_records.games.mensaspiel.rules.board import NAMES, TRANSMITTER

_NAMES = (
    *("a1", "b1", "d1", "f1", "g1", "d2"),
    *("a3", "b3", "c3", "e3", "f3", "g3"),
    *("a4", "b4", "c4", "d4", "e4", "f4", "g4"),
    *("a5", "b5", "c5", "e5", "f5", "g5"),
)
"""The squares by site: row by row from a1, without the holes."""

SITES: tuple[int, ...] = tuple(map(_NAMES.index, NAMES))
"""The site of each square of the track, in the order of ``board.NAMES``."""

TRANSMITTER_SITE = SITES[TRANSMITTER]

SQUARES: dict[int, int] = {site: square for square, site in enumerate(SITES)}
"""The square of the track with each site that is one."""

BASES, PRISONS, RESERVES = (13, 17), (0, 4), (1, 3)
"""The sites of White and of Black beside the track."""

PRISONER, STARTER, RESERVE, MAN = 1, 3, 5, 7
"""The kinds of pieces, as the numbers of the first player's; the second player's are next."""


def player_of(side: int, first_player: int) -> int:
    """Return Ludii's number of a side: 1 for the one that begins."""
    return 1 if side == first_player else 2


def piece(kind: int, player: int) -> int:
    """Return Ludii's number of a player's pieces of a kind."""
    return kind + player - 1
