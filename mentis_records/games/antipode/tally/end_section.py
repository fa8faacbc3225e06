"""The section on how games and rounds of Antipode end, with their lengths."""

from __future__ import annotations

from typing import Any

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.section import BarRow, Bars, OwnExhibit, OwnSection
from mentis_records.core.tally import Census, quantile
from mentis_records.core.text import counted

_BOUNDS = (60, 90, 120, 160)
"""The last plies of all classes of length but the last."""

_QUANTILES = (0.1, 0.5, 0.9)


def end_section(census: Census) -> OwnSection:
    """Return the section: how long games of each kind are, by the way in which they end."""
    table = census.tables["ends"]
    found = [
        (mode, end, lengths)
        for mode, ends in zip(table.labels("mode"), table.cells, strict=True)
        for end, lengths in zip(table.labels("end"), ends, strict=True)
        if lengths.any()
    ]
    words = [
        _words(census, mode, ends)
        for mode, ends in zip(table.labels("mode"), table.cells, strict=True)
        if ends.any()
    ]
    return OwnSection("ends", "How games and rounds end", tuple(words), (_exhibit(found),))


def _words(census: Census, mode: str, ends: Any) -> str:
    """Return how the games of a mode ended, and the median of their lengths."""
    total = int(ends.sum())
    ways = [
        (int(lengths.sum()), end)
        for end, lengths in zip(census.tables["ends"].labels("end"), ends, strict=True)
        if lengths.any()
    ]
    told = ", ".join(f"{end} {census.part(games, total)}" for games, end in sorted(ways)[::-1])
    median = quantile(ends.sum(axis=0), 0.5) or 0
    many = {"basic game": "basic games", "round of a match": "rounds of matches"}
    nouns = (mode, many.get(mode, f"{mode}s"))
    return f"{counted(total, *nouns)}, {median:,} plies in the median: {told}."


def _exhibit(found: list[tuple[str, str, Any]]) -> OwnExhibit:
    firsts = (0, *(bound + 1 for bound in _BOUNDS))
    parts = (
        f"up to {_BOUNDS[0]} plies",
        *(f"{low} to {high}" for low, high in zip(firsts[1:], _BOUNDS[1:], strict=False)),
        f"more than {_BOUNDS[-1]}",
    )
    rows = [
        BarRow(
            f"{mode.capitalize()}: {end}",
            tuple(
                int(lengths[low:high].sum())
                for low, high in zip(firsts, (*firsts[1:], None), strict=True)
            ),
        )
        for mode, end, lengths in found
    ]
    quantiles = [
        tuple(quantile(lengths, share) or 0 for share in _QUANTILES) for _, _, lengths in found
    ]
    cells: list[tuple[Cell, ...]] = [
        (mode, end, row.total, *plies, *row.parts)
        for (mode, end, _), plies, row in zip(found, quantiles, rows, strict=True)
    ]
    return OwnExhibit(
        "ends",
        "How long games and rounds are, by their end",
        "Bars of games by length, one bar for each way to end.",
        method="games by what they are and by the end that the last position shows; what was "
        "resigned, agreed, forfeited or left unfinished does not end on the board.",
        drawing=Bars(rows, parts, is_share=True),
        numbers=NumberTable(
            (
                *("mode", "end", "games", "low_10", "median", "high_90"),
                *(part.replace(" ", "_") for part in parts),
            ),
            tuple(cells),
        ),
        display=NumberTable(
            ("Games and end", "Number", "Median plies (10 to 90 %)", *map(str.capitalize, parts)),
            tuple(
                (
                    row.label,
                    f"{row.total:,}",
                    f"{middle:,} ({low:,} to {high:,})",
                    *(f"{part:,}" for part in row.parts),
                )
                for row, (low, middle, high) in zip(rows, quantiles, strict=True)
            ),
        ),
    )
