"""The sections on balance by one property: forest plots of raw and adjusted shares."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import NumberTable
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.report.balance.uncounted import left_out_note
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark, outcome_marks
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.rating_words import (
    estimate_cells,
    lead_cells,
    lead_columns,
    p_words,
    percent_tick,
    share_of_points,
    short_share,
)
from mentis_records.report.words.wording import TOO_FEW, capital, count
from mentis_records.statistics.balance import Balance, BalanceGroup, BalanceGrouping
from mentis_records.statistics.correction import METHOD as CORRECTION
from mentis_records.statistics.interval import CONFIDENCE
from mentis_records.statistics.lead import METHOD as LEAD_METHOD

_MOST_GROUPS = 16
_ERROR = 1 - CONFIDENCE


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
    paragraphs = [_outcome(balance, groups)]
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
            "(two-step maximum likelihood). Intervals stand each for itself; the "
            f"{CORRECTION}, over {count(len(groups), 'group')}. Filled: different from an even "
            f"game after that (5 %); hollow: not. Groups of at least {MIN_SAMPLE} games.{further}"
        ),
        selection=collection.provenance.selection,
        plot=IntervalPlot(
            [_row(balance, group, mark, has_adjusted) for group in shown], panels, are_alike=True
        ),
        numbers=NumberTable(
            (
                *("group", *lead_columns(balance.sides), "p_value", "p_value_corrected"),
                *("rated_games", "adjusted_points_share", "adjusted_low", "adjusted_high"),
                *("elo", "elo_standard_error", "elo_low", "elo_high"),
                *("adjusted_p_value", "adjusted_p_value_corrected"),
            ),
            tuple(_cells(balance, group) for group in groups),
        ),
        display=NumberTable(
            (
                *("Group", "Games", "As the results stand (95\N{NO-BREAK SPACE}%)", "p, corrected"),
                *("Between equals (95\N{NO-BREAK SPACE}%)", "p, corrected"),
            ),
            tuple(_display(balance, group) for group in shown),
        ),
    )
    return Section(grouping.slug, title, tuple(paragraphs), (exhibit,))


def _outcome(balance: Balance, groups: Sequence[BalanceGroup]) -> str:
    """Return in words in which groups an advantage is seen."""
    is_adjusted = any(group.adjusted is not None for group in groups)
    seen = [group for group in groups if _is_seen(group, is_adjusted)]
    kind = "between equals" if is_adjusted else "as the results stand"
    if not seen:
        return (
            f"In none of the {count(len(groups), 'group')} is the game seen to be uneven {kind}, "
            "once the number of comparisons is accounted for."
        )
    names = [f"{group.label} ({_direction(balance, group, is_adjusted)})" for group in seen[:5]]
    more = f" and {count(len(seen) - 5, 'other')}" if len(seen) > 5 else ""
    return (
        f"In {len(seen):,} of {count(len(groups), 'group')} the game is seen to be uneven {kind}, "
        f"with the number of comparisons accounted for: {', '.join(names)}{more}."
    )


def _is_seen(group: BalanceGroup, is_adjusted: bool) -> bool:
    p_value = group.adjusted_p if is_adjusted else group.lead_p
    return p_value is not None and p_value <= _ERROR


def _direction(balance: Balance, group: BalanceGroup, is_adjusted: bool) -> str:
    if is_adjusted and group.adjusted is not None:
        is_first = group.adjusted.value > 0
    else:
        is_first = group.lead.value > 0
    return f"for {balance.sides[0 if is_first else 1]}"


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


def _row(balance: Balance, group: BalanceGroup, mark: Mark, has_adjusted: bool) -> IntervalRow:
    share = group.lead.share
    raw = Point(*share, short_share(share), mark, group.lead_p > _ERROR)
    cells: list[tuple[Point, ...]] = [(raw,)]
    if has_adjusted:
        cells.append(())
        if group.adjusted is not None:
            between = balance.league.share_of(group.adjusted)
            is_even = not _is_seen(group, is_adjusted=True)
            cells[1] = (Point(*between, short_share(between), mark, is_even),)
    return IntervalRow(group.label, count(group.lead.results.decided, "game"), tuple(cells))


def _cells(balance: Balance, group: BalanceGroup) -> tuple[str | int | float | None, ...]:
    adjusted = group.adjusted
    share = (None, None, None) if adjusted is None else balance.league.share_of(adjusted)
    return (
        group.label,
        *lead_cells(group.lead),
        group.lead.p_value,
        group.lead_p,
        group.rated,
        *share,
        *estimate_cells(adjusted),
        None if adjusted is None else adjusted.p_value,
        group.adjusted_p,
    )


def _display(balance: Balance, group: BalanceGroup) -> tuple[str, ...]:
    adjusted = group.adjusted
    between = "" if adjusted is None else share_of_points(balance.league.share_of(adjusted))
    return (
        group.label,
        f"{group.lead.results.decided:,}",
        share_of_points(group.lead.share),
        p_words(group.lead_p),
        between,
        "" if group.adjusted_p is None else p_words(group.adjusted_p),
    )
