"""Tallies of whole games, one after the other, for a game without a kernel of its own."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.tally import offsets, total_size

Counts = Callable[[list[Any], list[Any]], Iterable[tuple[str, tuple[int, ...], int]]]


class PlainTally:
    """The sums over games; positions and moves are handed over as they are played.

    ``fault`` is what the game has raised, or None.
    """

    def __init__(self, game: AnyGame) -> None:
        """Begin with nothing counted."""
        tallies = game.description.tallies
        self._count: Counts | None = getattr(game.description.capability("tallies"), "count", None)
        self._offsets = offsets(tallies)
        self._strides = {
            tally.slug: [*reversed(list(accumulate(tally.shape[:0:-1], int.__mul__, initial=1)))]
            for tally in tallies
        }
        self.sums = array("q", bytes(8 * total_size(tallies)))
        self._positions: list[Any] = []
        self._moves: list[Any] = []
        self._plies = 0
        self.fault: Exception | None = None

    def begin(self, position: Any, plies: int) -> None:
        """Begin a game of so many plies."""
        self._positions, self._moves, self._plies = [position], [], plies
        self._finish()

    def add(self, position: Any, move: Any) -> None:
        """Go on with the move that led to a position."""
        self._positions.append(position)
        self._moves.append(move)
        self._finish()

    def _finish(self) -> None:
        """Count a game when it is whole."""
        if self._count is None or len(self._moves) != self._plies:
            return
        try:
            for slug, place, number in self._count(self._positions, self._moves):
                steps = zip(place, self._strides[slug], strict=True)
                at = sum(index * stride for index, stride in steps)
                self.sums[self._offsets[slug] + at] += number
        except Exception as fault:
            self.fault = fault
