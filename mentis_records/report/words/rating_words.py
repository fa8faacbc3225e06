"""Ratings, shares of points and p-values in words and cells; knows no figure and no page."""

from __future__ import annotations

from mentis_records.core.number_table import Cell
from mentis_records.statistics.lead import Lead
from mentis_records.statistics.rating.elo import Estimate

_SPACE = "\N{NO-BREAK SPACE}"

Bounds = tuple[float, float, float]
"""A value with the bounds of its interval."""


def share_of_points(bounds: Bounds) -> str:
    """Return a share of points with its interval: ``52.1 % (50.3 to 53.9 %)``."""
    value, low, high = (f"{100 * each:.1f}" for each in bounds)
    return f"{value}{_SPACE}% ({low} to {high}{_SPACE}%)"


def short_share(bounds: Bounds) -> str:
    """Return a share of points with its interval for a figure: ``52.1 (50.3–53.9)``."""
    value, low, high = (f"{100 * each:.1f}" for each in bounds)
    return f"{value} ({low}–{high})"


def exact_percent(share: float) -> str:
    """Return a share in percent with a decimal: ``52.1 %``."""
    return f"{100 * share:.1f}{_SPACE}%"


def percent_tick(share: float) -> str:
    """Return a share in percent for a scale whose title says so: ``52``."""
    return f"{100 * share:g}"


def points(value: float, *, is_signed: bool = False) -> str:
    """Return Elo points as a whole number, with its sign where it is a difference."""
    whole = round(value)
    sign = "+" if is_signed and whole > 0 else "−" if whole < 0 else ""
    return f"{sign}{abs(whole)}"


def rating_words(estimate: Estimate, *, is_signed: bool = False) -> str:
    """Return an estimate with its interval: ``1846 (1825 to 1867)``."""
    value, low, high = (
        points(each, is_signed=is_signed) for each in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} ({low} to {high})"


def p_words(p_value: float) -> str:
    """Return a p-value as it is printed: ``p = 0.03``, ``p < 0.001``."""
    if p_value < 0.001:
        return "p < 0.001"
    return f"p = {p_value:.3f}" if p_value < 0.1 else f"p = {p_value:.2f}"


def estimate_cells(estimate: Estimate | None) -> tuple[Cell, ...]:
    """Return an estimate's value, standard error and bounds."""
    if estimate is None:
        return (None, None, None, None)
    return (estimate.value, estimate.error, estimate.low, estimate.high)


def lead_cells(lead: Lead) -> tuple[Cell, ...]:
    """Return the counts of a lead, the share of points with its bounds, the lead with its own."""
    results = lead.results
    return (
        results.decided,
        results.first,
        results.draws,
        results.second,
        *lead.share,
        lead.value,
        lead.low,
        lead.high,
    )


def lead_columns(sides: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns that ``lead_cells`` fills."""
    first, second = (side.removeprefix("the ").replace(" ", "_").lower() for side in sides[:2])
    return (
        *("games", f"{first}_wins", "draws", f"{second}_wins"),
        *(f"{first}_points_share", f"{first}_points_low", f"{first}_points_high"),
        *(f"{first}_lead", f"{first}_lead_low", f"{first}_lead_high"),
    )


def unbounded_words(side: str, consequence: str) -> str:
    """Return that the games tell of a side's advantage but not its size, and what follows."""
    return (
        f"However large an advantage {side} has, no game between rated players contradicts it, so "
        f"there is no estimate of its size. {consequence}"
    )
