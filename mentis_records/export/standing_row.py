"""The table of an event as rows for programs, with all tie-breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mentis_records.statistics.event.ranking import Standing
from mentis_records.statistics.event.tie_break import DIRECT, TIE_BREAKS

_OWN = (
    *("rank", "player", "points", "played", "won", "drawn", "lost"),
    *("unplayed", "unplayed_points"),
)
_TIE_BREAKS = (*TIE_BREAKS, DIRECT)

STANDING_COLUMNS = (*_OWN, *(name.replace("-", "_") for name in _TIE_BREAKS))


def standing_rows(standings: Sequence[Standing]) -> Iterator[list[Any]]:
    """Yield a row a player."""
    for each in standings:
        yield [*(getattr(each, name) for name in _OWN), *(each.worth(name) for name in _TIE_BREAKS)]
