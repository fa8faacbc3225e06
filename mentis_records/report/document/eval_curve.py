"""The curve of a game's evaluations: expected points over the plies, and the moves that stand out.

Measures are shares of the plot, from its upper left. Computes no evaluation: the record has them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from mentis_records.report.words.wording import count

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_MOST_TICKS = 8


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A position of the mainline, after so many plies, and the move that led there.

    ``value`` is what the first side may expect, from 0 to 1, or None if that is not known, and
    ``words`` say so. ``side`` made the move, ``glyphs`` judge it, ``sign`` is the one of them that
    calls it a mistake, and ``remarks`` say what it did to a forced win.
    """

    ply: int
    move: str
    side: int
    glyphs: str
    sign: str
    value: float | None
    words: str
    remarks: tuple[str, ...]

    @property
    def is_marked(self) -> bool:
        """Tell whether the move stands out: as a mistake, or by what it did to a forced win."""
        return bool(self.sign or self.remarks)

    @property
    def told(self) -> str:
        """Return all that is to be said of the position: ``Blue wins in 5 plies, depth 7``."""
        return "; ".join(filter(None, (self.words, *self.remarks)))

    @property
    def title(self) -> str:
        """Return the move with all that is to be said of it."""
        return ": ".join(filter(None, (f"{self.move}{self.glyphs}", self.told)))


@dataclass(frozen=True, slots=True)
class EvalCurve:
    """The points of a game's mainline, ``last`` plies long, of which some are evaluated.

    ``annotator`` says who evaluated them, if the record does.
    """

    points: tuple[CurvePoint, ...]
    last: int
    sides: tuple[str, ...]
    annotator: str = ""

    @property
    def evaluated(self) -> tuple[CurvePoint, ...]:
        """Return the points whose value is known."""
        return tuple(point for point in self.points if point.value is not None)

    @property
    def marked(self) -> tuple[CurvePoint, ...]:
        """Return the points of the moves that stand out."""
        return tuple(point for point in self.points if point.is_marked)

    @property
    def told(self) -> tuple[CurvePoint, ...]:
        """Return the points of which there is something to say."""
        return tuple(point for point in self.points if point.told or point.is_marked)

    @property
    def line(self) -> str:
        """Return the curve as the data of an SVG path in a box of ``last`` times 1."""
        return "".join(
            f"M{first.ply} {_down(first)}"
            + ("".join(f"L{point.ply} {_down(point)}" for point in rest) or "h0")
            for first, *rest in self._runs()
        )

    def area(self, level: int) -> str:
        """Return what lies between the curve and a level, 0 or 1, as the data of an SVG path."""
        edge = 1 - level
        return "".join(
            f"M{run[0].ply} {edge}"
            + "".join(f"L{point.ply} {_down(point)}" for point in run)
            + f"L{run[-1].ply} {edge}Z"
            for run in self._runs()
            if len(run) > 1
        )

    def left(self, point: CurvePoint) -> str:
        """Return how far right of the plot's edge a point is."""
        return _percent(point.ply / self.last)

    def top(self, point: CurvePoint) -> str:
        """Return how far below the plot's top a point is; where no value is known, at its side."""
        known = [each for each in self.evaluated if each.ply <= point.ply]
        return _percent(_down(known[-1]) if known else 0.5)

    def ticks(self) -> list[tuple[int, str]]:
        """Return the plies that the axis names, each with its place."""
        step = next((step for step in _STEPS if self.last <= step * _MOST_TICKS), 1_000)
        return [(ply, _percent(ply / self.last)) for ply in range(0, self.last + 1, step)]

    @property
    def summary(self) -> str:
        """Return the curve in words, for those who don't see it."""
        first, last = self.evaluated[0], self.evaluated[-1]
        marked = count(len(self.marked), "move stands", "moves stand")
        return (
            f"Curve of {self.sides[0]}'s expected points over {count(self.last, 'ply', 'plies')}: "
            f"at ply {first.ply} {first.words}; at ply {last.ply} {last.words}. {marked} out."
        )

    @property
    def source(self) -> tuple[str, ...]:
        """Return what expected points mean and where these come from, a sentence each."""
        side = self.sides[0]
        origin = (
            f"Annotated by: {self.annotator}."
            if self.annotator
            else "The record does not say who evaluated the positions."
        )
        return (
            f"Expected points are what {side} scores on average from a position: 1 for a win, "
            "0.5 for a draw, 0 for a loss. Where a win is forced, the curve is at 1 or 0.",
            origin,
        )

    def _runs(self) -> list[list[CurvePoint]]:
        """Return the evaluated points, divided where plies between them are not evaluated."""
        points = self.evaluated
        runs = [[points[0]]] if points else []
        for before, point in pairwise(points):
            if point.ply == before.ply + 1:
                runs[-1].append(point)
            else:
                runs.append([point])
        return runs


def _down(point: CurvePoint) -> float:
    """Return how far below the top of the plot a point is, the plot being 1 high."""
    found = round(1 - (point.value or 0), 4)
    return int(found) if found == int(found) else found


def _percent(share: float) -> str:
    return f"{100 * share:.4g}%"
