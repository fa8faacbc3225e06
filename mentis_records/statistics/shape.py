"""The shape of games: choice, turns and repetition over their course.

It is made of the tallies ``choices``, ``positions``, ``turns``, ``turn_plies`` and ``recurrence``
(``core.tally``), which any game may have. Branching factor is the mean number of legal
moves of a position in which a ply was played; its decision complexity is their mean decimal
logarithm. The sum of these logarithms over a game, in the mean of all games, estimates the
game-tree complexity (L. V. Allis, Searching for Solutions in Games and Artificial Intelligence,
1994, section 6.2.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mentis_records.core.tally import Census, quantile
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEEDED = ("choices", "positions", "turns", "turn_plies", "recurrence")
"""The tallies that tell the shape of games."""

LOW, MIDDLE, HIGH = 0.1, 0.5, 0.9
"""The quantiles of legal moves."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The legal moves of ``n`` positions: their mean, three quantiles, mean decimal logarithm."""

    n: int
    mean: float
    low: int
    median: int
    high: int
    complexity: float


@dataclass(frozen=True, slots=True)
class Moment:
    """What positions after ``ply`` plies have in common, or after so many or more (``is_open``).

    ``positions`` counts them. ``choice`` is of those in which a ply was played, or None of none.
    ``kinds`` counts the plies that led there, by kind.
    """

    ply: int
    label: str
    is_open: bool
    positions: int
    choice: Choice | None
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PhaseTurns:
    """How many plies of each kind a side played in a phase."""

    side: str
    phase: str
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of ``games`` games.

    ``moments`` go up to the last ply that was played. ``choice`` is of all positions in which a
    ply was played, or None of none, and ``tree_complexity`` the mean over games of the sum of
    decimal logarithms of legal moves. ``recurrence`` counts the games by how often the position
    came up that came up most: once, twice, three times or more.
    """

    games: int
    plies: int
    sides: tuple[str, ...]
    kinds: tuple[str, ...]
    moments: tuple[Moment, ...]
    choice: Choice | None
    tree_complexity: float
    phases: tuple[PhaseTurns, ...]
    recurrence: tuple[tuple[str, int], ...]


def game_shape(census: Census) -> Shape | None:
    """Return the shape of the games that were replayed, or None if it was not counted."""
    if not census.tables.keys() >= set(NEEDED):
        return None
    choices = census.tables["choices"].cells
    positions = census.tables["positions"]
    turns = census.tables["turns"]
    recurrence = census.tables["recurrence"]
    axis = positions.tally.axis("ply")
    reached = [index for index in range(len(axis)) if positions.cells[index]]
    by_ply = census.tables["turn_plies"].cells
    moments = []
    for index in reached:
        count = int(positions.cells[index])
        moments.append(
            Moment(
                ply=index,
                label=axis.labels[index],
                is_open=axis.is_open and index == len(axis) - 1,
                positions=count,
                choice=choice_of(choices[index]),
                kinds=tuple(int(kind[index]) for kind in by_ply),
            )
        )
    whole = choice_of(choices.sum(axis=0))
    complexity = whole.complexity * whole.n / census.games if whole else 0.0
    return Shape(
        games=census.games,
        plies=int(by_ply.sum()),
        sides=turns.labels("side"),
        kinds=turns.labels("kind"),
        moments=tuple(moments),
        choice=whole,
        tree_complexity=complexity,
        phases=tuple(
            PhaseTurns(side, phase, tuple(int(count) for count in turns.cells[at, :, number]))
            for number, phase in enumerate(turns.labels("phase"))
            for at, side in enumerate(turns.labels("side"))
        ),
        recurrence=tuple(
            (label, int(count))
            for label, count in zip(recurrence.labels("occurrences"), recurrence.cells, strict=True)
        ),
    )


def choice_of(counts: NDArray[Any]) -> Choice | None:
    """Return what may be said of positions counted by their number of legal moves.

    Without a legal move, as before a ply against the rules, the logarithm is taken as 0.
    """
    from math import fsum, log10

    numbers = counts.nonzero()[0].tolist()
    if not numbers:
        return None
    weights = [int(counts[number]) for number in numbers]
    n = sum(weights)
    low, median, high = (quantile(counts, share) or 0 for share in (LOW, MIDDLE, HIGH))
    return Choice(
        n=n,
        mean=sum(number * weight for number, weight in zip(numbers, weights, strict=True)) / n,
        low=low,
        median=median,
        high=high,
        complexity=fsum(
            log10(max(number, 1)) * weight for number, weight in zip(numbers, weights, strict=True)
        )
        / n,
    )
