"""The section on power: how many games it takes to see an advantage, and how many there are."""

from __future__ import annotations

from math import ceil

from mentis_records.core.number_table import NumberTable
from mentis_records.core.text import percent
from mentis_records.report.balance.uncounted import left_out_note
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_power import PowerCurve, PowerPlot
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.rating_words import exact_percent
from mentis_records.report.words.wording import TOO_FEW, count
from mentis_records.statistics.balance import Balance
from mentis_records.statistics.lead import Lead
from mentis_records.statistics.power import POWER, games_needed, least_gap, power_of

_HIGH_POWER = 0.95
_GAPS = tuple(step / 1000 for step in range(2, 101))
_WIDE_GAPS = tuple(step / 200 for step in range(1, 101))
_STEP = 1000
"""Shares are told in so many parts."""

_LISTED = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1)


def told_gap(least: float) -> float:
    """Return an advantage as it is told, with a decimal of a percent, rounded up to be enough."""
    return ceil(_STEP * least - 1e-9) / _STEP


def power_section(balance: Balance, lead: Lead, collection: Collection) -> tuple[Section, ...]:
    """Return the section, or nothing where all games, or nearly all, are drawn."""
    games, draws = lead.results.decided, lead.draws
    if draws == 1:
        return ()
    least = least_gap(games, draws)
    room = (1 - draws) / 2
    is_near = least is not None and max(least, abs(lead.value) / 2) < _GAPS[-1]
    gaps = _GAPS if is_near else _WIDE_GAPS
    gaps = tuple(gap for gap in gaps if gap <= room)
    listed = [gap for gap in _LISTED if gap <= room]
    if not listed:
        return ()
    shares = tuple(0.5 + gap for gap in gaps)
    curves = [
        PowerCurve(
            f"{percent(power)} power",
            shares,
            tuple(games_needed(gap, draws, power=power) for gap in gaps),
        )
        for power in (POWER, _HIGH_POWER)
    ]
    seen = 0.5 + abs(lead.value) / 2
    is_small = lead.results.is_small
    if lead.value == 0:
        seen_words, diamond = "observed: both sides even", "the share of both sides here"
    else:
        better = balance.sides[0 if lead.value > 0 else 1]
        seen_words = f"observed: {better} {exact_percent(seen)}"
        diamond = "the share of the side that scored more here"
    marks = "" if least is None else "Dot: the least advantage that this many games can show. "
    marks += "" if is_small else f"Diamond: {diamond}. "
    paragraph = (
        f"The smaller an advantage, the more games it takes to tell it from chance. With "
        f"{exact_percent(draws)} of the games drawn, as here:"
    )
    needs = "; ".join(
        f"{exact_percent(0.5 + gap)} of the points: {count(games_needed(gap, draws), 'game')}"
        for gap in listed
    )
    stands = (
        f"This collection has {count(games, 'game')} with a result, too few to detect any "
        "advantage."
        if least is None
        else f"This collection has {count(games, 'game')} with a result: enough to detect "
        f"{exact_percent(0.5 + told_gap(least))} or more."
    )
    exhibit = Exhibit(
        slug="power",
        title="Games needed to detect an advantage",
        alternative=f"Falling curves on a logarithmic scale. {needs}. {stands}",
        n=games,
        n_words=f"games with a result{left_out_note(balance)}",
        method=(
            "two-sided test of an even score at 5 %, normal approximation (Fleiss, Levin, Paik "
            f"2003); solid: {percent(POWER)} power, dashed: {percent(_HIGH_POWER)}; draws as in "
            f"this collection ({exact_percent(draws)}). {marks}Games are treated as independent."
        ),
        selection=collection.provenance.selection,
        plot=PowerPlot(
            curves,
            games,
            f"this collection: {count(games, 'game')}",
            None if least is None else 0.5 + least,
            ""
            if least is None
            else f"enough to detect {exact_percent(0.5 + told_gap(least))} or more",
            seen,
            "" if is_small else seen_words,
            f"{TOO_FEW.capitalize()} ({count(games, 'game')})" if is_small else "",
        ),
        numbers=NumberTable(
            ("points_share", "games_80_power", "games_95_power", "power_here"),
            tuple(
                (0.5 + gap, *(curve.games[at] for curve in curves), power_of(games, gap, draws))
                for at, gap in enumerate(gaps)
            ),
        ),
        display=NumberTable(
            (
                "Share of points",
                "Games, 80 % power",
                "Games, 95 % power",
                "Power of this collection",
            ),
            tuple(
                (
                    f"{exact_percent(0.5 + gap)}",
                    f"{games_needed(gap, draws):,}",
                    f"{games_needed(gap, draws, power=_HIGH_POWER):,}",
                    f"{power_of(games, gap, draws):.2f}",
                )
                for gap in listed
            ),
        ),
    )
    words = (f"{paragraph} {needs}.", stands)
    return (Section("power", "How many games are needed", words, (exhibit,)),)
