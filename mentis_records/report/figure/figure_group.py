"""Marks of groups of games, such as those with a setting: told apart by shape and shade."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.report.figure.figure_mark import Mark
from mentis_records.report.figure.figure_style import INK, MUTED

MOST_GROUPS = 4
"""More are not told apart in one figure."""

_LOOKS = ((INK, "s"), (MUTED, "o"), (INK, "D"), (MUTED, "^"))


def group_marks(labels: Sequence[str]) -> tuple[Mark, ...]:
    """Return a mark for each of up to ``MOST_GROUPS`` groups, named by its label."""
    return tuple(
        Mark(label, colour, marker, "")
        for label, (colour, marker) in zip(labels, _LOOKS[: len(labels)], strict=True)
    )
