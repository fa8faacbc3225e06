"""The curve of a game's evaluations: expected points over the plies, and the moves that stand out.

Computes no evaluation: the record has them.
"""

from __future__ import annotations

from itertools import pairwise

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.words.wording import count

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_MOST_TICKS = 8
_WEIGHTS = {"?!": 1, "?": 2}


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
    def weight(self) -> int:
        """Return how much a move that stands out matters, from 1 to 3."""
        return 3 if self.remarks else _WEIGHTS.get(self.sign, 3)

    @property
    def label(self) -> str:
        """Return what is written on the point of such a move: on lesser ones nothing."""
        return self.sign if self.weight == 3 else ""

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
    """The positions of a game's mainline, the start first, of which some are evaluated.

    There is at least one ply, and one evaluated position. ``annotator`` says who evaluated them,
    if the record does, and ``about`` among which games that holds, if that is known.
    """

    points: tuple[CurvePoint, ...]
    sides: tuple[str, ...]
    annotator: str = ""
    about: str = ""

    @property
    def last(self) -> int:
        """Return how many plies there are."""
        return len(self.points) - 1

    @property
    def title(self) -> str:
        """Return what the upright axis measures."""
        return f"{self.sides[0]}'s expected points"

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

    def runs(self) -> list[list[CurvePoint]]:
        """Return the evaluated points, divided where positions between them are not evaluated."""
        points = self.evaluated
        runs = [[points[0]]]
        for before, point in pairwise(points):
            if point.ply == before.ply + 1:
                runs[-1].append(point)
            else:
                runs.append([point])
        return runs

    @property
    def line(self) -> str:
        """Return the curve as the data of an SVG path in a box of ``last`` times 1."""
        return "".join(f"{_path(run)}{'' if run[1:] else 'h0'}" for run in self.runs())

    def area(self, edge: int) -> str:
        """Return what lies between the curve and 0 or 1, as the data of such a path."""
        return "".join(f"{_path(run)}V{1 - edge}H{run[0].ply}Z" for run in self.runs() if run[1:])

    def level(self, point: CurvePoint) -> float:
        """Return the value at which a point stands: if it has none, the last known before it."""
        known = [each.value for each in self.points[: point.ply + 1] if each.value is not None]
        return known[-1] if known else 0.5

    def ticks(self) -> range:
        """Return the plies that the axis names."""
        step = next((step for step in _STEPS if self.last <= step * _MOST_TICKS), 1_000)
        return range(0, self.last + 1, step)

    @property
    def summary(self) -> str:
        """Return the curve in words, for those who don't see it."""
        first, last = self.evaluated[0], self.evaluated[-1]
        marked = count(len(self.marked), "move stands", "moves stand")
        return (
            f"Curve of {self.title} over {count(self.last, 'ply', 'plies')}: at ply {first.ply} "
            f"{first.words}; at ply {last.ply} {last.words}. {marked} out."
        )

    @property
    def source(self) -> str:
        """Return what expected points mean, and where these come from."""
        origin = (
            f"Annotated by: {self.annotator}."
            if self.annotator
            else "The record does not say who evaluated the positions."
        )
        meaning = (
            f"Expected points are what {self.sides[0]} scores on average from a position: 1 for a "
            f"win, 0.5 for a draw, 0 for a loss. Where a win is forced, the curve is at 1 or 0."
        )
        circles = (
            "Circles mark mistakes, the larger the worse, and only moves." if self.marked else ""
        )
        return " ".join(filter(None, (meaning, circles, self.about, origin)))


def _path(run: list[CurvePoint]) -> str:
    """Return the data of an SVG path through points that are evaluated."""
    return "M" + "L".join(f"{point.ply} {round(1 - (point.value or 0), 4):g}" for point in run)
