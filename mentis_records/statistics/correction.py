"""P-values of several comparisons at once, corrected; knows nothing of what is compared."""

from __future__ import annotations

from collections.abc import Sequence

METHOD = "p-values corrected by Holm's method"


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return the adjusted p-values in the order given.

    Rejecting what is at most 5 % then makes a single error in 5 % of such families at most,
    however the comparisons depend on each other (S. Holm, A Simple Sequentially Rejective
    Multiple Test Procedure, Scandinavian Journal of Statistics 6, 1979, 65-70).

    Raises:
        ValueError: a p-value is not within 0 to 1.
    """
    if not all(0 <= value <= 1 for value in p_values):
        raise ValueError("a p-value is from 0 to 1")
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda at: p_values[at])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return tuple(adjusted)
