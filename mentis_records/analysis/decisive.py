"""The position in which a game was decided, as far as the marks of an analysis tell it."""

from __future__ import annotations

from collections.abc import Iterator

from mentis_records.analysis.mark import Mark, Remark, mark_of
from mentis_records.analysis.mark_words import first_points
from mentis_records.core.record import Record

_LEAST_SWING = 0.1
"""From which change of expected points on a ply may decide a game."""

_OF_WINS = (Remark.MISSED, Remark.ALLOWED)


def decisive_ply(record: Record) -> int | None:
    """Return the number of the ply that decided a game, or None if no mark tells one.

    It is the one with the largest swing of expected points, of those that missed or allowed a
    forced win if there are any; of several as large, the last.
    """
    swings = list(_swings(record))
    of_wins = [swing for swing in swings if swing[2]]
    swing, ply, is_of_win = max(of_wins or swings, default=(0.0, 0, False))
    return ply if is_of_win or swing >= _LEAST_SWING else None


def _swings(record: Record) -> Iterator[tuple[float, int, bool]]:
    """Yield of each marked ply its swing, its number, and whether it was about a forced win."""
    before = mark_of(record.comments)
    for number, ply in enumerate(record.plies, 1):
        mark = mark_of(ply.comments)
        if mark is not None:
            yield (
                _swing(before, mark),
                number,
                any(each.remark in _OF_WINS for each in mark.remarks),
            )
        before = mark


def _swing(before: Mark | None, mark: Mark) -> float:
    return abs(first_points(mark) - first_points(before)) if before else 0.0
