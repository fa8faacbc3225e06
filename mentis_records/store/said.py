"""What a record says by itself, whatever others of its game say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """What a record says by itself: its tags, with its result and termination among them.

    One that ``is_open`` has no result at its end: it may have been cut short, perhaps within a
    ply. The first ``inherited`` plies come from a record that it continues.
    """

    tags: Mapping[str, str]
    is_open: bool = False
    inherited: int = 0

    @property
    def result(self) -> str:
        """Return the result."""
        return self.tags["Result"]

    @property
    def termination(self) -> str | None:
        """Return how it ended, or None."""
        return self.tags.get("Termination")


def said_of(
    tags: Mapping[str, str],
    result: str,
    termination: str | None,
    is_open: bool = False,
    inherited: int = 0,
) -> Said:
    """Return what a record says that has these tags, and implies the rest."""
    implied = {} if termination is None else {"Termination": termination}
    return Said({**tags, "Result": result, **implied}, is_open, inherited)
