"""Comparisons with whole numbers, and what they mean."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from enum import StrEnum

from mentis_records.fast.late_dataclass import dataclass


class Operator(StrEnum):
    """How a field is compared with a value."""

    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="
    LIKE = "~"


_COMPARE: dict[Operator, Callable[[int, int], bool]] = {
    Operator.EQUAL: operator.eq,
    Operator.UNEQUAL: operator.ne,
    Operator.LESS: operator.lt,
    Operator.AT_MOST: operator.le,
    Operator.MORE: operator.gt,
    Operator.AT_LEAST: operator.ge,
}

SIGNS = {**{sign: str(sign) for sign in _COMPARE}, Operator.UNEQUAL: "<>"}
"""The comparisons of numbers in SQL."""


@dataclass(frozen=True, slots=True)
class Number:
    """A comparison with a number, such as ``>= 2``."""

    operator: Operator
    value: int

    def holds(self, found: int) -> bool:
        """Tell whether a number passes."""
        return _COMPARE[self.operator](found, self.value)

    def passing(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return the numbers that pass."""
        return tuple(number for number in numbers if self.holds(number))

    def can_hold(self, least: int, most: int | None) -> bool:
        """Tell whether a number from ``least`` to ``most`` (or more) passes."""
        numbers = [least, self.value - 1, self.value, self.value + 1]
        numbers += [] if most is None else [most]
        within = [one for one in numbers if one >= least and (most is None or one <= most)]
        return bool(self.passing(within))
