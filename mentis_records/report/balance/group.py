"""The sections on balance by one property: forest plots of raw and adjusted shares."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.report.balance.uncounted import left_out_note
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark, outcome_marks
from mentis_records.report.section.evenness import (
    ADJUSTED_COLUMNS,
    BETWEEN_EQUALS,
    adjusted_cells,
    between_equals,
    is_seen,
    joint_words,
    outcome_words,
)
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.rating_words import (
    lead_cells,
    lead_columns,
    p_words,
    percent_tick,
    share_of_points,
    short_share,
)
from mentis_records.report.words.wording import TOO_FEW, capital, count
from mentis_records.statistics.balance import Balance, BalanceGroup, BalanceGrouping
from mentis_records.statistics.correction import LEVEL
from mentis_records.statistics.lead import METHOD as LEAD_METHOD

_MOST_GROUPS = 16


def group_section(
    balance: Balance, grouping: BalanceGrouping, collection: Collection, caution: str
) -> Section:
    """Return the section; without two groups to compare, it has no figure."""
    title = f"By {grouping.title[0].lower()}{grouping.title[1:]}"
    left = _left_out(grouping)
    groups = grouping.groups
    if len(groups) < 2:
        words = "".join(
            f"Only {group.label} has at least {MIN_SAMPLE} games with a result "
            f"({group.lead.results.decided:,}): there is nothing to compare. "
            for group in groups
        )
        words = words or f"No group has at least {MIN_SAMPLE} games with a result: {TOO_FEW}. "
        return Section(grouping.slug, title, ((words + left).strip(),))
    shown = _shown(groups)
    cut = len(groups) - len(shown)
    paragraphs = [outcome_words(balance.sides, groups, "groups")]
    if caution:
        paragraphs.append(caution)
    if left:
        paragraphs.append(left)
    further = f" {count(cut, 'smaller group')}: in the CSV and JSON only." if cut else ""
    mark = Mark("", outcome_marks(collection.palette, balance.sides)[0].colour, "s", "")
    first = balance.sides[0]
    has_adjusted = any(group.adjusted is not None for group in shown)
    panels = [Panel("As the results stand, %", percent_tick, 0.5, "even", 104)]
    if has_adjusted:
        panels.append(Panel("Between equals, %", percent_tick, 0.5, "even", 104))
    exhibit = Exhibit(
        slug=grouping.slug,
        title=f"{capital(first)}'s share of the points {title[0].lower()}{title[1:]}",
        alternative=(
            f"Forest plot of {count(len(shown), 'group')}: {first}'s share of the points as the "
            "results stand and between equals, each with its interval. All numbers are in the "
            "table below."
        ),
        n=sum(group.lead.results.decided for group in groups),
        n_words=(f"games with a result, in {count(len(groups), 'group')}{left_out_note(balance)}"),
        method=(
            f"as the results stand: {LEAD_METHOD}. Between equals: advantage of the group with the "
            "players' strengths of all games, Davidson's model, their uncertainty carried along "
            f"(two-step maximum likelihood). {joint_words(grouping)} Filled: the interval leaves "
            f"out an even game; hollow: not. Groups of at least {MIN_SAMPLE} games.{further}"
        ),
        selection=collection.provenance.selection,
        plot=IntervalPlot(
            [_row(balance, grouping, group, mark, has_adjusted) for group in shown],
            panels,
            are_alike=True,
        ),
        numbers=NumberTable(
            (
                *("group", *lead_columns(balance.sides), "p_value", "p_value_corrected"),
                *ADJUSTED_COLUMNS,
            ),
            tuple(_cells(balance, grouping, group) for group in groups),
        ),
        display=NumberTable(
            (
                *("Group", "Games", "As the results stand", "p, corrected"),
                *BETWEEN_EQUALS,
            ),
            tuple(_display(balance, grouping, group) for group in shown),
        ),
    )
    return Section(grouping.slug, title, tuple(paragraphs), (exhibit,))


def _left_out(grouping: BalanceGrouping) -> str:
    parts = []
    if grouping.small:
        parts.append(
            f"{count(grouping.small, 'smaller group')} with "
            f"{count(grouping.small_games, 'game')} left out: {TOO_FEW}."
        )
    if grouping.unplaced:
        parts.append(f"Of {count(grouping.unplaced, 'game')} it is not known.")
    return " ".join(parts)


def _shown(groups: Sequence[BalanceGroup]) -> list[BalanceGroup]:
    """Return the groups to draw in their order: all, or the largest where there are too many."""
    order = sorted(range(len(groups)), key=lambda at: (-groups[at].lead.results.decided, at))
    largest = set(order[:_MOST_GROUPS])
    return [group for at, group in enumerate(groups) if at in largest]


def _row(
    balance: Balance,
    grouping: BalanceGrouping,
    group: BalanceGroup,
    mark: Mark,
    has_adjusted: bool,
) -> IntervalRow:
    share = group.lead.share
    raw = Point(*share, short_share(share), mark, group.lead_p > LEVEL)
    cells: list[tuple[Point, ...]] = [(raw,)]
    if has_adjusted:
        cells.append(())
        if group.adjusted is not None:
            between = balance.league.share_of(group.adjusted, grouping.confidence)
            is_even = not is_seen(group, is_adjusted=True)
            cells[1] = (Point(*between, short_share(between), mark, is_even),)
    return IntervalRow(group.label, count(group.lead.results.decided, "game"), tuple(cells))


def _cells(balance: Balance, grouping: BalanceGrouping, group: BalanceGroup) -> tuple[Cell, ...]:
    return (
        group.label,
        *lead_cells(group.lead),
        group.lead.p_value,
        group.lead_p,
        *adjusted_cells(balance.league, grouping, group),
    )


def _display(balance: Balance, grouping: BalanceGrouping, group: BalanceGroup) -> tuple[str, ...]:
    return (
        group.label,
        f"{group.lead.results.decided:,}",
        share_of_points(group.lead.share),
        p_words(group.lead_p),
        *between_equals(balance.league, grouping, group),
    )
