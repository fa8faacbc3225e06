"""Laws over many cases: a sample of them in the suite, all of them in CI (``-m ci``)."""

from collections.abc import Iterable
from typing import Any

import pytest


def sizes(name: str, suite: Any, whole: Any) -> pytest.MarkDecorator:
    """Return the mark that gives a parameter one value in the suite and another in CI."""
    return pytest.mark.parametrize(name, [suite, pytest.param(whole, marks=pytest.mark.ci)])


def sampled(names: str, cases: Iterable[tuple[Any, ...]], step: int) -> pytest.MarkDecorator:
    """Return the mark that gives every case; all but those at every so many steps in CI only.

    Of a product of values, a step that divides none of their counts comes upon every value.
    """
    marks = ((), pytest.mark.ci)
    found = [pytest.param(*case, marks=marks[at % step > 0]) for at, case in enumerate(cases)]
    return pytest.mark.parametrize(names, found)
