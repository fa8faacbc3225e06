"""The first side's share of the wins, as terminals show it beside the number of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mentis_records.statistics.result import Results


def first_share(results: Results) -> str:
    """Return the share in percent with its interval: ``60% (50-69)``; of few games, words."""
    from mentis_records.core.text import percent, printable

    share = results.score.first
    if share.value is None:
        return ""
    if results.is_small:
        return "too few"
    value = percent(share.value).replace("\N{NO-BREAK SPACE}", "")
    return printable(f"{value} ({round(100 * share.low)}-{round(100 * share.high)})")
