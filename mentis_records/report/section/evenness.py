"""Groups of games in which one side may have an advantage: words and cells, for several reports."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import Cell
from mentis_records.report.words.rating_words import (
    estimate_cells,
    exact_percent,
    p_words,
    share_of_points,
)
from mentis_records.report.words.wording import capital, count
from mentis_records.statistics.balance import BalanceGroup, BalanceGrouping
from mentis_records.statistics.correction import LEVEL
from mentis_records.statistics.correction import METHOD as CORRECTION
from mentis_records.statistics.rating.league import League

_MOST_NAMED = 3
_SPACE = "\N{NO-BREAK SPACE}"

ADJUSTED_COLUMNS = (
    *("rated_games", "adjusted_points_share", "adjusted_low", "adjusted_high"),
    *("elo", "elo_standard_error", "elo_low", "elo_high"),
    *("adjusted_p_value", "adjusted_p_value_corrected"),
)
"""The columns that ``adjusted_cells`` fills."""

BETWEEN_EQUALS = ("Between equals", "p, corrected")
"""The columns of a page's table that ``between_equals`` fills."""


def is_seen(group: BalanceGroup, is_adjusted: bool) -> bool:
    """Tell whether an advantage is seen in a group: its corrected interval leaves out none."""
    p_value = group.adjusted_p if is_adjusted else group.lead_p
    return p_value is not None and p_value <= LEVEL


def seen_groups(
    league: League, grouping: BalanceGrouping, groups: Sequence[BalanceGroup]
) -> list[BalanceGroup]:
    """Return the groups in which an advantage is seen, the largest one first."""
    is_adjusted = any(group.adjusted is not None for group in grouping.groups)
    seen = [group for group in groups if is_seen(group, is_adjusted)]
    return sorted(seen, key=lambda group: -abs(share_of_group(league, grouping, group)[0] - 0.5))


def favoured(league: League, group: BalanceGroup) -> str:
    """Return the side that has the advantage in a group in which one is seen."""
    value = group.lead.value if group.adjusted is None else group.adjusted.value
    return league.movers[0 if value > 0 else 1]


def outcome_words(league: League, grouping: BalanceGrouping, one: str, many: str) -> str:
    """Return in words in which groups an advantage is seen, of at least one.

    ``one`` and ``many`` are the noun of such groups.
    """
    groups = grouping.groups
    is_adjusted = any(group.adjusted is not None for group in groups)
    kind = "Between players of equal strength" if is_adjusted else "As the results stand"
    seen = seen_groups(league, grouping, groups)
    total = count(len(groups), one, many)
    if not seen:
        return f"{kind}, {none_favours(len(groups), one, many)}."
    named = "; ".join(
        f"{group.label} gives {favoured(league, group)} {short_points(league, grouping, group)}"
        + (" of the points" if at == 0 else "")
        + _behind(league, group, is_adjusted=is_adjusted)
        for at, group in enumerate(seen[:_MOST_NAMED])
    )
    left = len(seen) - _MOST_NAMED
    more = f"; and {count(left, 'other')}" if left > 0 else ""
    verb = "favours" if len(seen) == 1 else "favour"
    return f"{kind}, {len(seen):,} of {total} {verb} a side: {named}{more}."


def _behind(league: League, group: BalanceGroup, *, is_adjusted: bool) -> str:
    """Return from how many games a share is, and what it is as the results stand."""
    games = count(group.lead.results.decided, "game")
    if not is_adjusted:
        return f" in {games}"
    raw = group.lead.share[0]
    raw = raw if favoured(league, group) == league.movers[0] else 1 - raw
    return f" ({exact_percent(raw)} as the results stand; {games})"


def none_favours(groups: int, one: str, many: str) -> str:
    """Return that none of several groups clearly favours a side."""
    none = f"neither {one}" if groups == 2 else f"none of the {count(groups, one, many)} compared"
    return f"{none} clearly favours a side"


def short_points(league: League, grouping: BalanceGrouping, group: BalanceGroup) -> str:
    """Return the share of the points of the side that a group favours, with its interval."""
    share = share_of_group(league, grouping, group)
    if favoured(league, group) != league.movers[0]:
        share = (1 - share[0], 1 - share[2], 1 - share[1])
    return share_of_points(share)


def joint_words(grouping: BalanceGrouping) -> str:
    """Return how the intervals and p-values of a grouping are corrected."""
    each = f"{100 * grouping.confidence:.2f}{_SPACE}%"
    return (
        f"{capital(CORRECTION)}, over {count(len(grouping.groups), 'group')}: each interval at "
        f"{each}, so that all hold at once with 95{_SPACE}%."
    )


def share_of_group(
    league: League, grouping: BalanceGrouping, group: BalanceGroup
) -> tuple[float, float, float]:
    """Return the first mover's share of the points in a group, with its bounds.

    It is that between equals where the games tell it, else the one of the results as they stand.
    """
    if group.adjusted is None:
        return group.lead.share
    return league.share_of(group.adjusted, grouping.confidence)


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
        *share_of_group(league, grouping, group),
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
    return share_of_points(share_of_group(league, grouping, group)), p_words(group.adjusted_p)
