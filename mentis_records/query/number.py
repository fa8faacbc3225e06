"""Comparisons with whole numbers: what they mean, and whether they can hold at all."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mentis_records.query.error import QueryError
from mentis_records.query.query_tree import Operator, Spot

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


def check_possible(number: Number, what: str, least: int, most: int | None, spot: Spot) -> None:
    """Refuse a comparison that no number from ``least`` to ``most`` (or more) passes.

    Raises:
        QueryError: it never holds; ``spot`` is where it stands, ``what`` says what is compared.
    """
    if number.can_hold(least, most):
        return
    span = f"at least {least}" if most is None else f"{least} to {most}"
    near = least if number.value <= least or most is None else most
    if not Number(number.operator, near).can_hold(least, most):
        near = least + 1 if near == least else near - 1
    message = f"{what} is {span}, so {number.operator} {number.value} never holds"
    raise QueryError.at(spot, message, f"did you mean {number.operator} {near}?")
