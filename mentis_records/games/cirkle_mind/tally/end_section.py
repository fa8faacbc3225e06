"""The section on the ends that CirKle Mind's boards show, with the lengths of the games."""

from __future__ import annotations

from typing import Any

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.section import BarRow, Bars, OwnExhibit, OwnSection
from mentis_records.core.tally import Census, quantile
from mentis_records.games.cirkle_mind.tally.by_level import Level, played_levels
from mentis_records.games.cirkle_mind.tally.tally import END

_BOUNDS = (50, 100, 150, 200)
"""The last plies of all classes of length but the last."""

_QUANTILES = (0.1, 0.5, 0.9)


def end_section(census: Census) -> OwnSection:
    """Return the section: how long games of each level are, by the way in which they end."""
    cells = census.tables["ends"].cells
    found = [
        (level, end, lengths)
        for level in played_levels(census)
        for end, lengths in zip(END.labels, cells[level.at], strict=True)
        if lengths.any()
    ]
    words = tuple(
        f"{level.name}: "
        + "; ".join(_words(level, end, lengths) for of, end, lengths in found if of == level)
        + "."
        for level in played_levels(census)
    )
    return OwnSection("ends", "Lengths by end", words, (_exhibit(found),))


def _words(level: Level, end: str, lengths: Any) -> str:
    """Return how many games ended in a way, and the median of their lengths."""
    games = level.part(int(lengths.sum()), level.games)
    return f"{end} {games}, median {quantile(lengths, 0.5):,} plies"


def _exhibit(found: list[tuple[Level, str, Any]]) -> OwnExhibit:
    firsts = (0, *(bound + 1 for bound in _BOUNDS))
    parts = (
        f"up to {_BOUNDS[0]} plies",
        *(f"{low} to {high}" for low, high in zip(firsts[1:], _BOUNDS[1:], strict=False)),
        f"more than {_BOUNDS[-1]}",
    )
    bounds = list(zip(firsts, (*firsts[1:], None), strict=True))
    rows: list[tuple[Cell, ...]] = []
    shown: list[tuple[str, ...]] = []
    bars = []
    for level, end, lengths in found:
        classes = tuple(int(lengths[low:high].sum()) for low, high in bounds)
        low, middle, high = (quantile(lengths, share) or 0 for share in _QUANTILES)
        bars.append(BarRow(f"{level.name}: {end}", classes))
        rows.append((level.name, end, sum(classes), low, middle, high, *classes))
        shown.append(
            (
                *(level.name, end, f"{sum(classes):,}"),
                f"{middle:,} ({low:,} to {high:,})",
                *(f"{games:,}" for games in classes),
            )
        )
    return OwnExhibit(
        "ends",
        "How long games are, by their end",
        "Bars of games by length, one bar for each level and way to end.",
        method="games by the end that the last position shows; what was resigned, agreed, "
        "forfeited or left unfinished does not end on the board.",
        drawing=Bars(bars, parts, is_share=True),
        numbers=NumberTable(
            (
                *("level", "end", "games", "low_10", "median", "high_90"),
                *(part.replace(" ", "_") for part in parts),
            ),
            tuple(rows),
        ),
        display=NumberTable(
            (
                *("Level", "End", "Games", "Median plies (10 to 90 %)"),
                *(part.capitalize() for part in parts),
            ),
            tuple(shown),
        ),
    )
