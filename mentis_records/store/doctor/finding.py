"""What the doctor finds; knows no table."""

from __future__ import annotations

from collections.abc import Callable

from mentis_records.fast.late_dataclass import dataclass

Advance = Callable[[str, int, int], None]
"""Told what is done to games, to how many it has been done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference between what is stored and what must be.

    ``where`` says which row of the table is meant, ``what`` what is compared. Both values are
    None where nothing but the row itself is wrong. ``is_repairable`` tells whether what must be
    can be derived.
    """

    table: str
    where: str
    what: str
    stored: object = None
    derived: object = None
    is_repairable: bool = True


def say_nothing(work: str, done: int, total: int) -> None:
    """Take no notice of how far the work has come."""
