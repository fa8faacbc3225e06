"""The shape of games: choice, hands, boards, turns and repetition over their course.

It is made of the tallies ``choices``, ``positions``, ``hands``, ``boards``, ``turns``,
``turn_plies`` and ``recurrence`` (``core.tally``). Branching factor is the mean number of legal
moves of a position in which a ply was played; its decision complexity is their mean decimal
logarithm. The sum of these logarithms over a game, in the mean of all games, estimates the
game-tree complexity (L. V. Allis, Searching for Solutions in Games and Artificial Intelligence,
1994, section 6.2.4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mentis_records.core.game import AnyGame
from mentis_records.statistics.labelled import labelled, quantile
from mentis_records.store.count.replay_counts import Census

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEEDED = ("choices", "positions", "hands", "boards", "turns", "turn_plies", "recurrence")
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
class Holding:
    """The mean tiles of a side per position, after so many plies."""

    in_hand: float
    on_board: float


@dataclass(frozen=True, slots=True)
class Moment:
    """What positions after ``ply`` plies have in common, or after so many or more (``is_open``).

    ``positions`` counts them. ``choice`` is of those in which a ply was played, or None of none.
    ``holdings`` has an entry a side. ``kinds`` counts the plies that led there, by kind.
    """

    ply: int
    label: str
    is_open: bool
    positions: int
    choice: Choice | None
    holdings: tuple[Holding, ...]
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


def has_shape(game: AnyGame) -> bool:
    """Tell whether a game counts what its shape needs."""
    return set(NEEDED) <= {tally.slug for tally in game.description.tallies}


def game_shape(census: Census, game: AnyGame) -> Shape:
    """Return the shape of the games that were replayed."""
    choices = labelled(census, game, "choices").cells
    positions = labelled(census, game, "positions")
    turns = labelled(census, game, "turns")
    recurrence = labelled(census, game, "recurrence")
    axis = positions.tally.axis("ply")
    reached = [index for index in range(len(axis)) if positions.cells[index]]
    hands = labelled(census, game, "hands").cells.sum(axis=1)
    boards = labelled(census, game, "boards").cells.sum(axis=1)
    by_ply = labelled(census, game, "turn_plies").cells
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
                holdings=tuple(
                    Holding(int(hands[side, index]) / count, int(boards[side, index]) / count)
                    for side in range(len(hands))
                ),
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
