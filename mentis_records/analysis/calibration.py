"""How well expected points hold: the Brier score, and reliability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mentis_records.analysis.logistic import mean_with_error
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Positions of which about as much was expected: means, and the error of what was scored."""

    positions: int
    expected: float
    scored: float
    error: float


def brier(points: NDArray[Any], results: NDArray[Any], games: NDArray[Any]) -> tuple[float, float]:
    """Return the mean squared error of expected points, and its standard error by game."""
    return mean_with_error((points - results) ** 2, games)


def brier_gain(
    points: NDArray[Any], others: NDArray[Any], results: NDArray[Any], games: NDArray[Any]
) -> tuple[float, float]:
    """Return how much less the squared error of points is than that of others, and its error."""
    return mean_with_error((others - results) ** 2 - (points - results) ** 2, games)


def reliability(points: NDArray[Any], results: NDArray[Any], games: NDArray[Any]) -> list[Bin]:
    """Return bins of expected points that are as wide, from 0 to 1, without empty ones."""
    import numpy

    numbers = numpy.minimum((points * BINS).astype(int), BINS - 1)
    bins = []
    for number in range(BINS):
        is_in = numbers == number
        if is_in.any():
            scored, error = mean_with_error(results[is_in], games[is_in])
            bins.append(Bin(int(is_in.sum()), float(points[is_in].mean()), scored, error))
    return bins


_SIZE, _EDGE = 400, 50


def draw_reliability(bins: list[Bin]) -> str:
    """Return the bins as a picture in SVG: what was scored over what was expected."""

    def across(share: float) -> str:
        return f"{_EDGE + _SIZE * share:.1f}"

    def up(share: float) -> str:
        return f"{_EDGE + _SIZE * (1 - share):.1f}"

    whole = _SIZE + 2 * _EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" '
        'font-family="sans-serif" font-size="14" fill="none" stroke="#444">',
        f'<rect width="{whole}" height="{whole}" fill="#fff" stroke="none"/>',
        f'<rect x="{_EDGE}" y="{_EDGE}" width="{_SIZE}" height="{_SIZE}" stroke="#bbb"/>',
        f'<path d="M{across(0)},{up(0)}L{across(1)},{up(1)}" stroke-dasharray="4"/>',
    ]
    most = max(each.positions for each in bins)
    for each in bins:
        x, low, high = across(each.expected), each.scored - 1.96 * each.error, each.scored
        high += 1.96 * each.error
        radius = 3 + 5 * (each.positions / most) ** 0.5
        parts += [
            f'<path d="M{x},{up(max(low, 0))}L{x},{up(min(high, 1))}" stroke="#1f5fa8"/>',
            f'<circle cx="{x}" cy="{up(each.scored)}" r="{radius:.1f}" fill="#1f5fa8"'
            ' stroke="none"/>',
        ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts += [
            f'<text x="{across(share)}" y="{whole - _EDGE + 18}" text-anchor="middle" '
            f'fill="#222" stroke="none">{share:g}</text>',
            f'<text x="{_EDGE - 8}" y="{float(up(share)) + 5:.1f}" text-anchor="end" '
            f'fill="#222" stroke="none">{share:g}</text>',
        ]
    parts += [
        f'<text x="{whole / 2}" y="{whole - 10}" text-anchor="middle" fill="#222" stroke="none">'
        "expected points</text>",
        f'<text x="{whole / 2}" y="{_EDGE - 15}" text-anchor="middle" fill="#222" stroke="none">'
        "points scored, 95% by game</text>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
