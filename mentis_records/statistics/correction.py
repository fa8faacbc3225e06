"""The correction for several comparisons at once; knows no comparison.

Bonferroni's inequality bounds the chance of even one false finding among all comparisons, whatever
their dependence. It corrects p-values and intervals alike: a corrected p-value is under ``LEVEL``
exactly when the interval of the same test leaves out what is tested. (Stepwise procedures such as
Holm's reject a little more, but have no intervals that agree with them.)
"""

from __future__ import annotations

from collections.abc import Sequence

METHOD = "p-values and intervals corrected for their number by Bonferroni's inequality"

LEVEL = 0.05
"""The chance of a false finding that is accepted."""


def bonferroni(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values corrected for their number, in the given order, each in 0 to 1.

    Raises:
        ValueError: a p-value is not in 0 to 1.
    """
    if not all(0 <= value <= 1 for value in p_values):
        raise ValueError("a p-value is from 0 to 1")
    return tuple(min(len(p_values) * value, 1.0) for value in p_values)


def joint_confidence(intervals: int) -> float:
    """Return the confidence of each of some intervals that hold together with 1 - ``LEVEL``.

    It is 1 - ``LEVEL`` / number, and that of one interval for none.
    """
    return 1 - LEVEL / max(intervals, 1)
