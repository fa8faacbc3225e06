"""Corrections for several comparisons at once; knows no comparison.

Holm's step-down procedure bounds the chance of even one false finding among all comparisons,
whatever their dependence (S. Holm, A Simple Sequentially Rejective Multiple Test Procedure,
Scandinavian Journal of Statistics 6, 1979, 65-70). Bonferroni's inequality gives intervals that
hold all together.
"""

from __future__ import annotations

from collections.abc import Sequence

METHOD = "p-values corrected by Holm's method"

LEVEL = 0.05
"""The chance of a false finding that is accepted."""


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values adjusted by Holm's procedure, in the given order, each in 0 to 1.

    Raises:
        ValueError: a p-value is not in 0 to 1.
    """
    if not all(0 <= value <= 1 for value in p_values):
        raise ValueError("a p-value is from 0 to 1")
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    for rank, at in enumerate(order):
        highest = max(highest, (len(p_values) - rank) * p_values[at])
        adjusted[at] = min(highest, 1.0)
    return tuple(adjusted)


def joint_confidence(intervals: int) -> float:
    """Return the confidence of each of some intervals that hold together with 1 - ``LEVEL``.

    It is 1 - ``LEVEL`` / number (Bonferroni), and that of one interval for none.
    """
    return 1 - LEVEL / max(intervals, 1)
