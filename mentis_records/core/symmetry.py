"""A symmetry of a board: a transform that changes no rule; knows no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A transform of the board that changes no rule, as it acts on moves."""

    slug: str
    transform: Callable[[Any], Any]
