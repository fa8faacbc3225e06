"""Shares of games by what pieces did: which captured the decisive one, and which stayed in hand."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.statistics.interval import Share, share_of
from mentis_records.store.count.material_games import MaterialGames


def decisive_captures(games: MaterialGames) -> Mapping[str, Share]:
    """Return by kind the share of the captures of the decisive piece that were made with it.

    Kinds that are in no game are left out, and the decisive one unless it made any. Without a
    capture there are none.
    """
    decisive = games.material.decisive
    by = games.taken_by[games.taken_kind == decisive]
    total = len(by)
    found = {}
    for kind, name in enumerate(games.material.kinds):
        made = int((by == kind).sum())
        if made or (total and kind != decisive and games.owned[:, :, kind].any()):
            found[name] = share_of(made, total)
    return found


def never_entered(games: MaterialGames, side: int) -> Mapping[str, Share]:
    """Return by kind in how many games a side never brought one onto the board.

    Of each kind those games count in which the side had one in hand at the start.
    """
    held, entered = games.held[:, side] > 0, games.entered[:, side] > 0
    found = {}
    for kind, name in enumerate(games.material.kinds):
        had = held[:, kind]
        if had.any():
            found[name] = share_of(int((had & ~entered[:, kind]).sum()), int(had.sum()))
    return found
