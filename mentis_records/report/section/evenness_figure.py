"""The figure of groups in which one side may have an advantage: raw shares and those of equals."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark, outcome_marks
from mentis_records.report.section.evenness import (
    ADJUSTED_COLUMNS,
    BETWEEN_EQUALS,
    adjusted_cells,
    between_equals,
    is_seen,
    joint_words,
    seen_groups,
    share_of_group,
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
from mentis_records.report.words.wording import capital, count
from mentis_records.statistics.balance import BalanceGroup, BalanceGrouping
from mentis_records.statistics.correction import LEVEL
from mentis_records.statistics.lead import METHOD as LEAD_METHOD
from mentis_records.statistics.rating.league import League

_MOST_GROUPS = 24
_ENDS = 2
"""Groups at each end of those in order that are the extremes."""


def group_exhibit(
    league: League,
    grouping: BalanceGrouping,
    collection: Collection,
    *,
    slug: str,
    title: str,
    noun: str = "group",
    many: str = "groups",
    selection: str = "",
    note: str = "",
    is_sorted: bool = False,
) -> Exhibit:
    """Return the figure: the first mover's share of the points in each group, of two or more.

    Args:
        league: the players, and who moves first.
        grouping: the groups.
        collection: where they are from.
        slug: names the figure for files.
        title: of the figure.
        noun: what one group is called.
        many: what several are called.
        selection: of which games these are, if not of all selected ones.
        note: further words on how many games there are.
        is_sorted: whether the group that is best for the first mover stands first.
    """
    shown = _shown(league, grouping, has_ends=is_sorted)
    if is_sorted:
        shown.sort(key=lambda group: -share_of_group(league, grouping, group)[0])
    cut = len(grouping.groups) - len(shown)
    ends = " or are the best for one" if is_sorted else ""
    further = (
        f" Shown: the {_MOST_GROUPS} {many} of most games, and those that favour a side{ends}; "
        f"{count(cut, f'rarer {noun}', f'rarer {many}')}: in the files."
        if cut
        else ""
    )
    drawn = f", {len(shown)} of them shown" if cut else ""
    sizes = f" Each has at least {MIN_SAMPLE} games with a result."
    if any(group.lead.results.is_small for group in grouping.groups):
        sizes = ""
    has_adjusted = any(group.adjusted is not None for group in shown)
    panels = [Panel("As the results stand, %", percent_tick, 0.5, "even", 104)]
    if has_adjusted:
        panels.append(Panel("Between equals, %", percent_tick, 0.5, "even", 104))
    groups = grouping.groups
    return Exhibit(
        slug=slug,
        title=title,
        alternative=(
            f"Forest plot of {count(len(shown), noun, many)}: {league.movers[0]}'s share of the "
            "points as the results stand and between equals, each with its interval. All numbers "
            "are in the table below."
        ),
        n=sum(group.lead.results.decided for group in groups),
        n_words=f"games with a result, in {count(len(groups), noun, many)}{drawn}{note}",
        method=f"{_method(grouping)}{sizes}{further}",
        selection=selection or collection.provenance.selection,
        plot=IntervalPlot(
            [_row(league, grouping, group, collection, has_adjusted) for group in shown],
            panels,
            are_alike=True,
        ),
        numbers=_numbers(league, grouping, groups),
        display=_display(league, grouping, shown, noun),
    )


def extremes_exhibit(
    league: League,
    grouping: BalanceGrouping,
    collection: Collection,
    *,
    slug: str,
    title: str,
    noun: str,
    selection: str = "",
) -> Exhibit:
    """Return a small figure of the groups that are best for each side, of two or more groups."""
    shown = _extremes(league, grouping)
    has_adjusted = any(group.adjusted is not None for group in shown)
    rows = [_row(league, grouping, group, collection, has_adjusted) for group in shown]
    last = int(has_adjusted)
    name = "Between equals" if has_adjusted else "As the results stand"
    first = league.movers[0]
    return Exhibit(
        slug=slug,
        title=title,
        alternative="; ".join(
            f"{group.label}: {share_of_points(share_of_group(league, grouping, group))}"
            for group in shown
        )
        + ".",
        n=sum(group.lead.results.decided for group in shown),
        n_words=f"games with a result, in the {len(shown)} shown of {len(grouping.groups):,}",
        method=_method(grouping),
        selection=selection or collection.provenance.selection,
        plot=IntervalPlot(
            [IntervalRow(row.label, row.note, (row.points[last],)) for row in rows],
            (Panel(f"{name}: {first}'s share of the points, %", percent_tick, 0.5, "even", 104),),
        ),
        numbers=_numbers(league, grouping, shown),
        display=_display(league, grouping, shown, noun),
    )


def _extremes(league: League, grouping: BalanceGrouping) -> list[BalanceGroup]:
    """Return the groups that are best for each side, those for the first mover first."""
    ordered = sorted(grouping.groups, key=lambda group: -share_of_group(league, grouping, group)[0])
    return ordered[:_ENDS] + ordered[_ENDS:][-_ENDS:]


def _method(grouping: BalanceGrouping) -> str:
    return (
        f"as the results stand: {LEAD_METHOD}. Between equals: advantage of the group with the "
        "players' strengths of all games, Davidson's model, their uncertainty carried along "
        f"(two-step maximum likelihood). {joint_words(grouping)} Filled: the interval excludes an "
        "even game; hollow: it does not."
    )


def _shown(league: League, grouping: BalanceGrouping, *, has_ends: bool) -> list[BalanceGroup]:
    """Return the groups to draw in their order.

    Where there are too many, these are the largest ones, those in which an advantage is seen, and
    with ``has_ends`` the extremes.
    """
    groups = grouping.groups
    order = sorted(range(len(groups)), key=lambda at: (-groups[at].lead.results.decided, at))
    largest = set(order[:_MOST_GROUPS])
    seen = {group.label for group in seen_groups(league, grouping, groups)}
    if has_ends:
        seen |= {group.label for group in _extremes(league, grouping)}
    return [group for at, group in enumerate(groups) if at in largest or group.label in seen]


def _row(
    league: League,
    grouping: BalanceGrouping,
    group: BalanceGroup,
    collection: Collection,
    has_adjusted: bool,
) -> IntervalRow:
    mark = Mark("", outcome_marks(collection.palette, league.movers)[0].colour, "s", "")
    share = group.lead.share
    cells: list[tuple[Point, ...]] = [
        (Point(*share, short_share(share), mark, group.lead_p > LEVEL),)
    ]
    if has_adjusted:
        cells.append(())
        if group.adjusted is not None:
            between = share_of_group(league, grouping, group)
            is_even = not is_seen(group, is_adjusted=True)
            cells[1] = (Point(*between, short_share(between), mark, is_even),)
    return IntervalRow(group.label, count(group.lead.results.decided, "game"), tuple(cells))


def _numbers(
    league: League, grouping: BalanceGrouping, groups: Sequence[BalanceGroup]
) -> NumberTable:
    def cells(group: BalanceGroup) -> tuple[Cell, ...]:
        return (
            group.label,
            *lead_cells(group.lead),
            group.lead.p_value,
            group.lead_p,
            *adjusted_cells(league, grouping, group),
        )

    return NumberTable(
        (
            *("group", *lead_columns(league.movers), "p_value", "p_value_corrected"),
            *ADJUSTED_COLUMNS,
        ),
        tuple(map(cells, groups)),
    )


def _display(
    league: League, grouping: BalanceGrouping, shown: Sequence[BalanceGroup], noun: str
) -> NumberTable:
    return NumberTable(
        (*(capital(noun), "Games", "As the results stand", "p, corrected"), *BETWEEN_EQUALS),
        tuple(
            (
                group.label,
                f"{group.lead.results.decided:,}",
                share_of_points(group.lead.share),
                p_words(group.lead_p),
                *between_equals(league, grouping, group),
            )
            for group in shown
        ),
    ).without_blanks()
