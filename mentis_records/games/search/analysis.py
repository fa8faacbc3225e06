"""What the search finds in a position: lines of play, their scores, and wins that are proven."""

from __future__ import annotations

from typing import Any

from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to search: to a depth in plies, so many nodes, so many seconds; the first that ends.

    At least one of them is given. Without ``seconds`` the result is the same every time.
    ``lines`` is how many first moves get a line of their own (multi-PV).
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Line:
    """The play that the search expects after one first move.

    ``moves`` are the game's, the first of them the side's to move; ``score`` is what that side may
    expect, in points of a game: 1 for a win, 0.5 for a draw, 0 for a loss. ``mate`` is the number
    of plies until the game is won on the board, positive if by the side to move, negative if by
    the other, or None if neither is proven.
    """

    moves: tuple[Any, ...]
    score: float
    mate: int | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The lines of a position, the best first; none where the game is over.

    ``depth`` is the last that was searched to its end, ``nodes`` how many positions were looked at.
    """

    position: Any
    lines: tuple[Line, ...]
    depth: int
    nodes: int

    @property
    def best(self) -> Any:
        """Return the best move, or None where the game is over."""
        return self.lines[0].moves[0] if self.lines else None

    @property
    def score(self) -> float | None:
        """Return the points that the side to move may expect, or None where the game is over."""
        return self.lines[0].score if self.lines else None

    @property
    def mate(self) -> int | None:
        """Return the plies until the game is won (``Line``), or None if nothing is proven."""
        return self.lines[0].mate if self.lines else None

    @property
    def is_proven(self) -> bool:
        """Tell whether a win or a loss is proven; ``certificate`` makes the proof."""
        return self.mate is not None
