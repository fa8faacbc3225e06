"""The points of a game whose end is told anew: it is played again, if such games have points."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from mentis_records.core.capability import points_of
from mentis_records.core.outcome import Points
from mentis_records.games import find_game
from mentis_records.notation.explain.replay import kernel_of


def replayed_points(
    game: str, start: Any, codes: Iterable[int], result: str, termination: str | None
) -> Points | None:
    """Return the points of both sides, or None.

    Args:
        game: the slug of the game.
        start: the position from which a sound record starts.
        codes: the moves of its mainline.
        result: how it ended.
        termination: in which way, or None.
    """
    rules = find_game(game)
    if not rules.description.has_points:
        return None
    kernel = kernel_of(rules)
    kernel.fill(0, start)
    last = kernel.position_after(0, array("q", codes))
    return points_of(rules, last, result, termination)
