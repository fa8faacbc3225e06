"""The section on the ends that MensaSpiel's boards show, with the lengths of the games."""

from __future__ import annotations

from typing import Any

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.section import BarRow, Bars, OwnExhibit, OwnSection
from mentis_records.core.tally import Census, quantile
from mentis_records.games.mensaspiel.tally.tally import END

_BOUNDS = (20, 30, 40)
"""The last plies of all classes of length but the last."""

_QUANTILES = (0.1, 0.5, 0.9)


def end_section(census: Census) -> OwnSection:
    """Return the section: how long games are, by the way in which they end."""
    found = [
        (end, lengths)
        for end, lengths in zip(END.labels, census.tables["ends"].cells, strict=True)
        if lengths.any()
    ]
    never = [end for end in END.labels[:-1] if end not in dict(found)]
    words = [
        " ".join(_words(census, end, lengths) for end, lengths in found),
        f"No game ended this way: {', '.join(never)}." if never else "",
    ]
    return OwnSection("ends", "Lengths by end", tuple(filter(None, words)), (_exhibit(found),))


def _words(census: Census, end: str, lengths: Any) -> str:
    """Return how many games ended in a way, and the median of their lengths."""
    games = census.part(int(lengths.sum()), census.games)
    return f"{end.capitalize()}: {games}, median {quantile(lengths, 0.5):,} plies."


def _exhibit(found: list[tuple[str, Any]]) -> OwnExhibit:
    firsts = (0, *(bound + 1 for bound in _BOUNDS))
    parts = (
        f"up to {_BOUNDS[0]} plies",
        *(f"{low} to {high}" for low, high in zip(firsts[1:], _BOUNDS[1:], strict=False)),
        f"more than {_BOUNDS[-1]}",
    )
    classes = [
        tuple(
            int(lengths[low:high].sum())
            for low, high in zip(firsts, (*firsts[1:], None), strict=True)
        )
        for _, lengths in found
    ]
    quantiles = [
        tuple(quantile(lengths, share) or 0 for share in _QUANTILES) for _, lengths in found
    ]
    rows: list[tuple[Cell, ...]] = [
        (end, sum(each), *plies, *each)
        for (end, _), plies, each in zip(found, quantiles, classes, strict=True)
    ]
    return OwnExhibit(
        "ends",
        "How long games are, by their end",
        "Bars of games by length, one bar for each way to end.",
        method="games by the end that the last position shows; what was resigned, agreed, "
        "forfeited or left unfinished does not end on the board.",
        drawing=Bars(
            [BarRow(end, each) for (end, _), each in zip(found, classes, strict=True)],
            parts,
            is_share=True,
        ),
        numbers=NumberTable(
            (
                "end",
                "games",
                "low_10",
                "median",
                "high_90",
                *(part.replace(" ", "_") for part in parts),
            ),
            tuple(rows),
        ),
        display=NumberTable(
            ("End", "Games", "Median plies (10 to 90 %)", *(part.capitalize() for part in parts)),
            tuple(
                (
                    end,
                    f"{sum(each):,}",
                    f"{plies[1]:,} ({plies[0]:,} to {plies[2]:,})",
                    *(f"{games:,}" for games in each),
                )
                for (end, _), plies, each in zip(found, quantiles, classes, strict=True)
            ),
        ),
    )
