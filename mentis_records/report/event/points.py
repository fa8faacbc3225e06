"""Points and results of events in words and signs."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.statistics.event.entry import Entry, Kind

_HALF = "½"


def points_text(points: float) -> str:
    """Return points as tables of events have them: ``7½``, ``½``, ``0``."""
    whole, half = divmod(points, 1)
    if half != 0.5:
        return quarters(points)
    return f"{int(whole) or ''}{_HALF}"


def quarters(number: float | None) -> str:
    """Return the number of a tie-break: ``27``, ``27.25``; nothing for None."""
    return "" if number is None else f"{number:.2f}".rstrip("0").rstrip(".")


def side_letters(sides: Sequence[str]) -> tuple[str, str]:
    """Return a letter for each side, by which they can be told apart."""
    first, second = (side[:1].lower() for side in sides[:2])
    return (first, second) if first != second else ("1", "2")


def cell_text(entry: Entry, rank: int | None, letters: tuple[str, str]) -> str:
    """Return a round of a player: ``12b½``: opponent by rank, side, points."""
    points = points_text(entry.points)
    if entry.kind is Kind.ABSENT:
        return "–"
    if entry.kind is Kind.BYE:
        return f"bye {points}"
    opponent = "?" if rank is None else str(rank)
    if entry.kind is Kind.FORFEIT:
        return f"{opponent}{'+' if entry.points == 1 else '-' if entry.points == 0 else '='}"
    letter = "" if entry.side is None else letters[entry.side]
    return f"{opponent}{letter}{'*' if entry.kind is Kind.OPEN else points}"
