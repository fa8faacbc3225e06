"""Results as terminals show them: the first side's share of the wins, and a bar of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mentis_records.statistics.result import Results


def first_share(results: Results) -> str:
    """Return the share in percent with its interval, ``60% (50-69)``; of few games ``2 of 3``."""
    from mentis_records.core.text import percent, printable

    share = results.score.first
    if share.value is None:
        return ""
    if results.is_small:
        return f"{results.first} of {results.decided}"
    value = percent(share.value).replace("\N{NO-BREAK SPACE}", "")
    return printable(f"{value} ({round(100 * share.low)}-{round(100 * share.high)})")


def result_bar(results: Results, width: int) -> str:
    """Return the results as a bar so wide: won by the first side, drawn, won by the second."""
    counts = (results.first, results.draws, results.second)
    total = sum(counts)
    if not total:
        return " " * width
    ends = [round(width * sum(counts[: place + 1]) / total) for place in range(len(counts))]
    starts = [0, *ends[:-1]]
    return "".join(
        sign * (end - start) for sign, start, end in zip("█▒░", starts, ends, strict=True)
    )
