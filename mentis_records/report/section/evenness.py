"""Groups of games in which one side may have an advantage: words and cells, for several reports."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import Cell
from mentis_records.report.words.rating_words import estimate_cells, p_words, share_of_points
from mentis_records.report.words.wording import capital, count
from mentis_records.statistics.balance import BalanceGroup, BalanceGrouping
from mentis_records.statistics.correction import LEVEL
from mentis_records.statistics.correction import METHOD as CORRECTION
from mentis_records.statistics.rating.league import League

_MOST_NAMED = 5
_SPACE = "\N{NO-BREAK SPACE}"

ADJUSTED_COLUMNS = (
    *("rated_games", "adjusted_points_share", "adjusted_low", "adjusted_high"),
    *("elo", "elo_standard_error", "elo_low", "elo_high"),
    *("adjusted_p_value", "adjusted_p_value_corrected"),
)
"""The columns that ``adjusted_cells`` fills."""

RAW_COLUMNS = (
    *("points_share", "points_low", "points_high"),
    *("points_p_value", "points_p_value_corrected"),
)
"""The columns that ``raw_cells`` fills."""

AS_THEY_STAND = ("Points as the results stand", "p, corrected")
"""The columns of a page's table that ``as_they_stand`` fills."""

BETWEEN_EQUALS = ("Between equals", "p, corrected")
"""The columns of a page's table that ``between_equals`` fills."""


def is_seen(group: BalanceGroup, is_adjusted: bool) -> bool:
    """Tell whether an advantage is seen in a group: its corrected interval leaves out none."""
    p_value = group.adjusted_p if is_adjusted else group.lead_p
    return p_value is not None and p_value <= LEVEL


def outcome_words(sides: Sequence[str], groups: Sequence[BalanceGroup], many: str) -> str:
    """Return in words in which groups an advantage is seen.

    Args:
        sides: the side that moves first, and the other.
        groups: those with enough games, at least one.
        many: what such groups are called.
    """
    is_adjusted = any(group.adjusted is not None for group in groups)
    seen = [group for group in groups if is_seen(group, is_adjusted)]
    kind = "between equals" if is_adjusted else "as the results stand"
    all_groups = f"{len(groups):,}{_SPACE}{many}"
    if not seen:
        return (
            f"In none of the {all_groups} is the game seen to be uneven {kind}, once the number of "
            "comparisons is accounted for."
        )
    names = [f"{group.label} (for {_favoured(sides, group)})" for group in seen[:_MOST_NAMED]]
    left = len(seen) - len(names)
    more = f" and {count(left, 'other')}" if left else ""
    return (
        f"In {len(seen):,} of {all_groups} the game is seen to be uneven {kind}, with the number "
        f"of comparisons accounted for: {', '.join(names)}{more}."
    )


def _favoured(sides: Sequence[str], group: BalanceGroup) -> str:
    value = group.lead.value if group.adjusted is None else group.adjusted.value
    return sides[0 if value > 0 else 1]


def joint_words(grouping: BalanceGrouping) -> str:
    """Return how the intervals and p-values of a grouping are corrected."""
    each = f"{100 * grouping.confidence:.2f}{_SPACE}%"
    return (
        f"{capital(CORRECTION)}, over {count(len(grouping.groups), 'group')}: each interval at "
        f"{each}, so that all hold together with 95{_SPACE}%."
    )


def raw_cells(group: BalanceGroup | None) -> tuple[Cell, ...]:
    """Return the first mover's share of the points in a group as the results stand, and its p."""
    if group is None:
        return (None,) * len(RAW_COLUMNS)
    return (*group.lead.share, group.lead.p_value, group.lead_p)


def as_they_stand(group: BalanceGroup | None) -> tuple[str, str]:
    """Return the share of the points with its interval, and the p-value, in words."""
    if group is None:
        return "", ""
    return share_of_points(group.lead.share), p_words(group.lead_p)


def adjusted_cells(
    league: League, grouping: BalanceGrouping, group: BalanceGroup | None
) -> tuple[Cell, ...]:
    """Return the numbers of a group between equals, of none blanks."""
    if group is None or group.adjusted is None:
        rated = None if group is None else group.rated
        return (rated, *[None] * (len(ADJUSTED_COLUMNS) - 1))
    adjusted = group.adjusted
    return (
        group.rated,
        *league.share_of(adjusted, grouping.confidence),
        *estimate_cells(adjusted),
        adjusted.p_value,
        group.adjusted_p,
    )


def between_equals(
    league: League, grouping: BalanceGrouping, group: BalanceGroup | None
) -> tuple[str, str]:
    """Return the share of the points between equals with its interval, and the p-value."""
    if group is None or group.adjusted is None or group.adjusted_p is None:
        return "", ""
    share = league.share_of(group.adjusted, grouping.confidence)
    return share_of_points(share), p_words(group.adjusted_p)
