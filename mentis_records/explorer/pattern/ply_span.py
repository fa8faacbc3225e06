"""Plies in ascending order as spans, of which a page shows the first ones."""

from __future__ import annotations

from collections.abc import Sequence

_MOST = 12
"""Spans that are shown."""


def ply_spans(plies: Sequence[int]) -> tuple[list[tuple[int, str]], int]:
    """Return spans, each with its first ply and its words, and how many plies are left out."""
    spans: list[list[int]] = []
    for ply in plies:
        if spans and spans[-1][1] == ply - 1:
            spans[-1][1] = ply
        else:
            spans.append([ply, ply])
    shown = [
        (first, f"{first}–{last}" if first < last else f"{first}") for first, last in spans[:_MOST]
    ]
    left_out = sum(last - first + 1 for first, last in spans[_MOST:])
    return shown, left_out
