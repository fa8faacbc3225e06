"""SQL terms: that a test is true of a position, and which rows that reads; knows no table."""

from __future__ import annotations

from enum import Enum

from mentis_records.fast.late_dataclass import dataclass


class Source(Enum):
    """What a condition reads: nothing but the position's place, features and move, keys.

    The excerpt is of the features: it has rows for some positions alone.
    """

    ANY = "any"
    FEATURES = "features"
    EXCERPT = "excerpt"
    KEYS = "keys"


@dataclass(frozen=True, slots=True)
class Term:
    """A condition on the rows of a source; ``positions`` is a query for what it is true of.

    ``is_true_beyond`` tells whether a condition on the excerpt is true of all positions that are
    not in it, or of none.
    """

    source: Source
    condition: str
    positions: str = ""
    is_true_beyond: bool = False


class UnindexedError(Exception):
    """The index of a game does not tell what is asked: its records must be replayed."""
