"""The sections on balance by one property."""

from __future__ import annotations

from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.report.balance.uncounted import left_out_note
from mentis_records.report.document.page import Section
from mentis_records.report.section.evenness import outcome_words
from mentis_records.report.section.evenness_figure import group_exhibit
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.wording import TOO_FEW, capital, count
from mentis_records.statistics.balance import Balance, BalanceGrouping


def group_section(
    balance: Balance, grouping: BalanceGrouping, collection: Collection, caution: str
) -> Section:
    """Return the section, of two groups or more."""
    title = f"{grouping.title[0].lower()}{grouping.title[1:]}"
    is_opening = grouping.slug.startswith("opening")
    one, many = ("opening", "openings") if is_opening else ("group", "groups")
    exhibit = group_exhibit(
        balance.league,
        grouping,
        collection,
        slug=grouping.slug,
        title=f"{capital(balance.sides[0])}'s share of the points by {title}",
        noun=one,
        many=many,
        note=left_out_note(balance),
        is_sorted=is_opening or grouping.slug.startswith("reply"),
    )
    paragraphs = (
        outcome_words(balance.league, grouping, one, many),
        caution,
        _left_out(grouping, one, many),
    )
    return Section(grouping.slug, f"By {title}", tuple(filter(None, paragraphs)), (exhibit,))


def absent_words(grouping: BalanceGrouping) -> str:
    """Return why there is no section of fewer than two groups."""
    title = f"by {grouping.title[0].lower()}{grouping.title[1:]}"
    for group in grouping.groups:
        return f"{title} (all are {group.label})"
    if grouping.small:
        return f"{title} (no group has {MIN_SAMPLE} games)"
    return f"{title} (not known for any game)"


def _left_out(grouping: BalanceGrouping, one: str, many: str) -> str:
    parts = []
    if grouping.small:
        parts.append(
            f"{count(grouping.small, f'rarer {one}', f'rarer {many}')} with "
            f"{count(grouping.small_games, 'game')} left out: {TOO_FEW}."
        )
    if grouping.unplaced:
        parts.append(f"It is not known for {count(grouping.unplaced, 'game')}.")
    return " ".join(parts)
